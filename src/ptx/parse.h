/*
 * parse.h - shared by the files of the parser and link.c; no other file includes it.
 *
 * Recursive descent with one token of lookahead (`t`). Every function returns
 * 0, or -1 with the error set; the first error ends the parse, except that ptx_check
 * continues after the instruction. The parser resolves names
 * when it reads them; labels and functions, whose declaration may follow, at the
 * end of their scope and of the module.
 */
#ifndef WARPBOOK_PTX_PARSE_H
#define WARPBOOK_PTX_PARSE_H

#include "base/error.h"
#include "ptx/lex.h"
#include "ptx/names.h"
#include "ptx/syntax.h"

/* Limits on the memory that foreign text can make the parser allocate. */
#define MAX_MODULE_BYTES (UINT64_C(1) << 30)
#define MAX_FUNCTION_REGS (1u << 20)
#define MAX_MODULE_REGS (1u << 22)
#define MAX_LIST 4096      /* operands of a call, targets of a brx.idx */
#define MAX_FILES 65536
#define MAX_ALIGN 65536
#define MAX_NESTING 64     /* parentheses, braces */

struct label_use {
	struct ptx_operand *operand;
	const char *text;
	size_t len;
	int line, loc;
};

struct parser {
	struct lexer lx;
	struct token t;
	const char *name, *text;
	size_t len;
	struct error *err;
	struct ptx_module *m;
	struct arena *arena;        /* the module's: owns everything that outlives the parse */
	struct arena work;          /* freed at the end of the parse */
	struct names globals;
	struct names strings;       /* labels of .debug_str */
	size_t cap_files, cap_locs, cap_vars, cap_functions;
	size_t total_regs;

	struct ptx_function *f;     /* the function whose body is read */
	struct arena scratch;       /* freed at the end of the function */
	struct names locals;
	size_t cap_regs, cap_instrs, cap_fvars, cap_protos;
	int loc;                    /* the current .loc, or -1 */
	void (*report)(void *ctx, const struct error *err); /* NULL: the first error ends the parse */
	void *report_ctx;
	size_t reported;
	bool has_entries;           /* a section .debug_info */
	bool is_part;               /* a part to link: other parts define the names that it declares */
	int last_label;             /* instruction index of the last label, or -1 */
	struct label_use *uses;     /* not resolved yet, outer scopes first */
	size_t nuses, cap_uses;
	size_t scope_uses[NAMES_DEPTH];
};

/* parse.c */
struct ptx_module *ptx_parse_part(const char *text, size_t len, const char *name, struct error *err);
int parse_error(struct parser *p, int line, int loc, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
int parse_nomem(struct parser *p);
bool parse_goes_on(struct parser *p); /* after setting an error: true if it was reported and parsing continues */
int parse_unexpected(struct parser *p, const char *wanted); /* at the current token */
void parse_next(struct parser *p);
bool parse_accept(struct parser *p, int kind);
bool parse_accept_directive(struct parser *p, const char *name);
int parse_expect(struct parser *p, int kind, const char *wanted);
int parse_pragma(struct parser *p);
int parse_count(struct parser *p, uint64_t max, uint64_t *value); /* an integer constant */
/* Declares in the innermost scope of the function, or of the module outside one. */
struct symbol *parse_declare(struct parser *p, const struct token *name, enum symbol_kind kind);
struct symbol *parse_find(struct parser *p, const char *text, size_t len);

#endif
