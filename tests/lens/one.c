/* SPDX-License-Identifier: MIT */
/* One transpose under the lens, for tests/check_lens.sh. Without an argument it launches and
   prints the status and sentence; `api` calls what a program may ask for, rightly and wrongly; and
   `large` has 1024 x 1024, through a tile and without; `many` 201 extents; `turns` parts warps. */
#define AMP_SHORT_NAMES
#include "amp_lens.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(transpose, (16, 16), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, 16, 16);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}

AMP_KERNEL(simple, 2, in(float, 2, A), out(float, 2, At))
{
    at(At, idx[1], idx[0]) = at_index(A, idx);
}

/* Each thread comes in another turn, and goes on for longer than is kept. */
AMP_TILED_KERNEL(turns, (8), in(float, 2, A), out(float, 2, At))
{
    float s = 0;
    for (int k = 0; k < 60000; k++) {
        if (k % 8 == tidx.local[0]) {
            s += at(A, 0, 0);
        }
    }
    at(At, 0, tidx.local[0]) = s;
}
AMP_DEVICE_END

static int tell(const char *what, amp_status s)
{
    (void)printf("%s: %s%s%s\n", what, amp_status_string(s), s != AMP_OK ? ": " : "",
                 s != AMP_OK ? amp_last_error() : "");
    return s != AMP_OK;
}

static amp_status launch(int n, int tiled)
{
    float *a = (float *)calloc((size_t)n * (size_t)n, 2 * sizeof(float));
    amp_array_view A, At;
    amp_status s;
    if (a == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    A = amp_view(float, a, n, n);
    At = amp_view(float, a + (size_t)n * (size_t)n, n, n);
    s = tiled ? parallel_for_each(amp_tile(amp_extent(n, n), 16, 16), transpose, A, At)
        : parallel_for_each(amp_extent(n, n), simple, A, At);
    (void)amp_release(A);
    (void)amp_release(At);
    free(a);
    return s;
}

static void measure(const char *where, const char *name)
{
    double value = -7;
    char what[100];
    const amp_status s = amp_lens_measure(where, name, &value);
    (void)snprintf(what, sizeof(what), "measure %s %s %g", where, name, value);
    (void)tell(what, s);
}

static int api(const char *folder)
{
    amp_lens_model m;
    char path[500];
    (void)tell("preset", amp_lens_preset("voodoo", &m));
    (void)tell("preset", amp_lens_preset("generic", &m));
    m.sector = 33;
    (void)tell("model", amp_lens_start(&m));
    (void)tell("tiles", amp_lens_tiles(-1));
    measure("transpose", "requests");
    (void)tell("start", amp_lens_start(NULL));
    measure("transpose", "requests");
    (void)tell("launch", launch(64, 1));
    measure("transpose", "requests");
    measure("*", "requests");
    measure("*", "efficiency");
    measure("transpose", "speed");
    measure("transpos", "requests");
    measure("transpose:u", "requests");
    measure("transpose:t", "sectors_per_request");
    measure("transpose:t", "time");
    measure("transpose:9999", "requests");
    measure("transpose:12", "sectors_per_request");
    (void)tell("operations", amp_lens_operations("transpose", -1));
    (void)tell("operations", amp_lens_operations("transpos", 1));
    (void)tell("operations", amp_lens_operations("transpose", 1));
    (void)tell("expect", amp_lens_expect("transpose", "efficiency", 1));
    (void)tell("expect", amp_lens_expect("transpose", "bank_conflicts", 8));
    (void)tell("expect", amp_lens_expect("transpose", "bank_conflicts", 4));
    (void)tell("expect", amp_lens_expect("transpose:12", "active", 1.5));
    (void)tell("expect", amp_lens_expect("transpose:u", "active", 1));
    (void)tell("compare", amp_lens_compare("transpose", "simple", NULL));
    (void)tell("launch", launch(64, 0));
    (void)snprintf(path, sizeof(path), "%s/compared.txt", folder);
    (void)tell("compare", amp_lens_compare("simple", "transpose", path));
    (void)tell("compare", amp_lens_compare("no.json", NULL, NULL));
    (void)snprintf(path, sizeof(path), "%s/bad.json", folder);
    (void)tell("compare", amp_lens_compare(path, NULL, NULL));
    (void)snprintf(path, sizeof(path), "%s/base.json", folder);
    (void)tell("base", amp_lens_write("json", path));
    (void)tell("compare", amp_lens_compare(path, NULL, NULL));
    (void)tell("compare", amp_lens_compare(path, "sum", NULL));
    (void)snprintf(path, sizeof(path), "%s/api.sarif", folder);
    (void)tell("sarif", amp_lens_write("sarif", path));
    (void)tell("write", amp_lens_write("yaml", NULL));
    (void)snprintf(path, sizeof(path), "%s/no/such/folder.json", folder);
    (void)tell("write", amp_lens_write("json", path));
    (void)snprintf(path, sizeof(path), "%s/api.json", folder);
    (void)tell("write", amp_lens_write("json", path));
    (void)tell("stop", amp_lens_stop());
    (void)tell("launch", launch(32, 1));
    measure("transpose", "requests"); /* of the launch before */
    return 0;
}

/* `often`: one kernel 100 times, and another. `three`: one, and the status 3. */
int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "api") == 0) {
        return api(argv[2]);
    }
    if (argc > 1 && strcmp(argv[1], "large") == 0) {
        return tell("launch", launch(1024, 1)) | tell("launch", launch(1024, 0));
    }
    if (argc > 1 && strcmp(argv[1], "often") == 0) {
        int i;
        for (i = 0; i < 100; i++) {
            if (launch(16, 1) != AMP_OK) {
                return 2;
            }
        }
        return tell("launch", launch(16, 0));
    }
    if (argc > 1 && strcmp(argv[1], "three") == 0) {
        return launch(16, 1) == AMP_OK ? 3 : 2;
    }
    if (argc > 1 && strcmp(argv[1], "turns") == 0) {
        static float a[64], b[64];
        amp_array_view A = amp_view(float, a, 8, 8), At = amp_view(float, b, 8, 8);
        (void)tell("launch", parallel_for_each(amp_tile(amp_extent(8), 8), turns, A, At));
        (void)tell("start", amp_lens_start(NULL));
        (void)tell("launch", parallel_for_each(amp_tile(amp_extent(8), 8), turns, A, At));
        measure("turns:A", "requests");
        measure("turns:A", "active");
        measure("turns", "divergent_branches");
        measure("turns", "branches");
        measure("turns:A", "branches");
        measure("turns", "branch_efficiency");
        measure("turns", "operations");
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "many") == 0) {
        int n;
        for (n = 1; n <= 201; n++) {
            if (launch(n, 0) != AMP_OK) {
                return tell("launch", AMP_RUNTIME_ERROR);
            }
        }
        return 0;
    }
    return tell("launch", launch(64, 1)) | tell("launch", launch(64, 0));
}
