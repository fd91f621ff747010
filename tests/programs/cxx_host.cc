/* SPDX-License-Identifier: MIT */
/* The host API in C++, in two files with one state; the header stands twice. */
#include <cstring>
#include "amp.h"
#include "amp.h"
extern "C" amp_status run(amp_array_view v, int skip);
const char *other_error();
int main()
{
    static int cells[16];
    amp_array_view v = amp_view(int, cells, 16);
    amp_extent e = amp_extent(3, 4);
    if (amp_extent_size(e) != 12 || !amp_extent_contains(e, amp_index(2, 3))) { return 1; }
    if (v.status != AMP_OK || run(v, -1) != AMP_OK || cells[15] != 1) { return 2; }
    if (amp_emu_set_engine(AMP_ENGINE_FIBERS) != AMP_OK) { return 3; }
    if (run(v, 3) != AMP_BARRIER_DIVERGED) { return 4; }
    if (std::strstr(other_error(), "kernel add") == NULL) { return 5; } /* one shared object */
    if (amp_synchronize(v) != AMP_OK) { return 6; }
    static float f[64];
    amp_array_view g = amp_view(float, f, 8, 8);
    amp_index i = amp_index_add(amp_index(1, 2), amp_index(3, 4));
    amp_tiled_extent t = amp_pad(amp_tile(amp_extent(999, 666), 16, 16));
    amp_array_view s = amp_section(g, i, amp_extent(2, 2));
    if (t.extent.dim[0] != 1008 || !amp_extent_contains(g.extent, i)) { return 7; }
    return s.status == AMP_OK && amp_synchronize(s) == AMP_OK ? 0 : 8;
}
