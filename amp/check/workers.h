/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_WORKERS_H
#define AMP_CHECK_WORKERS_H
/*
amp/check/workers.h: a launch that several workers share, each with a state of its own, and that
runs once more, on one, where they cannot tell.

The verdict is that of one worker. Tiles that share no element that one of them writes, and use no
atomics on views, do the same whatever the others do and when: so where several workers find
nothing, one would find nothing. For everything else there is no verdict of theirs. A finding of
any kind, a fault, an element that two workers used and one wrote: the views become what they were,
and one worker runs the launch, in the order that is set, as if the others had not been there.
Where the kernel is about to do what cannot be taken back (an atomic on a view, a write to an `in`
view, amp_printf, amp_errorf) the tile is left before. That costs time once for each kernel: it is
run by one worker from then on.

A worker that has ended judges what its own tiles did, and puts what is left into two marks for
each byte of a view: used, and written. Then its shadow memory is cleared.
*/

#include "uninitialised.h"
#include "../base/pages.h"

/* Nothing has happened yet in the launch that k is at: when it begins, and when it runs once
   more. */
static AMP__COLD void amp__check_reset_state(amp__check_state *k)
{
    k->watched_last = 0;
    k->array_count = k->view_count;
    k->findings.used = k->nodes.used = k->heads.used = k->more.used = k->touched_tile.used = 0;
    k->users.used = k->free_node = 0;
    k->leaving = 0;
    k->stuck = k->crashes = 0;
    k->known.size = k->stray.size = 0;
    k->maps.used = 0;
    k->tile_count_watched = 0;
    k->unseen.array = NULL;
    k->diverged = k->livelocked = k->incomplete = k->lost = k->lost_now = 0;
    k->tile_low = k->tile_size = 0;
    k->pending.on = 0;
    k->bounds.on = 0;
    k->seen = 0;
    if (k->tile_memory == NULL) {
        k->tile_memory = (char *)amp__check_map_isolated(
            (size_t)AMP__CHECK_TILE_BYTES + 2 * (size_t)AMP__CHECK_AROUND_TILE, &k->tile_room);
        k->tile_memory += k->tile_memory != NULL ? AMP__CHECK_AROUND_TILE : 0;
        k->tile_head = (amp__check_head *)amp__check_alloc(AMP__CHECK_TILE_BYTES / 4
                                                           * sizeof(amp__check_head));
        if (k->tile_memory == NULL || k->tile_head == NULL) {
            k->incomplete = 1;
        }
    } else if (k->tile_head != NULL) {
        __builtin_memset(k->tile_head, 0, (size_t)k->tile_used / 4 * sizeof(amp__check_head));
    }
    k->tile_used = 0;
    k->private_low = 0;
    k->epoch[0] = k->epoch[1] = 1;
}

/* Whether the kernel has been found to be for one worker. */
static AMP__COLD int amp__check_is_alone(const void *kernel)
{
    int i;
    for (i = 0; i < AMP__CHECK_ALONE; i++) {
        if (amp__check_process.alone[i] == kernel) {
            return 1;
        }
    }
    return 0;
}

/* Makes s, which is all zero or was a worker before, one of the launch that k has begun: what is of
   the launch and of the settings is as in k, what has been allocated stays its own. Returns 0 where
   memory ran out. */
static AMP__COLD int amp__check_worker_init(amp__check_state *s, amp__check_state *k)
{
    const size_t launch = offsetof(amp__check_state, launch),
                 nodes = offsetof(amp__check_state, nodes),
                 host = offsetof(amp__check_state, bytes);
    int i, good;
    __builtin_memcpy((char *)s + launch, (const char *)k + launch, nodes - launch);
    __builtin_memcpy((char *)s + host, (const char *)k + host, sizeof(*s) - host);
    s->hull_low = k->hull_low;
    s->hull_high = k->hull_high;
    s->threads = k->threads;
    s->simple = k->simple;
    s->watched_count = k->watched_count;
    s->outer_low = k->engine_low;
    s->outer_size = k->engine_size;
    s->bytes_kept = 0;
    amp__check_reset_state(s);
    good = !s->incomplete;
    for (i = 0; i < s->watched_count; i++) {
        amp__check_watched *r = &s->watched[i];
        r->first = r->second = NULL;
        r->head = NULL;
        r->before = r->touched = r->marks = NULL;
        good &= r->constant || amp__check_shadow_begin(r);
    }
    return good;
}

/* Frees what s, of the launch or of a worker of it, had for the memory that it watched. */
static AMP__COLD void amp__check_watched_free(amp__check_state *s)
{
    int i;
    for (i = 0; i < s->watched_count && AMP__JUDGING; i++) {
        amp__check_shadow_free(s->watched[i].first, s->watched[i].bytes);
        amp__check_free(s->watched[i].touched);
        amp__check_free(s->watched[i].marks);
        amp__check_free(s->watched[i].before);
    }
    s->watched_count = 0;
}

/* Frees what all workers had. */
static AMP__COLD void amp__check_workers_free(void)
{
    amp__check_state *k = &amp__check_process;
    int i;
    for (i = 0; i < k->workers; i++) {
        amp__check_watched_free(k->worker[i]);
    }
    for (i = 0; i < k->watched_count; i++) {
        amp__check_drop(&k->watched[i].marks);
    }
    k->workers = 0;
    k->sharing = 0;
}

/* See hooks.h. Launches of few threads are done before a worker has begun; the lens, several
   orders, and a variable that may be unset (uninitialised.h) need one. */
static AMP__COLD int amp__check_workers(int asked)
{
    amp__check_state *k = &amp__check_process;
    const long long threads = k->simple ? k->tile_count : k->tile_count * (long long)k->threads;
    long long n = asked > 0 ? asked : amp__processors();
    int i;
    n = n > k->tile_count ? k->tile_count : n;
    n = n > 1 + AMP__CHECK_WORKERS ? 1 + AMP__CHECK_WORKERS : n;
    k->workers = k->suspect = k->settled = 0;
    if (AMP__LENS || !AMP__JUDGING || !k->sees || k->orders > 1 || amp__check_uninitialised.run
        || k->incomplete || threads < AMP__CHECK_LARGE || amp__check_is_alone(k->launch->kernel)) {
        return 1;
    }
    for (i = 0; i < k->watched_count; i++) {
        n = k->watched[i].constant || k->watched[i].before != NULL ? n : 1;
        /* Each worker has records of its own in a page that it touches: of elements smaller than
           a word that would be more than 12 bytes a byte. */
        n = amp__check_shared.array[k->watched[i].argument].size >= 4 ? n : 1;
    }
    while (k->workers + 1 < n) {
        amp__check_state **s = &k->worker[k->workers];
        if (!amp__check_make(s, 1, sizeof(**s))) {
            break;
        }
        k->sharing = 1;
        if (!amp__check_worker_init(*s, k)) {
            amp__check_watched_free(*s);
            k->incomplete = 0; /* for fewer workers there is memory */
            break;
        }
        k->workers++;
    }
    k->sharing = k->workers > 0;
    return 1 + k->workers;
}

static AMP__COLD void amp__check_piece_begin(int piece)
{
    amp__check_state *k = &amp__check_process;
    if (k->sharing) {
        k = piece > 0 ? k->worker[piece - 1] : k;
        if (piece > 0) { /* its own stack: what is above this function's is the engine's */
            k->engine_low = (uintptr_t)__builtin_frame_address(0) - 65536;
            k->engine_size = 65536 + 16384;
        }
        k->os_thread = pthread_self();
        amp__check_mine = k;
    }
}

/* Marks the words [from, to) of r as its records have them. */
static AMP__COLD void amp__check_mark_words(amp__check_watched *r, size_t from, size_t to)
{
    unsigned char *used = r->marks, *written = r->marks + amp__check_half_marks(r);
    size_t w;
    for (w = from; w < to; w++) {
        int wrote;
        used[w >> 1] |= (unsigned char)(amp__check_word_bytes(r, w, &wrote) << (w & 1) * 4);
        written[w >> 1] |= (unsigned char)(wrote << (w & 1) * 4);
    }
}

/* Judges what the worker at work did to r, marks it, and clears the memory of accesses. */
static AMP__COLD void amp__check_finish_watched(amp__check_watched *r)
{
    amp__check_state *k = &amp__check_shared;
    size_t from;
    if (r->touched == NULL) {
        return;
    }
    r->marks = (unsigned char *)amp__check_alloc(2 * amp__check_half_marks(r));
    if (r->marks == NULL) {
        amp__check_suspect();
    }
    k->bytes_kept += 2 * amp__check_half_marks(r);
    for (from = 0; from < r->words; from += AMP__CHECK_BLOCK) {
        if ((r->touched[from / AMP__CHECK_BLOCK] & AMP__CHECK_FIRSTS)
            && !amp__check_process.suspect) {
            amp__check_judge_block(r, from, amp__check_block_end(r, from));
            amp__check_mark_words(r, from, amp__check_block_end(r, from));
        }
        amp__check_clear_block(r, from);
    }
}

static AMP__COLD void amp__check_piece_end(void)
{
    amp__check_state *k = &amp__check_shared;
    int i;
    if (!amp__check_process.sharing) {
        return;
    }
    amp__check_on = 0;
    k->busy = 0;
    for (i = 0; i < k->watched_count; i++) {
        amp__check_finish_watched(&k->watched[i]);
    }
    if (k->findings.used != 0 || k->lost || k->incomplete || k->diverged || k->livelocked
        || k->stuck || k->crashes || k->unseen.array != NULL) {
        amp__check_suspect();
    }
    amp__check_mine = &amp__check_process;
}

/* Adds what the worker s used and wrote of watched memory number i to what the workers before it
   did. Two that used a byte which one of them wrote are suspect. */
static AMP__COLD void amp__check_merge_worker(const amp__check_state *s, int i)
{
    amp__check_watched *to = &amp__check_process.watched[i];
    const amp__check_watched *r = &s->watched[i];
    const size_t half = amp__check_half_marks(to), n = AMP__CHECK_BLOCK / 2;
    size_t b, at;
    to->written |= r->written;
    if (to->touched == NULL || r->touched == NULL) {
        return;
    }
    for (b = 0; b * AMP__CHECK_BLOCK < to->words; b++) {
        unsigned char *used = to->marks + b * n, *written = used + half;
        const unsigned char *u = r->marks + b * n, *w = u + half;
        unsigned both = 0;
        if (!(r->touched[b] & AMP__CHECK_FIRSTS)) {
            continue;
        }
        for (at = 0; at < n; at++) {
            both |= (unsigned)((used[at] & w[at]) | (written[at] & u[at]));
            used[at] |= u[at];
            written[at] |= w[at];
        }
        to->touched[b] |= AMP__CHECK_FIRSTS;
        if (both != 0) {
            amp__check_suspect();
        }
    }
}

/* The first word of r's views that has changed in the launch, and that nobody wrote, as announced,
   nor anything of its element if that is a struct; r->words where there is none. */
static AMP__CHECK size_t amp__check_unseen_word(const amp__check_watched *r)
{
    const char *now = (const char *)r->low, *was = (const char *)r->before;
    const size_t high = r->words - (r->end < r->high);
    size_t w = r->begin > r->low; /* whole words */
    for (; w < high; w++) {
        if (w % 128 == 0 && high - w >= 128 && memcmp(now + w * 4, was + w * 4, 512) == 0) {
            w += 127;
        } else if (memcmp(now + w * 4, was + w * 4, 4) != 0 && !amp__check_element_written(r, w)) {
            return w;
        }
    }
    return r->words;
}

/* Notes what the launch wrote to r for the stale-read check. */
static AMP__COLD void amp__check_note_written(amp__check_watched *r)
{
    amp__check_bytes *m = amp__check_written_begin(r);
    size_t from;
    for (from = 0; m != NULL && from < r->words; from += AMP__CHECK_BLOCK) {
        if (r->touched[from / AMP__CHECK_BLOCK] & AMP__CHECK_FIRSTS) {
            amp__check_written_block(r, m, from, amp__check_block_end(r, from));
        }
    }
    if (m != NULL) {
        amp__check_written_end(r, m);
    }
}

/* Judges a launch that several workers shared, when all have ended. Returns 0 where nothing is
   wrong, which is noted then; 1 where one worker is to run it, from the views as they were. */
static AMP__COLD int amp__check_judge_shared_launch(int failed)
{
    amp__check_state *k = &amp__check_process;
    int i, j;
    for (j = 0; j < k->workers; j++) {
        for (i = 0; i < k->watched_count && !k->suspect; i++) {
            amp__check_merge_worker(k->worker[j], i);
        }
        k->seen += k->worker[j]->seen;
        k->tile_count_watched += k->worker[j]->tile_count_watched;
        k->bytes_kept += k->worker[j]->bytes_kept;
    }
    for (i = 0; i < k->watched_count && !k->suspect; i++) {
        const amp__check_watched *r = &k->watched[i];
        if (r->before != NULL && k->tile_count_watched == k->tile_count
            && amp__check_unseen_word(r) < r->words) {
            amp__check_suspect();
        }
    }
    k->settled = !k->suspect && !failed;
    for (i = 0; i < k->watched_count; i++) {
        amp__check_watched *r = &k->watched[i];
        if (r->touched == NULL) {
            continue;
        }
        if (k->settled) {
            amp__check_note_written(r);
        } else {
            r->written = 0;
            __builtin_memset(r->touched, 0, r->words / AMP__CHECK_BLOCK + 1);
            __builtin_memcpy((void *)r->begin, r->before + (r->begin - r->low), r->end - r->begin);
        }
    }
    amp__check_workers_free();
    if (!k->settled) {
        k->alone[k->alone_next++ % AMP__CHECK_ALONE] = k->launch->kernel;
        k->bytes_kept = 0;
        amp__check_reset_state(k);
    }
    return !k->settled;
}

#endif /* AMP_CHECK_WORKERS_H */
