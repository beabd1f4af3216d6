/*
 * warpbook_float.h - the floating-point intrinsics that name their rounding, and the fast ones
 * that are one instruction of the hardware.
 */
#pragma once

#define __warpbook_rounded(suffix, mode) \
	__warpbook_device float __fadd_##suffix(float x, float y) { return __nvvm_add_##mode##_f(x, y); } \
	__warpbook_device float __fsub_##suffix(float x, float y) { return __nvvm_add_##mode##_f(x, -y); } \
	__warpbook_device float __fmul_##suffix(float x, float y) { return __nvvm_mul_##mode##_f(x, y); } \
	__warpbook_device float __fmaf_##suffix(float x, float y, float z) \
	{ return __nvvm_fma_##mode##_f(x, y, z); } \
	__warpbook_device float __fdiv_##suffix(float x, float y) { return __nvvm_div_##mode##_f(x, y); } \
	__warpbook_device float __frcp_##suffix(float x) { return __nvvm_rcp_##mode##_f(x); } \
	__warpbook_device float __fsqrt_##suffix(float x) { return __nvvm_sqrt_##mode##_f(x); } \
	__warpbook_device double __dadd_##suffix(double x, double y) { return __nvvm_add_##mode##_d(x, y); } \
	__warpbook_device double __dsub_##suffix(double x, double y) { return __nvvm_add_##mode##_d(x, -y); } \
	__warpbook_device double __dmul_##suffix(double x, double y) { return __nvvm_mul_##mode##_d(x, y); } \
	__warpbook_device double __fma_##suffix(double x, double y, double z) \
	{ return __nvvm_fma_##mode##_d(x, y, z); } \
	__warpbook_device double __ddiv_##suffix(double x, double y) { return __nvvm_div_##mode##_d(x, y); } \
	__warpbook_device double __drcp_##suffix(double x) { return __nvvm_rcp_##mode##_d(x); } \
	__warpbook_device double __dsqrt_##suffix(double x) { return __nvvm_sqrt_##mode##_d(x); }

__warpbook_rounded(rn, rn)
__warpbook_rounded(rz, rz)
__warpbook_rounded(rd, rm)
__warpbook_rounded(ru, rp)

__warpbook_device float __saturatef(float x) { return __nvvm_saturate_f(x); }
__warpbook_device float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
__warpbook_device float __frsqrt_rn(float x) { return (float)(1.0 / __nvvm_sqrt_rn_d(x)); }

__warpbook_device float __sinf(float x) { return __nvvm_sin_approx_f(x); }
__warpbook_device float __cosf(float x) { return __nvvm_cos_approx_f(x); }
__warpbook_device float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
__warpbook_device void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
__warpbook_device float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
__warpbook_device float __logf(float x) { return __log2f(x) * 0.693147182f; }
__warpbook_device float __log10f(float x) { return __log2f(x) * 0.301029996f; }
__warpbook_device float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.44269502f); }
__warpbook_device float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 3.32192802f); }
__warpbook_device float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __log2f(x)); }
