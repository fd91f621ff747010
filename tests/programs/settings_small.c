/* SPDX-License-Identifier: MIT */
/* Of tests/check_settings.sh. */
#include <stdio.h>
#include <string.h>
#include "amp_algorithms.h"
#include "amp_lens.h"
#ifdef AMP_EXTERN /* what is internal, the library's file alone has */
static void read_setting(const char *name) { (void)name; }
static int is_bad(const char *name) { return name == NULL; }
#else
static int row_of(const char *name)
{
    int i = 0;
    while (strcmp(amp__setting_rows[i].name, name) != 0) i++;
    return i;
}
static void read_setting(const char *name) { (void)amp__setting_of(row_of(name)); }
static int is_bad(const char *name) { return amp__setting_of(row_of(name)).bad; }
#endif
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turned, (8), in(int, 1, x), out(int, 1, y))
{
    amp_tile_static(int, t, 8);
    t[tidx.local[0]] = amp_at(x, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_KERNEL(same, 1, inout(int, 1, x)) { amp_at(x, 0) = 5 + 0 * idx[0]; }
AMP_DEVICE_END
int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */
static int x[64], y[64];
/* no argument: a launch and a reduction; three: and it ends with 3. same: two threads write one
   value. NAME VALUE: a launch before the program sets the variable, and one behind it; and whether
   the setting is bad then. */
int main(int argc, char **argv)
{
    const amp_array_view vx = amp_view(int, x, 64), vy = amp_view(int, y, 64);
    amp_status s = AMP_OK;
    int sum = 0, times;
    x[0] = 7;
    if (argc == 3) read_setting(argv[1]);
    if (argc == 2 && strcmp(argv[1], "lens") == 0) {
        amp_lens_model own;
        s = amp_lens_preset("a100", &own);
        s = s == AMP_OK ? amp_lens_start(&own) : s;
    }
    for (times = 0; s == AMP_OK && times < (argc == 3 ? 2 : 1); times++) {
        s = argc == 2 && strcmp(argv[1], "same") == 0
            ? amp_parallel_for_each(amp_extent(2), same, vx)
            : amp_parallel_for_each(amp_tile(amp_extent(64), 8), turned, vx, vy);
        if (s == AMP_OK) s = amp_synchronize(vy);
        if (argc == 3) (void)setenv(argv[1], argv[2], 1);
    }
    if (s == AMP_OK) s = amp_reduce(amp_plus_int, vy, &sum);
    printf("status %d %d %s\n", s, sum, s == AMP_OK ? "" : amp_last_error());
    if (argc == 3) printf("bad %d\n", is_bad(argv[1]));
    return argc == 2 && strcmp(argv[1], "three") == 0 ? 3 : 0;
}
