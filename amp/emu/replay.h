/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_REPLAY_H
#define AMP_EMU_REPLAY_H
/*
amp/emu/replay.h: in a debug build, a kernel's first launch runs a second time, in another order and
from other unset memory, and what it wrote is compared.

A kernel that is right writes the same both times. One that lacks a barrier, reads what another
thread writes, or what nobody has written, mostly does not. The second run is a child of fork(): of
what it does, stores, reports, prints and faults, the program sees nothing. Kernels that use
amp_atomic_ functions or amp_printf are left alone, since their results may depend on the order; so
are structs, whose padding holds anything.
*/

#include "conflicts.h"
#include "suspects.h"
#include "work.h"
#include "../base/files.h"
#include "../base/pages.h"
#include "../base/process.h"
#include "../core/compare.h"
#include "../core/unwritten.h"

#include <sys/wait.h> /* waitpid */
#include <unistd.h>   /* fork */

/* The limits: memory that is compared, threads, kernels, and how long the program waits. */
enum { AMP__REPLAY_BYTES = 64 << 20, AMP__REPLAY_THREADS = 1 << 22, AMP__REPLAY_KERNELS = 256,
       AMP__REPLAY_MILLISECONDS = 2000 };

/* The kernels of the process that were launched, and those that had their second run. */
#define amp__replays AMP__VERSIONED(amp__replays)
typedef struct amp__replays_state {
    int count[2];
    const amp__kernel *kernel[2][AMP__REPLAY_KERNELS];
} amp__replays_state;
AMP__ONE_COPY amp__replays_state amp__replays;

/* Whether it is the kernel's first launch of a kind: 0: of any kind, 1: that has a second run.
   Several threads may ask. */
static AMP__COLD int amp__replay_first(const amp__kernel *k, int kind)
{
    int i, first = 1;
    AMP__HOLD(&amp__lock.fault);
    for (i = 0; i < amp__replays.count[kind]; i++) {
        first &= amp__replays.kernel[kind][i] != k;
    }
    first &= amp__replays.count[kind] < AMP__REPLAY_KERNELS;
    if (first) {
        amp__replays.kernel[kind][amp__replays.count[kind]++] = k;
    }
    return first;
}

/* In the child: runs the launch, hands over what it wrote, and ends the process. */
static AMP__COLD void amp__replay_run(const amp__replay *r, const amp__launch *l,
                                      const amp__argument *host_arguments)
{
    amp__settings *now = &amp__process.settings;
    const int nothing = open("/dev/null", O_RDWR);
    char *to = r->written + 1;
    int i;
    (void)dup2(nothing, 1);
    (void)dup2(nothing, 2);
    (void)alarm(AMP__REPLAY_MILLISECONDS / 1000 + 1); /* if the program ends before it */
    amp__debug.again = 1;
    amp__conflicts_begin(l);
    now->engine = AMP_ENGINE_FIBERS;
    now->order = AMP_ORDER_REVERSE;
    now->ordered = 1;
    now->workers = 1;
    if (l->engine(l, host_arguments) == AMP_OK) {
        for (i = 0; i < l->kernel->parameter_count; i++) {
            const amp__parameter *p = &l->kernel->parameters[i];
            if (amp__replay_compares(p)) {
                const size_t bytes = amp__argument_span(p, &l->arguments[i]);
                memcpy(to, l->arguments[i].data, bytes);
                to += bytes;
            }
        }
        if (amp__conflicts != NULL) {
            memcpy(to, amp__conflicts->text, sizeof(amp__conflicts->text));
        }
        AMP__STORE(r->written, 1);
    }
    _exit(0);
}

/* Before the launch: begins the second run, if it is to have one. */
static AMP__COLD void amp__replay_begin(amp__replay *r, const amp__launch *l,
                                        const amp__argument *host_arguments, long long threads)
{
    int i;
    memset(r, 0, sizeof(*r));
    r->unordered = __atomic_load_n(&amp__debug.unordered, __ATOMIC_RELAXED);
    r->first = !amp__debug.again && amp__replay_first(l->kernel, 0);
    if (r->first) {
        amp__suspects_before(l);
    }
    if (AMP__ASAN || AMP__TSAN || amp__debug.again || amp__process.settings.forked
        || threads > AMP__REPLAY_THREADS || !amp__replay_first(l->kernel, 1)) {
        return;
    }
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        r->bytes += amp__replay_compares(p) ? amp__argument_span(p, &l->arguments[i]) : 0;
    }
    if (r->bytes == 0 || r->bytes > AMP__REPLAY_BYTES) {
        return;
    }
    r->mapped = 1 + r->bytes + AMP__CONFLICT_TEXT;
    r->written = (char *)amp__map_pages(r->mapped, AMP__PAGES_SHARED);
    if (r->written == NULL) {
        return;
    }
    r->child = (int)fork();
    if (r->child == 0) {
        amp__replay_run(r, l, host_arguments);
    }
    if (r->child < 0) {
        amp__unmap_pages(r->written, r->mapped);
        r->child = 0;
    }
}

/* Whether an element was written, and differs from what the child wrote. Where neither wrote it,
   its bytes differ as all do that nobody wrote. */
static AMP__COLD int amp__replay_differs(const char *mine, const char *other, size_t size)
{
    size_t b, unset = 0;
    for (b = 0; b < size; b++) {
        unset += (mine[b] ^ other[b]) == AMP__UNWRITTEN_CHANGE;
    }
    return unset < size && memcmp(mine, other, size) != 0;
}

/* Compares an argument with what the child wrote to it, and says where they differ. 1 where they
   do. */
static AMP__COLD int amp__replay_compare(const amp__launch *l, int i, const char *other)
{
    const amp__kernel *k = l->kernel;
    const amp__parameter *p = &k->parameters[i];
    const amp__argument *a = &l->arguments[i];
    const long long rows = amp__row_count(p->rank, a->extent);
    const size_t size = p->type.size;
    char text[700], index[64], one[40], two[40];
    long long row;
    int x, at[AMP_MAX_RANK];
    for (row = 0; row < rows; row++) {
        const size_t begin = (size_t)amp__row_offset(p->rank, a->extent, a->stride, row) * size;
        for (x = 0; x < a->extent[p->rank - 1]; x++) {
            const size_t b = begin + (size_t)x * size;
            if (amp__replay_differs((const char *)a->data + b, other + b, size)) {
                amp__index_at(row * a->extent[p->rank - 1] + x, p->rank, a->extent, at);
                amp__value_text(one, sizeof(one), p->type, (const char *)a->data + b);
                amp__value_text(two, sizeof(two), p->type, other + b);
                AMP__PRINT(text, "kernel %s, parameter %s: element %s is %s, and "
                    "%s when the threads run in another order, from other unset memory: %s, or "
                    "something is read that nobody has written", k->name, p->name,
                    AMP__INDEX_TEXT(index, p->rank, at), one, two,
                    k->model == AMP__SIMPLE ? "a thread reads what another one writes"
                    : k->model == AMP__PHASED ? "a plain variable is carried from phase to phase "
                      "(thread_private is for that), a thread reads what another one writes"
                    : "a barrier is missing between a write and a read");
                amp__debug_says(text, 1);
                return 1;
            }
        }
    }
    return 0;
}

/* Behind the launch, which was right where ok is: ends the second run, and compares. */
static AMP__COLD void amp__replay_end(const amp__replay *r, const amp__launch *l, int ok)
{
    const char *other, *conflict;
    int i, waited = 0, ended = 0, found;
    ok = ok && r->unordered == __atomic_load_n(&amp__debug.unordered, __ATOMIC_RELAXED);
    if (ok && r->first) {
        amp__suspects_behind(l);
    }
    if (r->child == 0) {
        return;
    }
    other = r->written + 1;
    conflict = other + r->bytes;
    for (; ok && !ended && waited < AMP__REPLAY_MILLISECONDS; waited++) {
        ended = waitpid(r->child, NULL, WNOHANG) != 0;
        if (!ended) {
            (void)poll(NULL, 0, 1);
        }
    }
    if (!ended) {
        (void)amp__kill(r->child, AMP__SIGKILL);
        (void)waitpid(r->child, NULL, 0);
    }
    ok = ok && r->written[0];
    found = ok && conflict[0] != '\0';
    if (found) { /* it names a line; and what is compared may differ by chance where workers race */
        amp__debug_says(conflict, 1);
    }
    for (i = 0; ok && !found && i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        if (amp__replay_compares(p)) {
            found = amp__replay_compare(l, i, other);
            other += amp__argument_span(p, &l->arguments[i]);
        }
    }
    amp__unmap_pages(r->written, r->mapped);
}

#endif /* AMP_EMU_REPLAY_H */
