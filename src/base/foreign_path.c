/* foreign_path.c - see foreign_path.h. */
#include "config.h"

#include "base/foreign_path.h"

#include <stddef.h>
#include <string.h>

enum { BEGINS, HOLDS };

bool path_is_foreign(const char *path)
{
	static const struct { const char *text; int where; } rows[] = {
#define FOREIGN(text, where, whose) { text, where },
#include "base/foreign_path.def"
#undef FOREIGN
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *at = strstr(path, rows[i].text);

		if (rows[i].where == HOLDS ? at != NULL : at == path)
			return true;
	}
	return false;
}
