/*
 * check_calm.c - finds arrays that nothing in a launch can write.
 *
 * Threads that only read an array do not race, so their reads need no record. The kernel's code shows which arrays a launch can
 * write: the address of each store, atomic operation and copy is computed from one parameter or variable (check_trace.c). If one
 * of them is not, or the kernel calls a function, every array counts as written.
 *
 * An access that leaves its own array may still write to another one. That is a finding by itself, and races that follow from it
 * are folded under it (check_fold.c): so it does not matter which reads were recorded before.
 *
 * If other grids run at the same time as this one, its reads matter for them (check_uses.c), so all are recorded.
 *
 * The code is analysed only after the launch has read much, since most launches are small.
 */
#include "config.h"

#include "simt/check/check_init.h"
#include "simt/check/check_trace.h"

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
	bool known = f && !c->launch.args.watch && !c->launch.args.keeps_uses;

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

/*
 * Results: arrays that a kernel has written and that nothing has read since: simt_is_unread() says so when one is freed.
 *
 * Only an array whose bytes were unwritten before counts: of another one the kernel may have read what it changed. A launch that
 * reads any of its bytes leaves a read in the shadow's pages of that launch; a read that the checks do not see, of a texture for
 * example, counts as one of all arrays. It is asked once at the end of a launch, and only of arrays that are in question.
 */

static bool page_was_read(const struct shadow_page *p)
{
	if (p->form == SHADOW_RUNS) {
		for (unsigned g = 0; g < SHADOW_PAGE_CELLS / SHADOW_RUN; g++)
			if (p->runs[g] & SHADOW_IS_READ)
				return true;
		return false;
	}
	for (unsigned g = 0; g < SHADOW_PAGE_CELLS; g++)
		if (shadow_get(p, g).read)
			return true;
	return false;
}

bool shadow_was_read(const struct shadow *s)
{
	for (size_t k = 0; s->pages && k < s->npages; k++)
		if (s->pages[k] && s->pages[k]->launch == s->launch && page_was_read(s->pages[k]))
			return true;
	return false;
}

static bool reads_unseen(const struct checker *c)
{
	const struct ptx_module *m = c->launch.module;

	if ((c->launch.args.checks & (SIMT_CHECK_RACE | SIMT_CHECK_INIT)) != (SIMT_CHECK_RACE | SIMT_CHECK_INIT) ||
	    c->launch.args.cooperative || c->failed)
		return true;
	for (size_t k = 0; k < m->nfunctions; k++)
		for (size_t i = 0; i < m->functions[k]->ninstrs; i++)
			switch (m->functions[k]->instrs[i].op) {
			case PTX_TEX: case PTX_TLD4: case PTX_SULD: case PTX_SURED: case PTX_CP: return true;
			default: break;
			}
	return false;
}

void results_note(struct checker *c)
{
	struct simt_allocation *a;
	bool unseen = false, asked = false;

	for (size_t i = 0; (a = simt_allocation_at(c->launch.mem, i)); i++) {
		if (!a->shadow || a->was_read)
			continue;
		a->was_written |= a->shadow->missing < a->shadow->missing_before;
		if (!a->was_written)
			continue;
		if (!asked)
			unseen = reads_unseen(c);
		asked = true;
		a->was_read = unseen || shadow_was_read(a->shadow);
	}
}
