/* SPDX-License-Identifier: MIT */
#ifndef AMP_SHORT_NAMES_H
#define AMP_SHORT_NAMES_H
/*
amp/short_names.h: with AMP_SHORT_NAMES, the words of kernels and launches without amp_.

amp.h includes this file last, so that no header above is changed by the names. What
kernels use is one text for the host and for OpenCL devices.
*/

#ifdef AMP_SHORT_NAMES
#define parallel_for_each amp_parallel_for_each
#define parallel_for_each_on amp_parallel_for_each_on
#endif
#ifndef AMP__DEVICE_TEXT_BEGIN /* this file holds no OpenCL backend */
#define AMP__DEVICE_TEXT_BEGIN(name)
#define AMP__DEVICE_TEXT_END
#endif
AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_short_names)
#ifdef AMP_SHORT_NAMES
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
#endif
AMP__DEVICE_TEXT_END
#endif /* AMP_SHORT_NAMES_H */
