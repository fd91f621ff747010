/* SPDX-License-Identifier: MIT */
/* Of tests/check_versions.sh. */
#include <stdio.h>
#include <string.h>
#define PROTOTYPES(v)                                                      \
    const char *v##_version(void); int v##_views(void); int v##_work(void); \
    int v##_make(float *p, int count); int v##_fail(int n); const char *v##_error(void);
PROTOTYPES(one)
PROTOTYPES(two)
#define EXPECT(x) do { if (!(x)) { printf("line %d: %s\n", __LINE__, #x); return 1; } } while (0)
int main(void)
{
    static float a[64], b[64];
    int i;
    EXPECT(strcmp(one_version(), two_version()) != 0);
    EXPECT(one_make(a, 3) == 0 && one_views() == 3 && two_views() == 0);
    EXPECT(two_make(b, 9) == 0 && one_views() == 3 && two_views() == 9);
    EXPECT(two_make(a, 3) == 0 && one_views() == 3 && two_views() == 12); /* the same memory */
    for (i = 0; i < 3; i++) { EXPECT(one_work() == 0 && two_work() == 0); }
    EXPECT(one_views() == 3 && two_views() == 12);
    EXPECT(one_fail(5) != 0 && strstr(one_error(), "-5") != NULL);
    EXPECT(strcmp(two_error(), "") == 0);
    EXPECT(two_fail(6) != 0 && strstr(two_error(), "-6") != NULL);
    EXPECT(strstr(one_error(), "-5") != NULL);
    return 0;
}
