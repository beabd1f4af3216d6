/*
 * matrix.h - a thread's part of the matrices of mma, wmma, wgmma, ldmatrix,
 * stmatrix and movmatrix: how many registers, of which type.
 *
 * D = A * B + C; A is m x k, B is k x n. After the PTX ISA manual's "Warp Level
 * Matrix Multiply-Accumulate Instructions". Each of wgmma's four warps has 16 of the
 * 64 rows of A and D; C is D.
 */
#ifndef WARPBOOK_PTX_MATRIX_H
#define WARPBOOK_PTX_MATRIX_H

#include "ptx/ir.h"

enum ptx_matrix { PTX_MATRIX_A, PTX_MATRIX_B, PTX_MATRIX_C, PTX_MATRIX_D };

struct ptx_fragment {
	enum ptx_type type;     /* of an element */
	unsigned bits;          /* of an element; tf32 has 32 */
	enum ptx_type reg_type; /* B32, or the type that the registers must agree with */
	unsigned regs;          /* for one thread */
	unsigned distinct;      /* of those, the different ones: wmma's f16 fragments repeat */
};

struct ptx_fragment ptx_fragment(const struct ptx_instr *i, enum ptx_matrix which);

static inline unsigned ptx_shape_m(uint32_t shape) { return shape & 255; }
static inline unsigned ptx_shape_n(uint32_t shape) { return shape >> 8 & 4095; }
static inline unsigned ptx_shape_k(uint32_t shape) { return shape >> 20; }

/* True for mma.m8n8k4 of f16: four products at once, each by two quads of lanes. */
static inline bool ptx_matrix_quads(const struct ptx_instr *i)
{
	return i->op == PTX_MMA && i->shape == PTX_SHAPE(8, 8, 4) && i->stype == PTX_F16;
}

#endif
