/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_WRITE_H
#define AMP_LENS_WRITE_H
/*
amp/lens/write.h: the forms of a report, the environment that asks for one, and where it goes.
*/

#include "text.h"
#include "json.h"
#include "csv.h"
#include "index.h"
#include "../report/sarif.h"

/* Writes the expectations that did not hold as SARIF 2.1.0, which code hosts show beside the
   source. */
static AMP__COLD void amp__lens_put_sarif(amp__text *to)
{
    static const amp__sarif_rule rule = { "expectation",
                                          "A measure of a kernel is beyond what was expected" };
    const amp__lens_state *l = &amp__lens_shared;
    amp__json j = amp__json_begin(to);
    int i;
    amp__sarif_begin(&j, "amp lens", &rule, 1);
    for (i = 0; i < l->broken_count; i++) {
        const amp__sarif_item e = { 0, "error", l->broken[i].text, l->broken[i].file, NULL,
                                    l->broken[i].line, 0, 0, NULL, NULL };
        amp__sarif_put(&j, &rule, &e);
    }
    amp__sarif_end(&j, NULL);
}

/* The forms: the file each goes to unless another is named ("" is standard error), and who writes
   it; text is written a kernel at a time. */
enum { AMP__LENS_NO_FORM, AMP__LENS_TEXT, AMP__LENS_JSON, AMP__LENS_SARIF, AMP__LENS_HTML,
       AMP__LENS_CSV, AMP__LENS_FORMS };
static const struct {
    const char *name, *file;
    void (*put)(amp__text *to);
} amp__lens_forms[AMP__LENS_FORMS] = {
    { "", "", NULL }, { "text", "", NULL }, { "json", "lens.json", amp__lens_put_json },
    { "sarif", "lens.sarif", amp__lens_put_sarif }, { "html", "lens.html", amp__lens_put_html },
    { "csv", "lens.csv", amp__lens_put_csv }
};
#define AMP__LENS_FORM_NAMES "text, json, html, csv or sarif"

/* The number of the form whose name is the first n characters of `name`; 0 where there is none. */
static AMP__COLD int amp__lens_form_of(const char *name, size_t n)
{
    int i;
    for (i = 1; i < AMP__LENS_FORMS; i++) {
        if (strlen(amp__lens_forms[i].name) == n
            && strncmp(amp__lens_forms[i].name, name, n) == 0) {
            return i;
        }
    }
    return 0;
}

/* What was measured as a report, from kernel number `from` on where the form is text, for the
   caller to free. */
static AMP__COLD amp__text amp__lens_report(int form, int from)
{
    amp__text t = amp__text_from(&amp__check_memory);
    amp__lens_settle();
    for (; form == AMP__LENS_TEXT && from < amp__lens_shared.kernel_count; from++) {
        amp__lens_put_text(&t, &amp__lens_shared.kernels[from]);
    }
    if (form == AMP__LENS_TEXT && amp__lens_shared.kernel_count == 0) {
        amp__text_puts(&t, "amp lens: no kernel was measured: one whose launch has a fault is "
                       "not\n");
    }
    if (amp__lens_forms[form].put != NULL) {
        amp__lens_forms[form].put(&t);
    }
    return t;
}

/* Writes a text, which it frees, to a file, or, where path is NULL, to standard error. AMP_OK;
   AMP_RUNTIME_ERROR, with the file's name and the system's reason. */
static AMP__COLD amp_status amp__lens_write(const char *path, amp__text t)
{
    const amp__report_outcome got = amp__report_write(path, &t);
    return got == AMP__REPORT_WRITTEN || path == NULL ? AMP_OK
        : amp__fail(AMP_RUNTIME_ERROR, got == AMP__REPORT_CUT
                    ? "the lens could not write all of '%.500s': %s"
                    : "the lens cannot write '%.500s': %s", path, strerror(errno));
}

/* Writes what was measured, from kernel number `from` on where the form is text, to a file, to a
   folder of pages, whose path ends in a slash, or, where path is NULL, to standard error. As
   amp__lens_write. */
static AMP__COLD amp_status amp__lens_write_report(int form, const char *path, int from)
{
    char page[1400];
    amp_status s;
    amp__lens_shared.in_folder = form == AMP__LENS_HTML && amp__lens_is_folder(path);
    if (!amp__lens_shared.in_folder) {
        return amp__lens_write(path, amp__lens_report(form, from));
    }
    amp__lens_page_in(path, page, sizeof(page));
    s = amp__lens_write(page, amp__lens_report(form, from));
    return s == AMP_OK && amp__lens_write_index(path) != AMP__REPORT_WRITTEN
        ? amp__fail(AMP_RUNTIME_ERROR, "the lens cannot write the index of '%.500s': %s", path,
                    strerror(errno)) : s;
}

/* Reads AMP_LENS. The caller holds the lock. */
static AMP__COLD amp_status amp__lens_read_form(const char *text)
{
    amp__lens_state *l = &amp__lens_shared;
    const size_t n = strcspn(text, ":");
    const int form = amp__lens_form_of(text, n);
    char page[1400];
    FILE *f;
    if (form == 0) {
        amp__setting asked = amp__setting_of(AMP__SETTING_LENS);
        asked.bad = 1;
        return amp__setting_status(AMP__SETTING_LENS, &asked);
    }
    if (strlen(text) >= sizeof(l->path)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "AMP_LENS names a file of %lu characters: at most "
                         "%lu", (unsigned long)strlen(text), (unsigned long)sizeof(l->path) - 1);
    }
    AMP__PRINT(l->path, "%s", text[n] == ':' ? text + n + 1 : amp__lens_forms[form].file);
    l->form = form;
    if (l->path[0] != '\0') { /* now, not when the work is done */
        const int folder = form == AMP__LENS_HTML && amp__lens_is_folder(l->path);
        if (folder) {
            amp__lens_page_in(l->path, page, sizeof(page));
        }
        f = fopen(folder ? page : l->path, "a");
        if (f == NULL) { /* launches run and are measured: the program may ask for measures */
            (void)fprintf(stderr, "amp lens: AMP_LENS is '%.500s', and that file cannot be "
                          "written: %s\n", text, strerror(errno));
            l->form = AMP__LENS_NO_FORM;
            l->lost = 1;
        } else {
            (void)fclose(f);
        }
    }
    l->wanted = 1;
    return AMP_OK;
}

/* Says on standard error which models there are, once. */
static AMP__COLD void amp__lens_list_models(void)
{
    static int told;
    int i;
    for (i = 0; i < AMP__LENS_PRESETS && !told; i++) {
        const amp_lens_model *m = &amp__lens_presets[i];
        (void)fprintf(stderr, "amp lens: model %-12s %3d multiprocessors of %4d threads and %6d "
                      "bytes of tile memory, %4g GHz, %6g GB/s, %6g GFLOP/s\n", m->name,
                      m->multiprocessors, m->threads, m->tile_memory, m->clock, m->bandwidth,
                      m->arithmetic);
    }
    told = 1;
}

/* Says on standard error, once, that a variable of an older version, such as AMP_LENS_TILES, means
   nothing: one that was left in somebody's environment refuses no launch. */
static AMP__COLD void amp__lens_say_stale(int which, const char *sentence)
{
    static unsigned told;
    if (!(told >> (which - AMP__SETTING_LENS_MODEL) & 1)) {
        told |= 1u << (which - AMP__SETTING_LENS_MODEL);
        (void)fprintf(stderr, "amp lens: %s: it is not used, and %s is\n", sentence,
                      amp__setting_rows[which].otherwise);
    }
}

/* A number among the lens's options. */
static AMP__COLD amp_status amp__lens_read_number(int which, double *number)
{
    char sentence[600];
    amp__setting v = amp__setting_of(which);
    if (v.bad && !v.option) {
        amp__lens_say_stale(which, amp__setting_sentence(which, &v, sentence, sizeof(sentence)));
        v = amp__setting_parse(which, NULL);
    }
    *number = v.number;
    return amp__setting_status(which, &v);
}

/* Reads the model of AMP_LENS_OPTIONS. The caller holds the lock. */
static AMP__COLD amp_status amp__lens_read_model(void)
{
    const amp__setting model = amp__setting_of(AMP__SETTING_LENS_MODEL);
    const char *name = model.text != NULL ? model.text : "generic";
    char names[300], sentence[600];
    amp_lens_model *to = &amp__lens_shared.model;
    if (strcmp(name, "help") == 0) {
        amp__lens_list_models();
        name = "generic";
    }
    if (strpbrk(name, "./") != NULL || amp_lens_preset(name, to) == AMP_OK) {
        return amp_lens_preset(name, to);
    }
    AMP__PRINT(sentence, "%s'%.100s': it may be %s, help, or a file",
               model.option ? "AMP_LENS_OPTIONS has model=" : "AMP_LENS_MODEL is ", name,
               amp__lens_preset_names(names, sizeof(names)));
    if (!model.option) {
        amp__lens_say_stale(AMP__SETTING_LENS_MODEL, sentence);
        return amp_lens_preset("generic", to);
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "%s", sentence);
}

/* Reads the environment, once it means something; and its options once a lens is asked for: by
   AMP_LENS, or by the program, which `asks`. Its model is not read where the program has one.
   The caller holds the lock. */
static AMP__COLD amp_status amp__lens_read(int asks, const amp_lens_model *model)
{
    amp__lens_state *l = &amp__lens_shared;
    const char *form = amp__setting_of(AMP__SETTING_LENS).text;
    amp__setting options;
    double tiles = 0, seed = 0;
    amp_status s = AMP_OK;
    if (l->ready || (!asks && form == NULL)) {
        return AMP_OK;
    }
    options = amp__setting_of(AMP__SETTING_LENS_OPTIONS);
    s = amp__setting_status(AMP__SETTING_LENS_OPTIONS, &options);
    s = AMP__THEN(s, amp__lens_read_number(AMP__SETTING_LENS_TILES, &tiles));
    s = s == AMP_OK ? amp__lens_read_number(AMP__SETTING_LENS_SEED, &seed) : s;
    s = s == AMP_OK && model == NULL ? amp__lens_read_model() : s;
    if (s == AMP_OK) {
        l->most = (long)tiles; /* all: 0 */
        l->seed = (unsigned)seed;
    }
    if (s == AMP_OK && form != NULL) {
        s = amp__lens_read_form(form);
    }
    l->ready = s == AMP_OK;
    return s;
}

#endif /* AMP_LENS_WRITE_H */
