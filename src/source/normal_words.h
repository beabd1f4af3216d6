/*
 * normal_words.h - shared by the readers of both languages: adds words to a row
 * of normal words (normal.h). Private to this folder.
 */
#ifndef WARPBOOK_SOURCE_NORMAL_WORDS_H
#define WARPBOOK_SOURCE_NORMAL_WORDS_H

#include "source/normal.h"

/* Codes below 256 are punctuation. */
enum { NAME_OR_NUMBER = 256, A_LOOP, WORDS_BY_HASH = 1024 };

struct normal_making { struct arena *arena; const char *text; struct normal *out; size_t cap; };

/* Adds a word at `at` in m->text. Of adjacent names and numbers it keeps the first: `real x` counts as one, like `float x`. */
void normal_put(struct normal_making *m, const char *at, size_t len, int line, uint32_t code);
/* The code of a word that keeps its meaning. */
uint32_t normal_code_of(const char *text, size_t len);

#endif
