/*
 * tokens.h - the words and punctuation of a C++ source, without comments, literals and preprocessor lines.
 *
 * No preprocessor and no parser, but enough to find names and places in a learner's source. Private to this folder.
 */
#ifndef WARPBOOK_SOURCE_TOKENS_H
#define WARPBOOK_SOURCE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_PUNCTUATION };

struct token {
	enum token_kind kind;
	const char *text; /* into the source */
	size_t len;
	int line;
};

/* Begins as { text, text + len, 1, true }. */
struct reader {
	const char *at, *end;
	int line;
	bool line_start;  /* nothing but blanks so far: a # starts a directive */
};

struct token word_next(struct reader *r);
bool word_is(const struct token *t, const char *text);
#define WORD_IS_ONE_OF(t, words) word_is_one_of((t), (words), sizeof (words) / sizeof *(words))
bool word_is_one_of(const struct token *t, const char *const *words, size_t n);
/* Is the word one of the tokens? */
bool word_among(const struct token *tokens, size_t n, const char *word);
/* Skips from after an opening bracket to after the one that closes it. */
void words_skip_group(struct reader *r);

#endif
