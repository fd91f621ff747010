/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_SOURCE_H
#define AMP_CL_SOURCE_H
/*
amp/cl/source.h: the device regions of a program as tokens, and the parts that they are made of.

A part is what stands at file scope, or a macro: a kernel, a function, a type, a variable, or what a
macro makes there. Brackets without their other half are no error of the text, since another branch
of #if may have it: what begins there, up to the region's end, is one part, which is not understood.
*/

#include "../core/backend.h"
#include "../ctext/lines.h"
#include "../ctext/tile_sizes.h"
#include "../ctext/top_level.h"

enum { AMP__CL_KERNEL, AMP__CL_FUNCTION, AMP__CL_DECLARATION, AMP__CL_EXPANSION, AMP__CL_MACRO,
       AMP__CL_UNKNOWN };

/* A part, tokens [from, to). */
typedef struct amp__cl_part {
    int kind, from, to;
    int name;      /* of a kernel, a function or a macro, which is the part's own; else -1 */
    int library;   /* it stands in a region of amp's own headers */
    int made_by;   /* EXPANSION: the part that is its macro, if that makes a kernel and no more;
                      -1: not known */
    int doubles;   /* it uses double, or a part that does */
    int divergent; /* on PoCL: it has a barrier under a condition, or in a loop whose head chooses
                      or which is left from its middle: workitemrepl ends the process */
    int reachable; /* the wanted kernel, or what that names, and so on */
    int emitted;
} amp__cl_part;

/* A region: its tokens [from, end), without its directives. */
typedef struct amp__cl_region {
    const amp__device_region *of;
    const char *text; /* the line behind AMP_DEVICE_BEGIN */
    int from, end;
    int directives, directives_end; /* in c.directives */
} amp__cl_region;

/* In front of a token: a barrier; what LLVM merges with nothing in another branch, or it would
   merge the barriers (amp/cl/branch_barriers.h). */
enum { AMP__CL_WAIT = 1, AMP__CL_APART = 2 };

/* All regions of a program. */
typedef struct amp__cl_source {
    amp__c_unit c;
    amp__cl_region *regions;
    int region_count;
    amp__cl_part *parts;
    int part_count;
    size_t region_room, part_room;
    int *part_at;        /* by a token's number: of the part that begins with it, and 1; 0: none */
    amp__c_graph names;  /* the parts that declare a name: amp/cl/declarations.h */
    amp__c_unit renames; /* amp/cl/renames.h */
    int faults;          /* kernels report to the host */
    int *waits;          /* by a token's number: AMP__CL_WAIT, AMP__CL_APART; NULL: all 0 */
} amp__cl_source;

/* Whether a phase begins with token i. */
static AMP__COLD int amp__cl_is_phase(const amp__c_unit *f, int i)
{
    const int word = f->t[i].number & ~AMP__C_AMP;
    return word == AMP__C_PHASE || word == AMP__C_PHASE_FIRST;
}

/* Whether token i, or what it names, is a barrier, or a phase, which ends with one. */
static AMP__COLD int amp__cl_is_barrier(const amp__c_unit *f, int i)
{
    return amp__cl_is_phase(f, i)
        || ((amp__c_effects(f, i, i + 1, i) | amp__c_name_effects(f, i))
            & AMP__C_EFFECT_BARRIER) != 0;
}

/* Whether [from, to) has a barrier. */
static AMP__COLD int amp__cl_has_barrier(const amp__c_unit *f, int from, int to)
{
    while (from < to && !amp__cl_is_barrier(f, from)) {
        from++;
    }
    return from < to;
}

/* The function that reports and that token i names: it is handed amp__fault. -1: there is none, or
   a macro has that name. */
static AMP__COLD int amp__cl_reporting(const amp__c_unit *f, int i)
{
    const int k = amp__c_find_function(f, i);
    return k >= 0 && amp__c_find_macro(f, i) < 0
        && (amp__c_name_effects(f, i) & AMP__C_EFFECT_REPORT) != 0 ? k : -1;
}

/* Whether a function has no parameters. */
static AMP__COLD int amp__cl_has_no_parameters(const amp__c_unit *f, const amp__c_function *g)
{
    const int open = g->name + 1;
    return f->t[open].match == open + 1
        || (amp__c_is(f, open + 1, AMP__C_VOID) && f->t[open].match == open + 2);
}

/* Adds a part of the region that is read. */
static AMP__COLD void amp__cl_add_part(amp__cl_source *s, int kind, int from, int to, int name)
{
    amp__cl_part *p;
    amp__c_grow(&s->c, &s->parts, s->part_count, &s->part_room, sizeof(*p));
    p = &s->parts[s->part_count++];
    memset(p, 0, sizeof(*p));
    p->kind = kind;
    p->from = from;
    p->to = to;
    p->name = name;
    p->made_by = -1;
    p->emitted = 1;
    p->library = s->regions[s->region_count - 1].of->library;
}

/* Adds the parts of the region that was read last. */
static AMP__COLD void amp__cl_add_parts(amp__cl_source *s, const amp__cl_region *r)
{
    amp__c_unit *f = &s->c;
    const int kernels = f->kernel_count, expansions = f->expansion_count, items = f->item_count;
    int stop = amp__c_read_items(f, r->from), k;
    for (k = items; k < f->item_count && f->items[k].from < stop; k++) {
        const amp__c_item *m = &f->items[k];
        if (!amp__c_is(f, m->to - 1, ';') && !amp__c_is(f, m->to - 1, '}')) {
            stop = m->from; /* it ends in front of a kernel, or with the region */
        } else {
            amp__cl_add_part(s, m->name >= 0 ? AMP__CL_FUNCTION : AMP__CL_DECLARATION, m->from,
                             m->to, m->name);
        }
    }
    for (k = kernels; k < f->kernel_count && f->kernels[k].name < stop; k++) {
        const amp__c_kernel *p = &f->kernels[k];
        amp__cl_add_part(s, AMP__CL_KERNEL, p->name - 2, p->body_end + 1, p->name);
    }
    for (k = expansions; k < f->expansion_count && f->expansions[k].from < stop; k++) {
        amp__cl_add_part(s, AMP__CL_EXPANSION, f->expansions[k].from, f->expansions[k].to, -1);
    }
    if (stop < r->end) {
        amp__cl_add_part(s, AMP__CL_UNKNOWN, stop, r->end, -1);
    }
    for (k = r->directives; k < r->directives_end; k++) {
        const amp__c_directive *d = &f->directives[k];
        if (amp__c_is_define(f, d)) {
            amp__cl_add_part(s, AMP__CL_MACRO, d->from, d->to, d->from + 2);
        }
    }
}

/* Whether the region is one of the library's that came before already. A header of the user's that
   is included twice means it: one text of a kernel for several tiles (AMP_NAME). */
static AMP__COLD int amp__cl_is_repeated(const amp__program *program, const amp__device_region *r)
{
    const amp__device_region *before;
    for (before = program->first; before != r; before = before->next) {
        if (r->library && before->line == r->line && strcmp(before->file, r->file) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Reads a region. AMP_OK, or AMP_BUILD_FAILED where its markers do not fit. */
static AMP__COLD amp_status amp__cl_read_region(amp__cl_source *s, const amp__device_region *of)
{
    amp__cl_region *r;
    amp__c_grow(&s->c, &s->regions, s->region_count, &s->region_room, sizeof(*r));
    r = &s->regions[s->region_count++];
    r->of = of;
    r->text = amp__region_lines(of);
    r->from = s->c.count;
    r->directives = s->c.directive_count;
    r->end = amp__c_read_region(&s->c, r->text, of->text_end, of->file, of->line + 1);
    r->directives_end = s->c.directive_count;
    if (s->c.t[r->end].number == AMP__C_DEVICE_BEGIN) {
        return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN inside the region that "
                         "begins in line %d: end that with AMP_DEVICE_END first", of->file,
                         s->c.t[r->end].line, of->line);
    }
    if (s->c.t[r->end].number != AMP__C_DEVICE_END) {
        return amp__fail(AMP_BUILD_FAILED, "%s:%d: AMP_DEVICE_BEGIN has no AMP_DEVICE_END",
                         of->file, of->line);
    }
    amp__cl_add_parts(s, r);
    return AMP_OK;
}

/* Reads all regions of a program. The status as of amp__cl_read_region. */
static AMP__COLD amp_status amp__cl_read(amp__cl_source *s, const amp__program *program)
{
    const amp__device_region *r;
    amp_status status = AMP_OK;
    int k;
    for (r = program->first; r != NULL && status == AMP_OK; r = r->next) {
        if (!amp__cl_is_repeated(program, r)) {
            status = amp__cl_read_region(s, r);
        }
    }
    if (status != AMP_OK || s->region_count == 0) {
        return status;
    }
    amp__c_spread_effects(&s->c);
    s->part_at = (int *)amp__c_new(&s->c, ((size_t)s->c.count + 1) * sizeof(*s->part_at));
    for (k = 0; k < s->part_count; k++) {
        s->part_at[s->parts[k].from] = k + 1;
    }
    return status;
}

#endif /* AMP_CL_SOURCE_H */
