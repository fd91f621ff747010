/* SPDX-License-Identifier: MIT */
/* Of tests/check_mixed.sh. */
#include <stdio.h>
#include "amp.h"
amp_status with_checker(int what, amp_array_view v);
amp_status plain(int what, amp_array_view v);
int main(int count, char **argument)
{
    static int m[640];
    amp_array_view v = amp_view(int, m, 640);
    const char *step;
    int i, sum = 0, failed = 0;
    (void)count;
    for (step = argument[1]; *step != '\0'; step += 2) {
        const amp_status s = (*step == 'c' ? with_checker : plain)(step[1], v);
        if (s != AMP_OK) {
            printf("%.2s: %s\n", step, amp_last_error());
        }
        failed |= (int)s;
    }
    for (i = 0; i < 640; i++) {
        sum += m[i];
    }
    printf("status %d sum %d\n", failed, sum);
    return 0;
}
