/* SPDX-License-Identifier: MIT */
/* Of tests/check_regions.sh: prints the OpenCL program of a file's regions, which begin in the
   lines given. */
#define AMP_SHORT_NAMES
#define AMP_OPENCL
#include "amp.h"
int main(int count, char **argument)
{
    static char text[1 << 20];
    static amp__device_region r[8];
    amp__cl_abilities able;
    amp__text b;
    FILE *f = fopen(argument[1], "rb");
    const size_t n = f != NULL ? fread(text, 1, sizeof(text) - 1, f) : 0;
    int i;
    memset(&able, 0, sizeof(able));
    memset(&b, 0, sizeof(b));
    able.short_names = 1;
    for (i = 2; i < count && i < 10; i++) {
        r[i - 2].text = text;
        r[i - 2].text_end = text + n;
        r[i - 2].file = argument[1];
        r[i - 2].line = atoi(argument[i]);
        r[i - 2].text_line = 1;
        r[i - 2].order = 1 << 20;
        amp__join(&r[i - 2]);
    }
    i = (int)amp__cl_program_text(&amp__translation_unit, &able, &b);
    (void)fputs(b.room > 0 ? amp__text_string(&b) : amp_last_error(), stdout);
    return i;
}
