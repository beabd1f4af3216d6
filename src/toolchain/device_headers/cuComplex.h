/*
 * cuComplex.h - complex numbers as pairs, for host and device. Division and absolute value are scaled, so that no
 * intermediate value overflows.
 */
#pragma once
#define CU_COMPLEX_H_ /* programs test it to find out whether the header is included */

#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#if defined(__CUDA_ARCH__)
#define __warpbook_rootf __nvvm_sqrt_rn_f
#define __warpbook_root __nvvm_sqrt_rn_d
#else
#define __warpbook_rootf __builtin_sqrtf
#define __warpbook_root __builtin_sqrt
#endif

#define __warpbook_complex(C, T, name, Suffix, absolute, root) \
	__warpbook_both C make_##name(T re, T im) { C z; z.x = re; z.y = im; return z; } \
	__warpbook_both T cuCreal##Suffix(C z) { return z.x; } \
	__warpbook_both T cuCimag##Suffix(C z) { return z.y; } \
	__warpbook_both C cuConj##Suffix(C z) { return make_##name(z.x, -z.y); } \
	__warpbook_both C cuCadd##Suffix(C a, C b) { return make_##name(a.x + b.x, a.y + b.y); } \
	__warpbook_both C cuCsub##Suffix(C a, C b) { return make_##name(a.x - b.x, a.y - b.y); } \
	__warpbook_both C cuCmul##Suffix(C a, C b) { return make_##name(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
	__warpbook_both C cuCfma##Suffix(C a, C b, C c) { return cuCadd##Suffix(cuCmul##Suffix(a, b), c); } \
	__warpbook_both C cuCdiv##Suffix(C a, C b) \
	{ \
		T scale = 1 / (absolute(b.x) + absolute(b.y)), ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale; \
		T inverse = 1 / (bx * bx + by * by); \
		return make_##name((ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse); \
	} \
	__warpbook_both T cuCabs##Suffix(C z) \
	{ \
		T a = absolute(z.x), b = absolute(z.y), large = a > b ? a : b, small = a > b ? b : a, ratio = small / large; \
		return large == 0 || large > (T)(sizeof(T) == 4 ? 3.402823466e38 : 1.79769313486231570e308) || small > large \
			? a + b : large * root(1 + ratio * ratio); \
	}

__warpbook_complex(cuFloatComplex, float, cuFloatComplex, f, __builtin_fabsf, __warpbook_rootf)
__warpbook_complex(cuDoubleComplex, double, cuDoubleComplex, , __builtin_fabs, __warpbook_root)

__warpbook_both cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
__warpbook_both cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
__warpbook_both cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
