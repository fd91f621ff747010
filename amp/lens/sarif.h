/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_SARIF_H
#define AMP_LENS_SARIF_H
/*
amp/lens/sarif.h: expectations that did not hold, as SARIF 2.1.0, which code hosts show beside the
source.
*/

#include "state.h"
#include "../check/files.h"

#if AMP__LENS && AMP__IMPLEMENT

/* Writes all expectations that did not hold. */
static AMP__RARE AMP__CHECK void amp__lens_put_sarif(FILE *f)
{
    const amp__lens_state *l = &amp__lens_shared;
    int i;
    (void)fprintf(f, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                  " \"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {\"name\": "
                  "\"amp lens\", \"version\": \"%s\", \"rules\": [\n  {\"id\": \"expectation\", "
                  "\"shortDescription\": {\"text\": \"A measure of a kernel is beyond what was "
                  "expected\"}}]}},\n \"results\": [", AMP_VERSION);
    for (i = 0; i < l->broken_count; i++) {
        (void)fprintf(f, "%s\n  {\"ruleId\": \"expectation\", \"ruleIndex\": 0, \"level\": "
                      "\"error\", \"message\": {\"text\": ", i > 0 ? "," : "");
        amp__check_put_text(f, l->broken[i].text);
        (void)fprintf(f, "}, \"locations\": [");
        amp__check_sarif_location(f, l->broken[i].file, l->broken[i].line);
        (void)fprintf(f, "}]}");
    }
    (void)fprintf(f, "%s]}]}\n", l->broken_count > 0 ? "\n" : "");
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_SARIF_H */
