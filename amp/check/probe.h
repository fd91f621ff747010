/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_PROBE_H
#define AMP_CHECK_PROBE_H
/*
amp/check/probe.h: finds out, when a file first launches, what its compiler
announces, and says on standard error what the checker cannot see.
*/

#include "host.h"

/* What has been said, as bits of amp__check_shared.told. */
enum { AMP__CHECK_TOLD_PLAIN = 1, AMP__CHECK_TOLD_LINKED = 2, AMP__CHECK_TOLD_UPDATES = 4,
       AMP__CHECK_TOLD_WIDE = 8 };

/* What has clang announce them. */
#define AMP__CHECK_ALL_SIZES                                                  \
    "-Xclang -fsanitize=kernel-address -mllvm -asan-instrumentation-with-call-threshold=0 " \
    "-mllvm -asan-opt-same-temp=0 -mllvm -asan-stack=0 -mllvm -asan-globals=0"
/* What to do where accesses are too wide to be announced. */
#define AMP__CHECK_NARROW "compile with -fno-vectorize -fno-slp-vectorize"

/* Says something once. */
static AMP__COLD void amp__check_warn(int what, const char *text)
{
    if (!(amp__check_shared.told & what)) {
        amp__check_shared.told |= what;
        (void)fprintf(stderr, "amp check: %s\n", text);
    }
}

/* Calls an instrumented function of the file, and sees which of its accesses are
   announced. Returns what u->probed becomes. The caller holds amp__check_locks.launch. */
static AMP__COLD int amp__check_probe_unit(const amp__check_unit *u)
{
    amp__check_state *k = &amp__check_shared;
    AMP__ASSERT(amp__holds(&amp__check_locks.launch));
    k->probe.kinds[0] = k->probe.kinds[1] = k->probe.bytes = 0;
    k->probe.on = 1;
    amp__check_watch_host();
    u->probe(k->probe.word);
    k->probe.on = 0;
    amp__check_watch_host();
    if (k->probe.kinds[0] == 0) {
        amp__check_warn(AMP__CHECK_TOLD_LINKED,
                        "this program is linked with -fsanitize=thread, so ThreadSanitizer sees "
                        "the accesses and the checker does not: compile with -fsanitize=thread, "
                        "but link without it.");
    } else if (!(k->probe.kinds[1] >> AMP__CHECK_READ & 1)) {
        k->updates_unseen = 1;
        amp__check_warn(AMP__CHECK_TOLD_UPDATES,
                        "of x += 1 and the like the compiler announces the write and not the "
                        "read, so the checker takes it for a plain write and misses reads of "
                        "memory that nobody has written; AMP_CHECK_OPTIONS=allow_same has no "
                        "effect. Compile with clang 12 or later and "
                        "-mllvm -tsan-instrument-read-before-write=1 besides.");
    }
    if (k->probe.kinds[0] != 0
        && k->probe.bytes < AMP__CHECK_PROBED * (int)sizeof(*k->probe.word)) {
        k->wide = 1;
        amp__check_warn(AMP__CHECK_TOLD_WIDE,
                        "the compiler makes accesses of more than 16 bytes, as with -mavx2 or "
                        "-march=native, and clang announces none of them, so that launches fail: "
                        AMP__CHECK_NARROW ".");
    }
    return k->probe.bytes < AMP__CHECK_PROBED * (int)sizeof(*k->probe.word)
                                + (int)sizeof(amp__check_eight) ? 1 : AMP__CHECK_ANY_SIZE;
}

/* Whether the file of the kernel announces accesses of any size. */
static AMP__COLD int amp__check_any_size(const amp__kernel *kernel)
{
    const amp__check_unit *u;
    int any = 0;
    AMP__HOLD(&amp__check_between.lock);
    for (u = amp__check_between.units; u != NULL; u = u->next) {
        any |= kernel->program != NULL && u->program == kernel->program
            && u->probed == AMP__CHECK_ANY_SIZE;
    }
    return any;
}

/* Before a launch: probes the files that are new. sees: the file that launches is
   compiled with -fsanitize=thread. The caller holds amp__check_locks.launch. */
static AMP__COLD void amp__check_probe_units(int sees)
{
    amp__check_unit *u;
    AMP__ASSERT(amp__holds(&amp__check_locks.launch));
    if (!sees) {
        amp__check_warn(AMP__CHECK_TOLD_PLAIN,
                        "this code is compiled without -fsanitize=thread, so the checker sees no "
                        "plain accesses: it checks barriers and the indices of amp_at, and cannot "
                        "see races, uninitialised or stale reads. Compile with -g -DAMP_CHECK "
                        "-fsanitize=thread, and link without -fsanitize=thread.");
    }
    AMP__HOLD(&amp__check_between.lock);
    for (u = amp__check_between.units; u != NULL; u = u->next) {
        if (u->sees && !u->probed) {
            u->probed = 1;
            u->probed = amp__check_probe_unit(u);
        }
    }
}

#endif /* AMP_CHECK_PROBE_H */
