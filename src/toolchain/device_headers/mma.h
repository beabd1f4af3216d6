/*
 * mma.h - nvcuda::wmma for clang without a CUDA toolkit: each call is its instruction of PTX, and a fragment is the
 * registers that it names. The fragments are those of CUDA's header, except the experimental ones of 4 bits and 1 bit.
 * It also has tf32 and bfloat16, which need compute capability 8.0: the vm supports them.
 */
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda { namespace wmma {

enum layout_t { mem_row_major, mem_col_major };
struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
namespace precision { struct tf32 {}; }

template <typename T> struct __warpbook_element { typedef T type; };
template <> struct __warpbook_element<precision::tf32> { typedef float type; };

template <typename T, int N> struct __warpbook_fragment {
	typedef T element_type;
	typedef T storage_element_type;
	static constexpr int num_elements = N, num_storage_elements = N;
	T x[N];
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment;

/* ---- operands of asm: [a0] "r"(a[0]), ... ---- */

#define __warpbook_text_1(n) "%[" #n "0]"
#define __warpbook_text_2(n) __warpbook_text_1(n) ", %[" #n "1]"
#define __warpbook_text_4(n) __warpbook_text_2(n) ", %[" #n "2], %[" #n "3]"
#define __warpbook_text_8(n) __warpbook_text_4(n) ", %[" #n "4], %[" #n "5], %[" #n "6], %[" #n "7]"
#define __warpbook_list_1(c, n, v) [n##0] c(v[0])
#define __warpbook_list_2(c, n, v) __warpbook_list_1(c, n, v), [n##1] c(v[1])
#define __warpbook_list_4(c, n, v) __warpbook_list_2(c, n, v), [n##2] c(v[2]), [n##3] c(v[3])
#define __warpbook_list_8(c, n, v) __warpbook_list_4(c, n, v), [n##4] c(v[4]), [n##5] c(v[5]), [n##6] c(v[6]), [n##7] c(v[7])

/* ---- A and B ---- */

#define __warpbook_wmma_load(Use, use, M, N, K, T, kind, constraint, R, Layout, layout, regs) \
	__warpbook_device void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f, \
						const typename __warpbook_element<T>::type *from, unsigned int stride) \
	{ \
		R r[regs]; \
		__asm__ volatile("wmma.load." use ".sync.aligned." layout ".m" #M "n" #N "k" #K "." kind \
				 " {" __warpbook_text_##regs(r) "}, [%[from]], %[stride];" \
				 : __warpbook_list_##regs("=" constraint, r, r) : [from] "l"(from), [stride] "r"(stride) : "memory"); \
		__builtin_memcpy(f.x, r, sizeof r); \
	}
#define __warpbook_wmma_operand(Use, use, M, N, K, T, kind, constraint, R, count, regs) \
	template <> class fragment<Use, M, N, K, T, row_major> : public __warpbook_fragment<typename __warpbook_element<T>::type, count> {}; \
	template <> class fragment<Use, M, N, K, T, col_major> : public __warpbook_fragment<typename __warpbook_element<T>::type, count> {}; \
	__warpbook_wmma_load(Use, use, M, N, K, T, kind, constraint, R, row_major, "row", regs) \
	__warpbook_wmma_load(Use, use, M, N, K, T, kind, constraint, R, col_major, "col", regs)

/* ---- C and D ---- */

#define __warpbook_wmma_move(M, N, K, T, kind, constraint, R, regs, layout) \
	__asm__ volatile("wmma.load.c.sync.aligned." layout ".m" #M "n" #N "k" #K "." kind \
			 " {" __warpbook_text_##regs(r) "}, [%[from]], %[stride];" \
			 : __warpbook_list_##regs("=" constraint, r, r) : [from] "l"(from), [stride] "r"(stride) : "memory")
#define __warpbook_wmma_put(M, N, K, T, kind, constraint, R, regs, layout) \
	__asm__ volatile("wmma.store.d.sync.aligned." layout ".m" #M "n" #N "k" #K "." kind \
			 " [%[to]], {" __warpbook_text_##regs(r) "}, %[stride];" \
			 :: [to] "l"(to), [stride] "r"(stride), __warpbook_list_##regs(constraint, r, r) : "memory")
#define __warpbook_wmma_sums(M, N, K, T, kind, constraint, R, count, regs) \
	template <> class fragment<accumulator, M, N, K, T> : public __warpbook_fragment<T, count> {}; \
	__warpbook_device void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *from, unsigned int stride, layout_t layout) \
	{ \
		R r[regs]; \
		if (layout == mem_row_major) \
			__warpbook_wmma_move(M, N, K, T, kind, constraint, R, regs, "row"); \
		else \
			__warpbook_wmma_move(M, N, K, T, kind, constraint, R, regs, "col"); \
		__builtin_memcpy(f.x, r, sizeof r); \
	} \
	__warpbook_device void store_matrix_sync(T *to, const fragment<accumulator, M, N, K, T> &f, unsigned int stride, layout_t layout) \
	{ \
		R r[regs]; \
		__builtin_memcpy(r, f.x, sizeof r); \
		if (layout == mem_row_major) \
			__warpbook_wmma_put(M, N, K, T, kind, constraint, R, regs, "row"); \
		else \
			__warpbook_wmma_put(M, N, K, T, kind, constraint, R, regs, "col"); \
	}

/* ---- D = A * B + C ---- */

#define __warpbook_wmma_one(M, N, K, TA, TC, TD, types, end, ca, RA, na, nb, cc, RC, nc, cd, RD, nd, LA, la, LB, lb) \
	__asm__ volatile("wmma.mma.sync.aligned." la "." lb ".m" #M "n" #N "k" #K "." types end \
			 " {" __warpbook_text_##nd(d) "}, {" __warpbook_text_##na(a) "}, {" __warpbook_text_##nb(b) "}, {" \
			 __warpbook_text_##nc(c) "};" \
			 : __warpbook_list_##nd("=" cd, d, rd) \
			 : __warpbook_list_##na(ca, a, ra), __warpbook_list_##nb(ca, b, rb), __warpbook_list_##nc(cc, c, rc))
#define __warpbook_wmma_layouts(M, N, K, TA, TC, TD, types, ca, RA, na, nb, cc, RC, nc, cd, RD, nd, saturates, LA, la, LB, lb) \
	__warpbook_device void mma_sync(fragment<accumulator, M, N, K, TD> &d, const fragment<matrix_a, M, N, K, TA, LA> &a, \
					const fragment<matrix_b, M, N, K, TA, LB> &b, const fragment<accumulator, M, N, K, TC> &c, \
					bool saturate = false) \
	{ \
		RA ra[na], rb[nb]; \
		RC rc[nc]; \
		RD rd[nd]; \
		__builtin_memcpy(ra, a.x, sizeof ra); \
		__builtin_memcpy(rb, b.x, sizeof rb); \
		__builtin_memcpy(rc, c.x, sizeof rc); \
		if (saturate) \
			__warpbook_wmma_one(M, N, K, TA, TC, TD, types, saturates, ca, RA, na, nb, cc, RC, nc, cd, RD, nd, LA, la, LB, lb); \
		else \
			__warpbook_wmma_one(M, N, K, TA, TC, TD, types, "", ca, RA, na, nb, cc, RC, nc, cd, RD, nd, LA, la, LB, lb); \
		__builtin_memcpy(d.x, rd, sizeof rd); \
	}
#define __warpbook_wmma_product(...) \
	__warpbook_wmma_layouts(__VA_ARGS__, row_major, "row", row_major, "row") \
	__warpbook_wmma_layouts(__VA_ARGS__, row_major, "row", col_major, "col") \
	__warpbook_wmma_layouts(__VA_ARGS__, col_major, "col", row_major, "row") \
	__warpbook_wmma_layouts(__VA_ARGS__, col_major, "col", col_major, "col")

/* For each of the three shapes: elements and registers of A, and of B, for types of one byte. */
#define __warpbook_wmma_shape(M, N, a, ra, b, rb) \
	__warpbook_wmma_operand(matrix_a, "a", M, N, 16, __half, "f16", "r", unsigned int, 16, 8) \
	__warpbook_wmma_operand(matrix_b, "b", M, N, 16, __half, "f16", "r", unsigned int, 16, 8) \
	__warpbook_wmma_operand(matrix_a, "a", M, N, 16, __nv_bfloat16, "bf16", "r", unsigned int, a, __warpbook_twice_##ra) \
	__warpbook_wmma_operand(matrix_b, "b", M, N, 16, __nv_bfloat16, "bf16", "r", unsigned int, b, __warpbook_twice_##rb) \
	__warpbook_wmma_operand(matrix_a, "a", M, N, 16, signed char, "s8", "r", unsigned int, a, ra) \
	__warpbook_wmma_operand(matrix_b, "b", M, N, 16, signed char, "s8", "r", unsigned int, b, rb) \
	__warpbook_wmma_operand(matrix_a, "a", M, N, 16, unsigned char, "u8", "r", unsigned int, a, ra) \
	__warpbook_wmma_operand(matrix_b, "b", M, N, 16, unsigned char, "u8", "r", unsigned int, b, rb) \
	__warpbook_wmma_sums(M, N, 16, float, "f32", "f", float, 8, 8) \
	__warpbook_wmma_sums(M, N, 16, __half, "f16", "r", unsigned int, 8, 4) \
	__warpbook_wmma_sums(M, N, 16, int, "s32", "r", int, 8, 8) \
	__warpbook_wmma_product(M, N, 16, __half, float, float, "f32.f32", "r", unsigned int, 8, 8, "f", float, 8, "f", float, 8, "") \
	__warpbook_wmma_product(M, N, 16, __half, __half, __half, "f16.f16", "r", unsigned int, 8, 8, "r", unsigned int, 4, "r", unsigned int, 4, "") \
	__warpbook_wmma_product(M, N, 16, __half, __half, float, "f32.f16", "r", unsigned int, 8, 8, "r", unsigned int, 4, "f", float, 8, "") \
	__warpbook_wmma_product(M, N, 16, __half, float, __half, "f16.f32", "r", unsigned int, 8, 8, "f", float, 8, "r", unsigned int, 4, "") \
	__warpbook_wmma_product(M, N, 16, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", "r", unsigned int, __warpbook_twice_##ra, \
				__warpbook_twice_##rb, "f", float, 8, "f", float, 8, "") \
	__warpbook_wmma_product(M, N, 16, signed char, int, int, "s32.s8.s8.s32", "r", unsigned int, ra, rb, "r", int, 8, "r", int, 8, ".satfinite") \
	__warpbook_wmma_product(M, N, 16, unsigned char, int, int, "s32.u8.u8.s32", "r", unsigned int, ra, rb, "r", int, 8, "r", int, 8, ".satfinite")

#define __warpbook_twice_1 2
#define __warpbook_twice_2 4
#define __warpbook_twice_4 8
__warpbook_wmma_shape(16, 16, 8, 2, 8, 2)
__warpbook_wmma_shape(32, 8, 16, 4, 4, 1)
__warpbook_wmma_shape(8, 32, 4, 1, 16, 4)

__warpbook_wmma_operand(matrix_a, "a", 16, 16, 8, precision::tf32, "tf32", "r", unsigned int, 4, 4)
__warpbook_wmma_operand(matrix_b, "b", 16, 16, 8, precision::tf32, "tf32", "r", unsigned int, 4, 4)
__warpbook_wmma_sums(16, 16, 8, float, "f32", "f", float, 8, 8)
__warpbook_wmma_product(16, 16, 8, precision::tf32, float, float, "f32.tf32.tf32.f32", "r", unsigned int, 4, 4, "f", float, 8, "f", float, 8, "")

__warpbook_wmma_operand(matrix_a, "a", 8, 8, 4, double, "f64", "d", double, 1, 1)
__warpbook_wmma_operand(matrix_b, "b", 8, 8, 4, double, "f64", "d", double, 1, 1)
__warpbook_wmma_sums(8, 8, 4, double, "f64", "d", double, 2, 2)
__warpbook_wmma_product(8, 8, 4, double, double, double, "f64.f64.f64.f64", "d", double, 1, 1, "d", double, 2, "d", double, 2, "")

/* ---- every fragment ---- */

template <typename Fragment, typename V> __warpbook_device void fill_fragment(Fragment &f, const V &value)
{
#pragma unroll
	for (int i = 0; i < Fragment::num_elements; i++)
		f.x[i] = (typename Fragment::element_type)value;
}

__warpbook_device float __float_to_tf32(float f)
{
	unsigned int r;
	__asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(f));
	return __uint_as_float(r);
}

} }
