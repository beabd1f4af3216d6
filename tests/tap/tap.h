/*
 * tap.h - TAP from a C test: `ok(condition, "what holds")`, then `return tap_done();`.
 *
 * The description says what the program promises, not what the test does. A test needs no plan
 * in advance: tap_done prints it.
 */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int tap_count, tap_failures;

/*
 * A description such as "and its line" goes on with an earlier one, which is printed before it: a failing line is often all that
 * is seen of a test.
 */
__attribute__((unused))
static void tap_describe(const char *what)
{
	static const char *const more[] = { "and ", "with ", "or ", "nor ", "so ", "but ", "which ", "it ", "its ",
					    "they ", "then ", "also ", "both ", "the same " };
	static char head[300];

	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		if (*head && !strncmp(what, more[i], strlen(more[i]))) {
			printf("%s, %s\n", head, what);
			return;
		}
	snprintf(head, sizeof head, "%.250s", what);
	puts(what);
}

__attribute__((format(printf, 4, 5), unused))
static bool tap_ok(bool good, const char *file, int line, const char *fmt, ...)
{
	char what[4000];
	va_list ap;

	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	tap_describe(what);
	if (!good) {
		tap_failures++;
		printf("# failed at %s:%d\n", file, line);
	}
	fflush(stdout);
	return good;
}

/* Compares two texts and shows both when they differ. */
__attribute__((unused))
static bool tap_is(const char *got, const char *want, const char *file, int line, const char *what)
{
	bool same = got && want ? !strcmp(got, want) : got == want;

	if (!tap_ok(same, file, line, "%s", what))
		printf("# got:  %s\n# want: %s\n", got ? got : "(null)", want ? want : "(null)");
	return same;
}

__attribute__((unused))
static int tap_done(void)
{
	printf("1..%d\n", tap_count);
	return tap_failures ? 1 : 0;
}

#define ok(...) tap_ok_args(__VA_ARGS__)
#define tap_ok_args(cond, ...) tap_ok((cond), __FILE__, __LINE__, __VA_ARGS__)
#define is_text(got, want, what) tap_is((got), (want), __FILE__, __LINE__, (what))
#define skip_test(why, what) (printf("ok %d - %s # SKIP %s\n", ++tap_count, (what), (why)))

#endif
