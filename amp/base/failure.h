/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_FAILURE_H
#define AMP_BASE_FAILURE_H
/*
amp/base/failure.h: failures that are recorded for later, and reported to whoever asks then.

amp__failure of amp/base/status.h holds the status and the sentence of a failure: a queue, a
data source, a launch at work and a program in the making have one each.
Values that a program copies (a view, a completion) hold a status and the address
of a sentence, which stays for the life of the process.
*/

#include "state.h"

/* Notes in `f` that the calling thread's last failure, whose status is s, is to be
   reported later. The caller holds whatever guards f; f->status alone may be read
   without, to see whether there is anything to report. */
static AMP__COLD void amp__failure_note(amp__failure *f, amp_status s)
{
    AMP__ASSERT(s != AMP_OK);
    amp__keep_text(f->text, sizeof(f->text), amp__error.text);
    AMP__STORE(&f->status, s);
}

/* Makes f the calling thread's last failure: returns its status. AMP_OK, and nothing
   is recorded, where f is none. */
static AMP__COLD amp_status amp__failure_tell(const amp__failure *f)
{
    return f->status == AMP_OK ? AMP_OK : amp__fail(f->status, "%s", f->text);
}

/* The text, at an address that stays: each text is kept once. After 256 KB of
   different ones it is only the short text of the status s. */
static AMP__COLD const char *amp__sentence(amp_status s, const char *text)
{
    const size_t size = strlen(text) + 1;
    const char *kept = amp_status_string(s);
    char *at = amp__process.sentences, *end;
    AMP__HOLD(&amp__lock.sentences);
    end = at + amp__process.sentences_used;
    while (at < end && strcmp(at, text) != 0) {
        at += strlen(at) + 1;
    }
    if (at == end && size <= sizeof(amp__process.sentences) - amp__process.sentences_used) {
        memcpy(at, text, size);
        amp__process.sentences_used += size;
        end += size;
    }
    if (at < end) {
        kept = at;
    }
    return kept;
}

#endif /* AMP_BASE_FAILURE_H */
