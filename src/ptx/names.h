/*
 * names.h - the meaning of an identifier, with nested scopes.
 *
 * Each distinct text has one entry with the stack of its meanings; the innermost is
 * on top. An entry stays when its scope closes, so that all texts ever used are
 * known: a second declaration of `%temp` gets a unique name, so that the module
 * needs no nested scopes.
 */
#ifndef WARPBOOK_PTX_NAMES_H
#define WARPBOOK_PTX_NAMES_H

#include "ptx/ir.h"

enum symbol_kind { SYM_NONE, SYM_REG, SYM_VAR, SYM_FUNC, SYM_LABEL, SYM_TARGETS, SYM_PROTO };

struct symbol {
	enum symbol_kind kind;
	int depth;               /* of the scope it belongs to; 0 is the module */
	const char *name;        /* the unique one */
	union {
		int reg;
		int label;                   /* instruction index */
		struct ptx_var *var;
		struct ptx_function *func;   /* or prototype */
		struct ptx_operand *targets; /* LIST */
	} u;
	struct symbol *outer;    /* hidden by this one */
	struct symbol *sibling;  /* declared before it in the same scope */
	struct name *entry;
};

struct name {
	const char *text;
	size_t len;
	uint64_t hash;
	unsigned uses;           /* the number of unique names made from it; gives the next suffix */
	bool is_reserved;
	struct symbol *top;
	struct name *next;       /* in its bucket */
};

#define NAMES_DEPTH 64

struct names {
	struct arena *arena;     /* owns the entries and symbols */
	struct name **buckets;
	size_t nbuckets, count;
	const struct names *reserved; /* further names that unique names must avoid; or NULL */
	int depth;
	struct symbol *scopes[NAMES_DEPTH]; /* last symbol of each open scope */
};

int names_init(struct names *n, struct arena *arena, const struct names *reserved);
int names_push(struct names *n);  /* -1: nested too deep */
void names_pop(struct names *n);

/* The innermost meaning, or NULL. */
struct symbol *names_find(struct names *n, const char *text, size_t len);

/*
 * Declares text in the innermost scope. `unique`: gives it a name that has not
 * been used since names_init. NULL: out of memory, or (with *taken set) the
 * scope has the name already.
 */
struct symbol *names_declare(struct names *n, const char *text, size_t len,
			     enum symbol_kind kind, bool unique, bool *taken);

/*
 * Reserves a text, so that unique names avoid it, because a declaration elsewhere
 * uses it. -1: a declaration here has it already.
 */
int names_reserve(struct names *n, const char *text, size_t len);

#endif
