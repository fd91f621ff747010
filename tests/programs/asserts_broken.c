/* SPDX-License-Identifier: MIT */
/* Of tests/check_asserts.sh. */
#include "amp.h"
int main(int argc, char **argv)
{
    static float f[64];
    const amp_array_view v = amp_view(float, f, 64);
    amp__spans spans;
    amp__queue *q = NULL;
    const char *what = argc > 1 ? argv[1] : "";
    memset(&spans, 0, sizeof(spans));
    if (strcmp(what, "coherence") == 0) {
        (void)amp__host_get(v.record);
    } else if (strcmp(what, "registry") == 0) {
        amp__registry_drop(v.record);
    } else if (strcmp(what, "queue") == 0) {
        if (amp__queue_default(amp__host_device(), &q) != AMP_OK) { return 2; }
        amp__queue_failed(q, 1, 1, AMP_RUNTIME_ERROR);
    } else if (strcmp(what, "issued") == 0) {
        if (amp__queue_default(amp__host_device(), &q) != AMP_OK) { return 2; }
        amp__take(&amp__lock.coherence);
        amp__note_use(v.record, q, 1000, 1);
    } else if (strcmp(what, "spans") == 0) {
        (void)amp__spans_append(&spans, 8, 16);
        (void)amp__spans_append(&spans, 0, 4);
    } else if (strcmp(what, "twice") == 0) {
        amp__take(&amp__lock.devices);
        amp__take(&amp__lock.devices);
    }
    return 0;
}
