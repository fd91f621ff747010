/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_RULES_H
#define AMP_CHECK_RULES_H
/*
amp/check/rules.h: what the text of device regions says that does not hold on every engine.
*/

#include "../vectors/phases.h"
#include "refused.h"

/* Reads the regions' text [s, end), preprocessed or preprocess.h's, and tells what it finds.
   Returns 0 with the reason in r->f->why where the text is not understood. All of r up to
   `assumptions` is set, and `tell` and `to`; r->f is used for this alone. what: AMP__RULES_... as
   bits, 1 << rule. */
static AMP__COLD int amp__rules_check(amp__rules *r, const char *s, const char *end, int what)
{
    amp__c_unit *f = r->f;
    int k;
    if (setjmp(f->leave) != 0) {
        return 0;
    }
    amp__c_read(f, s, end);
    amp__c_read_top_level(f);
    amp__rules_bodies(r);
    amp__rules_calls(r);
    if (what >> AMP__RULES_OPENCL & 1) {
        amp__rules_device(r);
    }
    for (k = 0; k < r->bodies; k++) {
        if ((what >> AMP__RULES_PHASE & 1) && r->body[k].model == AMP__RULES_PHASED
            && !amp__rules_assumed(r, &r->body[k])) {
            amp__rules_phases(r, &r->body[k]);
        }
    }
    return !f->store.spent;
}

#endif /* AMP_CHECK_RULES_H */
