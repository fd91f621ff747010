/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_WORDS_H
#define AMP_LENS_WORDS_H
/*
amp/lens/words.h: the words of docs/glossary.md that the page explains where they stand. A test
holds them equal to that page.
*/

#include "../base/build.h"

static const struct { const char *word, *meaning; } amp__lens_terms[] = {
    { "barrier", "where all threads of a tile wait for one another; most fence memory too" },
    { "barrier interval", "from one barrier of a tile to the next" },
    { "tile", "the threads that share tile memory and barriers; OpenCL's work-group" },
    { "warp", "threads of a tile that run an instruction together: AMD's wave, OpenCL's subgroup" },
    { "request", "what one instruction of a warp asks for, by those of its threads that are "
                 "there" },
    { "sector", "what global memory moves at least" },
    { "cache line", "neighbouring sectors that a cache keeps under one address" },
    { "bank", "a part of tile memory that gives one word a cycle" },
    { "partition", "a part of global memory with a channel of its own" },
    { "camping", "tiles at work together ask for few partitions" },
    { "roofline", "the most operations a second that a kernel can make, by how many it makes for "
                  "each byte moved" }
};

#endif /* AMP_LENS_WORDS_H */
