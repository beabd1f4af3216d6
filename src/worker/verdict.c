/* verdict.c - the rows of verdict.def, by number and by name. */
#include "config.h"

#include "worker/verdict.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	enum party party;
	const char *headline;
} verdicts[] = {
#define VERDICT(id, name, party, headline) { name, party, headline },
#include "worker/verdict.def"
#undef VERDICT
};

const char *verdict_name(enum verdict v)
{
	return verdicts[v].name;
}

const char *verdict_headline(enum verdict v)
{
	return verdicts[v].headline;
}

enum party verdict_party(enum verdict v)
{
	return verdicts[v].party;
}

int verdict_from_name(const char *name)
{
	for (size_t i = 0; i < VERDICT_COUNT; i++)
		if (!strcmp(verdicts[i].name, name))
			return (int)i;
	return -1;
}
