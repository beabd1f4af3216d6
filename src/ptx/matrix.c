/*
 * matrix.c - computes the sizes of matrix fragments: each matrix is stored once in a warp,
 * spread evenly over its threads.
 */
#include "config.h"

#include "ptx/matrix.h"

static unsigned element_bits(enum ptx_type t)
{
	switch (t) {
	case PTX_B1: return 1;
	case PTX_S4: case PTX_U4: return 4;
	default: return ptx_type_bytes(t) * 8;
	}
}

/* wmma names two types if A and B are f16: D's and C's. */
static enum ptx_type element_type(const struct ptx_instr *i, enum ptx_matrix which)
{
	bool halves = i->op == PTX_WMMA && i->mode == PTX_M_MMA && i->type3 == PTX_NOTYPE;

	if (i->stype == PTX_NOTYPE)
		return i->type;
	switch (which) {
	case PTX_MATRIX_A: return halves ? PTX_F16 : i->stype;
	case PTX_MATRIX_B: return halves ? PTX_F16 : i->type3;
	case PTX_MATRIX_C: return halves ? i->stype : i->op == PTX_WGMMA ? i->type : i->type4;
	case PTX_MATRIX_D: break;
	}
	return i->type;
}

/* The matrix that wmma.load or wmma.store moves. */
static enum ptx_matrix moved_matrix(const struct ptx_instr *i)
{
	return i->mode2 == PTX_M_A ? PTX_MATRIX_A : i->mode2 == PTX_M_B ? PTX_MATRIX_B : PTX_MATRIX_D;
}

struct ptx_fragment ptx_fragment(const struct ptx_instr *i, enum ptx_matrix which)
{
	unsigned m = ptx_shape_m(i->shape), n = ptx_shape_n(i->shape), k = ptx_shape_k(i->shape), elements;
	struct ptx_fragment f = { .reg_type = PTX_B32 };

	if (!k) {
		f.type = PTX_B16;
		f.bits = 16;
		f.regs = f.distinct = i->vec;
		return f;
	}
	if (i->op == PTX_WMMA && i->mode != PTX_M_MMA)
		which = moved_matrix(i);
	if (i->op == PTX_WGMMA)
		m /= 4;
	f.type = element_type(i, which);
	f.bits = element_bits(f.type);
	elements = (which == PTX_MATRIX_A ? m * k : which == PTX_MATRIX_B ? k * n : m * n) / 32;
	if (ptx_matrix_quads(i))
		elements *= 4;
	if (f.type == PTX_F64 || f.type == PTX_F32 || f.type == PTX_S32)
		f.reg_type = f.type;
	f.distinct = f.bits == 64 ? elements : elements * f.bits / 32;
	f.regs = f.distinct;
	if (i->op == PTX_WMMA && f.type == PTX_F16 && which <= PTX_MATRIX_B)
		f.regs = 8;
	return f;
}
