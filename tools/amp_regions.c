/* SPDX-License-Identifier: MIT */
/*
amp_regions FILE... [compiler options]: what the text of the files' device regions says that
does not hold on every engine, without running anything.

It names, with file, line and remedy, plain variables of a phased kernel that one phase sets
and another reads (phase-variable: wrong where phases run as loops), and what OpenCL C 1.2
refuses (not-opencl): arrays whose size is a value of the launch, tables at file scope that
are passed by their address, static variables, recursion, functions of the host, macros,
functions and types from outside the regions, and more: docs/checker.md has the list.

Options that the compiler needs for the files (-D, -I, -U, -std) are given here as well; CC
names the compiler, which only preprocesses. Exit status: 0; 1 where something was found; 2:
wrong usage, or a file that cannot be read.
*/
#define AMP_VECTORS
#include "amp.h"

#if !AMP__HAS_VECTORS
int main(void)
{
    (void)fprintf(stderr, "amp_regions: built for a system that it does not know\n");
    return 2;
}
#else

#include "amp/check/raw.h"
#include "amp/check/rules.h"
#include "preprocess.h"

/* All that one file needs: its regions preprocessed, and as they are written; what stands
   outside; directives. */
typedef struct work {
    amp__vec_file regions, raw, rest, scan;
    amp__vec_set inside, outside;
    amp__rules rules;
    amp__raw reader;
    char files[64][1024]; /* that have regions, */
    int count;
    const char *about;    /* the file that was asked for */
    int found;
} work;

static void tell(void *to, const amp__rules_finding *x)
{
    work *w = (work *)to;
    w->found++;
    (void)printf("%.*s:%d: %s: ", x->file_n, x->file, x->line,
                 x->rule == AMP__RULES_PHASE ? "phase-variable" : "not-opencl");
    if (x->body_n > 0) {
        (void)printf("%s %.*s: ", x->kernel ? "kernel" : "helper", x->body_n, x->body);
    }
    (void)printf("%s\n    mend: %s\n", x->message, x->fix);
}

/* Notes a file that has a region. */
static void note_file(work *w, const char *file)
{
    int k = 0;
    while (k < w->count && strcmp(w->files[k], file) != 0) {
        k++;
    }
    if (k == w->count && w->count < 64) {
        (void)snprintf(w->files[w->count++], sizeof(w->files[0]), "%s", file);
    }
}

/* Adds the name of a #define of the preprocessed text to a set. */
static void note_macro(work *w, const preprocessed *p)
{
    const int i = amp__raw_tokens(&w->reader, p->at + 1, p->stop, p->line);
    if (amp__vec_is(&w->scan, i, "define") && i + 1 < w->scan.count) {
        (void)amp__vec_in_set(&w->scan, p->on ? &w->inside : &w->outside, i + 1, 1);
    }
}

/* Cuts the preprocessed text into what stands in regions and what stands outside; notes macros
   and files. */
static void cut(work *w, const amp__vec_text *all, amp__vec_text *inside, amp__vec_text *outside)
{
    preprocessed p;
    memset(&p, 0, sizeof(p));
    p.stop = all->s;
    p.end = all->s + all->n;
    while (next_line(&p)) {
        const int own = !p.system && p.file[0] != '<';
        amp__vec_text *to = p.on && !p.begins ? inside : outside;
        if (p.directive && !p.marker && (own || strcmp(p.file, "<command-line>") == 0)) {
            note_macro(w, &p);
        }
        if (p.begins && p.on) {
            note_file(w, p.file);
        }
        if (p.directive && strncmp(p.at, "#define AMP_SHORT_NAMES", 23) == 0) {
            w->regions.short_names = w->rest.short_names = w->raw.short_names = 1;
        }
        if (p.marker) {
            amp__vec_put(inside, p.at, (size_t)(p.stop - p.at));
            amp__vec_put(outside, p.at, (size_t)(p.stop - p.at));
            continue;
        }
        if (!p.directive && !p.begins && !p.ends && own) {
            amp__vec_put(to, p.at, (size_t)(p.stop - p.at));
        } else {
            amp__vec_puts(to, "\n");
        }
        amp__vec_puts(to == inside ? outside : inside, "\n");
    }
}

/* Reads the files that have regions as they are written: for macros from outside, and headers
   that a region includes. */
static int read_raw(work *w)
{
    amp__vec_text text = amp__vec_empty(&w->scan.store);
    int k;
    for (k = 0; k < w->count; k++) {
        amp__vec_text file = amp__vec_empty(&w->scan.store);
        const int in = open(w->files[k], O_RDONLY);
        if (in < 0 || !amp__vec_slurp(in, &file, (size_t)64 << 20)) {
            (void)fprintf(stderr, "amp_regions: %s cannot be read\n", w->files[k]);
            return 0;
        }
        (void)close(in);
        w->reader.file = w->files[k];
        amp__raw_read(&w->reader, file.s, file.n, &text, NULL);
        if (w->reader.include > 0) {
            const amp__vec_token *t = &w->scan.t[w->reader.include];
            w->found++;
            (void)printf("%s:%d: not-opencl: a device region includes a header: OpenCL has no "
                         "headers\n    mend: move the #include above AMP_DEVICE_BEGIN\n",
                         w->files[k], t->line);
        }
    }
    if (setjmp(w->raw.leave) != 0) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->raw.why);
        return 0;
    }
    amp__vec_read(&w->raw, text.s, text.s + text.n);
    w->rules.f = &w->raw;
    w->rules.outside = &w->outside;
    amp__rules_macros(&w->rules, 0, w->raw.count);
    w->rules.outside = NULL;
    return 1;
}

/* Looks at one file: 0, or 2 where it cannot be read. */
static int look(work *w, const char *const *options, int count)
{
    amp__vec_text all = amp__vec_empty(&w->scan.store), inside = all, outside = all;
    w->reader.f = &w->scan;
    w->reader.inside = &w->inside;
    w->reader.outside = &w->outside;
    w->reader.options = "";
    w->reader.file = w->about;
    w->rules.tell = tell;
    w->rules.to = w;
    w->rules.options = "";
    w->rules.inside = &w->inside;
    if (setjmp(w->scan.leave) != 0) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->scan.why);
        return 2;
    }
    if (!preprocess("amp_regions", w->about, options, count, &all)) {
        return 2;
    }
    cut(w, &all, &inside, &outside);
    if (w->count == 0) {
        return 0;
    }
    if (setjmp(w->rest.leave) == 0) {
        amp__vec_read(&w->rest, outside.s, outside.s + outside.n);
        amp__vec_top(&w->rest);
        w->rules.rest = &w->rest;
    }
    w->rules.f = &w->regions;
    if (!amp__rules_check(&w->rules, inside.s, inside.s + inside.n)) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->regions.why);
        return 2;
    }
    return read_raw(w) ? 0 : 2;
}

int main(int argc, char **argv)
{
    const char *options[250], *files[250];
    int count = 0, many = 0, i, found = 0, status = 0;
    for (i = 1; i < argc && count < 240 && many < 240; i++) {
        if (argv[i][0] != '-') {
            files[many++] = argv[i];
        } else {
            options[count++] = argv[i];
        }
    }
    if (many == 0 || i < argc) {
        (void)fprintf(stderr, "usage: amp_regions FILE... [options of the compiler]\n");
        return 2;
    }
    for (i = 0; i < many; i++) {
        work *w = (work *)amp__alloc_zero(sizeof(*w));
        int k;
        if (w == NULL) {
            return 2;
        }
        w->about = files[i];
        for (k = 0; k < count; k++) {
            w->regions.short_names |= strncmp(options[k], "-DAMP_SHORT_NAMES", 17) == 0;
        }
        w->raw.short_names = w->rest.short_names = w->regions.short_names;
        k = look(w, options, count);
        status = k > status ? k : status;
        found += w->found;
        amp__vec_store_free(&w->regions.store);
        amp__vec_store_free(&w->raw.store);
        amp__vec_store_free(&w->rest.store);
        amp__vec_store_free(&w->scan.store);
        amp__free(w);
    }
    return status != 0 ? status : found > 0;
}

#endif
