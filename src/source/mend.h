/*
 * mend.h - edits that may remedy a finding: a guard, a barrier between two lines, an index in size_t, a size in bytes.
 *
 * They come from the tokens of the text alone, so each is a proposal: who offers it checks the edited text first, and offers it
 * only if the finding is gone and nothing new has come.
 */
#ifndef WARPBOOK_SOURCE_MEND_H
#define WARPBOOK_SOURCE_MEND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* What a finding says. Its advice tells which edits come into question. */
struct mend_finding { const char *kind, *message, *advice; int line, other_line; /* 0: none */ };

/* Replaces `cut` bytes at `at` by `put`; `line`, from 1 on, is where `at` lies. The texts live in the arena. */
struct mend { const char *title, *put; size_t at, cut; int line; };

/* The edits for a finding in source[len], the likeliest first, at most `most`; python: for Numba. Returns how many. */
size_t source_mends(const char *source, size_t len, bool python, const struct mend_finding *f, struct arena *arena,
		    struct mend *list, size_t most);

#endif
