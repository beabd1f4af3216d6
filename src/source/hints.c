/* hints.c - see hints.h. */
#include "config.h"

#include "source/hints.h"

#include <string.h>

#include "base/arena.h"
#include "source/learner_source.h"
#include "source/tokens.h"

static bool is_mark(const struct token *t, const char *mark)
{
	return t->kind == TOKEN_PUNCTUATION && word_is(t, mark);
}

/* Moves the reader to the inside of the kernel's body; false: the text does not define it. */
static bool body_find(struct reader *r, const char *kernel)
{
	bool global = false;

	for (struct token t = word_next(r); t.kind != TOKEN_END; t = word_next(r)) {
		if (word_is(&t, "__global__")) {
			global = true;
		} else if (global && word_is(&t, kernel)) {
			t = word_next(r);
			if (!is_mark(&t, "("))
				continue;
			words_skip_group(r);
			t = word_next(r);
			if (is_mark(&t, "{"))
				return true;
			global = false;
		} else if (is_mark(&t, ";") || is_mark(&t, "{")) {
			global = false;
		}
	}
	return false;
}

/* The next token of the body; TOKEN_END at its end. */
static struct token body_next(struct reader *r, int *depth)
{
	struct token t = word_next(r);

	*depth += is_mark(&t, "{");
	*depth -= is_mark(&t, "}");
	if (*depth < 0)
		t.kind = TOKEN_END;
	return t;
}

int source_uses_axis(const char *source, size_t len, const char *kernel, char axis)
{
	struct reader r = { source, source + len, 1, true };
	int depth = 0;

	if (!body_find(&r, kernel))
		return 0;
	for (struct token t = body_next(&r, &depth); t.kind != TOKEN_END; t = body_next(&r, &depth)) {
		if (!word_is(&t, "threadIdx"))
			continue;
		t = body_next(&r, &depth);
		if (!is_mark(&t, "."))
			continue;
		t = body_next(&r, &depth);
		if (t.len == 1 && *t.text == axis)
			return t.line;
	}
	return 0;
}

/* One argument that is a number or a parameter alone; the token after it is the comma. */
static bool is_common(struct reader *r, int *depth, const char **params, size_t nparams)
{
	struct token t = body_next(r, depth), comma = body_next(r, depth);
	bool common = t.kind == TOKEN_NUMBER;

	for (size_t i = 0; i < nparams && t.kind == TOKEN_WORD && !common; i++)
		common = word_is(&t, params[i]);
	return common && is_mark(&comma, ",");
}

int source_same_random(const char *source, size_t len, const char *kernel)
{
	struct reader r = { source, source + len, 1, true };
	struct arena arena = { 0 };
	const char **params;
	size_t nparams;
	int line, depth = 0, found = 0;

	nparams = source_kernel_params(source, len, kernel, &arena, &params, &line);
	if (!body_find(&r, kernel))
		nparams = 0, r.at = r.end;
	for (struct token t = body_next(&r, &depth); t.kind != TOKEN_END && found >= 0; t = body_next(&r, &depth)) {
		int at = t.line;

		if (!word_is(&t, "curand_init"))
			continue;
		t = body_next(&r, &depth);
		if (is_mark(&t, "(") && is_common(&r, &depth, params, nparams) && is_common(&r, &depth, params, nparams))
			found = found ? found : at;
		else
			found = -1;
	}
	arena_release(&arena);
	return found > 0 ? found : 0;
}
