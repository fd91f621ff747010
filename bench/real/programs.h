/* SPDX-License-Identifier: MIT */
#ifndef REAL_PROGRAMS_H
#define REAL_PROGRAMS_H
/* The programs, in the order in which they are timed:
     X(name, title, n, steps, quick n, quick steps, small n, small steps)
   name is the folder's; n and steps are what its problem.h says they are. "Small" sizes are for
   tests: odd, and no whole number of tiles. */
#define REAL_PROGRAMS(X) \
    X(hotspot, "heat of a chip, tile 16x16 with ghost zones", 1024, 20, 512, 20, 67, 5)

#endif
