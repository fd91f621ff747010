/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_NSIGHT_H
#define AMP_LENS_NSIGHT_H
/*
amp/lens/nsight.h: what Nsight Compute calls what a measure is, for those who go on to a GPU: in the
page's tooltips, in csv, and in docs/lens.md, which a test holds equal to this.
*/

#include "measures.h"

#if AMP__LENS && AMP__IMPLEMENT

/* Names of metrics as of Nsight Compute 2023, from compute capability 7.0 on. A measure that is in
   no row has no metric there. */
static const struct { const char *measure, *metric; } amp__lens_nsight_map[] = {
    { "requests", "l1tex__t_requests_pipe_lsu.sum" },
    { "bytes_asked", "smsp__sass_data_bytes_mem_global.sum" },
    { "bytes_moved", "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum + ..._op_st.sum" },
    { "efficiency", "smsp__sass_average_data_bytes_per_sector_mem_global.pct" },
    { "sectors_per_request", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global.ratio" },
    { "loads", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum" },
    { "stores", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum" },
    { "bytes_loaded", "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum" },
    { "bytes_stored", "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum" },
    { "sectors_per_load", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio" },
    { "sectors_per_store", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio" },
    { "bank_conflicts", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum over "
                        "smsp__inst_executed_op_shared.sum" },
    { "active", "smsp__thread_inst_executed_per_inst_executed.pct" },
    { "branches", "smsp__sass_branch_targets.sum" },
    { "divergent_branches", "smsp__sass_branch_targets_threads_divergent.sum" },
    { "branch_efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct" },
    { "tile_memory", "launch__shared_mem_per_block" },
    { "occupancy", "sm__maximum_warps_per_active_cycle_pct" },
    { "issued", "smsp__inst_executed.sum" },
    { "l1_hit_rate", "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct" },
    { "l2_hit_rate", "lts__t_sector_hit_rate.pct" },
    { "l2_bytes", "lts__t_bytes.sum" },
    { "dram_bytes", "dram__bytes.sum" },
    { "time", "gpu__time_duration.sum" }
};

/* The metric of a measure; "" where there is none. */
static AMP__CHECK_COLD const char *amp__lens_nsight(const char *measure)
{
    size_t i;
    for (i = 0; i < sizeof(amp__lens_nsight_map) / sizeof(amp__lens_nsight_map[0]); i++) {
        if (strcmp(amp__lens_nsight_map[i].measure, measure) == 0) {
            return amp__lens_nsight_map[i].metric;
        }
    }
    return "";
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_NSIGHT_H */
