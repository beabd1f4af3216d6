/*
 * check_calm.c - finds arrays that nothing in a launch can write.
 *
 * Threads that only read an array do not race, so their reads need no record. The kernel's code shows which arrays a launch can write:
 * the address of each store, atomic operation and copy is computed from one parameter or variable (check_trace.c). If one of them is
 * not, or the kernel calls a function, every array counts as written.
 *
 * An access that leaves its own array may still write to another one. That is a finding by itself, and races that follow from it are
 * folded under it (check_fold.c): so it does not matter which reads were recorded before.
 *
 * If other grids run at the same time as this one, its reads matter for them (check_uses.c), so all are recorded.
 *
 * The code is analysed only after the launch has read much, since most launches are small.
 */
#include "config.h"

#include "simt/check/check_state.h"

/* Adds the arrays that the instruction may write; false: they are unknown. */
static bool writes_add(struct checker *c, const struct ptx_instr *i)
{
	struct origin o = trace_address(c, i);
	struct simt_allocation *a = o.kind == ORIGIN_ARRAY ? simt_find(c->launch.mem, o.addr) : NULL;

	if (o.kind == ORIGIN_VAR)
		return true;
	if (!a || a->freed || c->ncalm_not == CALM_NOT_MOST)
		return false;
	for (unsigned k = 0; k < c->ncalm_not; k++)
		if (c->calm_not[k] == a)
			return true;
	c->calm_not[c->ncalm_not++] = a;
	return true;
}

static bool has_address(const struct ptx_instr *i)
{
	for (int k = 0; k < i->nops; k++)
		if (i->ops[k].kind == PTX_O_ADDR)
			return true;
	return false;
}

/* False: it may write any array. An instruction that is not known to read counts as a write. */
static bool instr_is_known(struct checker *c, const struct ptx_instr *i)
{
	switch (i->op) {
	case PTX_CALL: case PTX_SUST: case PTX_SURED: return false;
	case PTX_LD: case PTX_LDU: case PTX_LDMATRIX: case PTX_PREFETCH: case PTX_PREFETCHU: return true;
	case PTX_TEX: case PTX_TLD4: case PTX_TXQ: case PTX_SULD: case PTX_SUQ: return true;
	case PTX_ST:
		if (i->space == PTX_SHARED || i->space == PTX_LOCAL || i->space == PTX_PARAM)
			return true;
		break;
	default: break;
	}
	return !has_address(i) || writes_add(c, i);
}

static void calm_find(struct checker *c)
{
	const struct ptx_function *f = c->launch.kernel;
	bool known = f && !c->launch.watch && !c->launch.keeps_uses;

	for (size_t k = 0; known && k < f->ninstrs; k++)
		known = instr_is_known(c, &f->instrs[k]);
	c->calm = known ? CALM_SOME : CALM_NONE;
}

bool calm_is(struct checker *c, const struct simt_allocation *a)
{
	if (c->calm == CALM_UNKNOWN)
		calm_find(c);
	if (c->calm == CALM_NONE)
		return false;
	for (unsigned k = 0; k < c->ncalm_not; k++)
		if (c->calm_not[k] == a)
			return false;
	return true;
}
