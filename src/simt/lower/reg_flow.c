/* reg_flow.c - see reg_flow.h. */
#include "config.h"

#include "simt/lower/reg_flow.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

uint8_t *reg_flow_init(struct reg_flow *r, struct error *err)
{
	r->in = r->now = NULL;
	memset(&r->cfg, 0, sizeof r->cfg);
	if (ptx_cfg_build(&r->cfg, r->f, err) < 0)
		return NULL;
	r->in = calloc(r->cfg.nblocks + 1, r->n + 1);
	r->now = calloc(1, r->n + 1);
	if (r->in && r->now)
		return r->in;
	error_nomem(err);
	return NULL;
}

/* Joins what holds at the end of a block into the start of another; true if that changed. */
static bool join(struct reg_flow *r, size_t to)
{
	uint8_t *in = r->in + to * r->n;
	bool changed = false;

	vm_assert(to < r->cfg.nblocks);
	for (size_t k = 0; k < r->n; k++) {
		uint8_t both = r->meet(in[k], r->now[k]);

		changed |= both != in[k];
		in[k] = both;
	}
	return changed;
}

static bool block_step(struct reg_flow *r, size_t b)
{
	const struct ptx_block *block = &r->cfg.blocks[b];
	bool changed = false;

	vm_assert(block->first < block->end && (size_t)block->end <= r->f->ninstrs);
	memcpy(r->now, r->in + b * r->n, r->n);
	if (r->begin)
		r->begin(r->ctx);
	for (int k = block->first; k < block->end; k++)
		r->step(r->ctx, &r->f->instrs[k]);
	for (int k = 0; k < block->nsucc + block->nmore; k++) {
		int to = k < block->nsucc ? block->succ[k] : block->more[k - block->nsucc];

		if (to >= 0 && (size_t)to < r->cfg.nblocks)
			changed |= join(r, (size_t)to);
	}
	return changed;
}

void reg_flow_run(struct reg_flow *r)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t b = 0; b < r->cfg.nblocks; b++)
			changed |= block_step(r, b);
	}
}

void reg_flow_release(struct reg_flow *r)
{
	free(r->in);
	free(r->now);
	ptx_cfg_release(&r->cfg);
	r->in = r->now = NULL;
}
