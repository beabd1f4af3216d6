/*
 * empty_if.c - finds `if (i < n);`, which guards nothing.
 *
 * nvcc does not warn about it, nor does clang after a #line. So we search the source for it, and report it if the
 * attempt fails.
 */
#include "config.h"

#include "source/learner_source.h"

#include "source/tokens.h"

bool source_empty_if(const char *source, size_t len, int *line)
{
	struct reader r = { source, source + len, 1, true };

	for (struct token t = word_next(&r); t.kind != TOKEN_END; t = word_next(&r)) {
		struct reader behind;
		struct token next;

		if (!word_is(&t, "if"))
			continue;
		behind = r;
		next = word_next(&behind);
		if (!word_is(&next, "("))
			continue;
		words_skip_group(&behind);
		next = word_next(&behind);
		*line = next.line;
		if (!word_is(&next, ";"))
			continue;
		next = word_next(&behind);
		if (!word_is(&next, "else"))
			return true;
	}
	return false;
}
