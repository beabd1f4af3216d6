/* error.c - fills `struct error`; error_print.c prints it; nothing here can fail. */
#include "config.h"

#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/source.h"

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

/* Formats into `size` bytes at `to`, as a line that is safe for a terminal: names and messages in it are foreign. */
static void put_line(char *to, size_t size, const char *fmt, va_list ap)
{
	char raw[sizeof((struct error *)0)->text];

	vsnprintf(raw, sizeof raw, fmt, ap);
	text_copy_line(to, size, raw);
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
	put_line(e->text, sizeof e->text, fmt, ap);
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
	put_line(e->remedy, sizeof e->remedy, fmt, ap);
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
	put_line(e->text, sizeof e->text, fmt, ap);
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
