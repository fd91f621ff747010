/* SPDX-License-Identifier: MIT */
/* Patterns of suppressions: amp__check_fits beside the system's fnmatch, over drawn pairs. For
   tests/check_ci.sh. */
#include "amp.h"
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static unsigned state = 1;
static int drawn(int below)
{
    state = state * 1103515245u + 12345u;
    return (int)(state >> 16) % below;
}

static void draw(char *to, const char *from, int most)
{
    int n = drawn(most + 1), i;
    for (i = 0; i < n; i++) {
        to[i] = from[drawn((int)strlen(from))];
    }
    to[n] = '\0';
}

int main(void)
{
    static const char *const said[][3] = { /* pattern, text, whether it fits */
        { "*", "", "yes" }, { "", "", "yes" }, { "", "a", "" }, { "a*c", "abbc", "yes" },
        { "a?c", "abc", "yes" }, { "a?c", "ac", "" }, { "[a-c]x", "bx", "yes" },
        { "[!a-c]x", "bx", "" }, { "[]]", "]", "yes" }, { "\\*", "*", "yes" }, { "\\*", "a", "" },
        { "[!", "[!", "yes" }, { "[", "[", "yes" }, { "third/*.c", "third/x.c", "yes" },
    };
    long fit = 0, differ = 0, i;
    for (i = 0; i < (long)(sizeof(said) / sizeof(said[0])); i++) {
        differ += amp__check_fits(said[i][0], said[i][1]) != (said[i][2][0] != '\0');
    }
    for (i = 0; i < 300000; i++) {
        char pattern[9], text[7];
        int fits;
        draw(pattern, i % 2 ? "ab*?c" : "ab*?]c\\", 8);
        draw(text, "abc]", 6);
        fits = fnmatch(pattern, text, 0) == 0;
        fit += fits;
        if (amp__check_fits(pattern, text) != fits && ++differ < 5) {
            printf("'%s' and '%s': fnmatch says %d\n", pattern, text, fits);
        }
    }
    for (i = 0; i < 300000; i++) { /* whole sets */
        char pattern[32], inside[4], text[4];
        int fits;
        draw(inside, "abc-!", 3);
        draw(text, "abcd", 3);
        (void)snprintf(pattern, sizeof(pattern), "%s[%s]%s", drawn(2) ? "*" : "", inside,
                       drawn(2) ? "?" : "");
        fits = fnmatch(pattern, text, 0) == 0;
        fit += fits;
        if (amp__check_fits(pattern, text) != fits && ++differ < 5) {
            printf("'%s' and '%s': fnmatch says %d\n", pattern, text, fits);
        }
    }
    printf("%ld fit, %ld differ\n", fit, differ);
    return fit < 1000 || differ != 0;
}
