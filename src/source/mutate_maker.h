/*
 * mutate_maker.h - what the files that generate wrong programs share: the source as a list of tokens, and the making of one
 * mutant from edits of its text. Private to this folder.
 */
#ifndef WARPBOOK_SOURCE_MUTATE_MAKER_H
#define WARPBOOK_SOURCE_MUTATE_MAKER_H

#include <stdbool.h>
#include <stddef.h>

#include "source/mutate.h"
#include "source/tokens.h"

#define EDITS_MAX 256

/* Replaces `len` bytes at `at` by `with`. */
struct edit { const char *at; size_t len; const char *with; };

struct maker {
	const char *source, *end, *kernel;
	const struct mutant_source *about;
	struct token *tokens; size_t ntokens, cap_tokens; /* the last is TOKEN_END */
	struct arena *arena;
	struct mutant *list; size_t n, cap;
	size_t name, open, close, body;   /* of the entry: its name, the brackets of its parameters, its `{`; body 0: not found */
	const struct token **params; size_t nparams, cap_params; /* the names */
	bool failed;
};

/* Makes a mutant from edits, which are in the order of the text. */
void mutant_add(struct maker *m, enum mutation mutation, int line, const struct edit *edits, size_t n);
void mutant_replace(struct maker *m, enum mutation mutation, const struct token *t, const char *with);
/* Puts `globals` in front of the program, and `first` at the beginning of the entry's body. */
void mutant_begin_with(struct maker *m, enum mutation mutation, const char *globals, const char *first);
/* The statement with which the entry returns. */
const char *mutant_leave(const struct maker *m);

/* True if the tokens from i on match the words, which end with NULL; "*" matches any word or number. */
bool tokens_look_like(const struct maker *m, size_t i, const char *const *words);
#define LOOKS_LIKE(m, i, ...) tokens_look_like(m, i, (const char *const[]){ __VA_ARGS__, NULL })
/* The token after the bracket that closes the one at i. */
size_t group_end(const struct maker *m, size_t i);
/* Does the word occur from token i to the statement's semicolon? */
bool statement_has(const struct maker *m, size_t i, const char *word);

/* mutate_values.c: changes that only certain values, arguments, launches and devices show. */
void mutants_of_values(struct maker *m);

#endif
