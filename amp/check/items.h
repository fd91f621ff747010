/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_ITEMS_H
#define AMP_CHECK_ITEMS_H
/*
amp/check/items.h: the report's items: which line a site stands for, which thread and
element a finding is about, and the list of what has been found so far.
*/

#include "findings.h"
#include "../report/sarif.h"
#include "../report/source.h"
#include "../report/symbols.h"
#include <ctype.h> /* isalnum */

/* The rules, by number: their names, and what they mean. */
static AMP__UNUSED const amp__sarif_rule amp__check_rules[] = {
#define AMP__CHECK_RULE(name, text, what) { text, what },
    AMP__CHECK_RULE_MAP(AMP__CHECK_RULE)
#undef AMP__CHECK_RULE
};

/* The file of "file:line" or "file:line#n", in `buffer`, and its line. */
static AMP__CHECK const char *amp__check_text_location(const char *text, int *line, char *buffer,
                                                       size_t size)
{
    const char *colon = strrchr(text, ':');
    (void)snprintf(buffer, size, "%.*s", (int)(colon != NULL ? colon - text : 0), text);
    *line = colon != NULL ? atoi(colon + 1) : 0;
    return amp__path_short(buffer);
}

/* Whether the instruction of s does what several lines say: the compiler has merged them. */
static AMP__CHECK int amp__check_merged(const amp__check_site *s)
{
    unsigned i;
    for (i = 1; i <= amp__check_shared.site_count; i++) {
        const amp__check_site *o = &amp__check_shared.site[i];
        if (o->pc == s->pc && o->near != NULL && strcmp(o->near, s->near) != 0) {
            return 1;
        }
    }
    return 0;
}

/* The file of a site, which may lie in `buffer`, and its line; "" and 0 where it is not known. */
static AMP__CHECK const char *amp__check_site_location(unsigned site, int *line, char *buffer,
                                                       size_t size)
{
    const amp__check_site *s = &amp__check_shared.site[site];
    const amp__symbol *p;
    *line = 0;
    if (site == 0) {
        return "";
    }
    if (s->line != 0) { /* from -fsanitize=bounds */
        *line = (int)s->line;
        return amp__path_short(s->text);
    }
    if (s->text != NULL) {
        return amp__check_text_location(s->text, line, buffer, size);
    }
    p = amp__symbol_of(s->pc);
    if (s->near != NULL && (p == NULL || p->line == 0 || p->blank || amp__check_merged(s))) {
        return amp__check_text_location(s->near, line, buffer, size);
    }
    *line = p != NULL ? p->line : 0;
    return p != NULL && p->file != NULL ? amp__path_short(p->file) : "";
}

/* Asks for the source line of a site that is an instruction. */
static AMP__CHECK void amp__check_locate(unsigned site)
{
    if (amp__check_shared.site != NULL && amp__check_shared.site[site].pc != 0) {
        amp__symbol_want(amp__check_shared.site[site].pc);
    }
}

/* The text of the source line of a site, in `buffer`; "" where it is not known. */
static AMP__CHECK const char *amp__check_site_text(unsigned site, char *buffer, size_t size)
{
    char path[4200];
    int line;
    const char *file = amp__check_site_location(site, &line, path, sizeof(path));
    return amp__report_line(buffer, size, file, line);
}

/* Whether a name of C stands in a text, and not as a part of another: 1, or 2 where somewhere
   a [ follows it. */
static AMP__CHECK int amp__check_text_names(const char *text, const char *name)
{
    const size_t n = strlen(name);
    const char *p = text;
    int found = 0;
    for (; n > 0 && (p = strstr(p, name)) != NULL; p++) {
        if ((p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_'))
            && !(isalnum((unsigned char)p[n]) || p[n] == '_')) {
            found = p[n] == '[' || found == 2 ? 2 : 1;
        }
    }
    return found;
}

/* Whether a line of C may access memory: it names the array, or has the sign of a pointer, of an
   index other than into idx, tidx and x_shape, or of a word of the kernel language. */
static AMP__CHECK int amp__check_text_accesses(const char *text, const char *array)
{
    static const char *const words[] = { "at", "at_index", "mine", "amp_at", "amp_at_index",
                                         "amp_mine" };
    const char *p, *name;
    size_t i;
    if (text[0] == '\0' || amp__check_text_names(text, array) != 0 || strchr(text, '*') != NULL
        || strstr(text, "->") != NULL || strstr(text, "atomic") != NULL) {
        return 1;
    }
    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (amp__check_text_names(text, words[i])) {
            return 1;
        }
    }
    for (p = strchr(text, '['); p != NULL; p = strchr(p + 1, '[')) {
        name = p;
        while (name > text
               && (isalnum((unsigned char)name[-1]) || name[-1] == '_' || name[-1] == '.')) {
            name--;
        }
        if (strncmp(name, "tidx.", 5) != 0 && strncmp(name, "idx[", 4) != 0
            && !(p - name >= 14 && strncmp(p - 13, "_shape.extent", 13) == 0)) {
            return 1;
        }
    }
    return 0;
}

/* Whether the line of a site, `line` of `file`, is near the access rather than its own: the
   compiler gave the instruction none, or left it that of the instruction in front of it, and the
   line's text cannot have made it. clang does both where it moves an access. */
static AMP__CHECK int amp__check_site_is_near(unsigned site, const char *array, const char *file,
                                              int line)
{
    const amp__check_site *s = &amp__check_shared.site[site];
    const amp__symbol *p = site != 0 && s->text == NULL ? amp__symbol_of(s->pc) : NULL;
    char text[600];
    if (p == NULL || p->line != line || s->near != NULL) {
        return 0;
    }
    return p->blank
           || !amp__check_text_accesses(amp__report_line(text, sizeof(text), file, line), array);
}

/* How far an address is outside an array; 0: it is in it. */
static AMP__CHECK uintptr_t amp__check_distance(const amp__check_array *a, uintptr_t at)
{
    return at < a->low ? a->low - at : at >= a->high ? at - a->high + 1 : 0;
}

/* The array that a source line's access to `at`, outside all, was meant for: the nearest of those
   that the line indexes; or that it names; or else of all. -1 where none is within `most`
   bytes. tile: of tile arrays, else of views. *named: the line has said it. */
static AMP__CHECK int amp__check_meant_array(uintptr_t at, int tile, uintptr_t most,
                                             const char *text, int *named)
{
    const amp__check_state *k = &amp__check_shared;
    int i, best = -1;
    *named = 0;
    for (i = 0; i < k->array_count; i++) {
        const amp__check_array *a = &k->array[i];
        const int name = amp__check_text_names(text, a->name);
        if (a->tile == tile && amp__check_distance(a, at) < most
            && (best < 0 || name > *named
                || (name == *named && amp__check_distance(a, at)
                                          < amp__check_distance(&k->array[best], at)))) {
            best = i;
            *named = name;
        }
    }
    return best;
}

/* The `value` parameter that holds the pointer by which a kernel came to `at`, in memory of the
   host's: the nearest of those at or below it, up to 1 GB, and nearer than `most`. NULL: none. */
static AMP__CHECK const char *amp__check_pointer_in_value(uintptr_t at, uintptr_t most)
{
    const amp__launch *l = amp__check_shared.launch;
    const char *name = NULL;
    uintptr_t best = most < (uintptr_t)1 << 30 ? most : (uintptr_t)1 << 30, p;
    size_t b;
    int i;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *q = &l->kernel->parameters[i];
        for (b = 0; q->access == AMP__ACCESS_value && b + sizeof(p) <= q->type.size;
             b += sizeof(p)) {
            __builtin_memcpy(&p, (const char *)l->arguments[i].data + b, sizeof(p));
            if (p >= 65536 && at >= p && at - p < best) {
                best = at - p;
                name = amp__check_plain_name(q->name);
            }
        }
    }
    return name;
}

/* What an access to memory that is none of the kernel's was: sets rule, array and name of f, the
   name in `name`, of 64 bytes. Returns 0 where the access is the library's own. */
static AMP__CHECK int amp__check_classify_stray_access(amp__check_finding *f, char *name)
{
    const amp__check_state *k = &amp__check_shared;
    const uintptr_t at = (uintptr_t)f->at;
    const uintptr_t pc = k->site[f->site_a].pc;
    const amp__symbol *p = amp__symbol_of(pc);
    uintptr_t low = 0, high = 0;
    char text[600];
    int named = 0, variable = 0, i;
    f->at = 0;
    f->dimension = 0;
    f->array = -1;
    name[0] = '\0';
    if (p != NULL && p->ours) {
        return 0;
    }
    (void)amp__check_site_text(f->site_a, text, sizeof(text));
#if defined(__linux__)
    variable = amp__symbol_variable(at, pc, name, 64, &low, &high);
#endif
    for (i = 0; variable && i < k->view_count; i++) { /* a view's own memory, seen in part */
        variable = k->array[i].low < low || k->array[i].low >= high;
    }
    if (variable && (strcmp(name, "stderr") == 0 || strcmp(name, "stdout") == 0)) {
        return 0; /* to print from a kernel */
    }
    if (at >= 65536) { /* below, it is a null pointer and an index */
        int tile_named;
        const int t = amp__check_meant_array(at, 1, (uintptr_t)-1, text, &tile_named);
        f->array = amp__check_meant_array(at, 0, (uintptr_t)-1 < 1ull << 34 ? (uintptr_t)-1
                                         : (uintptr_t)(1ull << 34), text, &named);
        if (tile_named > named) { /* its index is farther off than any that is set aside */
            f->array = t;
            named = tile_named;
        }
    }
    if (variable && (amp__check_text_names(text, name) || !named)
        && (amp__check_text_names(text, name) || f->array < 0
            || amp__check_distance(&k->array[f->array], at) >= 8192)) {
        f->rule = AMP_CHECK_HOST_MEMORY;
        f->array = -1;
        f->name = name;
        return 1;
    }
    if (named < 2) {
        const char *value = amp__check_pointer_in_value(
            at, f->array >= 0 ? amp__check_distance(&k->array[f->array], at) : (uintptr_t)-1);
        if (value != NULL) {
            (void)snprintf(name, 64, "%s", value);
            f->rule = AMP_CHECK_HOST_MEMORY;
            f->array = -1;
            f->name = name;
            f->dimension = -3; /* by a pointer */
            return 1;
        }
    }
    if (f->array >= 0) {
        f->at = (ptrdiff_t)(at - k->array[f->array].low);
    } else {
        name[0] = '\0';
        f->dimension = at < 65536 ? -2 : -1;
    }
    return 1;
}

/* Sets the tile and thread of a side of e from a key. */
static AMP__CHECK void amp__check_item_side(amp__check_item *e, int side, unsigned key)
{
    const amp__check_state *k = &amp__check_shared;
    const amp__launch *l = k->launch;
    int tiles[AMP_MAX_RANK], d;
    if (k->simple) {
        amp__index_at(key, l->rank, l->extent, e->thread[side]);
        return;
    }
    for (d = 0; d < l->rank; d++) {
        tiles[d] = l->extent[d] / l->tile[d];
    }
    amp__index_at(key / k->threads, l->rank, tiles, e->tile[side]);
    amp__index_at(key % k->threads, l->rank, l->tile, e->thread[side]);
}

/* Sets the index of the element that f is about. */
static AMP__CHECK void amp__check_item_index(amp__check_item *e, const amp__check_finding *f)
{
    const amp__check_array *a = f->array >= 0 ? &amp__check_shared.array[f->array] : NULL;
    ptrdiff_t n;
    int d;
    if (f->index_given) {
        e->index_count = a != NULL ? a->rank : f->dimension + 1;
        for (d = 0; d < AMP_MAX_RANK; d++) {
            e->index[d] = f->index[d];
        }
        return;
    }
    if (a == NULL) {
        return;
    }
    e->index_count = a->rank;
    n = f->at / (ptrdiff_t)a->size - (f->at % (ptrdiff_t)a->size < 0);
    for (d = 0; d < a->rank; d++) {
        ptrdiff_t q = n / a->stride[d];
        if (n < 0 && q * a->stride[d] != n) {
            q--;
        }
        e->index[d] = amp__check_nearest_int(q);
        n -= q * a->stride[d];
    }
}

/* Whether an item is about that array and those lines. */
static AMP__CHECK int amp__check_is_item(const amp__check_item *e, const char *array,
                                         const char *file, int line, int other_line)
{
    return e->line == line && e->other_line == other_line && strcmp(e->array, array) == 0
           && strcmp(e->file, file) == 0;
}

/* The item of (rule, array, file, line, other line): the one there is, or a new one,
   whose count is 0. Returns NULL where there are too many, or no memory. */
static AMP__CHECK amp__check_item *amp__check_find_item(int rule, const char *array,
                                                        const char *file, int line,
                                                        const char *other_file, int other_line)
{
    amp__list *g = &amp__check_shared.report.items;
    amp__check_item *e = (amp__check_item *)g->at;
    size_t i;
    for (i = 0; i < g->used; i++) {
        if (e[i].rule == rule && amp__check_is_item(&e[i], array, file, line, other_line)) {
            return &e[i];
        }
    }
    if (g->used < AMP__CHECK_ITEMS && amp__check_grow(g, sizeof(*e))) {
        e = (amp__check_item *)g->at + g->used;
        __builtin_memset(e, 0, sizeof(*e));
        e->rule = rule;
        e->line = line;
        e->other_line = other_line;
        AMP__PRINT(e->array, "%s", array);
        e->file = amp__check_copy_text(file);
        e->other_file = amp__check_copy_text(other_file);
        if (e->file != NULL && e->other_file != NULL) {
            g->used++;
            return e;
        }
        amp__check_free(e->file);
        amp__check_free(e->other_file);
    }
    amp__check_shared.lost_now++;
    return NULL;
}

/* What stands before the name in e->kernel. */
static AMP__CHECK const char *amp__check_kernel_prefix(const amp__check_item *e)
{
    return e->kernel[0] == '\0' ? "" : e->helper ? "helper " : "kernel ";
}

/* The index of the element that an item is about, in text[0..64); "" where it is about none. */
static AMP__COLD const char *amp__check_item_place(char *text, const amp__check_item *e)
{
    text[0] = '\0';
    return e->index_count > 0 ? amp__index_text(text, 64, e->index_count, e->index) : text;
}

/* Compares two items (pointers to them) by their order in the report, for qsort. */
static AMP__CHECK int amp__check_compare_items(const void *x, const void *y)
{
    const amp__check_item *a = *(const amp__check_item *const *)x,
                          *b = *(const amp__check_item *const *)y;
    int c = strcmp(a->file, b->file);
    c = c != 0 ? c : (a->line > b->line) - (a->line < b->line);
    c = c != 0 ? c : (a->other_line > b->other_line) - (a->other_line < b->other_line);
    c = c != 0 ? c : (a->rule > b->rule) - (a->rule < b->rule);
    return c != 0 ? c : strcmp(a->array, b->array);
}

/* Pointers to all items that are not suppressed, *count of them, in the order of the report. The
   caller frees it; NULL where memory ran out. */
static AMP__CHECK amp__check_item **amp__check_sorted(size_t *count)
{
    amp__check_item *all = (amp__check_item *)amp__check_shared.report.items.at;
    const size_t most = amp__check_shared.report.items.used;
    amp__check_item **p = (amp__check_item **)amp__check_alloc((most + 1) * sizeof(*p));
    size_t i, n = 0;
    for (i = 0; p != NULL && i < most; i++) {
        if (!all[i].suppressed) {
            p[n++] = &all[i];
        }
    }
    if (p != NULL) {
        qsort(p, n, sizeof(*p), amp__check_compare_items);
    }
    *count = n;
    return p;
}

#endif /* AMP_CHECK_ITEMS_H */
