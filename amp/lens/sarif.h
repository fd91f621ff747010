/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_SARIF_H
#define AMP_LENS_SARIF_H
/*
amp/lens/sarif.h: expectations that did not hold, as SARIF 2.1.0, which code hosts show beside the
source.
*/

#include "state.h"
#include "../report/sarif.h"

#if AMP__LENS && AMP__IMPLEMENT

/* Writes all expectations that did not hold. */
static AMP__COLD void amp__lens_put_sarif(amp__text *to)
{
    static const amp__sarif_rule rule = { "expectation",
                                          "A measure of a kernel is beyond what was expected" };
    const amp__lens_state *l = &amp__lens_shared;
    amp__json j = amp__json_begin(to);
    int i;
    amp__sarif_begin(&j, "amp lens", &rule, 1);
    for (i = 0; i < l->broken_count; i++) {
        const amp__sarif_item e = { 0, "error", l->broken[i].text, l->broken[i].file, NULL,
                                    l->broken[i].line, 0, 0, NULL, NULL };
        amp__sarif_put(&j, &rule, &e);
    }
    amp__sarif_end(&j, NULL);
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_SARIF_H */
