/*
 * lower_steady.c - finds kernels whose outcome does not depend on the order in which their threads run.
 *
 * The threads of a steady kernel meet only in plain memory, at barriers of the whole block and in operations of a warp that all
 * its named lanes take part in. If such a launch has no data race, all orders give the same values, step by step: a thread reads
 * what it has written itself, or what another has written before a barrier that both passed, or what the host has written. So one
 * launch with all checks and without a finding tells about every order of blocks and warps, and about every number of resident
 * blocks.
 *
 * A kernel is divisible if only reductions keep it from being steady, or what only its own block can notice: its blocks may run
 * at once, each with its own part of the checker, which then makes sure that nothing else uses what they update (check_part.c).
 * If the reductions do not commute, they are performed in the order of blocks (exec/deferred.h).
 *
 * Atomic operations, volatile and ordered accesses, fences, clocks, %warpid, printf and malloc show the order, or could. An
 * instruction that this file does not know counts as one of them.
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
	case PTX_CLASS_INTEGER: case PTX_CLASS_ARITH: case PTX_CLASS_ARITH2: case PTX_CLASS_ROOT:
	case PTX_CLASS_SPECIAL: return true;
	default: return false;
	}
}

static bool is_atomic(const struct ptx_instr *i)
{
	return (i->op == PTX_ATOM || i->op == PTX_RED) && i->mode == 0;
}

/*
 * Blocks may update global memory ahead of their turn, if nobody wants the old values (lower_order.c), for the threads of other
 * blocks too.
 */
static bool update_is_steady(const struct ptx_instr *i)
{
	return is_atomic(i) && i->sem <= PTX_RELAXED && i->sem != PTX_VOLATILE && i->space != PTX_SHARED && i->scope != PTX_CTA;
}

/*
 * Only its own block can notice it, apart from plain accesses to global memory. Fences order such accesses for other blocks; but
 * in a divisible kernel blocks do not meet anywhere.
 */
static bool instr_stays_in_block(const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_LD: case PTX_ST: return i->space == PTX_SHARED && i->mode == 0 && !i->mmio;
	case PTX_ATOM: case PTX_RED: return i->space == PTX_SHARED && i->mode == 0;
	case PTX_BAR: case PTX_BARRIER: return i->scope != PTX_CLUSTER;
	case PTX_SHFL: case PTX_VOTE: case PTX_MATCH: case PTX_ACTIVEMASK: case PTX_ELECT: return true;
	case PTX_MMA: case PTX_WMMA: case PTX_LDMATRIX: case PTX_STMATRIX: case PTX_MOVMATRIX: return true;
	case PTX_MEMBAR: case PTX_FENCE: return true;
	case PTX_CP: return true; /* cp.async only: insns_go_ahead() */
	default: return false;
	}
}

/* False: blocks have to wait for their turn, or have copies in progress that others can notice. */
static bool insns_go_ahead(const struct code *code, bool *defers)
{
	for (size_t n = 0; n < code->ninsns; n++) {
		const struct insn *i = &code->insns[n];

		if (i->op == X_BULK || i->op == X_TENSOR || i->op == X_REMOTE)
			return false;
		if (!i->src || !is_atomic(i->src) || i->src->space == PTX_SHARED)
			continue;
		if (i->op != X_ATOM || (i->ordered && !i->reduces))
			return false;
		*defers |= i->ordered;
	}
	return true;
}

void steady_find(struct image *image)
{
	image->is_steady = !image->waits && !image->allocates;
	image->is_divisible = image->is_steady && !image->shows_host;
	for (size_t k = 0; k < image->ncodes; k++) {
		const struct ptx_function *f = image->codes[k]->function;

		image->is_divisible &= insns_go_ahead(image->codes[k], &image->defers);
		for (size_t n = 0; n < f->ninstrs; n++) {
			const bool steady = instr_is_steady(&f->instrs[n]);

			image->is_steady &= steady;
			image->is_divisible &= steady || update_is_steady(&f->instrs[n]) ||
					       instr_stays_in_block(&f->instrs[n]);
		}
	}
}

bool simt_may_wait(const struct simt_program *p, const char *kernel)
{
	const struct image *image = program_image(p, kernel, NULL);

	return image && image->waits;
}

bool simt_is_steady(const struct simt_program *p, const char *kernel)
{
	const struct image *image = program_image(p, kernel, NULL);

	return image && image->is_steady;
}
