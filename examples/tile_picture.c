/* SPDX-License-Identifier: MIT */
/*
tile_picture.c: how an extent falls into tiles. Each of 6 x 9 threads, in tiles
of 2 x 3, writes its tile, global and local row and column into an element of
its own of an amp_array, a struct of seven ints; the elements are drawn so that neighbouring
tiles differ in colour. The kernel and the drawing are in tile_picture.h.

    cc -O2 -fopenmp -pthread -I. examples/tile_picture.c -o tile_picture && ./tile_picture

prints the picture, coloured on a terminal, with lines between the tiles where
the output is not one or NO_COLOR is set: 9 tiles, 3 rows by 3 columns.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "tile_picture.h"

int main(void)
{
    return example_end(picture_draw());
}
