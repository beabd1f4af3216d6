/* error.c - fills and prints `struct error`; nothing here can fail. */
#include "config.h"

#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

const char *party_name(enum party party)
{
	static const char *const names[] = {
		[PARTY_LEARNER] = "learner",
		[PARTY_AUTHOR] = "exercise author",
		[PARTY_MACHINE] = "machine",
		[PARTY_US] = "warpbook",
	};

	return (size_t)party < sizeof names / sizeof *names ? names[party] : "nobody";
}

int error_set(struct error *e, enum party party, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return -1;
	e->party = party;
	e->line = 0;
	e->word = e->busy = e->beyond = false;
	e->file[0] = e->remedy[0] = '\0';
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	return -1;
}

int error_at(struct error *e, const char *file, int line)
{
	if (!e)
		return -1;
	snprintf(e->file, sizeof e->file, "%s", file ? file : "");
	e->line = line;
	return -1;
}

int error_remedy(struct error *e, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return -1;
	va_start(ap, fmt);
	vsnprintf(e->remedy, sizeof e->remedy, fmt, ap);
	va_end(ap);
	return -1;
}

int error_word(struct error *e)
{
	if (e)
		e->word = true;
	return -1;
}

int error_busy(struct error *e)
{
	if (e)
		e->busy = true;
	return -1;
}

int error_errno(struct error *e, const char *fmt, ...)
{
	int code = errno;
	size_t n;
	va_list ap;

	if (!e)
		return -1;
	error_set(e, PARTY_MACHINE, "%s", "");
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	n = strlen(e->text);
	snprintf(e->text + n, sizeof e->text - n, ": %s", strerror(code));
	errno = code;
	return -1;
}

int error_nomem(struct error *e)
{
	error_set(e, PARTY_MACHINE, "out of memory");
	return error_remedy(e, "close other programs, or raise the memory limit, and try again");
}

void error_print(FILE *out, const char *program, const struct error *e)
{
	fprintf(out, "%s: ", program);
	if (e->file[0] && e->line > 0)
		fprintf(out, "%s:%d: ", e->file, e->line);
	else if (e->file[0])
		fprintf(out, "%s: ", e->file);
	fprintf(out, "%s\n", e->text);
	if (e->remedy[0])
		fprintf(out, "%*s%s\n", (int)strlen(program) + 2, "", e->remedy);
}
