/* SPDX-License-Identifier: MIT */
/*
amp_vectors FILE.c -o FILE.vectors.h [-q] [compiler options]: the kernels of a file as vector
loops, ahead of time.

The file that is made is included behind the last AMP_DEVICE_END of FILE.c, which is
compiled with -DAMP_VECTORS or -DAMP_VECTORS_AHEAD: then its kernels run as vectors,
and the program needs no compiler where it runs. docs/vectors.md has a rule for make.

Options that the compiler needs for FILE.c (-D, -I, -U, -std) are given here as well; CC
names the compiler, which only preprocesses. For each kernel that stays on fibers or loops a line
says why; -q leaves them out. With AMP_LOG=1 it says what is slow in the others. Exit status: 0; 1
where something failed; 2: wrong usage.
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

#include "preprocess.h"

static amp__c_store store;

/* The lines of the region behind AMP_DEVICE_BEGIN on that line of the file, into the sum
   that the program compares. */
static int sum_region(const char *file, int line, amp__cache_key *sum)
{
    amp__text text = amp__c_empty(&store);
    amp__device_region r;
    const char *from, *to;
    if (amp__read_file(file, &text, (size_t)64 << 20) != 0) {
        (void)fprintf(stderr, "amp_vectors: %s cannot be read\n", file);
        return 0;
    }
    memset(&r, 0, sizeof(r));
    r.text = text.at;
    r.text_end = text.at + text.used;
    r.line = line;
    r.text_line = 1;
    amp__c_region_lines(&r, &from, &to);
    amp__cache_key_add(sum, from, (size_t)(to - from));
    return 1;
}

/* What stands between AMP_DEVICE_BEGIN and AMP_DEVICE_END, with all line markers; the sum
   of the regions as they are in their files. */
static int regions(const amp__text *all, amp__text *inside, amp__cache_key *sum,
                   int *short_)
{
    preprocessed p;
    memset(&p, 0, sizeof(p));
    p.stop = all->at;
    p.end = all->at + all->used;
    while (next_line(&p)) {
        *short_ |= p.directive && strncmp(p.at, "#define AMP_SHORT_NAMES", 23) == 0;
        if (p.marker || (p.on && !p.directive && !p.begins)) {
            amp__text_put(inside, p.at, (size_t)(p.stop - p.at));
        } else {
            amp__text_puts(inside, "\n");
        }
        if (p.begins && !sum_region(p.file, p.line, sum)) {
            return 0;
        }
    }
    return !inside->failed;
}

/* Writes the file; `made` of the file's kernels are in it. */
static int put_file(const char *name, const char *from, const amp__text *kernels,
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
                  "#pragma GCC system_header\n#if AMP__HAS_VECTORS\n"
                  "#if AMP__VEC_AHEAD_FORM != %d\n#error \"%s is of another version of amp: "
                  "make it again with this version's amp_vectors\"\n#endif\n",
                  AMP__VEC_AHEAD_FORM, base);
    (void)fprintf(to, "#define AMP__VEC_SUM 0x%016llxULL, 0x%016llxULL\n"
                  "#define AMP__VEC_FILE \"%s\"\nAMP__QUIET\n", sum.a, sum.b, base);
    (void)fwrite(kernels->at, 1, kernels->used, to);
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
    amp__text all, inside, kernels;
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
    all = inside = kernels = amp__c_empty(&store);
    for (i = 0; i < count; i++) {
        f->c.short_names |= strncmp(options[i], "-DAMP_SHORT_NAMES", 17) == 0;
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
    if (!preprocess("amp_vectors", file, open("/dev/null", O_RDONLY), options, count, &all)
        || !regions(&all, &inside, &sum, &f->c.short_names)) {
        (void)(first && remove(out));
        return 1;
    }
    f->strips = f->ahead = 1;
    if (!amp__vec_open(f, inside.at, inside.at + inside.used)) {
        (void)fprintf(stderr, "amp_vectors: %s: %s\n", file, f->c.why);
        return 1;
    }
    for (i = 0; i < f->c.kernel_count; i++) {
        if (amp__vec_kernel(f, &f->c.kernels[i])) {
            amp__text_put(&kernels, f->code.out.at, f->code.out.used);
            made++;
            if (amp__logs()) {
                const amp__c_token *name = &f->c.t[f->c.kernels[i].name];
                amp__vec_tell_advice(name->s, name->n, f->advice.out.at);
            }
        } else if (!quiet) {
            const amp__c_token *name = &f->c.t[f->c.kernels[i].name];
            const amp__c_token *t = f->c.why_token >= 0 ? &f->c.t[f->c.why_token] : name;
            (void)fprintf(stderr, "%.*s:%d: %.*s stays on %s: %s\n", t->file_n, t->file, t->line,
                          name->n, name->s, amp__vec_else((int)amp__vec_model_of(&f->c.kernels[i])),
                          f->c.why);
        }
    }
    if (!put_file(out, file, &kernels, sum, made)) {
        return 1;
    }
    amp__c_store_free(&f->c.store);
    amp__c_store_free(&store);
    amp__free(f);
    return 0;
}

#endif
