/*
 * matrix.h - the fragments of a matrix instruction: which element of which matrix each lane holds where.
 *
 * The layouts are the PTX manual's for mma. With g = lane / 4, t = lane % 4 and
 * `per` elements to a register:
 *
 *	A  register r, element i: row g + 8 * (r % (m / 8)), column (r / (m / 8) * 4 + t) * per + i
 *	B  register r, element i: row ((r % deep) * 4 + t) * per + i, column g + 8 * (r / deep), deep = k / (4 * per)
 *	C  element e: row g + 8 * (e / 2 % (m / 8)), column 8 * (e / 2 / (m / 8)) + 2 * t + e % 2
 *
 * mma.m8n8k4 of f16 differs: lanes 4 q .. 4 q + 3 and 16 + 4 q ... hold the fragments of product q. PTX does not
 * specify wmma's fragments; here its matrices are tiled with mma's, and f16 fragments of A and B repeat themselves
 * where their eight registers are more than necessary.
 *
 * Where PTX leaves the value of an element of D open, it is that of an H200 (tests/agree/matrix.results has its
 * results bit for bit):
 *
 *	integers  exact, modulo 2^32 or clamped at the end
 *	f64       a chain of fma in the order of k
 *	f16, bf16, tf32
 *	          products and C are aligned to the largest exponent among them and
 *	          truncated 25 bits below it, then summed; the sum is truncated to f32, or
 *	          rounded to nearest even for f16; wmma does tf32 in two steps of k. After MMA-Sim (Xie et al.:
 *	          "Bit-Accurate Reference Model of Tensor Cores", 2025) and our own runs.
 *	f8        as f16, in two steps of 16: k % 4 < 2, then the others; C is added
 *	          to that in f32, rounded to nearest
 *	          wgmma: products and C are truncated 13 bits below the largest exponent, all 32 in one step,
 *	          and the sum to 13 fraction bits or rounded to f16. After MMA-Sim.
 *	m8n8k4    of f16: a chain of fmaf in f32 from the first product, then C
 *
 * A NaN is 0x7fffffff, 0x7fff, and in f64 0xfff8000000000000.
 */
#ifndef WARPBOOK_SIMT_OPS_MATRIX_H
#define WARPBOOK_SIMT_OPS_MATRIX_H

#include "ptx/matrix.h"
#include "simt/code.h"

struct matrix_part {
	enum ptx_type type;
	unsigned bits;           /* of an element; 32 elements of b1 count as one */
	unsigned regs, distinct; /* per lane */
	unsigned slots;          /* elements per lane */
	uint16_t *at;            /* [slot][lane]: its position in the dense matrix */
};

/*
 * Dense matrices: A by rows, B by columns, so that both run along k; C and D by rows; those of a quad's four products
 * one after the other.
 */
struct matrix {
	struct matrix *next;     /* of the same kernel */
	uint32_t shape;
	enum ptx_type key[4];
	enum ptx_op op;
	enum ptx_layout layout, layout2; /* of quads */
	unsigned m, n, k, products;
	unsigned step;           /* products summed in one step */
	struct matrix_part part[4]; /* enum ptx_matrix */
};

/* Row and column of the element that a lane holds in a slot of a fragment. */
struct matrix_place { unsigned row, column; };
struct matrix_place matrix_place(const struct ptx_instr *i, enum ptx_matrix which, unsigned lane, unsigned slot);

/*
 * exec_matrix.c: an element's value, and the exponent by which the hardware aligns it; c plus k products, in steps of 16, where
 * `cut` truncates to f32; the bits of f16 or f32.
 */
double matrix_float(enum ptx_type t, uint32_t bits, int *exponent);
double matrix_sum(const double *a, const int *ea, const double *b, const int *eb, unsigned k, double c, int ec, bool finite,
		  bool cut);
/* The same for f8 in wgmma, which keeps fewer bits. */
double matrix_sum_f8(const double *a, const int *ea, const double *b, const int *eb, unsigned k, double c, int ec, bool finite,
		     bool cut);
uint32_t matrix_bits(enum ptx_type t, double v);

#define MATRIX_ELEMENTS 1024 /* of the largest: 16 x 64 of s4 */

#endif
