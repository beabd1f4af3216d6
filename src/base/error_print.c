/* error_print.c - tells an error in the learner's language; apart from error.c, which small libraries have without a language. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/language.h"
#include "base/source.h"

void error_print(FILE *out, const char *program, const struct error *e)
{
	char file[sizeof e->file];

	text_copy_line(file, sizeof file, e->file);
	fprintf(out, "%s: ", program);
	if (*file && e->line > 0)
		fprintf(out, "%s:%d: ", file, e->line);
	else if (*file)
		fprintf(out, "%s: ", file);
	fprintf(out, "%s\n", retold(e->text));
	if (e->remedy[0])
		fprintf(out, "%*s%s\n", (int)strlen(program) + 2, "", retold(e->remedy));
}
