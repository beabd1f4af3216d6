/*
 * python.h - findings about Python: what C++ calls things replaced by what Numba does (python.def).
 */
#ifndef WARPBOOK_WORDS_PYTHON_H
#define WARPBOOK_WORDS_PYTHON_H

#include "base/arena.h"

/* In the arena; the same text if there is no memory, or it is NULL. */
const char *python_words(const char *text, struct arena *arena);

#endif
