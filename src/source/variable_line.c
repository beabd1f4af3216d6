/* variable_line.c - finds the declaration of a variable whose symbol the compiler's output names. */
#include "config.h"

#include "source/learner_source.h"

#include <stdio.h>
#include <string.h>

#include "source/tokens.h"

/* "big", or _ZN5space3bigE and _ZZ6kernelPfE3big, whose last name is "3big". */
static bool is_named(const char *symbol, const struct token *t)
{
	char counted[300];
	int n = snprintf(counted, sizeof counted, "%zu%.*s", t->len, (int)t->len, t->text);
	const char *at;

	if (word_is(t, symbol))
		return true;
	if (strncmp(symbol, "_Z", 2) || n >= (int)sizeof counted)
		return false;
	at = strstr(symbol, counted);
	return at && (!at[n] || (at[n] == 'E' && !at[n + 1]));
}

int source_variable_line(const char *source, size_t len, const char *symbol)
{
	struct reader r = { source, source + len, 1, true };

	for (struct token t = word_next(&r); t.kind != TOKEN_END; t = word_next(&r))
		if (t.kind == TOKEN_WORD && is_named(symbol, &t))
			return t.line;
	return 0;
}
