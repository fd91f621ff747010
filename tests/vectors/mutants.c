/* SPDX-License-Identifier: MIT */
/* mutants SEED COUNT < FILE.c: the device regions of a C file, spoiled in COUNT ways: tokens
   left out, doubled, exchanged and put in. Each text is read and written as vectors, or
   refused; under the sanitizers nothing else may happen. Prints how many kernels were made
   and how many refused. The sanitizers keep the engine out of programs: AMP__VEC_ANYWAY. */
#define AMP_VECTORS
#define AMP__VEC_ANYWAY
#include "amp.h"

enum { MOST = 1 << 20, TOKENS = 1 << 17 };
static char text[MOST], spoiled[2 * MOST];
static int begin[TOKENS], end[TOKENS], count;
static unsigned long long state;

static unsigned draw(unsigned n) /* below n */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % n;
}

/* Notes where the tokens of text[0..n) stand; a line of white space is one, too. */
static void cut(int n)
{
    int i = 0, kind;
    while (i < n && count < TOKENS) {
        begin[count] = i;
        if (text[i] == ' ' || text[i] == '\n') {
            while (i < n && (text[i] == ' ' || text[i] == '\n')) {
                i++;
            }
        } else {
            i = (int)(amp__c_lex(text + i, text + n, &kind, NULL) - text);
        }
        end[count++] = i;
    }
}

static int put(int at, int token)
{
    memcpy(spoiled + at, text + begin[token], (size_t)(end[token] - begin[token]));
    return at + end[token] - begin[token];
}

/* Writes the text once more, with up to three faults. Returns its length. */
static int spoil(void)
{
    static const char *const words[] = { "{", "}", "(", ")", "[", "]", ";", ",", "=", "?", ":",
        "return", "break;", "continue;", "if (", "else", "for (;;)", "do", "while (1)", "switch",
        "case 1:", "default:", "goto x;", "x:", "amp_abort();", "amp_errorf(\"\");", "const",
        "tile_barrier_wait(tidx);", "tidx", "met(tidx, t, me, 2)", "seek(1u, 2u, 3)", "static",
        "unsigned", "struct", "typedef", "*", "&", "->", ".", "++", "\"", "'", "#", "\\", "0x",
        "tile_static(int, q, 3);", "AMP_TILED_KERNEL(a, (2)",
        "AMP_KERNEL(b, 2", "AMP_PHASED_KERNEL(c, (2)", "phase", "phase_first(2)", "mine(x)", "idx",
        "thread_private(int, z);", "tile_index", "at(", "/", "__attribute__((" };
    int at[3], what[3], other[3], n = 0, i, k, many = 1 + (int)draw(3);
    for (k = 0; k < many; k++) {
        at[k] = (int)draw((unsigned)count);
        other[k] = (int)draw((unsigned)count);
        what[k] = (int)draw(5);
    }
    for (i = 0; i < count && n < 2 * MOST - 4096; i++) {
        int left_out = 0;
        for (k = 0; k < many; k++) {
            if (i != at[k]) {
                continue;
            }
            switch (what[k]) {
            case 0: left_out = 1; break;
            case 1: n = put(n, i); break;
            case 2: n = put(n, other[k]); left_out = 1; break;
            case 3: /* the text ends here, now and then */
                if (draw(10) == 0) {
                    return n;
                }
                break;
            default: {
                const char *w = words[draw(sizeof(words) / sizeof(words[0]))];
                n += snprintf(spoiled + n, 64, " %s ", w);
            }
            }
        }
        if (!left_out) {
            n = put(n, i);
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    int made = 0, refused = 0, n, turn, k;
    const char *from, *to;
    if (argc != 3) {
        (void)fprintf(stderr, "usage: mutants SEED COUNT < FILE.c\n");
        return 2;
    }
    state = 88172645463325252ULL + strtoull(argv[1], NULL, 10) * 2654435761ULL;
    n = (int)fread(text, 1, MOST - 1, stdin);
    from = strstr(text, "AMP_DEVICE_BEGIN\n");
    to = strstr(text, "\nAMP_DEVICE_END");
    if (from == NULL || to == NULL) {
        (void)fprintf(stderr, "mutants: there is no device region\n");
        return 2;
    }
    from += 17;
    n = (int)(to - from);
    memmove(text, from, (size_t)n);
    cut(n);
    for (turn = 0; turn < atoi(argv[2]); turn++) {
        amp__vec_file *f = (amp__vec_file *)amp__alloc_zero(sizeof(*f));
        amp__c_unit *before = (amp__c_unit *)amp__alloc_zero(sizeof(*before));
        const int length = turn == 0 ? n : spoil();
        char *copy = (char *)malloc((size_t)length + 1); /* its end is the end of memory */
        if (f == NULL || before == NULL || copy == NULL) {
            return 2;
        }
        memcpy(copy, turn == 0 ? text : spoiled, (size_t)length);
        f->c.short_names = f->strips = 1;
        if (!amp__vec_open(f, copy, copy + length)) {
            refused++;
            f->c.kernel_count = 0; /* what it had read of them by then nobody may use */
        }
        for (k = 0; k < f->c.kernel_count; k++) {
            *before = f->c;
            if (amp__vec_kernel(f, &f->c.kernels[k])) {
                made++;
            } else {
                refused++;
            }
            amp__vec_discard_kernel(f, before);
        }
        amp__c_store_free(&f->c.store);
        amp__free(f);
        amp__free(before);
        free(copy);
    }
    (void)printf("%d kernels made, %d refused\n", made, refused);
    return 0;
}
