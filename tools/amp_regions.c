/* SPDX-License-Identifier: MIT */
/*
amp_regions [-r] FILE... [compiler options]: what the text of the files' device regions says that
does not hold on every engine, without running anything.

It names, with file, line and remedy, plain variables of a phased kernel that one phase sets
and another reads (phase-variable: wrong where phases run as loops), and what OpenCL C 1.2
refuses (not-opencl): arrays whose size is a value of the launch, tables at file scope that
are passed by their address, static variables, recursion, functions of the host, macros,
functions and types from outside the regions, and more: docs/checker.md has the list.

-r: the files are not preprocessed, but read as they are written, as a check build does.

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

#include "amp/ctext/preprocess.h"
#include "amp/check/rules.h"
#include "preprocess.h"

/* A region: AMP_DEVICE_BEGIN stands in that line. */
typedef struct region {
    char file[1024];
    int line;
} region;

/* All that one file needs: its regions as the host's compiler sees them and as OpenCL does, what
   stands outside, directives. */
typedef struct work {
    amp__c_unit host, device;
    amp__c_unit rest, scan;
    amp__c_set inside, outside;
    amp__rules rules;
    amp__preprocessor reader;
    region regions[256];
    int count;
    char options[2000]; /* AMP_CL_OPTIONS */
    const char *about;  /* the file that was asked for */
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

/* Takes account of a #define of the preprocessed text. */
static void note_macro(work *w, const preprocessed *p)
{
    static const char cl[] = "#define AMP_CL_OPTIONS \"", names[] = "#define AMP_SHORT_NAMES";
    amp__c_line l = amp__c_lines(p->at, p->stop, p->line);
    const int i = amp__c_next_line(&l) ? amp__c_read_line(&w->scan, &l, w->reader.file) + 1 : 0;
    if (amp__c_is(&w->scan, i, AMP__C_DEFINE) && i + 1 < w->scan.count) {
        (void)amp__c_in_set(&w->scan, p->on ? &w->inside : &w->outside, i + 1, 1);
    }
    if (strncmp(p->at, cl, sizeof(cl) - 1) == 0) {
        const char *from = p->at + sizeof(cl) - 1;
        (void)snprintf(w->options, sizeof(w->options), "%.*s", (int)strcspn(from, "\"\n"), from);
    }
    if (strncmp(p->at, names, sizeof(names) - 1) == 0) {
        w->host.short_names = w->rest.short_names = w->device.short_names = 1;
    }
}

/* Cuts the preprocessed text into what stands in regions and what stands outside; notes macros
   and where regions begin. */
static void cut(work *w, const amp__text *all, amp__text *inside, amp__text *outside)
{
    preprocessed p;
    memset(&p, 0, sizeof(p));
    p.stop = all->at;
    p.end = all->at + all->used;
    while (next_line(&p)) {
        const int own = !p.system && p.file[0] != '<';
        amp__text *to = p.on && !p.begins ? inside : outside;
        if (p.directive && !p.marker && (own || strcmp(p.file, "<command-line>") == 0)) {
            note_macro(w, &p);
        }
        if (p.begins && p.on && w->count < 256) {
            (void)snprintf(w->regions[w->count].file, sizeof(w->regions[0].file), "%s", p.file);
            w->regions[w->count++].line = p.line;
        }
        if (p.marker) {
            amp__text_put(inside, p.at, (size_t)(p.stop - p.at));
            amp__text_put(outside, p.at, (size_t)(p.stop - p.at));
            continue;
        }
        if (!p.directive && !p.begins && !p.ends && !p.of_algorithms && own) {
            amp__text_put(to, p.at, (size_t)(p.stop - p.at));
        } else {
            amp__text_puts(to, "\n");
        }
        amp__text_puts(to == inside ? outside : inside, "\n");
    }
}

/* Adds region number k to `text` as it is written, and what it includes to the findings; 0 where
   its file cannot be read. */
static int put_region(work *w, int k, FILE *to)
{
    amp__text file = amp__c_empty(&w->scan.store), unused = file;
    const char *name = w->regions[k].file, *from, *end;
    amp__device_region r;
    int before = 0;
    if (amp__read_file(name, &file, (size_t)64 << 20) != 0) {
        (void)fprintf(stderr, "amp_regions: %s cannot be read\n", name);
        return 0;
    }
    while (before < k && strcmp(w->regions[before].file, name) != 0) {
        before++;
    }
    if (before == k) {
        w->reader.file = name;
        amp__preprocess_file(&w->reader, file.at, file.used, &unused, NULL);
    }
    memset(&r, 0, sizeof(r));
    r.text = file.at;
    r.text_end = file.at + file.used;
    r.line = w->regions[k].line;
    r.text_line = 1;
    amp__c_region_lines(&r, &from, &end);
    (void)fprintf(to, "#line %d \"%s\"\n", r.line + 1, name);
    (void)fwrite(from, 1, (size_t)(end - from), to);
    (void)fprintf(to, "\n");
    return 1;
}

/* The regions alone, preprocessed as OpenCL would: with the macros of AMP_CL_OPTIONS. */
static int device_text(work *w, amp__text *out)
{
    static char options[sizeof(w->options)];
    const char *words[200] = { "-x", "c", "-D__OPENCL_VERSION__=120", "-DAMP_OPENCL=1", "-w" };
    FILE *text = tmpfile();
    int n = 5, k;
    char *word;
    for (k = 0; text != NULL && k < w->count; k++) {
        if (!put_region(w, k, text)) {
            return 0;
        }
    }
    if (text == NULL || fflush(text) != 0 || fseek(text, 0, SEEK_SET) != 0) {
        perror("amp_regions");
        return 0;
    }
    if (w->reader.include > 0) {
        amp__rules_include(&w->rules, &w->scan.t[w->reader.include]);
        (void)fclose(text);
        return 1; /* what it includes is not known: no more is said of this file */
    }
    (void)strcpy(options, w->options);
    for (word = strtok(options, " "); word != NULL && n < 190; word = strtok(NULL, " ")) {
        words[n++] = word;
    }
    k = preprocess("amp_regions", "-", dup(fileno(text)), words, n, out);
    (void)fclose(text);
    return k;
}

/* Looks at one file: 0, or 2 where it cannot be read. */
static int look(work *w, const char *const *options, int count)
{
    amp__text all = amp__c_empty(&w->scan.store), inside = all, outside = all, device = all;
    if (setjmp(w->scan.leave) != 0) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->scan.why);
        return 2;
    }
    if (!preprocess("amp_regions", w->about, open("/dev/null", O_RDONLY), options, count, &all)) {
        return 2;
    }
    cut(w, &all, &inside, &outside);
    if (w->count == 0) {
        return 0;
    }
    w->rules.f = &w->host;
    if (!amp__rules_check(&w->rules, inside.at, inside.at + inside.used, 1 << AMP__RULES_PHASE)) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->host.why);
        return 2;
    }
    if (setjmp(w->rest.leave) == 0) {
        amp__c_read(&w->rest, outside.at, outside.at + outside.used);
        amp__c_read_top_level(&w->rest);
        w->rules.rest = &w->rest;
    }
    if (!device_text(w, &device)) {
        return 2;
    }
    w->rules.f = &w->device;
    w->rules.inside = &w->inside;
    w->rules.outside = &w->outside;
    if (!amp__rules_check(&w->rules, device.at, device.at + device.used, 1 << AMP__RULES_OPENCL)) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->device.why);
        return 2;
    }
    return 0;
}

/* Looks at one file as it is written: 0, or 2 where it cannot be read. */
static int look_raw(work *w)
{
    static const char cl[] = "#define AMP_CL_OPTIONS \"";
    amp__text file = amp__c_empty(&w->scan.store), inside = file, outside = file;
    const char *options;
    if (amp__read_file(w->about, &file, (size_t)64 << 20) != 0) {
        (void)fprintf(stderr, "amp_regions: %s cannot be read\n", w->about);
        return 2;
    }
    options = strstr(file.at, cl);
    if (options != NULL) {
        options += sizeof(cl) - 1;
        (void)snprintf(w->options, sizeof(w->options), "%.*s", (int)strcspn(options, "\"\n"),
                       options);
    }
    w->host.short_names |= w->rest.short_names
        |= strstr(file.at, "#define AMP_SHORT_NAMES") != NULL;
    if (setjmp(w->scan.leave) != 0) {
        (void)fprintf(stderr, "amp_regions: %s: %s\n", w->about, w->scan.why);
        return 2;
    }
    amp__preprocess_file(&w->reader, file.at, file.used, &inside, &outside);
    if (setjmp(w->rest.leave) == 0) {
        amp__c_read(&w->rest, outside.at, outside.at + outside.used);
        amp__c_read_top_level(&w->rest);
        w->rules.rest = &w->rest;
    }
    w->rules.f = &w->host;
    w->rules.inside = &w->inside;
    w->rules.outside = &w->outside;
    w->rules.assumed = w->reader.assumed;
    w->rules.assumptions = w->reader.count;
    (void)amp__rules_check(&w->rules, inside.at, inside.at + inside.used,
                           1 << AMP__RULES_PHASE | 1 << AMP__RULES_OPENCL);
    if (w->reader.include > 0) {
        amp__rules_include(&w->rules, &w->scan.t[w->reader.include]);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char **words = (const char **)amp__alloc_zero(2 * (size_t)argc * sizeof(char *));
    const char **const options = words, **const files = words != NULL ? words + argc : NULL;
    int count = 0, many = 0, i, found = 0, status = 0, raw = 0;
    if (words == NULL) {
        (void)fprintf(stderr, "amp_regions: no memory for %d words\n", argc);
        return 2;
    }
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0) {
            raw = 1;
        } else if (argv[i][0] != '-') {
            files[many++] = argv[i];
        } else {
            options[count++] = argv[i];
        }
    }
    if (many == 0) {
        amp__free(words);
        (void)fprintf(stderr, "usage: amp_regions [-r] FILE... [options of the compiler]\n");
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
            w->host.short_names |= strncmp(options[k], "-DAMP_SHORT_NAMES", 17) == 0;
        }
        w->device.short_names = w->rest.short_names = w->host.short_names;
        w->reader.f = &w->scan;
        w->reader.inside = &w->inside;
        w->reader.outside = &w->outside;
        w->reader.file = w->about;
        w->reader.options = w->rules.options = w->options;
        w->rules.tell = tell;
        w->rules.to = w;
        k = raw ? look_raw(w) : look(w, options, count);
        status = k > status ? k : status;
        found += w->found;
        amp__c_store_free(&w->host.store);
        amp__c_store_free(&w->device.store);
        amp__c_store_free(&w->rest.store);
        amp__c_store_free(&w->scan.store);
        amp__free(w);
    }
    amp__free(words);
    return status != 0 ? status : found > 0;
}

#endif
