/* foreign.c - see foreign.h. */
#include "config.h"

#include "base/foreign.h"

#include <stddef.h>
#include <string.h>

enum { BEGINS, HOLDS };

bool path_is_foreign(const char *path)
{
	static const struct { const char *text; int where; } rows[] = {
#define FOREIGN(text, where, whose) { text, where },
#include "base/foreign.def"
#undef FOREIGN
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *at = strstr(path, rows[i].text);

		if (rows[i].where == HOLDS ? at != NULL : at == path)
			return true;
	}
	return false;
}
