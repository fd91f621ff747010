/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_CSV_H
#define AMP_LENS_CSV_H
/*
amp/lens/csv.h: the report as comma-separated values (RFC 4180), a line for each measure of a kernel
and of each of its lines, as Nsight Compute's --csv has a line for each metric.
*/

#include "errors.h"

/* Writes a text as a field behind another one: in quotes, which are doubled in it. */
static AMP__COLD void amp__lens_put_field(amp__text *to, const char *text)
{
    amp__text_puts(to, ",\"");
    for (; *text != '\0'; text++) {
        amp__text_put(to, text, 1);
        if (*text == '"') {
            amp__text_put(to, text, 1);
        }
    }
    amp__text_puts(to, "\"");
}

/* Writes the measures of a scope. number: of the kernel, from 1 on; row: NULL: of the kernel. */
static AMP__COLD void amp__lens_put_csv_scope(amp__text *to, int number, const amp__lens_scope *s,
                                              const amp__lens_row *row)
{
    static const char *const access[4] = { "", "read", "write", "atomic" };
    const amp__lens_kernel *k = s->kernel;
    double error[AMP__LENS_MEASURES];
    int m;
    amp__lens_errors(s, error);
    for (m = 0; m < AMP__LENS_MEASURES; m++) {
        const double value = amp__lens_value(m, s);
        if (value < 0) {
            continue;
        }
        amp__text_printf(to, "%d", number);
        amp__lens_put_field(to, k->name);
        amp__lens_put_field(to, row != NULL ? row->file : "");
        amp__text_printf(to, ",%d", row != NULL ? row->line : 0);
        amp__lens_put_field(to, row != NULL ? k->arrays[row->array].name : "");
        amp__lens_put_field(to, access[row != NULL ? row->kind & 3 : 0]);
        amp__lens_put_field(to, amp__lens_measures[m].name);
        amp__lens_put_field(to, amp__lens_measures[m].unit);
        amp__text_printf(to, ",%.10g,", value);
        if (error[m] >= 0) {
            amp__text_printf(to, "%.4g", error[m]);
        }
        amp__lens_put_field(to, amp__lens_measures[m].nsight);
        amp__text_puts(to, "\r\n");
    }
}

/* Writes all kernels that were measured. */
static AMP__COLD void amp__lens_put_csv(amp__text *to)
{
    const amp__lens_state *l = &amp__lens_shared;
    int i, r;
    amp__text_puts(to, "id,kernel,file,line,array,access,measure,unit,value,error,nsight\r\n");
    for (i = 0; i < l->kernel_count; i++) {
        const amp__lens_kernel *k = &l->kernels[i];
        amp__lens_scope s = { k, 0, NULL, 0 };
        amp__lens_put_csv_scope(to, i + 1, &s, NULL);
        for (r = 0; r < k->row_count; r++) {
            s.line = k->rows[r].line;
            s.array = k->arrays[k->rows[r].array].name;
            s.kind = k->rows[r].kind;
            amp__lens_put_csv_scope(to, i + 1, &s, &k->rows[r]);
        }
    }
}

#endif /* AMP_LENS_CSV_H */
