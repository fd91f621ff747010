/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_MODEL_H
#define AMP_LENS_MODEL_H
/*
amp/lens/model.h: the GPU that the lens assumes: a struct of numbers, with named presets.

docs/lens.md says what each number does, and what of a GPU is not modelled.
*/

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
} amp_lens_model;

/* Writes the preset of that name to *model: "generic" (a middling GPU, the default),
   "tesla-c1060", "a100", "h100", "mi100". AMP_OK; AMP_INVALID_ARGUMENT for another name, with
   the names that there are: *model is as it was. Any thread. */
AMP__API amp_status amp_lens_preset(const char *name, amp_lens_model *model);

#if AMP__IMPLEMENT

/* From the makers' data sheets, but for the two numbers of cycles, which are of the order that
   measurements by others show. tesla-c1060 is the GPU whose partition camping
   docs/lens.md draws. generic is nobody's. */
static const amp_lens_model amp__lens_presets[] = {
    { "generic", 32, 128, 32, 32, 32, 4, 32, 0, 256, 40, 16, 1024, 65536, 30, 4, 1.5, 400, 8000 },
    { "tesla-c1060", 32, 128, 32, 16, 16, 4, 16, 8, 256, 30, 8, 1024, 16384, 30, 200, 1.296, 102,
      933 },
    { "a100", 32, 128, 32, 32, 32, 4, 32, 0, 256, 108, 32, 2048, 167936, 30, 4, 1.41, 1555,
      19500 },
    { "h100", 32, 128, 32, 32, 32, 4, 32, 0, 256, 132, 32, 2048, 233472, 30, 4, 1.98, 3350,
      66900 },
    { "mi100", 64, 64, 64, 64, 32, 4, 32, 0, 256, 120, 16, 2560, 65536, 30, 4, 1.502, 1228,
      23100 },
};

AMP__API amp_status amp_lens_preset(const char *name, amp_lens_model *model)
{
    size_t i;
    for (i = 0; name != NULL && i < sizeof(amp__lens_presets) / sizeof(amp__lens_presets[0]); i++) {
        if (strcmp(amp__lens_presets[i].name, name) == 0) {
            *model = amp__lens_presets[i];
            return AMP_OK;
        }
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "the lens has no model '%.100s': it may be generic, "
                     "tesla-c1060, a100, h100 or mi100", name != NULL ? name : "(null)");
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
        : !(m->clock > 0) || !(m->bandwidth > 0) || !(m->arithmetic > 0)
            ? "clock, bandwidth, arithmetic: above 0"
        : NULL;
    return wrong == NULL ? AMP_OK
        : amp__fail(AMP_INVALID_ARGUMENT, "the model '%.39s' of the lens cannot be: %s", m->name,
                    wrong);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_LENS_MODEL_H */
