/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_BASELINE_H
#define AMP_LENS_BASELINE_H
/*
amp/lens/baseline.h: a report that was written as JSON, read back: its kernels and their measures.

A report which another program has put in order, or added to, is read as well.
*/

#include "measures.h"
#include "../report/file.h"
#include "../report/json.h"

#if AMP__LENS && AMP__IMPLEMENT

/* A kernel of the report: its name, and its measures, -1 where it has none. */
typedef struct amp__lens_past {
    char kernel[64];
    double value[AMP__LENS_MEASURES];
} amp__lens_past;

/* Reads a kernel into *p. */
static AMP__CHECK_COLD void amp__lens_read_kernel(amp__json_reader *r, amp__lens_past *p)
{
    char key[64];
    int m, more, inner;
    p->kernel[0] = '\0';
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        p->value[m] = -1;
    }
    for (more = amp__json_enter(r); more; more = amp__json_more(r)) {
        amp__json_read_key(r, key, sizeof(key));
        if (strcmp(key, "kernel") == 0) {
            amp__json_read_text(r, p->kernel, sizeof(p->kernel));
        } else if (strcmp(key, "measures") == 0) {
            for (inner = amp__json_enter(r); inner; inner = amp__json_more(r)) {
                amp__json_read_key(r, key, sizeof(key));
                m = amp__lens_measure_of(key);
                if (m >= 0) {
                    p->value[m] = amp__json_read_number(r, -1);
                } else {
                    amp__json_skip(r);
                }
            }
        } else {
            amp__json_skip(r);
        }
    }
}

/* Reads the report at `path`: *list, which the caller frees by amp__check_free, and *count. AMP_OK;
   AMP_RUNTIME_ERROR where it cannot be read; AMP_INVALID_ARGUMENT where it is no report;
   AMP_OUT_OF_MEMORY. */
static AMP__CHECK_COLD amp_status amp__lens_read_report(const char *path, amp__lens_past **list,
                                                        int *count)
{
    char *text = amp__report_read(path), key[64];
    amp__json_reader r;
    size_t room = 0;
    int more, inner, memory = 1;
    *list = NULL;
    *count = 0;
    if (text == NULL) {
        return amp__fail(AMP_RUNTIME_ERROR, "the lens cannot read '%.500s': %s", path,
                         strerror(errno));
    }
    amp__json_read(&r, text);
    for (more = amp__json_enter(&r); more; more = amp__json_more(&r)) {
        amp__json_read_key(&r, key, sizeof(key));
        if (strcmp(key, "kernels") != 0) {
            amp__json_skip(&r);
            continue;
        }
        for (inner = amp__json_enter(&r); inner && memory; inner = amp__json_more(&r)) {
            memory = amp__list_grow(list, (size_t)*count, &room, 1, sizeof(**list),
                                    &amp__check_memory);
            if (memory) {
                amp__lens_read_kernel(&r, &(*list)[(*count)++]);
            }
        }
    }
    amp__check_free(text);
    if (memory && amp__json_read_all(&r) && *count > 0) {
        return AMP_OK;
    }
    amp__check_free(*list);
    *list = NULL;
    return memory ? amp__fail(AMP_INVALID_ARGUMENT, "'%.500s' is no report of the lens as JSON: "
                              "write one by AMP_LENS=json:file", path)
        : amp__fail(AMP_OUT_OF_MEMORY, "no memory to read '%.500s'", path);
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_BASELINE_H */
