/*
 * check_results.c - arrays that a kernel has written and that nothing has read since: simt_is_unread() says so when one is freed.
 *
 * Only an array whose bytes were unwritten before counts: of another one the kernel may have read what it changed. A launch that reads any of
 * its bytes leaves a read in the shadow's pages of that launch; a read that the checks do not see, of a texture for example, counts as one of
 * all arrays. It is asked once at the end of a launch, and only of arrays that are in question.
 */
#include "config.h"

#include "simt/check/check_state.h"

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

	if ((c->launch.checks & (SIMT_CHECK_RACE | SIMT_CHECK_INIT)) != (SIMT_CHECK_RACE | SIMT_CHECK_INIT) || c->launch.is_cooperative || c->failed)
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
