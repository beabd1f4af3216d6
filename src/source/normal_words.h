/*
 * normal_words.h - what the readers of both languages put into a row of normal words (normal.h). Private to this folder.
 */
#ifndef WARPBOOK_SOURCE_NORMAL_WORDS_H
#define WARPBOOK_SOURCE_NORMAL_WORDS_H

#include "source/normal.h"

/* Codes below 256 are punctuation. */
enum { NAME_OR_NUMBER = 256, A_LOOP, WORDS_BY_HASH = 1024 };

struct normal_making { struct arena *arena; const char *text; struct normal *out; size_t cap; };

/* A word that stands at `at` in m->text. Of names and numbers side by side, the first stays: `real x` is one with a type of its own. */
void normal_put(struct normal_making *m, const char *at, size_t len, int line, uint32_t code);
/* The code of a word that keeps its meaning. */
uint32_t normal_code_of(const char *text, size_t len);

#endif
