/*
 * lower.h - the state of lowering one kernel; private to lower*.c.
 *
 * lower.c finds the functions and lays out memory and blocks, lower_insn.c translates instructions, lower_operand.c
 * makes operand references. An error sets `err` and returns false.
 */
#ifndef WARPBOOK_SIMT_LOWER_LOWER_H
#define WARPBOOK_SIMT_LOWER_LOWER_H

#include "base/buf.h"
#include "base/table.h"
#include "simt/code.h"

/* How fusing changes an instruction (lower_fuse.c): a sum takes a product, which is then dropped. */
struct fused {
	const struct ptx_instr *mul; /* NULL: the instruction is unchanged */
	int operand;                 /* of the sum: the product's position, 1 or 2 */
	bool dropped;
};

struct lowering {
	struct simt_program *program;
	struct image *image;
	struct arena *arena;
	struct error *err;
	struct table vars;        /* by pointer: offsets and addresses of all reachable variables; functions' indices in codes */
	size_t ntargets;          /* of all indirect calls */
	struct buf pool;          /* rows of constants */
	struct table constants[2]; /* the rows of narrow and of wide ones, by their bits */
	size_t cap_codes;
	/* The current function. */
	const struct ptx_function *function;
	struct code *code;
	uint32_t *regs;           /* operand reference of each register */
	uint64_t rows;            /* bytes of rows allocated */
	uint32_t own_params, passed; /* bytes of its parameters and .param variables; with the current call's */
	size_t cap_insns, cap_blocks;
	struct returned *returned; size_t nreturned, cap_returned; /* of the current call */
	bool uses_stack;          /* alloca */
	const struct ptx_instr **early; /* per instruction: it reads this product's result too early, or is itself one without a
					   fence; NULL: none does */
	struct fused *fused;      /* per instruction of the function; NULL: nothing to fuse */
	const struct ptx_instr *src;
	struct matrix *matrices;  /* of the kernel: lower_matrix.c */
};

/* A value that a call leaves in the caller's parameters, to be moved to a register. */
struct returned { const struct ptx_operand *to; const struct ptx_var *var; uint32_t at; };

bool map_put(struct lowering *lo, const void *key, uint64_t at);
bool lower_map_get(const struct lowering *lo, const void *key, uint64_t *at);

bool reg_is_wide(const struct lowering *lo, int reg);
/* 128 bits: two wide rows, the lower half first. */
bool reg_is_double(const struct lowering *lo, int reg);
static inline uint32_t row_upper(uint32_t ref) { return ref + (256u << 1); }
/* A row of the frame without a register. */
uint32_t temp_row(struct lowering *lo, bool wide);
uint32_t temp_pred(struct lowering *lo);
uint32_t lower_constant_row(struct lowering *lo, uint64_t bits, bool wide);
/* A source as a row of the wanted width, and a predicate source; NO_REF after an error. */
uint32_t source_row(struct lowering *lo, const struct ptx_operand *o, bool wide, enum ptx_type type);
uint32_t source_pred(struct lowering *lo, const struct ptx_operand *o, bool *negated);
bool operand_is_wide(const struct lowering *lo, const struct ptx_operand *o);

/* Appends an instruction for lo->src; NULL when out of memory. */
struct insn *lower_emit(struct lowering *lo, enum xop op);
/*
 * [register + offset], [variable + offset], [offset]; the second function sets it in an operation that was emitted,
 * with its counters.
 */
struct address { uint32_t base; bool wide; uint64_t offset; };
bool lower_address(struct lowering *lo, const struct ptx_operand *o, struct address *a);
void lower_site(struct lowering *lo, struct insn *i, const struct address *a);
bool lower_returned(struct lowering *lo, const struct returned *r);
/* The prototype of an indirect call, and each function that it may call. */
const struct ptx_function *lower_signature(const struct lowering *lo, const struct ptx_operand *callee);
const struct ptx_function *lower_candidate(const struct lowering *lo, const struct ptx_function *signature, size_t *next);
bool lower_stack(struct lowering *lo);
struct code *lower_callee(struct lowering *lo, const struct ptx_function *f);
/* Both return false, with the error set. */
bool lower_nomem(struct lowering *lo);
bool lower_reject(struct lowering *lo, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
