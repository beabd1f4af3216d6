/*
 * flow.h - what a translation knows of a function before it writes any text: its registers, where they live, their shapes (native.h).
 * For flow.c and translate.c.
 */
#ifndef WARPBOOK_SIMT_NATIVE_FLOW_H
#define WARPBOOK_SIMT_NATIVE_FLOW_H

#include "simt/native/operands.h"

enum shape { UNKNOWN, EVEN, VARYING };

struct reg {
	uint32_t ref;
	enum width width;
	enum shape shape;
	int64_t stride;
	bool is_written;
};

/* A value's shape, where it is used or made. */
struct even { bool known, varying; int64_t stride; };

struct translation {
	const struct image *image;
	const struct code *code;
	bool even_tid;
	bool shaped;                 /* writes `run`, not `blocks` */
	struct reg *regs; size_t nregs;
	uint8_t *live;               /* [block][reg]: at its begin */
	struct buf *text;
};

static inline bool is_constant(uint32_t ref) { return ref & 1; }

/* Its bits, of a reference to the image's constants. */
uint64_t constant_of(const struct translation *t, uint32_t ref, enum width width);
int reg_find(const struct translation *t, uint32_t ref);
struct reg *reg_of(const struct translation *t, uint32_t ref);
/* False: a row is used in two widths, or there are too many registers, or memory is out. */
bool regs_collect(struct translation *t);
/* `live`, by register: from behind an operation to before it; and at the end of block n. */
void live_before(const struct translation *t, const struct block *b, size_t k, uint8_t *live);
void live_after_block(const struct translation *t, size_t n, uint8_t *live);
/* Fills t->live; false: memory is out. */
bool live_find(struct translation *t);
/* Of a value that is used; of what an operation with a text makes, and a special register. */
struct even shape_of(const struct translation *t, uint32_t ref);
struct even text_shape(const struct translation *t, const struct text *x, const struct insn *i);
struct even special_shape(const struct translation *t, const struct insn *i);
/* A kernel parameter at a known place; a conversion of addresses that adds the same everywhere. */
bool param_is_plain(const struct translation *t, const struct insn *i);
bool moves_address(const struct insn *i);
/* Fills the registers' shapes: all VARYING unless t->shaped. */
void shapes_find(struct translation *t);

#endif
