/*
 * agree.h - the parts of the agreement test: forms (the instructions), operands
 * (their inputs), bounds (the allowed differences). agree.c runs and compares.
 */
#ifndef WARPBOOK_AGREE_H
#define WARPBOOK_AGREE_H

#include "base/buf.h"
#include "ptx/syntax.h"

#define TUPLES 512  /* of every form */
#define GROUP 64    /* tuples that share one hash of the stored results */
#define CELLS 5     /* 8-byte cells of a tuple: four operands and the carry or predicate */
#define AUX 4

/* One opcode with one choice of types and modifiers: each gets a kernel. */
struct form {
	char text[80];            /* "add.rn.ftz.f32"; an immediate follows after a space */
	struct ptx_instr instr;   /* op, form, types and modifiers */
	uint32_t imm;
	int dst_bytes;            /* size of the first result; predicates 1 */
	bool second;              /* has a second result: a predicate, the carry */
};

struct forms { struct form *all; size_t n, cap; };

/* Every form of ops.def that computes registers from registers. -1: out of memory. */
int forms_enumerate(struct forms *f);
/* Appends an entry named k<index>: (u64 in, u64 out), one thread per tuple. */
void form_kernel(const struct form *f, size_t index, struct buf *out);
/* The head of a module for them. */
void forms_head(struct buf *out);
/* Does the result have limited accuracy, so that the test compares values and not bits? */
bool form_approximate(const struct form *f);

/* The operands: cells[tuple][operand]. The same on every machine and in every run. */
void operands_fill(const struct form *f, uint64_t cells[TUPLES][CELLS]);

/* May an approximate form give `bits` for these operands? */
bool bounds_allow(const struct form *f, const uint64_t operands[CELLS], uint64_t bits);

#endif
