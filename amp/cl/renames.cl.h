/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_RENAMES_CL_H
#define AMP_CL_RENAMES_CL_H
/*
amp/cl/renames.cl.h: OpenCL's functions and types whose names C leaves to the user, in
OpenCL C: a helper called min or a struct called float2 is the user's own. They stand
behind the library's own regions, which mean OpenCL's.

amp/cl/renames.h reads these lines, too: each is `#define name amp__u_name`.
*/

#include "../base/library_text.h"

#if AMP__CL_CODE

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_renames)
#ifdef __OPENCL_VERSION__
#define min amp__u_min
#define max amp__u_max
#define clamp amp__u_clamp
#define mix amp__u_mix
#define step amp__u_step
#define smoothstep amp__u_smoothstep
#define sign amp__u_sign
#define degrees amp__u_degrees
#define radians amp__u_radians
#define dot amp__u_dot
#define cross amp__u_cross
#define length amp__u_length
#define distance amp__u_distance
#define normalize amp__u_normalize
#define select amp__u_select
#define any amp__u_any
#define all amp__u_all
#define rotate amp__u_rotate
#define mad amp__u_mad
#define float2 amp__u_float2
#define float3 amp__u_float3
#define float4 amp__u_float4
#define double2 amp__u_double2
#define double3 amp__u_double3
#define double4 amp__u_double4
#define int2 amp__u_int2
#define int3 amp__u_int3
#define int4 amp__u_int4
#define uint2 amp__u_uint2
#define uint3 amp__u_uint3
#define uint4 amp__u_uint4
#endif
AMP__DEVICE_TEXT_END

#endif /* AMP__CL_CODE */

#endif /* AMP_CL_RENAMES_CL_H */
