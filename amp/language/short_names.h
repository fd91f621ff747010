/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_SHORT_NAMES_H
#define AMP_LANGUAGE_SHORT_NAMES_H
/*
amp/language/short_names.h: with AMP_SHORT_NAMES, the words of kernels and launches without amp_.

amp.h includes this file last, so that no header above is changed by the names. What
kernels use is a device region: the same lines define the names on the device.
*/

#include "../base/region.h"

#ifdef AMP_SHORT_NAMES
#define parallel_for_each amp_parallel_for_each
#define parallel_for_each_on amp_parallel_for_each_on
#define parallel_for_each_timed amp_parallel_for_each_timed
#undef AMP__LIBRARY
#define AMP__LIBRARY 1
AMP_DEVICE_BEGIN
#define at amp_at
#define at_index amp_at_index
#define tile_static amp_tile_static
#define thread_private amp_thread_private
#define mine amp_mine
#define phase amp_phase
#define phase_first amp_phase_first
#define tile_index amp_tile_index
#define tile_barrier_wait amp_tile_barrier_wait
#define tile_barrier_wait_with_all_memory_fence amp_tile_barrier_wait_with_all_memory_fence
#define tile_barrier_wait_with_global_memory_fence amp_tile_barrier_wait_with_global_memory_fence
#define tile_barrier_wait_with_tile_static_memory_fence \
    amp_tile_barrier_wait_with_tile_static_memory_fence
#define all_memory_fence amp_all_memory_fence
#define global_memory_fence amp_global_memory_fence
#define tile_static_memory_fence amp_tile_static_memory_fence
AMP_DEVICE_END
#undef AMP__LIBRARY
#define AMP__LIBRARY 0
#include "foreign_names.h"
#endif

#endif /* AMP_LANGUAGE_SHORT_NAMES_H */
