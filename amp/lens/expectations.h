/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_EXPECTATIONS_H
#define AMP_LENS_EXPECTATIONS_H
/*
amp/lens/expectations.h: the functions by which a program starts the lens, asks for measures and
expects them to hold.
*/

#include "api.h"
#include "launch.h"

AMP__API AMP__CHECK amp_status amp_lens_start(const amp_lens_model *model)
{
    amp__lens_state *l = &amp__lens_shared;
    amp_status s = model != NULL ? amp__lens_model_check(model) : AMP_OK;
    int i;
    AMP__HOLD(&amp__check_locks.launch);
    s = AMP__THEN(s, amp__lens_read(1, model));
    if (s == AMP_OK && model == NULL) {
        s = amp__lens_read_model();
    }
    if (s == AMP_OK) {
        amp__lens_write_due(); /* it would be forgotten */
        for (i = 0; i < l->kernel_count; i++) {
            amp__lens_free_kernel(&l->kernels[i]);
        }
        l->kernel_count = l->settled = l->said = l->compared = 0;
        l->wanted = 1;
        if (model != NULL) {
            l->model = *model;
        }
    }
    return s;
}

AMP__API AMP__CHECK amp_status amp_lens_stop(void)
{
    AMP__HOLD(&amp__check_locks.launch);
    amp__lens_shared.wanted = 0;
    return AMP_OK;
}

AMP__API AMP__CHECK amp_status amp_lens_tiles(long long tiles)
{
    amp_status s;
    if (tiles < 0) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the lens cannot measure %lld tiles: 0 for all, or "
                         "how many", tiles);
    }
    AMP__HOLD(&amp__check_locks.launch);
    s = amp__lens_read(1, NULL);
    amp__lens_shared.most = tiles;
    return s;
}

AMP__API AMP__CHECK amp_status amp_lens_seed(unsigned seed)
{
    amp_status s;
    AMP__HOLD(&amp__check_locks.launch);
    s = amp__lens_read(1, NULL);
    amp__lens_shared.seed = seed;
    return s;
}

AMP__API AMP__CHECK amp_status amp_lens_only(int measured)
{
    AMP__HOLD(&amp__check_locks.launch);
    amp__lens_shared.only = measured != 0;
    return AMP_OK;
}

/* The kernel whose name is the first n characters of `name`, as it was measured last; NULL, with
   the sentence, where it was not. The caller holds the lock. */
static AMP__COLD amp__lens_kernel *amp__lens_kernel_of(const char *name, size_t n)
{
    amp__lens_state *l = &amp__lens_shared;
    char known[300] = "";
    size_t used = 0;
    int i;
    amp__lens_settle();
    for (i = l->kernel_count - 1; i >= 0; i--) {
        if (strlen(l->kernels[i].name) == n && strncmp(l->kernels[i].name, name, n) == 0) {
            return &l->kernels[i];
        }
    }
    for (i = 0; i < l->kernel_count && used + 70 < sizeof(known); i++) {
        used += (size_t)snprintf(known + used, sizeof(known) - used, "%s%s", i > 0 ? ", " : "",
                                 l->kernels[i].name);
    }
    (void)amp__fail(AMP_INVALID_ARGUMENT, "the lens has measured no kernel '%.*s': %s%s",
                    n < 100 ? (int)n : 100, name,
                    used > 0 ? "it has " : "call amp_lens_start before a launch on the emulator",
                    known);
    return NULL;
}

/* Sets *s to what `where` names, its array in `array`, of 48 bytes. AMP_OK, or AMP_INVALID_ARGUMENT
   with the sentence. The caller holds the lock. */
static AMP__COLD amp_status amp__lens_scope_of(const char *where, amp__lens_scope *s)
{
    const size_t n = where != NULL ? strcspn(where, ":") : 0;
    int i, found;
    s->line = s->kind = 0;
    s->array = NULL;
    s->kernel = amp__lens_kernel_of(where != NULL ? where : "", n);
    if (s->kernel == NULL) {
        return AMP_INVALID_ARGUMENT;
    }
    if (where[n] == '\0') {
        return AMP_OK;
    }
    if (where[n + 1] >= '0' && where[n + 1] <= '9') {
        s->line = atoi(where + n + 1);
    } else {
        s->array = where + n + 1;
    }
    for (i = 0, found = 0; i < s->kernel->row_count; i++) {
        found |= amp__lens_within(s, &s->kernel->rows[i]);
    }
    for (i = 0; i < s->kernel->line_count; i++) {
        found |= s->line != 0 && s->line == s->kernel->lines[i].line;
    }
    for (i = 0; i < s->kernel->barrier_count; i++) {
        found |= s->line != 0 && s->line == s->kernel->barriers[i].line;
    }
    return found ? AMP_OK
        : amp__fail(AMP_INVALID_ARGUMENT, "kernel %s accesses nothing at '%.60s': behind the colon "
                    "stands a line of it, or the name of a view or tile array", s->kernel->name,
                    where + n + 1);
}

/* A measure of what `where` names. See amp_lens_measure. The caller holds the lock. */
static AMP__COLD amp_status amp__lens_measure_at(const char *where, const char *measure,
                                                 amp__lens_scope *scope, double *value)
{
    const int i = amp__lens_measure_of(measure);
    amp_status s;
    *value = 0;
    if (i < 0) {
        char names[800] = "";
        size_t used = 0;
        int m;
        for (m = 0; m < AMP__LENS_MEASURES; m++) {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s",
                                     m > 0 ? ", " : "", amp__lens_measures[m].name);
        }
        return amp__fail(AMP_INVALID_ARGUMENT, "the lens has no measure '%.100s': it has %s",
                         measure != NULL ? measure : "(null)", names);
    }
    s = amp__lens_scope_of(where, scope);
    if (scope->kernel != NULL && scope->kernel->row_count == 0 && !scope->kernel->sees) {
        return amp__fail(AMP_UNSUPPORTED, "the lens saw no access of kernel %s: its file is "
                         "compiled without -fsanitize=thread. Compile with -g -DAMP_LENS "
                         "-fsanitize=thread, and link without -fsanitize=thread",
                         scope->kernel->name);
    }
    if (s != AMP_OK) {
        return s;
    }
    *value = amp__lens_value(i, scope);
    if (*value < 0) {
        *value = 0;
        return amp__fail(AMP_INVALID_ARGUMENT, "'%.100s' has no %s: it makes no such access, or it "
                         "is a measure of a whole kernel", where, measure);
    }
    return AMP_OK;
}

/* A measure of all that was measured, added up. The caller holds the lock. */
static AMP__COLD amp_status amp__lens_measure_all(const char *measure, double *value)
{
    const int m = amp__lens_measure_of(measure);
    int i;
    *value = 0;
    if (m != AMP__LENS_requests && m != AMP__LENS_bytes_asked && m != AMP__LENS_bytes_moved
        && m != AMP__LENS_idle_threads && m != AMP__LENS_time) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the lens does not add up '%.100s' over kernels: "
                         "only requests, bytes_asked, bytes_moved, idle_threads and time",
                         measure != NULL ? measure : "(null)");
    }
    amp__lens_settle();
    for (i = 0; i < amp__lens_shared.kernel_count; i++) {
        const amp__lens_scope all = { &amp__lens_shared.kernels[i], 0, NULL, 0 };
        const double one = amp__lens_value(m, &all);
        *value += one > 0 ? one : 0;
    }
    return AMP_OK;
}

AMP__API AMP__CHECK amp_status amp_lens_measure(const char *where, const char *measure,
                                                double *value)
{
    amp__lens_scope scope;
    AMP__HOLD(&amp__check_locks.launch);
    return where != NULL && strcmp(where, "*") == 0 ? amp__lens_measure_all(measure, value)
        : amp__lens_measure_at(where, measure, &scope, value);
}

AMP__API AMP__CHECK amp_status amp_lens_error(const char *where, const char *measure, double *error)
{
    double value, all[AMP__LENS_MEASURES];
    amp__lens_scope scope;
    amp_status s;
    *error = 0;
    AMP__HOLD(&amp__check_locks.launch);
    s = amp__lens_measure_at(where, measure, &scope, &value);
    if (s == AMP_OK) {
        amp__lens_errors(&scope, all);
        *error = all[amp__lens_measure_of(measure)];
    }
    return s;
}

/* Of the rows of a scope, the one that a measure is worst of; -1 where none has it. */
static AMP__COLD int amp__lens_worst_row(int measure, const amp__lens_scope *s)
{
    double worst = 0;
    int i, found = -1;
    for (i = 0; i < s->kernel->row_count; i++) {
        const amp__lens_row *r = &s->kernel->rows[i];
        amp__lens_scope one = *s;
        double value;
        one.line = r->line;
        one.array = s->kernel->arrays[r->array].name;
        value = amp__lens_within(s, r) ? amp__lens_value(measure, &one) : -1;
        if (value >= 0 && (found < 0 || (amp__lens_measures[measure].better > 0
                                         ? value < worst : value > worst))) {
            worst = value;
            found = i;
        }
    }
    return found >= 0 || s->kernel->row_count == 0 ? found : 0;
}

/* Keeps an expectation that did not hold, for the report. The caller holds the lock. */
static AMP__COLD void amp__lens_note_broken(const char *text, const amp__lens_row *row)
{
    amp__lens_state *l = &amp__lens_shared;
    if (amp__list_grow(&l->broken, (size_t)l->broken_count, &l->broken_room, 1,
                       sizeof(*l->broken), &amp__check_memory)) {
        amp__lens_broken *b = l->broken + l->broken_count++;
        AMP__PRINT(b->text, "%s", text);
        AMP__PRINT(b->file, "%s", row != NULL ? row->file : "");
        b->line = row != NULL ? row->line : 0;
    }
    if (l->form == AMP__LENS_SARIF) {
        amp__lens_make_due();
    }
}

AMP__API AMP__CHECK amp_status amp_lens_expect(const char *where, const char *measure, double bound)
{
    amp__lens_scope scope;
    double value;
    amp_status s;
    AMP__HOLD(&amp__check_locks.launch);
    s = amp__lens_measure_at(where, measure, &scope, &value);
    if (s == AMP_OK) {
        const int m = amp__lens_measure_of(measure), least = amp__lens_measures[m].better > 0;
        const int row = amp__lens_worst_row(m, &scope);
        const amp__lens_row *r = row >= 0 ? &scope.kernel->rows[row] : NULL;
        if (least ? !(value >= bound) : !(value <= bound)) {
            char text[300];
            AMP__PRINT(text, "%.100s: %s is %.6g, expected is at %s %.6g", where, measure, value,
                       least ? "least" : "most", bound);
            amp__lens_note_broken(text, r);
            s = amp__fail(AMP_KERNEL_FAULT, "%.200s:%d: %s", r != NULL ? r->file : "?",
                          r != NULL ? r->line : 0, text);
        }
    }
    return s;
}

/* Notes what a kernel's thread has: registers, from 1 to `most`, or where that is 0 operations. */
static AMP__COLD amp_status amp__lens_set(const char *kernel, double value, int most)
{
    const char *const name = kernel != NULL ? kernel : "";
    amp__lens_kernel *k;
    AMP__HOLD(&amp__check_locks.launch);
    k = amp__lens_kernel_of(name, strlen(name));
    if (k == NULL) {
        return AMP_INVALID_ARGUMENT;
    }
    if (most > 0 && !(value >= 1 && value <= most)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a thread of kernel %s has no %.10g registers: 1 "
                         "to %d", k->name, value, most);
    }
    if (!(value >= 0)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a thread of kernel %s makes no %g operations: 0 "
                         "or more", k->name, value);
    }
    if (most > 0) {
        k->registers = (int)value;
    } else {
        k->operations = value;
        k->operations_given = 1;
    }
    return AMP_OK;
}

AMP__API AMP__CHECK amp_status amp_lens_operations(const char *kernel, double operations)
{
    return amp__lens_set(kernel, operations, 0);
}

AMP__API AMP__CHECK amp_status amp_lens_registers(const char *kernel, int registers)
{
    return amp__lens_set(kernel, registers, 512);
}

AMP__API AMP__CHECK amp_status amp_lens_write(const char *form, const char *path)
{
    const int n = form != NULL ? amp__lens_form_of(form, strlen(form)) : 0;
    if (n == 0) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the lens writes no '%.100s': it writes "
                         AMP__LENS_FORM_NAMES, form != NULL ? form : "(null)");
    }
    AMP__HOLD(&amp__check_locks.launch);
    return amp__lens_write_report(n, path, 0);
}

#endif /* AMP_LENS_EXPECTATIONS_H */
