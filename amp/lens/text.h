/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_TEXT_H
#define AMP_LENS_TEXT_H
/* amp/lens/text.h: the report of a kernel as text: a table with source lines. */

#include "advice.h"
#include "../report/source.h"

enum { AMP__LENS_CELL = 32 }; /* bytes for a number of the report, and its unit */

/* A number in a column of its own: "-" where there is none. */
static AMP__COLD const char *amp__lens_cell(char *to, const char *format, double value)
{
    (void)snprintf(to, AMP__LENS_CELL, value < 0 ? "-" : format[0] == '%' ? "%.0f%%"
                   : format[0] == '1' ? "%.1f" : "%.4g", format[0] == '%' ? 100 * value : value);
    return to;
}

/* A number of bytes with its unit. */
static AMP__COLD const char *amp__lens_size(char *to, double bytes)
{
    static const char *const unit[] = { "B", "KB", "MB", "GB", "TB" };
    int u = 0;
    for (; bytes >= 10000 && u < 4; u++) {
        bytes /= 1000;
    }
    (void)snprintf(to, AMP__LENS_CELL, "%.4g %s", bytes, unit[u]);
    return to;
}

/* A time with its unit. */
static AMP__COLD const char *amp__lens_span(char *to, double ns)
{
    (void)snprintf(to, AMP__LENS_CELL, ns < 1e4 ? "%.4g ns" : ns < 1e7 ? "%.4g us" : "%.4g ms",
                   ns < 1e4 ? ns : ns < 1e7 ? ns / 1e3 : ns / 1e6);
    return to;
}

/* The first line of a report: what was launched, and what of it was measured. */
static AMP__COLD void amp__lens_put_head(amp__text *to, const amp__lens_kernel *k)
{
    char extent[64], tile[64];
    const amp_lens_model *m = &k->model;
    amp__text_printf(to, "amp lens: kernel %s, %s %s", k->name, k->simple ? "threads" : "extent",
                     AMP__INDEX_TEXT(extent, k->rank, k->extent));
    if (k->simple) {
        amp__text_printf(to, ", taken %d in a row as a tile", AMP__LENS_SIMPLE_TILE);
    } else {
        amp__text_printf(to, ", tile %s", AMP__INDEX_TEXT(tile, k->rank, k->tile));
    }
    if (k->counted == k->tiles) {
        amp__text_printf(to, "; all %lld tiles\n", k->tiles);
    } else {
        amp__text_printf(to, "; %lld of %lld tiles measured, drawn by seed %u "
                         "(AMP_LENS_OPTIONS=tiles=all: exact)\n", k->counted, k->tiles, k->seed);
    }
    amp__text_printf(to, "model %s: warps of %d, sectors of %d bytes, %d banks of %d bytes, ",
                     m->name, m->warp, m->sector, m->banks, m->bank);
    if (m->partitions > 0) {
        amp__text_printf(to, "%d partitions of %d bytes, ", m->partitions, m->partition);
    }
    amp__text_printf(to, "%d multiprocessors, %.4g GB/s\n", m->multiprocessors, m->bandwidth);
}

/* What caches have, and the time model. */
static AMP__COLD void amp__lens_put_time(amp__text *to, const amp__lens_kernel *k,
                                         const amp__lens_times *t)
{
    const amp__lens_scope all = { k, 0, NULL, 0 };
    char a[AMP__LENS_CELL], b[AMP__LENS_CELL], c[AMP__LENS_CELL], d[AMP__LENS_CELL];
    int i, n = 0;
    if (k->model.l2 > 0 && k->global.requests > 0) {
        amp__text_printf(to, "  caches: L1 has %s of what is loaded, L2 %s of the rest; L2 is "
                         "asked for %s, DRAM moves %s\n",
                         amp__lens_cell(a, "%", amp__lens_value(AMP__LENS_l1_hit_rate, &all)),
                         amp__lens_cell(b, "%", amp__lens_value(AMP__LENS_l2_hit_rate, &all)),
                         amp__lens_size(c, amp__lens_value(AMP__LENS_l2_bytes, &all)),
                         amp__lens_size(d, amp__lens_value(AMP__LENS_dram_bytes, &all)));
    }
    amp__text_printf(to, "  time: %s, bound by %s (", amp__lens_span(a, t->all),
                     amp__lens_bound_name[t->bound]);
    for (i = 0; i < AMP__LENS_BOUNDS; i++) {
        if (t->part[i] > 0) {
            amp__text_printf(to, "%s%s %s", n++ > 0 ? ", " : "", amp__lens_bound_name[i],
                             amp__lens_span(b, t->part[i]));
        }
    }
    amp__text_printf(to, "%s); a launch %s, copies %s besides\n",
                     k->instructions_known ? "" : "; of instructions only accesses are counted",
                     amp__lens_span(a, t->launch), amp__lens_span(b, t->copy));
}

/* The measures of the whole kernel, and the time model. */
static AMP__COLD void amp__lens_put_kernel(amp__text *to, const amp__lens_kernel *k)
{
    const amp__lens_scope all = { k, 0, NULL, 0 };
    const amp__lens_times t = amp__lens_time(k);
    char a[AMP__LENS_CELL], b[AMP__LENS_CELL], c[AMP__LENS_CELL], d[AMP__LENS_CELL];
    int i, n = 0;
    amp__text_printf(to, "  global memory: asked %s, moved %s (%s used); a tile loads a byte "
                     "%s times\n",
                     amp__lens_size(a, amp__lens_value(AMP__LENS_bytes_asked, &all)),
                     amp__lens_size(b, amp__lens_value(AMP__LENS_bytes_moved, &all)),
                     amp__lens_cell(c, "%", amp__lens_value(AMP__LENS_efficiency, &all)),
                     amp__lens_cell(d, "1", amp__lens_value(AMP__LENS_tile_reuse, &all)));
    if (k->tile_memory > 0) {
        amp__text_printf(to, "  tile memory: %lu bytes a tile, %s bank cycles a request, %s bytes "
                         "read for each byte loaded\n", (unsigned long)k->tile_memory,
                         amp__lens_cell(a, "1", amp__lens_value(AMP__LENS_bank_conflicts, &all)),
                         amp__lens_cell(b, "1",
                                        amp__lens_value(AMP__LENS_saved_by_tile_memory, &all)));
    }
    amp__text_printf(to, "  threads: %s active in requests, %s idle between barriers; %s barriers "
                     "a tile; %d tiles a multiprocessor, occupancy %s, limited by %s%s\n",
                     amp__lens_cell(a, "%", amp__lens_value(AMP__LENS_active, &all)),
                     amp__lens_cell(b, "%", amp__lens_value(AMP__LENS_idle, &all)),
                     amp__lens_cell(c, "1", amp__lens_value(AMP__LENS_barriers, &all)),
                     t.resident,
                     amp__lens_cell(d, "%", amp__lens_value(AMP__LENS_occupancy, &all)),
                     amp__lens_limit_name[t.limit],
                     k->registers > 0 ? "" : " (registers: unknown)");
    if (amp__lens_doubt(k) != NULL) {
        amp__text_printf(to, "  warps: %s\n", amp__lens_doubt(k));
    }
    if (k->by_warps) {
        static const int of[] = { AMP__LENS_divergent_branches, AMP__LENS_branches,
                                  AMP__LENS_divergent_loops, AMP__LENS_instructions };
        char value[4][32];
        for (i = 0; i < 4; i++) {
            const double v = amp__lens_value(of[i], &all);
            AMP__PRINT(value[i], v < 0 ? "unknown" : "%.0f", v);
        }
        amp__text_printf(to, "  warps part at %s branches of %s (%s uniform), and leave %s loops "
                         "in different turns; %s instructions of this CPU\n", value[0], value[1],
                         amp__lens_cell(a, "%", amp__lens_value(AMP__LENS_branch_efficiency, &all)),
                         value[2], value[3]);
    }
    for (i = 0; i < k->barrier_count; i++) {
        const amp__lens_barrier *r = &k->barriers[i];
        if (r->site != NULL && r->sum.threads > 0) {
            amp__text_printf(to, r->line > 0 ? "  barrier at %s:%d" : "  barrier %s%.0d",
                             r->file != NULL ? r->file : "?", r->line);
            amp__text_printf(to, ": %.4g rounds a tile, %s of the threads idle before it, %s of "
                             "the warps\n", (double)r->sum.rounds / (double)k->counted,
                             amp__lens_cell(a, "%", amp__lens_ratio(r->sum.idle, r->sum.threads)),
                             amp__lens_cell(b, "%", amp__lens_ratio(r->idle_warps, r->warps)));
        }
    }
    if (k->hottest > 0) {
        amp__text_printf(to, "  atomics: %s%.0f on one address of global memory%s\n",
                         k->hot_incomplete || k->counted < k->tiles ? "at least " : "",
                         amp__lens_value(AMP__LENS_hottest, &all),
                         k->counted < k->tiles ? ", by the tiles measured" : "");
    }
    if (k->model.partitions > 0) {
        amp__text_printf(to, "  partitions: the busiest has %.2f times its share\n", k->camping);
    }
    amp__lens_put_time(to, k, &t);
    if (k->counted < k->tiles) {
        static const int shown[] = { AMP__LENS_requests, AMP__LENS_bytes_moved,
                                     AMP__LENS_efficiency, AMP__LENS_bank_conflicts,
                                     AMP__LENS_active, AMP__LENS_time };
        double error[AMP__LENS_MEASURES];
        amp__lens_errors(&all, error);
        amp__text_printf(to, "  error of the sample:");
        for (i = 0, n = 0; i < (int)(sizeof(shown) / sizeof(shown[0])); i++) {
            const double value = amp__lens_value(shown[i], &all);
            if (error[shown[i]] >= 0 && value > 0) {
                amp__text_printf(to, "%s %s +-%.2g%%", n++ > 0 ? "," : "",
                                 amp__lens_measures[shown[i]].name,
                                 100 * error[shown[i]] / value);
            }
        }
        amp__text_printf(to, n > 0 ? " (two standard errors)\n" : " unknown: too few tiles\n");
    }
    if (k->cut) {
        amp__text_printf(to, "  memory or room ran out: some accesses are not counted\n");
    }
}

/* Writes the report of a kernel. */
static AMP__COLD void amp__lens_put_text(amp__text *to, const amp__lens_kernel *k)
{
    const unsigned long long sector = (unsigned long long)k->model.sector;
    amp__lens_worst worst;
    char c[5][AMP__LENS_CELL], text[400], place[400];
    int i, n;
    amp__lens_find_worst(k, &worst);
    amp__lens_put_head(to, k);
    if (k->row_count > 0) {
        amp__lens_put_kernel(to, k);
        amp__text_printf(to, "    %-24s %-12s %-7s %9s %8s %7s %6s %6s %7s %s\n", "line", "array",
                         "does", "requests", "sectors", "ideal", "used", "banks", "active",
                         "source");
    }
    for (i = 0; i < k->row_count; i++) {
        const amp__lens_row *r = &k->rows[i];
        const amp__lens_sum *s = &r->sum;
        const int tile = k->arrays[r->array].tile;
        const char *source = amp__report_words(text, sizeof(text), r->file, r->line);
        AMP__PRINT(place, r->line > 0 ? "%.300s:%d" : "%.300s", amp__path_base(r->file), r->line);
        (void)amp__lens_cell(c[0], "1", amp__lens_ratio(s->sectors, s->requests));
        (void)amp__lens_cell(c[1], "1", amp__lens_ratio(s->ideal, s->requests));
        (void)amp__lens_cell(c[2], "%", amp__lens_ratio(s->asked, s->sectors * sector));
        (void)amp__lens_cell(c[3], "1", amp__lens_ratio(s->cycles, s->parts));
        (void)amp__lens_cell(c[4], "%", amp__lens_ratio(s->active, s->room));
        amp__text_printf(to, "  %c %-24s %-12s %-7s %9.0f %8s %7s %6s %6s %7s %s\n",
                         i == worst.row ? '>' : ' ', place, k->arrays[r->array].name,
                         amp__lens_kind_name[r->kind & 3],
                         (double)s->requests * amp__lens_scale(k), tile ? "-" : c[0],
                         tile ? "-" : c[1], tile ? "-" : c[2], tile ? c[3] : "-", c[4], source);
        if (s->beyond > 0) {
            amp__text_printf(to, "    of this line %llu accesses were counted and not looked at, "
                             "too many between two barriers: ", s->beyond);
            if (s->requests > 0) {
                amp__text_printf(to, "its counts are multiplied by %.4g\n", r->scaled);
            } else {
                amp__text_printf(to, "none of it is known\n");
            }
        }
        if (amp__lens_is_rare(k, r)) {
            amp__text_printf(to, "    rare: this line was seen in %u of the %lld tiles measured\n",
                             r->tiles, k->counted);
        } else if (amp__lens_row_error(k, r) > 0.1) {
            amp__text_printf(to, "    the requests of this line are known to +-%.2g%%\n",
                             100 * amp__lens_row_error(k, r));
        }
    }
    for (i = 0, n = 0; i < k->line_count; i++) {
        const amp__lens_line *l = &k->lines[i];
        if (!(l->sum.parted > 0) && l->loops == 0) {
            continue;
        }
        if (n++ == 0) {
            amp__text_printf(to, "    %-24s %9s %9s %8s %13s %s\n", "line where warps part",
                             "branches", "divergent", "uniform", "loop in turns", "source");
        }
        AMP__PRINT(place, "%.300s:%d", amp__path_base(l->file), l->line);
        amp__text_printf(to, "    %-24s %9s %9.0f %8s %13s %s\n", place,
                         amp__lens_cell(c[0], "0", k->branches_known
                                        ? l->sum.branches * amp__lens_scale(k) : -1),
                         l->sum.parted * amp__lens_scale(k),
                         amp__lens_cell(c[1], "%", k->branches_known && l->sum.branches > 0
                                        ? 1 - l->sum.parted / l->sum.branches : -1),
                         l->loops > 0 ? "yes" : "no",
                         amp__report_words(text, sizeof(text), l->file, l->line));
    }
    amp__text_printf(to, "  worst: %s\n", worst.text);
    for (i = 1; i < worst.count && i < 3; i++) {
        amp__text_printf(to, "  also: %s\n", worst.list[i].text);
    }
}

#endif /* AMP_LENS_TEXT_H */
