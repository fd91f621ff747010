/* SPDX-License-Identifier: MIT */
/*
amp_vectors FILE.c -o FILE.vectors.h [-q] [compiler options]: the tiled kernels of a file
as vector loops, ahead of time.

The file that is made is included behind the last AMP_DEVICE_END of FILE.c, which is
compiled with -DAMP_VECTORS or -DAMP_VECTORS_AHEAD: then its tiled kernels run as vectors,
and the program needs no compiler where it runs. docs/vectors.md has a rule for make.

Options that the compiler needs for FILE.c (-D, -I, -U, -std) are given here as well; CC
names the compiler, which only preprocesses. For each kernel that stays on fibers a line
says why; -q leaves them out. Exit status: 0; 1 where something failed; 2: wrong usage.

The file is preprocessed as if amp.h were empty (its guard is defined), so that the words
of the kernel language stay words, and macros of the program are what they are there.
*/
#define AMP_VECTORS
#include "amp.h"

#if !AMP__HAS_VECTORS
int main(void)
{
    (void)fprintf(stderr, "amp_vectors: built for a system that has no engine `vectors`\n");
    return 1;
}
#else

static amp__vec_store store;

/* The compiler's output for FILE.c, which includes amp.h in vain; 0 where it failed. */
static int preprocess(const char *file, const char *const *options, int count, amp__vec_text *out)
{
    static char dash_e[] = "-E", dash_d[] = "-dD", guard[] = "-DAMP_H";
    const char *cc = getenv("CC");
    char path[1024];
    char *words[256];
    struct stat about;
    FILE *to = tmpfile();
    int n = 0, i, status;
    cc = cc != NULL && cc[0] != '\0' ? cc : "cc";
    if (to == NULL || count > 200 || !amp__vec_find_program(cc, path, sizeof(path), &about)) {
        (void)fprintf(stderr, "amp_vectors: there is no compiler '%s': set CC\n", cc);
        return 0;
    }
    words[n++] = path;
    words[n++] = dash_e;
    words[n++] = dash_d;
    words[n++] = guard;
    for (i = 0; i < count; i++) {
        memcpy(&words[n++], &options[i], sizeof(words[0])); /* posix_spawn takes no const */
    }
    memcpy(&words[n++], &file, sizeof(words[0]));
    words[n] = NULL;
    status = amp__vec_run(path, words, amp__vec_high(open("/dev/null", O_RDONLY)),
                          amp__vec_high(dup(fileno(to))), amp__vec_high(dup(2)),
                          amp__vec_high(open("/", O_RDONLY)));
    if (status != 0 || !amp__vec_slurp(fileno(to), out, (size_t)64 << 20)) {
        (void)fprintf(stderr, "amp_vectors: %s does not preprocess %s\n", path, file);
        return 0;
    }
    (void)fclose(to);
    return 1;
}

/* The lines of the region behind AMP_DEVICE_BEGIN on that line of the file, into the sum
   that the program compares. */
static int sum_region(const char *file, int line, amp__cache_key *sum)
{
    amp__vec_text text = amp__vec_empty(&store);
    amp__device_region r;
    const char *from, *to;
    const int in = open(file, O_RDONLY);
    if (in < 0 || !amp__vec_slurp(in, &text, (size_t)64 << 20)) {
        (void)fprintf(stderr, "amp_vectors: %s cannot be read\n", file);
        return 0;
    }
    (void)close(in);
    memset(&r, 0, sizeof(r));
    r.text = text.s;
    r.text_end = text.s + text.n;
    r.line = line;
    r.text_line = 1;
    amp__vec_region_lines(&r, &from, &to);
    amp__cache_key_add(sum, from, (size_t)(to - from));
    return 1;
}

/* What stands between AMP_DEVICE_BEGIN and AMP_DEVICE_END, with all line markers; the sum
   of the regions as they are in their files. */
static int regions(const amp__vec_text *all, amp__vec_text *inside, amp__cache_key *sum,
                   int *short_)
{
    const char *p = all->s, *end = all->s + all->n;
    char file[1024] = "";
    int line = 0, on = 0;
    for (; p < end; line++) {
        const char *stop = (const char *)memchr(p, '\n', (size_t)(end - p));
        const char *word = p + strspn(p, " \t");
        stop = stop != NULL ? stop + 1 : end;
        if (*p == '#') {
            amp__vec_token t;
            memset(&t, 0, sizeof(t));
            line = amp__vec_marker(p + 1, stop, &t, line);
            if (t.file != NULL) {
                (void)snprintf(file, sizeof(file), "%.*s", t.file_n, t.file);
                amp__vec_put(inside, p, (size_t)(stop - p));
            }
            *short_ |= strncmp(p, "#define AMP_SHORT_NAMES", 23) == 0;
        } else if (strncmp(word, "AMP_DEVICE_BEGIN", 16) == 0) {
            on = !amp__vec_of_algorithms(NULL, file);
            amp__vec_puts(inside, "\n");
            if (!sum_region(file, line, sum)) {
                return 0;
            }
        } else if (strncmp(word, "AMP_DEVICE_END", 14) == 0) {
            on = 0;
            amp__vec_puts(inside, "\n");
        } else if (on) {
            amp__vec_put(inside, p, (size_t)(stop - p));
        } else {
            amp__vec_puts(inside, "\n");
        }
        p = stop;
    }
    return !inside->store->spent;
}

/* Writes the file; `made` of the file's kernels are in it. */
static int put_file(const char *name, const char *from, const amp__vec_text *kernels,
                    amp__cache_key sum, int made)
{
    const char *base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    FILE *to = fopen(name, "w");
    if (to == NULL) {
        perror(name);
        return 0;
    }
    (void)fprintf(to, "/* Made by amp_vectors from %s: %d kernels. Do not edit; make it again\n"
                  "   where the kernels change. Include it behind the last AMP_DEVICE_END. */\n",
                  from, made);
    (void)fprintf(to, "#if !defined(AMP_VECTORS) && !defined(AMP_VECTORS_AHEAD)\n"
                  "#error \"compile with -DAMP_VECTORS or -DAMP_VECTORS_AHEAD\"\n#endif\n"
                  "#pragma GCC system_header\n#if AMP__HAS_VECTORS\n");
    (void)fprintf(to, "#define AMP__VEC_SUM 0x%016llxULL, 0x%016llxULL\n"
                  "#define AMP__VEC_FILE \"%s\"\nAMP__QUIET\n", sum.a, sum.b, base);
    (void)fwrite(kernels->s, 1, kernels->n, to);
    (void)fprintf(to, "AMP__QUIET_END\n#undef AMP__VEC_SUM\n#undef AMP__VEC_FILE\n#endif\n");
    if (ferror(to) | (fclose(to) != 0)) {
        perror(name);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    const char *file = NULL, *out = NULL, *options[256];
    int count = 0, quiet = 0, made = 0, first, i;
    amp__vec_text all, inside;
    amp__cache_key sum = amp__cache_key_start();
    amp__vec_file *f = (amp__vec_file *)amp__alloc_zero(sizeof(*f));
    for (i = 1; i < argc && count < 250; i++) {
        const size_t n = strlen(argv[i]);
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc) {
            out = argv[++i];
        } else if (strcmp(argv[i], "-q") == 0) {
            quiet = 1;
        } else if (argv[i][0] != '-' && n > 2 && file == NULL) {
            file = argv[i];
        } else {
            options[count++] = argv[i];
        }
    }
    if (f == NULL || file == NULL || out == NULL) {
        (void)fprintf(stderr, "usage: amp_vectors FILE.c -o FILE.vectors.h [-q] [options of the "
                      "compiler]\n");
        return 2;
    }
    all = inside = amp__vec_empty(&store);
    for (i = 0; i < count; i++) {
        f->short_names |= strncmp(options[i], "-DAMP_SHORT_NAMES", 17) == 0;
    }
    /* The file includes what is made from it: an empty one, the first time. */
    options[count++] = "-DAMP_VECTORS";
    first = access(out, F_OK) != 0;
    if (first) {
        FILE *empty = fopen(out, "w");
        if (empty == NULL || fclose(empty) != 0) {
            perror(out);
            return 1;
        }
    }
    if (!preprocess(file, options, count, &all)
        || !regions(&all, &inside, &sum, &f->short_names)) {
        (void)(first && remove(out));
        return 1;
    }
    f->strips = 1;
    if (!amp__vec_open(f, inside.s, inside.s + inside.n)) {
        (void)fprintf(stderr, "amp_vectors: %s: %s\n", file, f->why);
        return 1;
    }
    for (i = 0; i < f->place_count; i++) {
        if (amp__vec_kernel(f, &f->places[i], NULL)) {
            made++;
        } else if (!quiet) {
            const amp__vec_token *name = &f->t[f->places[i].name];
            const amp__vec_token *t = f->why_token >= 0 ? &f->t[f->why_token] : name;
            (void)fprintf(stderr, "%.*s:%d: %.*s stays on fibers: %s\n", t->file_n, t->file,
                          t->line, name->n, name->s, f->why);
        }
    }
    if (!put_file(out, file, &f->out, sum, made)) {
        return 1;
    }
    amp__vec_give_back(&f->store);
    amp__vec_give_back(&store);
    amp__free(f);
    return 0;
}

#endif
