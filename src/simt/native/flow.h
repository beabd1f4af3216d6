/*
 * flow.h - the analysis of a function before its translation: its registers, where they are live, their shapes (native.h). For
 * flow.c and translate.c.
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
	bool is_number;              /* every definition is a float: a NaN in it need not be the one NaN until the bits are
					read */
};

/* The shape of a value, at its use or definition. */
struct even { bool known, varying; int64_t stride; };

struct translation {
	const struct image *image;
	const struct code *code;
	bool even_tid;
	bool shaped;                 /* translates to `run`, not `blocks` */
	bool fast;                   /* writes a block's second text (native.h) */
	struct reg *regs; size_t nregs;
	uint8_t *live;               /* [block][reg]: live at the block's start */
	struct together *together;   /* by instruction, if t->shaped: groups.c */
	unsigned nahead;             /* loads that fetch ahead, so far */
	unsigned nsums;              /* of the image, so far: sums.c */
	struct buf *text;
};

static inline bool is_constant(uint32_t ref) { return ref & 1; }

/* The bits of a reference to the image's constants. */
uint64_t constant_of(const struct translation *t, uint32_t ref, enum width width);
int reg_find(const struct translation *t, uint32_t ref);
struct reg *reg_of(const struct translation *t, uint32_t ref);
/* False: a row is used in two widths, there are too many registers, or memory is out. */
bool regs_collect(struct translation *t);
/* `live`, by register: updates it from after an operation to before it; and at the end of block n. */
void live_before(const struct translation *t, const struct block *b, size_t k, uint8_t *live);
void live_after_block(const struct translation *t, size_t n, uint8_t *live);
/* Fills t->live; false: out of memory. */
bool live_find(struct translation *t);
/* The shape of a value that is used; of the result of an operation with a text; of a special register. */
struct even shape_of(const struct translation *t, uint32_t ref);
struct even text_shape(const struct translation *t, const struct text *x, const struct insn *i);
/*
 * Is the result the sign of an EVEN source? Then it is taken to be the same for a half, and the translation leaves where it is
 * not: an index is negative in some lanes only at an edge, if anywhere. (Numba's a[i] is a[i + n] for a negative i.)
 */
bool finds_sign(const struct translation *t, const struct text *x, const struct insn *i);
struct even special_shape(const struct translation *t, const struct insn *i);
/* A kernel parameter at a fixed offset; an address conversion that adds the same value everywhere. */
bool param_is_plain(const struct translation *t, const struct insn *i);
bool moves_address(const struct insn *i);
/* Fills the registers' shapes: all VARYING unless t->shaped. */
void shapes_find(struct translation *t);
/* Does one value for each half stand for all lanes? */
static inline bool is_scalar(const struct translation *t, uint32_t ref) { return is_constant(ref) ||
									  reg_of(t, ref)->shape == EVEN; }
/* Fills is_number. */
void numbers_find(struct translation *t);
/* Does the operation take its sources as floats, and so any NaN for any other? */
bool takes_numbers(const struct text *x);

#endif
