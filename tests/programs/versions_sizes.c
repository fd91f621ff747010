/* SPDX-License-Identifier: MIT */
/* Of tests/check_versions.sh. */
#include "amp.h"
#define S(type) printf("%s %lu\n", #type, (unsigned long)sizeof(type));
int main(void)
{
    printf("AMP__LAYOUT %s\n", AMP__STR(AMP__LAYOUT));
    S(amp_array_view) S(amp_completion) S(amp__failure) S(amp__device) S(amp__backend)
    S(amp__kernel) S(amp__launch) S(amp__argument) S(amp__copy_box) S(amp__registry)
    S(amp__device_list) S(amp__settings) S(amp__setting_store) S(amp__state) S(amp__record)
    S(amp__replica) S(amp__slab) S(amp__queue) S(amp__command) S(amp__tile) S(amp__fiber)
    S(amp__pool)
    return 0;
}
