/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_CRASH_H
#define AMP_CHECK_CRASH_H
/*
amp/check/crash.h: an access to memory that nobody of the kernel has: noted as a finding, and
where there is no memory at all, the way from the system's signal out of the kernel, so that
the launch ends as a fault and the report is complete.
*/

#include "livelock.h"
#include "maps.h"
#include "../emu/tile.h"
#include "../emu/stacks.h"
#include "../emu/fault.h"

/* Keeps [low, low + size), where the address at lies, for the next access; returns 1. constant:
   for reads. */
static AMP__COLD int amp__check_remember_allowed(uintptr_t low, uintptr_t size, int constant)
{
    amp__check_shared.known.low = low;
    amp__check_shared.known.size = size;
    amp__check_shared.known.constant = constant;
    return 1;
}

/* Whether an address is one of the memory of n bytes at p; if so it is kept. */
static AMP__COLD int amp__check_is_in_block(uintptr_t at, const void *p, size_t n)
{
    return at - (uintptr_t)p < n ? amp__check_remember_allowed((uintptr_t)p, n, 0) : 0;
}

/* Whether memory that is no view, no tile memory and no stack is the kernel's all the same: what
   the library hands to it (arguments, indices, thread_private, the spare element of
   amp_at), and, for a read, what nobody can write, which holds constants. */
static AMP__COLD int amp__check_allowed(uintptr_t at, int kind)
{
    amp__check_state *k = &amp__check_shared;
    const amp__launch *l = k->launch;
    uintptr_t low, high;
    amp__check_memory_is is;
    int i;
    if (amp__check_is_in_block(at, &amp__process, sizeof(amp__process))
        || at - (uintptr_t)&amp__check_on + 2048 < 4096 /* other variables of the OS thread */
        || amp__check_is_in_block(at, l, sizeof(*l))
        || amp__check_is_in_block(at, k->scratch, k->scratch_size)
        || amp__check_is_in_block(at, l->arguments, (size_t)l->kernel->parameter_count
                                                        * sizeof(*l->arguments))) {
        return 1;
    }
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        if (p->access == AMP__ACCESS_value
            && amp__check_is_in_block(at, l->arguments[i].data, p->type.size)) {
            return 1;
        }
    }
    if (k->simple) {
        if (amp__check_is_in_block(at, k->box, sizeof(*k->box))) {
            return 1;
        }
    } else {
        const amp__tile *t = (const amp__tile *)k->leave_argument;
        if (t->private_memory != NULL && at - (uintptr_t)t->private_memory < AMP__PRIVATE_BYTES) {
            k->private_low = (uintptr_t)t->private_memory; /* amp__check_private is for it */
            return 1;
        }
        if (amp__check_is_in_block(at, t, sizeof(*t))
            || (k->incomplete && t->memory != NULL /* tile memory that is not watched */
                && amp__check_is_in_block(at, t->memory, 2 * AMP_MAX_TILE_STATIC))) {
            return 1;
        }
    }
    is = amp__check_memory_at(at, &low, &high);
    if (is == AMP__CHECK_CONSTANT && kind == AMP__CHECK_READ) {
        return amp__check_remember_allowed(low, high - low, 1);
    }
    return is == AMP__CHECK_UNKNOWN;
}

/* An access of the thread at work to its thread_private. A read is a finding where none of its
   bytes was written in this tile: a struct may be read with the bytes between its fields; or field
   by field, and the bytes behind one by themselves, as in amp__check_read_of_struct. */
static AMP__COLD void amp__check_private(uintptr_t at, size_t size, int kind, uintptr_t pc)
{
    amp__check_state *k = &amp__check_shared;
    const size_t from = at - k->private_low, to = from + size;
    const int reads = kind == AMP__CHECK_READ || kind == AMP__CHECK_ATOMIC;
    const unsigned site = reads ? amp__check_site_of(pc, NULL, NULL) : 0;
    size_t i;
    int set = 0;
    if (to > AMP__PRIVATE_BYTES) {
        return;
    }
    if (!amp__check_make(&k->private_set, AMP__PRIVATE_BYTES / 8, 1)) {
        k->incomplete = 1;
        return;
    }
    for (i = from; reads && i < to && !set; i++) {
        set = k->private_set[i >> 3] >> (i & 7) & 1;
    }
    if (reads && !set) {
        amp__check_finding f;
        amp__check_begin_finding(&f, AMP_CHECK_UNINITIALISED_READ, site,
                                 kind & ~AMP__CHECK_REPLACES);
        f.site_b = 0; /* it races with no write */
        if (k->field.element == at && k->field.steps == k->steps) {
            f.site_b = (unsigned short)k->field.site;
            f.kind_b = AMP__CHECK_READ;
        }
        amp__check_find(&f);
    } else if (reads) {
        k->field.element = at + size;
        k->field.steps = k->steps;
        k->field.site = site;
    }
    if (kind != AMP__CHECK_READ || !set) { /* what was said of a byte is said once */
        for (i = from; i < to; i++) {
            k->private_set[i >> 3] |= (unsigned char)(1u << (i & 7));
        }
        k->private_used = to > k->private_used ? to : k->private_used;
    }
}

/* Whether no memory can have that address. */
static AMP__COLD int amp__check_is_no_address(uintptr_t at)
{
#if defined(__x86_64__)
    return at >> 47 != 0;
#else
    return at == (uintptr_t)-1;
#endif
}

/* Notes the finding of an access to memory that is none of the kernel's. The report decides
   which it is, as it knows the line: an index outside a view, or a variable of the host. */
static AMP__COLD void amp__check_stray_access(uintptr_t at, size_t size, int kind, unsigned site)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding f;
    amp__check_begin_finding(&f, AMP_CHECK_OUT_OF_BOUNDS, site, kind);
    f.stray = 1;
    f.at = (ptrdiff_t)at;
    amp__check_find(&f);
    k->stray.at = at;
    k->stray.size = size;
}

#if AMP__HAS_SIGNALS

#define amp__check_old_fault AMP__VERSIONED(amp__check_old_fault)
AMP__ONE_COPY amp__sigaction amp__check_old_fault; /* the handler that was there before */

/* Where a kernel's thread continues after a memory fault: notes the finding, unless the access was
   announced and is one already, and leaves the kernel. */
static AMP__COLD void amp__check_crashed(void)
{
    amp__check_state *k = &amp__check_shared;
    k->crashes++;
    k->pending.on = k->pending.on == 1; /* what is not there cannot be taken back */
    if (k->stray.size == 0 || k->fault.at - k->stray.at + 4096 >= k->stray.size + 8192) {
        amp__check_stray_access(k->fault.at, 1, AMP__CHECK_EITHER,
                                amp__check_site_of(k->fault.pc + 1, NULL, NULL));
    }
    amp__check_leave_last();
}

/* The handler of memory faults. A fault of checked kernel code leads to amp__check_crashed; one
   that means that a kernel ran out of stack, or that is none of the kernel's, goes to the handler
   that was there before. */
static AMP__COLD void amp__check_on_fault(int number, void *info, void *context)
{
    amp__way_out out;
    int code;
    uintptr_t at, sp;
    __builtin_memcpy(&code, (char *)info + 8, sizeof(code));
    __builtin_memcpy(&at, (char *)info + 16, sizeof(at));
    __builtin_memcpy(&sp, (char *)context + AMP__REG_SP, sizeof(sp));
    if (amp__check_on && code > 0 && !amp__overflow_of(at, sp, &out)) {
        amp__check_state *k = &amp__check_shared;
        k->fault.at = at;
        if (at == 0 && code != 1 && code != 2) { /* not given, as no memory can be there */
            k->fault.at = k->stray.size != 0 && amp__check_is_no_address(k->stray.at)
                              ? k->stray.at : (uintptr_t)-1;
        }
        amp__check_divert(context, amp__check_crashed);
        return;
    }
    amp__fault_pass_on(&amp__check_old_fault, number, info, context, code);
}

/* Installs the handler, once a process, above that of amp/emu/stack_fault.h. */
static AMP__COLD void amp__check_catch_crashes(void)
{
    amp__sigaction action = AMP__ZERO;
    if (!amp__check_shared.crash_handler) {
        amp__check_shared.crash_handler = 1;
        amp__stay_loaded();
        (void)pthread_once(&amp__faults_once, amp__faults_install);
        action.handler.full = amp__check_on_fault;
        action.flags = AMP__SA_SIGINFO | AMP__SA_ONSTACK;
        (void)amp__sigaction_call(AMP__SIGSEGV, &action, &amp__check_old_fault);
    }
}
#else
static AMP__COLD void amp__check_catch_crashes(void) {}
#endif

#endif /* AMP_CHECK_CRASH_H */
