/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_COMPARE_H
#define AMP_LENS_COMPARE_H
/*
amp/lens/compare.h: two kernels side by side, or what was measured and an older report.
*/

#include "expectations.h"

AMP__API AMP__CHECK amp_status amp_lens_compare(const char *a, const char *b, const char *path)
{
    const char *const first = a != NULL ? a : "", *const second = b != NULL ? b : "";
    const size_t n = strlen(first);
    amp__text text = amp__text_from(&amp__check_memory);
    amp_status s = AMP_OK;
    amp__take(&amp__check_locks.launch);
    if (n > 5 && strcmp(first + n - 5, ".json") == 0) { /* a report file */
        int found = 0;
        s = amp__lens_compare_report(&text, first, b, 0, 0, &found);
        if (s == AMP_OK && found == 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "'%.500s' has no kernel that was measured%s%.60s",
                          first, b != NULL ? " by the name " : "", second);
        }
    } else {
        const amp__lens_kernel *x = amp__lens_kernel_of(first, n);
        const amp__lens_kernel *y = x != NULL ? amp__lens_kernel_of(second, strlen(second)) : NULL;
        if (y != NULL) {
            amp__lens_past p, q;
            amp__lens_past_of(x, &p);
            amp__lens_past_of(y, &q);
            amp__lens_put_pair(&text, &p, first, &q, second, 0);
        } else {
            s = AMP_INVALID_ARGUMENT;
        }
    }
    amp__give(&amp__check_locks.launch);
    if (s == AMP_OK) {
        return amp__lens_write(path, text);
    }
    amp__text_free(&text);
    return s;
}

#endif /* AMP_LENS_COMPARE_H */
