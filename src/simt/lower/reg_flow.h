/*
 * reg_flow.h - what holds for each register of a function before each of its instructions: a forward analysis of its blocks,
 * until nothing changes. For lower_early.c and lower_unfenced.c.
 */
#ifndef WARPBOOK_SIMT_LOWER_REG_FLOW_H
#define WARPBOOK_SIMT_LOWER_REG_FLOW_H

#include "ptx/ptx.h"

struct reg_flow {
	const struct ptx_function *f;
	size_t n;            /* values that are followed: the registers, and others behind them */
	uint8_t *now;        /* one byte for each: `step` reads and changes it */
	void *ctx;
	void (*begin)(void *ctx); /* a block begins; NULL: nothing to do */
	void (*step)(void *ctx, const struct ptx_instr *i);
	/* What holds where two paths meet: it must not lead back to an earlier value. */
	uint8_t (*meet)(uint8_t a, uint8_t b);
	uint8_t *in;         /* private */
	struct ptx_cfg cfg;
};

/*
 * Allocates `now` and the values at the start of each block, all 0; the caller may then change first[]: at the function's start.
 * NULL with the error set, or if memory is out; then, too, reg_flow_release must be called.
 */
uint8_t *reg_flow_init(struct reg_flow *r, struct error *err);
/* Steps through all blocks until the values at their starts stay the same. */
void reg_flow_run(struct reg_flow *r);
void reg_flow_release(struct reg_flow *r);

#endif
