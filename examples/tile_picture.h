/* SPDX-License-Identifier: MIT */
#ifndef TILE_PICTURE_H
#define TILE_PICTURE_H
/* 8 x 9 threads in tiles of 2 x 3, drawn: shared by tile_picture.c and demo.c.
   Include amp.h and example.h first. */
#include <unistd.h> /* isatty */

AMP_DEVICE_BEGIN
#define PICTURE_ROWS 8
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

/* 1 if output may be coloured: a terminal, and NO_COLOR not set. */
static inline int picture_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return (no == NULL || no[0] == '\0') && isatty(1)
        && (term == NULL || strcmp(term, "dumb") != 0);
}

/* One line of a row of cells: which of a cell's three indices it shows. */
static inline void picture_line(const picture_cell *row, int which, int colour)
{
    int j;
    for (j = 0; j < PICTURE_COLS; j++) {
        const picture_cell *c = &row[j];
        const int dark = (c->tile_row + c->tile_col) % 2;
        if (!colour) {
            (void)printf("%c", j % PICTURE_TILE_COLS == 0 ? '|' : ' ');
        } else {
            (void)printf("\033[30;%sm ", dark ? "46" : "43");
        }
        if (which == 0) {
            (void)printf("t(%d,%d)", c->tile_row, c->tile_col);
        } else if (which == 1) {
            (void)printf("g(%d,%d)", c->global_row, c->global_col);
        } else {
            (void)printf("l(%d,%d)", c->local_row, c->local_col);
        }
        (void)printf("%s", colour ? " \033[0m" : " ");
    }
    (void)printf("%s\n", colour ? "" : "|");
}

/* Fills and draws the picture; returns the number of cells that are wrong.
   Neighbouring tiles differ in colour, or are divided by lines. */
static inline int picture_draw(void)
{
    static picture_cell cells[PICTURE_ROWS][PICTURE_COLS];
    const amp_array_view v = amp_array(picture_cell, amp_extent(PICTURE_ROWS, PICTURE_COLS));
    const int colour = picture_colour();
    int i, j, which, wrong = 0;
    must(parallel_for_each(amp_tile(v.extent, PICTURE_TILE_ROWS, PICTURE_TILE_COLS),
                           picture_fill, v));
    must(amp_copy_out(v, cells)); /* an array lives where the kernels run */
    for (i = 0; i < PICTURE_ROWS; i++) {
        if (!colour && i % PICTURE_TILE_ROWS == 0) {
            (void)printf("+-----------------------+-----------------------+-------"
                         "----------------+\n");
        }
        for (which = 0; which < 3; which++) {
            picture_line(cells[i], which, colour);
        }
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
    (void)printf("extent (8, 9), tile (2, 3): %d tiles, %d rows by %d columns; "
                 "t tile, g global, l local\n",
                 (cells[7][8].tile_row + 1) * (cells[7][8].tile_col + 1),
                 cells[7][8].tile_row + 1, cells[7][8].tile_col + 1);
    must(amp_release(v));
    return wrong + (cells[7][8].tile_row != 3 || cells[7][8].tile_col != 2);
}

#endif /* TILE_PICTURE_H */
