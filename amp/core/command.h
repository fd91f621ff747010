/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_COMMAND_H
#define AMP_CORE_COMMAND_H
/*
amp/core/command.h: copies and launches for a queue, the bytes they touch, and what is lost where
they fail. */

#include "source.h"
#include "../base/failure.h"

/* What a command does. */
typedef enum amp__job { AMP__JOB_COPY, AMP__JOB_LAUNCH } amp__job;

/* The commands that must have ended before a command may run, on its own queue or another. Where
   they are more, the caller waits for the rest. */
enum { AMP__DEPENDENCIES = 16 };
typedef struct amp__dependencies {
    amp__use at[AMP__DEPENDENCIES];
    int count;
} amp__dependencies;

/* Bytes of a data source that work reads or writes: the box's `to` side. */
typedef struct amp__touched {
    amp__record *record;
    unsigned generation;
    int reads, writes;
    amp__copy_box bytes;
} amp__touched;

/* A copy or a launch on a queue. A queued launch's arguments and values follow the command
   in the same allocation. */
typedef struct amp__command {
    struct amp__command *next;
    unsigned long long number;
    amp__job job;
    amp__direction direction;
    void *to, *from;
    amp__copy_box box;
    amp__launch launch;
    amp__dependencies after;
    amp__touched touched[AMP_MAX_PARAMETERS];
    int touched_count;
} amp__command;

/* The bytes of a data source that the queue has sent work for since its last wait. If that wait
   fails, all of them are lost: the device does not say which command failed. Bytes that only copies
   between host and device write (`copied`) are not lost when a kernel failed. */
typedef struct amp__sent {
    struct amp__sent *next;
    amp__record *record;
    unsigned generation;
    int copied;
    amp__spans bytes;
} amp__sent;

/* Notes that the command reads or writes these bytes of r. */
static AMP__COLD void amp__command_add_access(amp__command *command, amp__record *r,
                                              const amp__copy_box *bytes, int reads, int writes)
{
    amp__touched *t = &command->touched[command->touched_count++];
    t->record = r;
    t->generation = r->generation;
    t->reads = reads;
    t->writes = writes;
    t->bytes = *bytes;
}

/* Notes that failed work was to write these bytes of r, all of them with `bytes` NULL:
   who asks for one gets the thread's last failure, whose status is s, and which stays so. The
   caller holds lock.registry. */
static AMP__COLD void amp__mark_lost(amp__record *r, const amp__spans *bytes, amp_status s)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    if (r->failed.status == AMP_OK) {
        amp__failure_note(&r->failed, s);
    }
    AMP__STORE(&r->busy, 1);
    if (bytes == NULL || amp__spans_apply('+', &r->lost, bytes) != AMP_OK) {
        r->all_lost = 1;
    }
}

/* Notes in the data sources that a failed command was to write that those bytes are lost. The
   thread's last failure stays what it is. */
static AMP__COLD void amp__command_failed(const amp__command *command, amp_status s)
{
    const amp__failure failed AMP__PUT_BACK = amp__error;
    int i;
    AMP__HOLD(&amp__lock.registry);
    for (i = 0; i < command->touched_count; i++) {
        const amp__touched *t = &command->touched[i];
        if (t->writes && t->record->generation == t->generation) {
            amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
            const int listed = amp__spans_of_copy_box(&t->bytes, &spans) == AMP_OK;
            amp__error = failed;
            amp__mark_lost(t->record, listed ? &spans : NULL, s);
        }
    }
}

/* Adds to the list what the command writes. AMP_OUT_OF_MEMORY: then it is not sent. */
static AMP__COLD amp_status amp__sent_add(amp__sent **list, const amp__command *command)
{
    const int copied = command->job == AMP__JOB_COPY && command->direction != AMP__COPY_WITHIN;
    int i;
    for (i = 0; i < command->touched_count; i++) {
        const amp__touched *t = &command->touched[i];
        const amp__copy_box *b = &t->bytes;
        const size_t end = b->to + b->count[2] + (b->count[1] - 1) * b->to_stride[1]
            + (b->count[0] - 1) * b->to_stride[0];
        amp__sent *n = *list;
        amp_status s;
        if (!t->writes) {
            continue;
        }
        while (n != NULL && (n->record != t->record || n->generation != t->generation
                             || n->copied != copied)) {
            n = n->next;
        }
        if (n == NULL) {
            n = (amp__sent *)amp__alloc_zero(sizeof(*n));
            if (n == NULL) {
                return AMP_OUT_OF_MEMORY;
            }
            n->record = t->record;
            n->generation = t->generation;
            n->copied = copied;
            n->next = *list;
            *list = n;
        }
        if (n->bytes.count == 1 && n->bytes.at[0].low <= b->to && n->bytes.at[0].high >= end) {
            continue; /* as in a loop of launches */
        }
        amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
        s = amp__spans_of_copy_box(b, &spans);
        s = AMP__THEN(s, amp__spans_apply('+', &n->bytes, &spans));
        if (s != AMP_OK) {
            return s;
        }
    }
    return AMP_OK;
}

/* Whether work on the list may be still to write a data source that the command reads. */
static AMP__COLD int amp__sent_reads(const amp__sent *list, const amp__command *command)
{
    int i;
    for (; list != NULL; list = list->next) {
        for (i = 0; i < command->touched_count; i++) {
            if (!list->copied && command->touched[i].reads
                && command->touched[i].record == list->record) {
                return 1;
            }
        }
    }
    return 0;
}

/* Empties the list: the work on it has ended. failed: with that status, whose sentence is
   the thread's last failure and stays so. */
static AMP__COLD void amp__sent_end(amp__sent **list, amp_status failed)
{
    amp__sent *n;
    while ((n = *list) != NULL) {
        *list = n->next;
        if (failed != AMP_OK && !(n->copied && (failed == AMP_KERNEL_FAULT
                                                || failed == AMP_BARRIER_DIVERGED))) {
            AMP__HOLD(&amp__lock.registry);
            if (n->record->generation == n->generation) {
                amp__mark_lost(n->record, &n->bytes, failed);
            }
        }
        amp__spans_free(&n->bytes);
        amp__free(n);
    }
}

/* The bytes that failed work was to write, as a list. The caller holds lock.registry. */
static AMP__COLD amp_status amp__lost_list(amp__record *r)
{
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    if (r->all_lost) {
        amp__spans all = AMP__ZERO;
        s = amp__spans_append(&all, 0, r->bytes);
        if (s == AMP_OK) {
            amp__spans_free(&r->lost);
            r->lost = all;
            r->all_lost = 0;
        }
    }
    return s;
}

/* The failure of work that was to write any of these bytes of r, if it was not yet
   reported: nothing right can be computed from them. It remains to be reported. The
   caller holds lock.registry. */
static AMP__COLD amp_status amp__lost_among(amp__record *r, const amp__spans *spans)
{
    amp__spans both AMP__SPANS_FREED = AMP__ZERO;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    s = amp__lost_list(r);
    s = AMP__THEN(s, amp__spans_op('&', &r->lost, spans, &both));
    return s == AMP_OK && both.count > 0 ? amp__failure_tell(&r->failed) : s;
}

/* The failure of work that was to write what this command reads; the command is then not run. */
static AMP__COLD amp_status amp__command_lost(const amp__command *command)
{
    amp_status s = AMP_OK;
    int i;
    for (i = 0; s == AMP_OK && i < command->touched_count; i++) {
        const amp__touched *t = &command->touched[i];
        if (t->reads && amp__record_failed(t->record)) {
            amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
            AMP__HOLD(&amp__lock.registry);
            s = amp__spans_of_copy_box(&t->bytes, &spans);
            if (s == AMP_OK && t->record->generation == t->generation) {
                s = amp__lost_among(t->record, &spans);
            }
        }
    }
    return s;
}

#endif /* AMP_CORE_COMMAND_H */
