/* python.h - findings about Python: replaces the C++ terms with Numba's (python.def). */
#ifndef WARPBOOK_WORDS_PYTHON_H
#define WARPBOOK_WORDS_PYTHON_H

#include "base/arena.h"

/* Allocates the result in the arena; returns the same text if there is no memory, or it is NULL. */
const char *python_words(const char *text, struct arena *arena);

#endif
