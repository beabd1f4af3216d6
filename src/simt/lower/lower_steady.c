/*
 * lower_steady.c - finds kernels whose outcome does not depend on the order in which their threads run.
 *
 * The threads of a steady kernel meet only in plain memory, at barriers of the whole block and in operations of a warp that all its
 * named lanes take part in. If such a launch has no data race, all orders give the same values, step by step: a thread reads what it has
 * written itself, or what another has written before a barrier that both passed, or what the host has written. So one launch with all
 * checks and without a finding tells about every order of blocks and warps, and about every number of resident blocks.
 *
 * Atomic operations, volatile and ordered accesses, fences, clocks, %warpid, printf and malloc show the order, or could. An instruction
 * that this file does not know counts as one of them.
 */
#include "config.h"

#include "simt/code.h"
#include "simt/exec/builtins.h"

static bool sreg_is_steady(enum ptx_sreg s)
{
	return (s >= PTX_SR_TID_X && s <= PTX_SR_LANEID) || (s >= PTX_SR_LANEMASK_EQ && s <= PTX_SR_LANEMASK_GT) ||
	       s == PTX_SR_DYNAMIC_SMEM_SIZE || s == PTX_SR_TOTAL_SMEM_SIZE;
}

static bool mov_is_steady(const struct ptx_instr *i)
{
	for (int k = 0; k < i->nops; k++)
		if (i->ops[k].kind == PTX_O_SREG && !sreg_is_steady(i->ops[k].sreg))
			return false;
	return true;
}

/* A plain access; not st.async, which has a mode. */
static bool access_is_steady(const struct ptx_instr *i)
{
	return i->sem <= PTX_WEAK && !i->mmio && i->mode == 0 && i->cache != PTX_CV && i->cache != PTX_WT;
}

/* bar.sync 0 for the whole block, or bar.warp.sync. */
static bool barrier_is_steady(const struct ptx_instr *i)
{
	if (i->mode == PTX_M_WARP)
		return true;
	return i->mode == PTX_M_SYNC && i->nops == 1 && i->ops[0].kind == PTX_O_IMM && i->ops[0].bits == 0;
}

/* A function of the module has a code of its own in the image. */
static bool call_is_steady(const struct ptx_instr *i)
{
	const struct builtin *b;

	if (i->nops < 2 || i->ops[1].kind != PTX_O_FUNC)
		return false;
	b = builtin_find(i->ops[1].name);
	return !b || builtin_computes(b) || builtin_traps(b);
}

static bool instr_is_steady(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_MOV: return mov_is_steady(i);
	case PTX_LD: case PTX_LDU: case PTX_ST: return access_is_steady(i);
	case PTX_BAR: case PTX_BARRIER: return barrier_is_steady(i);
	case PTX_CALL: return call_is_steady(i);
	case PTX_SHFL: case PTX_VOTE: return i->sync;
	case PTX_REDUX: case PTX_BRA: case PTX_BRX: case PTX_RET: case PTX_EXIT: case PTX_TRAP: return true;
	case PTX_CVT: case PTX_CVTA: case PTX_COPYSIGN: case PTX_TESTP: case PTX_PREFETCH: case PTX_PREFETCHU: return true;
	default: break;
	}
	switch (ptx_op_class[i->op]) {
	case PTX_CLASS_INTEGER: case PTX_CLASS_ARITH: case PTX_CLASS_ARITH2: case PTX_CLASS_ROOT: case PTX_CLASS_SPECIAL: return true;
	default: return false;
	}
}

bool steady_find(const struct image *image)
{
	for (size_t k = 0; k < image->ncodes; k++) {
		const struct ptx_function *f = image->codes[k]->function;

		for (size_t n = 0; n < f->ninstrs; n++)
			if (!instr_is_steady(&f->instrs[n]))
				return false;
	}
	return !image->waits && !image->allocates;
}

bool simt_is_steady(const struct simt_program *p, const char *kernel)
{
	const struct image *image = program_image(p, kernel, NULL);

	return image && image->is_steady;
}
