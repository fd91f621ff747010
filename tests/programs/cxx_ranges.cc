/* SPDX-License-Identifier: MIT */
/* What C++ has of the algorithms: ranges, and the memory that algorithms work in. */
#include "amp_algorithms_more.h"
int main()
{
    static int cells[16];
    static char memory[4096] __attribute__((aligned(64)));
    amp_array_view v = amp_range(amp_view(int, cells, 16), 3, 7);
    if (v.status != AMP_OK || v.extent.dim[0] != 4) { return 1; }
    if (amp_storage_use(memory, sizeof(memory)) != AMP_OK) { return 2; }
    if (amp_storage_use(NULL, 0) != AMP_OK) { return 3; }
    amp_storage_release();
    return amp_on(amp_auto_selection_view(), amp_synchronize(v)) != AMP_OK;
}
