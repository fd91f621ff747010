/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_MODEL_H
#define AMP_LENS_MODEL_H
/*
amp/lens/model.h: the GPU that the lens assumes: a struct of numbers, with named presets.

docs/lens.md says what each number does, and what of a GPU is not modelled.
*/

#include <errno.h>  /* why a model's file cannot be read */
#include <limits.h> /* INT_MAX */
#include <stdio.h>  /* fopen */
#include <stdlib.h> /* strtod */
#include <string.h> /* strcmp, strspn */
#include "../base/status.h"

/* The GPU that the lens assumes. amp_lens_preset fills one; change what you like. */
typedef struct amp_lens_model {
    char name[40];        /* stands in each report */
    int warp;             /* threads that run an instruction together: 8 to 64, a power of two */
    int line;             /* bytes of a cache line: a power of two, >= sector */
    int sector;           /* bytes that global memory moves at least: 16, 32 or 64 */
    int memory_request;   /* threads whose addresses one request of global memory joins: <= warp */
    int banks;            /* of tile memory: a power of two up to 64 */
    int bank;             /* bytes of a bank's word: 4 or 8 */
    int tile_request;     /* threads that tile memory serves together: <= warp */
    int partitions;       /* of global memory, up to 64; 0: addresses are spread, none camps */
    int partition;        /* neighbouring bytes in one partition: a multiple of sector */
    int multiprocessors;  /* each runs tiles of its own */
    int tiles;            /* tiles that one multiprocessor holds at most */
    int threads;          /* threads that it holds at most */
    int tile_memory;      /* bytes of tile memory that it has */
    int barrier_cycles;   /* that a tile waits at a barrier */
    int atomic_cycles;    /* from one atomic on an address of global memory to the next */
    double clock;         /* cycles a nanosecond: GHz */
    double bandwidth;     /* of global memory, bytes a nanosecond: GB/s */
    double arithmetic;    /* operations a nanosecond at best: GFLOP/s, in float */
    double doubles;       /* the same in double; 0: it has none, and takes float */
    double issue;         /* instructions of warps that a multiprocessor begins in a cycle */
    double integers;      /* integer additions that it makes in a cycle, of threads */
    double l2_bandwidth;  /* of the cache that all share, GB/s */
    double launch;        /* microseconds from one launch of an empty kernel to the next */
    double copy;          /* to the device or back: GB/s */
    int segments;         /* 0: a request moves its sectors; 13: segments, by the rules of compute
                             capability 1.2 and 1.3; 10: by those of 1.0 and 1.1 */
    int tile_unit;        /* bytes by which a multiprocessor gives tile memory; 0: 1 */
    int tile_reserved;    /* bytes of it that each tile costs besides */
    int tile_most;        /* bytes that one tile may have; 0: as many as there are */
    int registers;        /* of 32 bits, of a multiprocessor; 0: they do not count */
    int register_unit;    /* by which they are given to a warp */
    int register_by_tile; /* 1: to a tile */
    int warp_unit;        /* warps by which they are given; 0: 1 */
    int l1;               /* bytes of a multiprocessor's cache for global memory; 0: it has none */
    int l1_sets;          /* of it: a line may be anywhere in its set */
    int l1_tile_memory;   /* 1: what resident tiles have of tile memory is taken from it */
    int l2;               /* bytes of the cache that all share; 0: there is none */
    int l2_ways;          /* lines of a set of it */
    int multiply;         /* instructions that an integer multiplication counts as */
    int divide;           /* and a division or remainder */
    int bank_cycles;      /* in which a bank gives a word; 0: 1 */
    int arithmetic_latency; /* cycles until the result of an instruction is there */
    int tile_latency;     /* of a load of tile memory */
    int l1_latency;       /* of a load that the multiprocessor's cache has */
    int l2_latency;       /* that the shared one has */
    int latency;          /* of a load of global memory */
    int reissue;          /* 1: a request is issued again for each further line, and bank cycle */
} amp_lens_model;

/* Writes a model to *model. name: a preset, in any case: "generic" (a middling GPU, the default),
   "g80", "gtx-280", "tesla-c1060", "tesla-k20", "v100", "a100", "rtx-a6000", "rtx-4090", "h100",
   "mi100", "mi250" (one of its two dies); docs/lens-models.md says where their numbers are from.
   Or the path of a file, which holds a '/' or a '.': lines such as `base = a100` and
   `bandwidth = 2039`, with the names of the members above, and # before what is for people. AMP_OK;
   AMP_INVALID_ARGUMENT for another name, with the names that there are, and for a file that cannot
   be read, or a line that means nothing: *model is as it was. Any thread. */
AMP__API amp_status amp_lens_preset(const char *name, amp_lens_model *model);

/* The numbers of a model: whole ones, and others. */
#define AMP__LENS_MODEL_MAP(XX)                                               \
    XX(warp) XX(line) XX(sector) XX(memory_request) XX(banks) XX(bank) XX(tile_request) \
    XX(partitions) XX(partition) XX(multiprocessors) XX(tiles) XX(threads) XX(tile_memory) \
    XX(barrier_cycles) XX(atomic_cycles) XX(segments) XX(tile_unit) XX(tile_reserved) \
    XX(tile_most) XX(registers) XX(register_unit) XX(register_by_tile) XX(warp_unit) \
    XX(l1) XX(l1_sets) XX(l1_tile_memory) XX(l2) XX(l2_ways) XX(multiply) XX(divide) \
    XX(bank_cycles) XX(arithmetic_latency) XX(tile_latency) XX(l1_latency) XX(l2_latency) \
    XX(latency) XX(reissue)
#define AMP__LENS_MODEL_DOUBLES(XX)                                           \
    XX(clock) XX(bandwidth) XX(arithmetic) XX(doubles) XX(issue) XX(integers) XX(l2_bandwidth) \
    XX(launch) XX(copy)

#if AMP__IMPLEMENT

/* docs/lens-models.md has the sources, and a test holds the two together. generic is nobody's. */
static const amp_lens_model amp__lens_presets[] = {
    { "generic", 32, 128, 32, 32, 32, 4, 32, 0, 256, 40, 16, 1024, 65536, 30, 4,
      1.5, 400, 8000, 250, 4, 64, 1600, 3, 25, 0, 128, 0, 0, 65536, 256, 0, 4,
      131072, 4, 1, 4194304, 16, 1, 20, 1, 4, 24, 32, 220, 450, 0 },
    { "g80", 32, 128, 32, 16, 16, 4, 16, 6, 256, 16, 8, 768, 16384, 30, 200,
      1.35, 86.4, 345.6, 0, 0.25, 8, 0, 7, 4, 10, 512, 0, 0, 8192, 256, 1, 2,
      0, 0, 0, 0, 0, 4, 30, 2, 24, 38, 0, 0, 500, 0 },
    { "gtx-280", 32, 128, 32, 16, 16, 4, 16, 8, 256, 30, 8, 1024, 16384, 30, 200,
      1.296, 141.7, 933, 77.8, 0.25, 8, 0, 7, 8, 13, 512, 0, 0, 16384, 512, 1, 2,
      0, 0, 0, 0, 0, 4, 30, 2, 24, 38, 0, 0, 440, 0 },
    { "tesla-c1060", 32, 128, 32, 16, 16, 4, 16, 8, 256, 30, 8, 1024, 16384, 30, 200,
      1.296, 102, 933, 77.8, 0.25, 8, 0, 7, 8, 13, 512, 0, 0, 16384, 512, 1, 2,
      0, 0, 0, 0, 0, 4, 30, 2, 24, 38, 0, 0, 440, 0 },
    { "tesla-k20", 32, 128, 32, 32, 32, 4, 32, 0, 256, 13, 16, 2048, 49152, 30, 4,
      0.706, 208, 3520, 1170, 4, 160, 500, 5, 8, 0, 256, 0, 49152, 65536, 256, 0, 4,
      0, 0, 0, 1310720, 16, 5, 20, 1, 9, 47, 0, 222, 440, 1 },
    { "v100", 32, 128, 32, 32, 32, 4, 32, 0, 256, 80, 32, 2048, 98304, 30, 4,
      1.53, 900, 15700, 7800, 4, 64, 3133, 3, 15.75, 0, 256, 0, 98304, 65536, 256, 0, 4,
      131072, 4, 1, 6291456, 16, 1, 20, 1, 4, 19, 28, 193, 400, 0 },
    { "a100", 32, 128, 32, 32, 32, 4, 32, 0, 256, 108, 32, 2048, 167936, 30, 4,
      1.41, 1555, 19500, 9700, 4, 64, 7219, 3, 31.5, 0, 128, 1024, 166912, 65536, 256, 0, 4,
      196608, 4, 1, 41943040, 16, 1, 20, 1, 4, 29, 38, 262, 466, 0 },
    { "rtx-a6000", 32, 128, 32, 32, 32, 4, 32, 0, 256, 84, 16, 1536, 102400, 30, 4,
      1.8, 768, 38700, 605, 4, 64, 2765, 3, 31.5, 0, 128, 1024, 101376, 65536, 256, 0, 4,
      131072, 4, 1, 6291456, 16, 1, 20, 1, 4, 29, 38, 262, 466, 0 },
    { "rtx-4090", 32, 128, 32, 32, 32, 4, 32, 0, 256, 128, 24, 1536, 102400, 30, 4,
      2.52, 1008, 82600, 1290, 4, 64, 5000, 3, 31.5, 0, 128, 1024, 101376, 65536, 256, 0, 4,
      131072, 4, 1, 75497472, 16, 1, 20, 1, 4, 30, 43, 273, 541, 0 },
    { "h100", 32, 128, 32, 32, 32, 4, 32, 0, 256, 132, 32, 2048, 233472, 30, 4,
      1.98, 3350, 66900, 33500, 4, 64, 8986, 3, 63, 0, 128, 1024, 232448, 65536, 256, 0, 4,
      262144, 4, 1, 52428800, 16, 1, 20, 1, 4, 29, 41, 263, 479, 0 },
    { "mi100", 64, 64, 64, 64, 32, 4, 32, 0, 256, 120, 16, 2560, 65536, 30, 4,
      1.502, 1228, 23100, 11500, 1, 64, 3076, 6, 31.5, 0, 512, 0, 65536, 65536, 256, 0, 1,
      16384, 64, 0, 8388608, 16, 4, 30, 1, 4, 64, 120, 300, 700, 0 },
    { "mi250", 64, 128, 64, 64, 32, 4, 32, 0, 256, 104, 16, 2048, 65536, 30, 4,
      1.7, 1638, 22600, 22600, 1, 64, 6963, 6, 31.5, 0, 512, 0, 65536, 131072, 512, 0, 1,
      16384, 64, 0, 8388608, 16, 4, 30, 1, 4, 64, 120, 300, 700, 0 },
};
enum { AMP__LENS_PRESETS = sizeof(amp__lens_presets) / sizeof(amp__lens_presets[0]) };

/* Whether two names of a GPU are the same: in any case, and whatever stands between their words. */
static AMP__COLD int amp__lens_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        int x, y;
        a += strspn(a, "-_ ");
        b += strspn(b, "-_ ");
        x = *a >= 'A' && *a <= 'Z' ? *a - 'A' + 'a' : *a;
        y = *b >= 'A' && *b <= 'Z' ? *b - 'A' + 'a' : *b;
        if (x != y || x == '\0') {
            return x == y;
        }
    }
}

/* The names of the presets, with commas between, to text[0..size), which is returned. */
static AMP__COLD const char *amp__lens_preset_names(char *text, size_t size)
{
    size_t used = 0;
    int i;
    for (i = 0; i < AMP__LENS_PRESETS && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 amp__lens_presets[i].name);
    }
    return text;
}

/* Sets the number called `name` of *m; 0 where there is none of that name, or it is a whole number
   and `value` is not. */
static AMP__COLD int amp__lens_set_number(amp_lens_model *m, const char *name, double value)
{
#define AMP__LENS_NUMBER(number)                                              \
    if (strcmp(name, #number) == 0 && value >= 0 && value <= INT_MAX          \
        && (double)(int)value == value) {                                     \
        m->number = (int)value;                                               \
        return 1;                                                             \
    }
    AMP__LENS_MODEL_MAP(AMP__LENS_NUMBER)
#undef AMP__LENS_NUMBER
#define AMP__LENS_NUMBER(number)                                              \
    if (strcmp(name, #number) == 0) {                                         \
        m->number = value;                                                    \
        return 1;                                                             \
    }
    AMP__LENS_MODEL_DOUBLES(AMP__LENS_NUMBER)
#undef AMP__LENS_NUMBER
    return 0;
}

static AMP__COLD amp_status amp__lens_model_check(const amp_lens_model *m);

/* Reads a model from a file. See amp_lens_preset. */
static AMP__COLD amp_status amp__lens_model_read(const char *path, amp_lens_model *model)
{
    FILE *f = fopen(path, "r");
    char line[400], key[40], value[60], more;
    amp_lens_model m = amp__lens_presets[0];
    amp_status s = AMP_OK;
    int number = 0, bytes;
    if (f == NULL) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the lens's model '%.200s' cannot be read: %s", path,
                         strerror(errno));
    }
    AMP__PRINT(m.name, "%.39s", strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path);
    while (s == AMP_OK && fgets(line, (int)sizeof(line), f) != NULL) {
        number++;
        line[strcspn(line, "#\r\n")] = '\0';
        bytes = sscanf(line, " %39[a-z0-9_] = %59[^ \t] %c", key, value, &more);
        if (line[strspn(line, " \t")] == '\0') {
            continue;
        }
        if (bytes == 2 && strcmp(key, "name") == 0) {
            AMP__PRINT(m.name, "%.39s", value);
        } else if (bytes == 2 && strcmp(key, "base") == 0 && strpbrk(value, "./") == NULL) {
            char name[40];
            AMP__PRINT(name, "%s", m.name);
            s = amp_lens_preset(value, &m);
            AMP__PRINT(m.name, "%s", name);
        } else {
            char *end = value;
            const double v = bytes == 2 ? strtod(value, &end) : 0;
            if (bytes != 2 || *end != '\0' || !amp__lens_set_number(&m, key, v)) {
                s = amp__fail(AMP_INVALID_ARGUMENT, "%.200s:%d: '%.80s' is no line of a model: "
                              "write a member of amp_lens_model, = and a number, such as "
                              "`bandwidth = 2039`, or `base = a100`", path, number, line);
            }
        }
    }
    (void)fclose(f);
    s = AMP__THEN(s, amp__lens_model_check(&m));
    if (s == AMP_OK) {
        *model = m;
    }
    return s;
}

AMP__API amp_status amp_lens_preset(const char *name, amp_lens_model *model)
{
    char names[300];
    int i;
    for (i = 0; name != NULL && i < AMP__LENS_PRESETS; i++) {
        if (amp__lens_same_name(amp__lens_presets[i].name, name)) {
            *model = amp__lens_presets[i];
            return AMP_OK;
        }
    }
    if (name != NULL && strpbrk(name, "./") != NULL) {
        return amp__lens_model_read(name, model);
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "the lens has no model '%.100s': it may be %s, or a "
                     "file", name != NULL ? name : "(null)",
                     amp__lens_preset_names(names, sizeof(names)));
}

/* 1 where n is a power of two from low to high. */
static inline int amp__lens_is_power_of_two(int n, int low, int high)
{
    return n >= low && n <= high && (n & (n - 1)) == 0;
}

/* AMP_OK where the numbers of *m fit together; else AMP_INVALID_ARGUMENT, which names the one that
   does not. */
static AMP__COLD amp_status amp__lens_model_check(const amp_lens_model *m)
{
    const char *wrong =
        !amp__lens_is_power_of_two(m->warp, 8, 64) ? "warp: 8, 16, 32 or 64"
        : !amp__lens_is_power_of_two(m->sector, 16, 64) ? "sector: 16, 32 or 64 bytes"
        : !amp__lens_is_power_of_two(m->line, m->sector, 4096)
            ? "line: a power of two, at least a sector"
        : !amp__lens_is_power_of_two(m->memory_request, 8, m->warp)
            ? "memory_request: a power of two from 8 to warp"
        : !amp__lens_is_power_of_two(m->banks, 1, 64) ? "banks: a power of two up to 64"
        : m->bank != 4 && m->bank != 8 ? "bank: 4 or 8 bytes"
        : !amp__lens_is_power_of_two(m->tile_request, 8, m->warp)
            ? "tile_request: a power of two from 8 to warp"
        : m->partitions < 0 || m->partitions > 64 ? "partitions: 0 to 64"
        : m->partitions > 0 && (m->partition < m->sector || m->partition % m->sector != 0)
            ? "partition: a multiple of sector"
        : m->multiprocessors < 1 || m->tiles < 1 || m->threads < 1 || m->tile_memory < 1
            ? "multiprocessors, tiles, threads, tile_memory: at least 1"
        : m->barrier_cycles < 0 || m->atomic_cycles < 0
            ? "barrier_cycles, atomic_cycles: at least 0"
        : m->segments != 0 && m->segments != 10 && m->segments != 13
            ? "segments: 0, 10 or 13"
        : m->segments != 0 && (m->sector != 32 || m->memory_request != 16)
            ? "segments: sectors of 32 bytes, and memory_request 16"
        : m->tile_unit < 0 || m->tile_reserved < 0 || m->tile_most < 0 || m->registers < 0
                || m->register_unit < 0 || m->warp_unit < 0
            ? "tile_unit, tile_reserved, tile_most, registers, register_unit, warp_unit: at least 0"
        : m->threads < m->warp ? "threads: at least a warp"
        : !(m->clock > 0) || !(m->bandwidth > 0) || !(m->arithmetic > 0) || !(m->issue > 0)
                || !(m->integers > 0) || !(m->copy > 0)
            ? "clock, bandwidth, arithmetic, issue, integers, copy: above 0"
        : !(m->doubles >= 0) || !(m->launch >= 0) || m->multiply < 0 || m->divide < 0
                || m->bank_cycles < 0 || m->arithmetic_latency < 0 || m->tile_latency < 0
                || m->l1_latency < 0 || m->l2_latency < 0 || m->latency < 0
            ? "doubles, launch, multiply, divide, bank_cycles, latencies: at least 0"
        : m->l1 < 0 || m->l2 < 0 || (m->l1 > 0 && m->l1_sets < 1) || (m->l2 > 0 && m->l2_ways < 1)
            ? "l1, l2: at least 0, and with a cache l1_sets, l2_ways: at least 1"
        : (m->l1 > 0 && m->l1 / m->line / m->l1_sets > 1024) || m->l2 > 1 << 30 || m->l2_ways > 1024
            ? "l1: at most 1024 lines a set; l2: at most 1073741824 bytes, of 1024 ways"
        : (m->l1 > 0 && m->l2 == 0) || (m->l2 > 0 && !(m->l2_bandwidth > 0))
            ? "l1: with an l2, and l2_bandwidth above 0"
        : m->l2 > 0 && m->line / m->sector > 32 ? "line: at most 32 sectors"
        : NULL;
    return wrong == NULL ? AMP_OK
        : amp__fail(AMP_INVALID_ARGUMENT, "the model '%.39s' of the lens cannot be: %s", m->name,
                    wrong);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_LENS_MODEL_H */
