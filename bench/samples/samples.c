/* SPDX-License-Identifier: MIT */
/* A contender that holds all samples: their kernels, or with SAMPLES=by_hand in the environment
   the loops beside them. The loop's first result is what every run is compared with. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "list.h"

#define DECLARE(name, ...) extern const sample name##_sample;
SAMPLES(DECLARE)
#define NAME(name, ...) #name,
static const char *const names[] = { SAMPLES(NAME) };
#define SAMPLE(name, ...) &name##_sample,
static const sample *const samples[] = { SAMPLES(SAMPLE) };
enum { COUNT = (int)(sizeof(names) / sizeof(names[0])), MOST_ARRAYS = 12 };

typedef enum element { ELEMENT_FLOAT, ELEMENT_INT, ELEMENT_BYTE, ELEMENT_NONE } element;
typedef enum use { USE_INPUT, USE_RESULT, USE_CHANGED } use;

typedef struct array {
    void *memory, *start, *expected; /* start: of what is changed */
    size_t count, bytes;
    element type;
    use use;
} array;
static array arrays[MOST_ARRAYS];
static int array_count;
static const sample *current;

static void close_sample(void)
{
    int i;
    for (i = 0; i < array_count; i++) {
        free(arrays[i].memory);
        free(arrays[i].start);
        free(arrays[i].expected);
    }
    memset(arrays, 0, sizeof(arrays));
    array_count = 0;
    current = NULL;
}

static void *add(element type, size_t count, size_t size)
{
    array *a = &arrays[array_count];
    if (array_count == MOST_ARRAYS) {
        (void)fprintf(stderr, "bench: a sample has more than %d arrays\n", (int)MOST_ARRAYS);
        exit(2);
    }
    array_count++;
    a->type = type;
    a->count = count;
    a->bytes = count * size;
    a->memory = bench_memory(a->bytes);
    return a->memory;
}

float *sample_floats(size_t count, float low, float high)
{
    float *p = (float *)add(ELEMENT_FLOAT, count, sizeof(*p));
    real_fill(p, count, (unsigned)array_count, low, high);
    return p;
}

int *sample_ints(size_t count, int low, int high)
{
    int *p = (int *)add(ELEMENT_INT, count, sizeof(*p));
    real_fill_ints(p, count, (unsigned)array_count, low, high);
    return p;
}

unsigned char *sample_bytes(size_t count)
{
    unsigned char *p = (unsigned char *)add(ELEMENT_BYTE, count, 1);
    size_t i;
    for (i = 0; i < count; i++) {
        p[i] = (unsigned char)bench_noise((unsigned)i + (unsigned)array_count * 7919U);
    }
    return p;
}

void *sample_memory(size_t bytes)
{
    return add(ELEMENT_NONE, 1, bytes);
}

static array *array_of(const void *memory)
{
    int i = 0;
    while (i < array_count && arrays[i].memory != memory) {
        i++;
    }
    if (i == array_count || arrays[i].type == ELEMENT_NONE) {
        (void)fprintf(stderr, "bench: that is no array of numbers of this sample\n");
        exit(2);
    }
    return &arrays[i];
}

static void *copy_of(const array *a)
{
    void *copy = bench_memory(a->bytes);
    memcpy(copy, a->memory, a->bytes);
    return copy;
}

void sample_is_result(void *memory)
{
    array_of(memory)->use = USE_RESULT;
}

void sample_is_changed(void *memory)
{
    array *a = array_of(memory);
    a->use = USE_CHANGED;
    a->start = copy_of(a);
}

void sample_images(int n, float **from, float **to)
{
    *from = sample_floats((size_t)n * (size_t)n, 0, 1);
    *to = sample_floats((size_t)n * (size_t)n, 0, 1);
    sample_is_result(*to);
}

static void restore(void)
{
    int i;
    for (i = 0; i < array_count; i++) {
        const array *a = &arrays[i];
        if (a->use == USE_RESULT) {
            memset(a->memory, REAL_POISON, a->bytes);
        } else if (a->use == USE_CHANGED) {
            memcpy(a->memory, a->start, a->bytes);
        }
    }
}

static void open_sample(int work, int n, int steps)
{
    int i;
    (void)steps;
    close_sample();
    current = samples[work];
    current->make(n);
    restore();
    current->by_hand();
    for (i = 0; i < array_count; i++) {
        if (arrays[i].use != USE_INPUT) {
            arrays[i].expected = copy_of(&arrays[i]);
        }
    }
}

static const char *bytes_differ(const array *a)
{
    static char why[80];
    size_t i = 0;
    const unsigned char *got = (const unsigned char *)a->memory;
    const unsigned char *expected = (const unsigned char *)a->expected;
    while (i < a->count && got[i] == expected[i]) {
        i++;
    }
    if (i == a->count) {
        return NULL;
    }
    (void)snprintf(why, sizeof(why), "byte %lu is %d, not %d", (unsigned long)i, got[i],
                   expected[i]);
    return why;
}

static const char *check(void)
{
    const char *why = NULL;
    int i;
    for (i = 0; i < array_count && why == NULL; i++) {
        const array *a = &arrays[i];
        if (a->use != USE_INPUT) {
            why = a->type == ELEMENT_BYTE ? bytes_differ(a)
                : a->type == ELEMENT_INT
                ? real_differs_ints((const int *)a->memory, (const int *)a->expected, a->count)
                : real_differs((const float *)a->memory, (const float *)a->expected, a->count,
                               current->tolerance);
        }
    }
    return why;
}

const bench_set bench_workloads = { names, COUNT, open_sample, restore, check, close_sample };

static double run_kernel(void)
{
    return current->launch();
}

static double run_by_hand(void)
{
    current->by_hand();
    return BENCH_WALL;
}

int main(void)
{
    static bench_variant variants[COUNT];
    bench_contender c = { variants, COUNT, NULL, NULL, NULL, NULL, 1 };
    const char *form = getenv("SAMPLES");
    const int hand = form != NULL && strcmp(form, "by_hand") == 0;
    int i;
    for (i = 0; i < COUNT; i++) {
        variants[i].work = i;
        variants[i].name = hand ? "loop" : "kernel";
        variants[i].run = hand ? run_by_hand : run_kernel;
    }
    return bench_serve(&c);
}
