/* SPDX-License-Identifier: MIT */
/*
host_calls.c: sequences of host calls drawn from bytes, against the model of model.h.

    ./host_calls FILE ...           runs these inputs
    ./host_calls --seeds FIRST N    runs N inputs that are drawn from numbers
    ./host_calls --seconds FIRST T  the same until so many seconds are over

The calls are in the headers beside it. With -DFUZZ_LIBFUZZER it is a target of libFuzzer
instead. What goes wrong ends the program with a sentence; FUZZ_TRACE=1 prints each call
before. A view that a call needs and that cannot be had is another view or no call, so that
every input is a program that keeps the contract: what the contract leaves open the model
leaves open.
*/
#define _POSIX_C_SOURCE 200112L
#include "copies.h"
#include "launches.h"
#include "../late_device.h"

static void begin(void)
{
    static int ready;
    static const char *const path[] = { "emu", "emu:separate", NULL, "default", "cpu" };
    const int config = draw(16);
    int i, k;
    if (!ready) {
        const amp_allocator a = { allocate, release, NULL };
        amp_set_allocator(a);
        trace = getenv("FUZZ_TRACE") != NULL;
        ready = 1;
    }
    doing = "begin";
    fail_at = 0;
    had_failure = 0;
    (void)amp_emu_set_engine(config / 2 % 4 == 1 ? AMP_ENGINE_THREADS : AMP_ENGINE_FIBERS);
    (void)amp_emu_set_workers(1);
    slow = config / 8 % 2;
    late_device(config % 2);
    TRACE("config %d\n", config);
    memset(host, 0, sizeof(host));
    memset(objects, 0, sizeof(objects));
    memset(views, 0, sizeof(views));
    memset(places, 0, sizeof(places));
    for (i = 0; i < HOSTS; i++) {
        objects[i].alive = 1;
        objects[i].count = CELLS;
        for (k = 0; k < CELLS; k++) {
            objects[i].at[k].known = 1;
            objects[i].at[k].value = host[i].at[k] = 10 * k + i;
        }
        for (k = 0; k < GUARD; k++) {
            host[i].low[k] = host[i].high[k] = 0x5EED;
        }
    }
    for (i = 0; i < FIRST_MADE; i++) {
        places[i].alive = 1;
        if (path[i] != NULL) {
            places[i].on = amp_accelerator_default_view(amp_accelerator_find(path[i]));
            if (places[i].on.queue == NULL) {
                WRONG("no place %s", path[i]);
            }
            describe(&places[i]);
        }
    }
}

/* Ends all that lives: everything is known again, and nothing is left. */
static void end(void)
{
    int i, k;
    amp_status s = AMP_OK;
    doing = "end";
    (void)pthread_mutex_lock(&memory_lock);
    fail_at = 0;
    (void)pthread_mutex_unlock(&memory_lock);
    for (i = 0; i < PENDING; i++) {
        finish(&pendings[i]);
    }
    for (i = FIRST_MADE; i < PLACES; i++) {
        wait_for_place(i, 1);
    }
    for (i = 0; i < FIRST_MADE; i++) {
        wait_for_place(i, 0);
    }
    for (i = 0; i < HOSTS; i++) {
        shown *v = &views[0];
        memset(v, 0, sizeof(*v));
        v->of = &objects[i];
        v->rank = v->stride[0] = 1;
        v->dim[0] = CELLS;
        TRACE("view 0: all of host %d\n", i);
        take_view(v, amp_view(int, host[i].at, CELLS), 0);
        if (!v->alive) {
            WRONG("no view at the end");
        }
        for (k = 0; k < 200; k++) {
            s = synchronize(v);
            if (s == AMP_OK) {
                break;
            }
        }
        if (s != AMP_OK) {
            WRONG("host %d cannot be synchronized: status %d", i, (int)s);
        }
        compare_host(v);
        release_view(v);
        for (k = 0; k < GUARD; k++) {
            if (host[i].low[k] != 0x5EED || host[i].high[k] != 0x5EED) {
                WRONG("memory beside host %d was written", i);
            }
        }
    }
    for (i = 0; i < VIEWS; i++) {
        if (views[i].alive && !stale(&views[i])) {
            release_view(&views[i]);
        }
    }
}

static void one_call(void)
{
    static const char *const name[] = { "view", "derived view", "launch", "synchronize",
        "host writes", "copy", "release", "array", "place", "wait", "completion", "refresh",
        "discard", "algorithm", "memory", "prefetch", "data", "flush" };
    static const int what[] = { 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5,
        5, 6, 7, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17 };
    const int w = what[draw((int)(sizeof(what) / sizeof(what[0])))];
    shown *s;
    doing = name[w];
    switch (w) {
    case 0: make_host_view(); break;
    case 1: derive_view(); break;
    case 2: launch(); break;
    case 3:
        s = some_view();
        if (s != NULL) {
            (void)synchronize(s);
        }
        break;
    case 4: host_writes(); break;
    case 5: copy(); break;
    case 6:
        s = some_view();
        if (s != NULL && draw(2)) {
            int i;
            for (i = 0; i < PENDING; i++) { /* a program waits before it releases */
                finish(&pendings[i]);
            }
            doing = name[w];
            release_view(s);
        }
        break;
    case 7: make_array(); break;
    case 8: make_place(FIRST_MADE + draw(PLACES - FIRST_MADE)); break;
    case 9: wait_for_place(draw(PLACES), draw(3) == 0); break;
    case 10: finish(&pendings[draw(PENDING)]); break;
    case 11: refresh_or_discard(0); break;
    case 12: refresh_or_discard(1); break;
    case 13:
#ifndef FUZZ_NO_ALGORITHMS
        algorithm();
#endif
        break;
    case 14:
        (void)pthread_mutex_lock(&memory_lock);
        fail_at = allocations + 1 + draw(32);
        (void)pthread_mutex_unlock(&memory_lock);
        TRACE("memory will fail\n");
        break;
    case 15: prefetch(); break;
    case 16: data_address(); break;
    default:
        {
            const int p = some_place();
            if (p != AUTO && p != CPU && amp_flush(places[p].on) != AMP_OK) {
                WRONG("a flush failed");
            }
        }
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input = data;
    input_end = data + size;
    begin();
    for (call_number = 0; input < input_end && call_number < 300; call_number++) {
        one_call();
    }
    end();
    if (amp_live_views() > 0) {
        /* what was released is gone; what views replaced in the table were not is left */
        amp__slab *slab;
        int i;
        for (slab = amp__host.registry.slabs; slab != NULL; slab = slab->next) {
            for (i = 0; i < AMP__SLAB; i++) {
                amp__record *r = &slab->record[i];
                while (r->source != AMP__SOURCE_NONE) {
                    amp_array_view v;
                    amp_status s;
                    memset(&v, 0, sizeof(v));
                    v.type = AMP__TYPE(int);
                    v.record = r;
                    v.generation = r->generation;
                    v.extent = amp_extent(1);
                    v.stride[0] = 1;
                    s = amp_release(v);
                    if (s == AMP_INVALID_ARGUMENT) {
                        WRONG("a record cannot be released");
                    }
                }
            }
        }
    }
    if (amp_live_views() != 0) {
        WRONG("%d data sources are left", amp_live_views());
    }
    return 0;
}

#ifndef FUZZ_LIBFUZZER
static void run_seed(unsigned long seed)
{
    static uint8_t bytes[1024];
    uint64_t state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    size_t i, n;
    for (i = 0; i < sizeof(bytes); i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = (uint8_t)(state >> 24);
    }
    n = 40 + (size_t)(state % 600);
    fflush(stdout);
    (void)snprintf(input_name, sizeof(input_name), "seed %lu", seed);
    if (getenv("FUZZ_TRACE") != NULL) {
        fprintf(stderr, "seed %lu, %lu bytes\n", seed, (unsigned long)n);
    }
    if (getenv("FUZZ_SAVE") != NULL) {
        FILE *f = fopen(getenv("FUZZ_SAVE"), "wb");
        if (f == NULL || fwrite(bytes, 1, n, f) != n || fclose(f) != 0) {
            abort();
        }
    }
    (void)LLVMFuzzerTestOneInput(bytes, n);
}

static int run_file(const char *name)
{
    static uint8_t bytes[4096];
    FILE *f = fopen(name, "rb");
    size_t n;
    if (f == NULL) {
        fprintf(stderr, "%s cannot be read\n", name);
        return 1;
    }
    n = fread(bytes, 1, sizeof(bytes), f);
    (void)fclose(f);
    (void)snprintf(input_name, sizeof(input_name), "%s", name);
    if (getenv("FUZZ_TRACE") != NULL) {
        fprintf(stderr, "%s\n", name);
    }
    (void)LLVMFuzzerTestOneInput(bytes, n);
    return 0;
}

int main(int argc, char **argv)
{
    const int seeds = argc == 4 && strcmp(argv[1], "--seeds") == 0;
    const int seconds = argc == 4 && strcmp(argv[1], "--seconds") == 0;
    const time_t start = time(NULL);
    unsigned long n = 0;
    int i, failed = 0;
    if (argc < 2 || (argv[1][0] == '-' && !seeds && !seconds)) {
        fprintf(stderr, "usage: %s FILE ... | --seeds FIRST COUNT | --seconds FIRST COUNT\n",
                argv[0]);
        return 2;
    }
    if (seeds || seconds) {
        const unsigned long first = strtoul(argv[2], NULL, 10), count = strtoul(argv[3], NULL, 10);
        while (seeds ? n < count : difftime(time(NULL), start) < (double)count) {
            run_seed(first + n++);
        }
    } else {
        for (i = 1; i < argc; i++, n++) {
            failed += run_file(argv[i]);
        }
    }
    printf("%lu inputs, %ld allocations, %ld of them failed\n", n, allocations, failures);
    return failed != 0;
}
#endif
