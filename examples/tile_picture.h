/* SPDX-License-Identifier: MIT */
#ifndef TILE_PICTURE_H
#define TILE_PICTURE_H
/* 6 x 9 threads in tiles of 2 x 3, drawn: shared by tile_picture.c and demo.c.
   Include amp.h and example.h first. */
#include <unistd.h> /* isatty */

AMP_DEVICE_BEGIN
#define PICTURE_ROWS 6
#define PICTURE_COLS 9
#define PICTURE_TILE_ROWS 2
#define PICTURE_TILE_COLS 3

typedef struct picture_cell {
    int tile_row, tile_col, global_row, global_col, local_row, local_col, number;
} picture_cell;

/* Each thread writes down where it is. */
AMP_TILED_KERNEL(picture_fill, (PICTURE_TILE_ROWS, PICTURE_TILE_COLS),
                 out(picture_cell, 2, cells))
{
    picture_cell c;
    c.tile_row = tidx.tile[0];
    c.tile_col = tidx.tile[1];
    c.global_row = tidx.global[0];
    c.global_col = tidx.global[1];
    c.local_row = tidx.local[0];
    c.local_col = tidx.local[1];
    c.number = tidx.local[0] * PICTURE_TILE_COLS + tidx.local[1]; /* in its tile */
    at_index(cells, tidx.global) = c;
}
AMP_DEVICE_END

/* 1 if output may be coloured: a terminal, or CLICOLOR_FORCE where a terminal shows it later; and
   NO_COLOR not set. */
static inline int picture_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return (no == NULL || no[0] == '\0')
        && ((isatty(1) && (term == NULL || strcmp(term, "dumb") != 0))
            || getenv("CLICOLOR_FORCE") != NULL);
}

static inline const char *picture_colour_of(const picture_cell *c)
{
    return (c->tile_row + c->tile_col) % 2 ? "\033[30;46m" : "\033[30;43m";
}

/* The upper end of a row of tiles: their names. */
static inline void picture_names(const picture_cell *row, int colour)
{
    int j;
    for (j = 0; j < PICTURE_COLS; j += PICTURE_TILE_COLS) {
        const picture_cell *c = &row[j];
        if (colour) {
            (void)printf("%s tile (%d, %d)           \033[0m ", picture_colour_of(c), c->tile_row,
                         c->tile_col);
        } else {
            (void)printf("+- tile (%d, %d) ---------", c->tile_row, c->tile_col);
        }
    }
    (void)printf("%s\n", colour ? "" : "+");
}

/* One line of a row of cells: their global indices, or those in their tiles. */
static inline void picture_line(const picture_cell *row, int local, int colour)
{
    int j;
    for (j = 0; j < PICTURE_COLS; j++) {
        const picture_cell *c = &row[j];
        const int first = j % PICTURE_TILE_COLS == 0;
        const int last = j % PICTURE_TILE_COLS == PICTURE_TILE_COLS - 1;
        (void)printf("%s%s", colour ? picture_colour_of(c) : "", first && !colour ? "|" : " ");
        if (local) {
            (void)printf("l(%d,%d)", c->local_row, c->local_col);
        } else {
            (void)printf("g(%d,%d)", c->global_row, c->global_col);
        }
        (void)printf("%s", !colour ? " " : last ? "\033[0m " : " \033[0m");
    }
    (void)printf("%s\n", colour ? "" : "|");
}

/* Fills and draws the picture; returns the number of cells that are wrong.
   Neighbouring tiles differ in colour, or are divided by lines. */
static inline int picture_draw(void)
{
    static picture_cell cells[PICTURE_ROWS][PICTURE_COLS];
    const picture_cell *last = &cells[PICTURE_ROWS - 1][PICTURE_COLS - 1];
    const amp_array_view v = amp_array(picture_cell, amp_extent(PICTURE_ROWS, PICTURE_COLS));
    const int colour = picture_colour();
    int i, j, wrong = 0;
    must(parallel_for_each(amp_tile(v.extent, PICTURE_TILE_ROWS, PICTURE_TILE_COLS),
                           picture_fill, v));
    must(amp_copy_out(v, cells)); /* an array lives where the kernels run */
    for (i = 0; i < PICTURE_ROWS; i++) {
        if (i % PICTURE_TILE_ROWS == 0) {
            picture_names(cells[i], colour);
        }
        picture_line(cells[i], 0, colour);
        picture_line(cells[i], 1, colour);
        for (j = 0; j < PICTURE_COLS; j++) {
            const picture_cell *c = &cells[i][j];
            wrong += c->global_row != i || c->global_col != j
                || c->tile_row != i / PICTURE_TILE_ROWS || c->tile_col != j / PICTURE_TILE_COLS
                || c->local_row != i % PICTURE_TILE_ROWS || c->local_col != j % PICTURE_TILE_COLS
                || c->number != i % PICTURE_TILE_ROWS * PICTURE_TILE_COLS + j % PICTURE_TILE_COLS;
        }
    }
    if (!colour) {
        (void)printf("+-----------------------+-----------------------+-------"
                     "----------------+\n");
    }
    (void)printf("extent (%d, %d), tile (%d, %d): %d tiles, %d rows by %d columns; "
                 "g global, l local\n", PICTURE_ROWS, PICTURE_COLS,
                 PICTURE_TILE_ROWS, PICTURE_TILE_COLS, (last->tile_row + 1) * (last->tile_col + 1),
                 last->tile_row + 1, last->tile_col + 1);
    must(amp_release(v));
    return wrong;
}

#endif /* TILE_PICTURE_H */
