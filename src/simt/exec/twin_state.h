/*
 * twin_state.h - the state of a frame's twin, for twin.c and twin_open.c.
 */
#ifndef WARPBOOK_SIMT_EXEC_TWIN_STATE_H
#define WARPBOOK_SIMT_EXEC_TWIN_STATE_H

#include "simt/exec/twin.h"

/* Where a register's difference comes from. */
struct provenance {
	const void *root;               /* the register that was never written, or the load of local memory */
	const struct ptx_instr *first;  /* the first computation with it; NULL: none, it was only copied */
	bool local;                     /* from local memory */
	bool shared, moved;             /* from shared memory: root is the load; moved: stored there again since then */
	uint64_t addr;                  /* shared: of the byte that the lane took */
	uint32_t lane;
	bool absent;                    /* from a lane that a shuffle read but that did not take part: root is the shuffle */
	bool padding;                   /* it may be padding, copied together with data */
};

struct twin {
	uint8_t *rows;
	size_t bytes, nregs;
	uint32_t *lanes;                /* per register: the lanes where its twin differs */
	struct provenance *from;        /* per register */
	uint32_t count;                 /* registers that differ */
	bool params;                    /* parameters have a twin, which may differ in places */
	struct provenance of_params;    /* of what differs there; the last one passed */
};

static inline unsigned reg_bytes(const struct frame *f, int reg)
{
	enum ptx_type type = f->code->function->regs[reg].type;

	return type == PTX_PRED ? 0 : ptx_type_bytes(type) >= 8 ? ptx_type_bytes(type) : 4;
}

static inline uint32_t row_at(const struct frame *f, int reg)
{
	return f->code->regs[reg] >> 1;
}

/* ---- twin_open.c: results that are alike although the contents differ ---- */

/* After an integer comparison: could other contents change its result, for these lanes? Then the twin's result changes. */
void comparison_open(struct frame *f, const struct ptx_instr *src, uint32_t lanes);
bool is_float_arithmetic(const struct ptx_instr *src);
/* Before such an operation: the lanes whose result could be NaN. */
uint32_t arithmetic_lanes(const struct frame *f, const struct ptx_instr *src, uint32_t lanes);
/* After it: the twin's result of the lane differs. */
void row_open(struct frame *f, const struct ptx_instr *src, unsigned lane);
/* The same for a minimum or maximum. */
bool is_extreme(const struct ptx_instr *src);
uint32_t extreme_lanes(const struct frame *f, const struct ptx_instr *src, uint32_t lanes);
void extreme_open(struct frame *f, const struct ptx_instr *src, unsigned lane);

#endif
