/*
 * syntax.h - the rows of ops.def, parsed.
 *
 * An opcode has forms; a form has modifiers and operand slots. The parser looks up
 * the form of a spelling, the verifier the requirements of its slots, the printer
 * the order of its modifiers.
 */
#ifndef WARPBOOK_PTX_SYNTAX_H
#define WARPBOOK_PTX_SYNTAX_H

#include "base/buf.h"
#include "ptx/ir.h"

#define SYNTAX_FORMS 32     /* maximum for one opcode */
#define SYNTAX_MODIFIERS 12 /* maximum for one form, types included */
#define SYNTAX_CLASSES 3    /* alternatives of one modifier */
#define SYNTAX_SLOTS 8
#define SYNTAX_SUFFIXES 16  /* the most suffixes of an instruction */

enum slot_role {
	SLOT_DST,       /* d */
	SLOT_DST_SINK,  /* d_ */
	SLOT_SRC,       /* a b c e */
	SLOT_DST_PRED,  /* p */
	SLOT_SRC_PRED,  /* q */
	SLOT_PAIR,      /* d|p */
	SLOT_PRED_PAIR, /* p|q */
	SLOT_ADDR,      /* [a] */
	SLOT_MOV_DST,   /* x */
	SLOT_MOV_SRC,   /* y */
	SLOT_VAR,       /* v */
	SLOT_IMM,       /* i */
	SLOT_LABEL, SLOT_TARGETS,
	SLOT_TEXT,
	SLOT_SIZE,      /* z: a source of u32, or a predicate */
	SLOT_MATRIX_D,  /* D A B C: registers of a fragment, see matrix.h */
	SLOT_MATRIX_A, SLOT_MATRIX_B, SLOT_MATRIX_C,
	SLOT_TEXEL_DST, /* T: { a, b, c, d }, with a predicate beside it */
	SLOT_TEXEL_SRC, /* S: { a, b, c, d } or { a } */
	SLOT_TEXTURE,   /* [t]: an object and coordinates */
	SLOT_OBJECT,    /* [o]: an object alone */
	SLOT_SLOPE,     /* g: { x, y }, derivatives by each coordinate */
	SLOT_TENSOR,    /* [m]: a tensor map and coordinates */
	SLOT_FACTOR,    /* f: -1, 0 or 1 */
	SLOT_SWITCH,    /* w: a predicate, 0 or 1 */
	SLOT_CALL,      /* stands for all three operands of a call */
};

enum slot_type { SLOT_TYPE, SLOT_STYPE, SLOT_DOUBLE, SLOT_FIXED };

struct syntax_slot {
	enum slot_role role;
	enum slot_type from;
	enum ptx_type fixed; /* SLOT_FIXED */
	bool wider;          /* the register may be wider than the type */
	bool optional;
};

struct syntax_modifier {
	uint8_t classes[SYNTAX_CLASSES]; /* classes of mods.def */
	uint8_t nclasses;
	bool optional;
	uint64_t types;   /* one bit per enum ptx_type; if not 0, there are no classes */
};

struct syntax_form {
	struct syntax_modifier modifiers[SYNTAX_MODIFIERS];
	struct syntax_slot slots[SYNTAX_SLOTS];
	int nmodifiers, nslots, min_slots;
};

/* A suffix in the text: ".ftz" without its dot. */
struct syntax_suffix { const char *text; size_t len; };

/* The opcode, or PTX_OP_COUNT. */
enum ptx_op syntax_op(const char *text, size_t len);
/* The type, or PTX_NOTYPE. */
enum ptx_type syntax_type(const char *text, size_t len);

enum syntax_match { SYNTAX_OK, SYNTAX_NO_FORM, SYNTAX_OPERAND_COUNT };

/*
 * Finds the form of i->op that takes these suffixes and i->nops operands, and
 * fills i->form, the types and all modifier fields.
 */
enum syntax_match syntax_match(struct ptx_instr *i, const struct syntax_suffix *suffixes, int n);

/* The form i->form of i->op. */
const struct syntax_form *syntax_form(const struct ptx_instr *i);

/* The type that a slot requires in this instruction. */
enum ptx_type syntax_slot_type(const struct ptx_instr *i, const struct syntax_slot *slot);

/* True if the instruction writes the registers of that operand; in `d|p`, { a, b } and (a, b) all of them. */
bool syntax_writes(const struct ptx_instr *i, int operand);

/*
 * Visits the registers that an operand names, also in vectors and lists. `written`: those that the instruction writes, if it
 * writes the operand; else those that it reads, such as that of an address.
 */
typedef void syntax_visit(void *ctx, int reg);
void syntax_regs(const struct ptx_operand *o, bool written, syntax_visit *visit, void *ctx);

/* Writes "add.rn.f32". */
void syntax_print(const struct ptx_instr *i, struct buf *out);

/* The first row of ops.def that cannot be read, or NULL: for the tests. */
const char *syntax_bad_row(void);

#endif
