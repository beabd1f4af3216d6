/*
 * lex.h - PTX text as tokens. A token points into the text, without copies.
 */
#ifndef WARPBOOK_PTX_LEX_H
#define WARPBOOK_PTX_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A single-character token's kind is the character. */
enum {
	T_END = 256,
	T_IDENT,     /* add  $L__BB0_2  %r1  _ */
	T_DOTTED,    /* .f32  .shared::cta; text is without the dot */
	T_INT,       /* bits */
	T_FLOAT,     /* bits, float_width */
	T_STRING,    /* text is without the quotes; escapes are not decoded */
	T_SHL, T_SHR,
	T_BAD,       /* text is the problem, in words */
};

struct token {
	int kind;
	const char *text;
	size_t len;
	int line;
	uint64_t bits;
	uint8_t float_width;
};

/*
 * by_llvm: a comment says that clang made it. in_asm: between the comments that it puts around the text of an asm statement;
 * nvcc's PTX inside programs has no comments left.
 */
struct lexer { const char *at, *end; int line; bool by_llvm, in_asm; };

void lex_init(struct lexer *lx, const char *text, size_t len);
void lex_next(struct lexer *lx, struct token *t);

/* Skips raw text up to and including the `}` that closes an open `{`. False: the text has none. */
bool lex_skip_braces(struct lexer *lx);

bool token_is(const struct token *t, const char *text);

#endif
