/* settings.c - see settings.h. */
#include "config.h"

#include "cudart/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/resource.h>

#include "base/language.h"
#include "child/memory.h"
#include "simt/simt.h"

#define MODELLED_MEMORY ((uint64_t)139 << 30) /* an H200's 141 GB without what its driver keeps */
#define DEFAULT_PITCH 512 /* as on hardware */

static void complain(const char *name, const char *value, const char *what)
{
	fprintf(stderr, "warpbook: %s=%s is not valid: %s\n", name, value, what);
}

static unsigned read_checks(bool *async)
{
	static const struct { const char *name; unsigned bits; } names[] = {
		{ "all", SIMT_CHECK_ALL }, { "none", SIMT_CHECK_BOUNDS }, { "bounds", SIMT_CHECK_BOUNDS },
		{ "init", SIMT_CHECK_INIT }, { "race", SIMT_CHECK_RACE }, { "sync", SIMT_CHECK_SYNC }, { "async", 0 },
	};
	const char *value = getenv("WARPBOOK_CHECK");
	unsigned checks = SIMT_CHECK_BOUNDS;
	char copy[256], *rest = copy, *word;

	*async = !value;
	if (!value)
		return SIMT_CHECK_ALL;
	snprintf(copy, sizeof copy, "%s", value);
	while ((word = strtok_r(rest, ",", &rest))) {
		size_t i = 0;

		while (i < sizeof names / sizeof *names && strcmp(names[i].name, word))
			i++;
		if (i == sizeof names / sizeof *names) {
			complain("WARPBOOK_CHECK", value, "all, none, or some of bounds,init,race,sync,async");
			continue;
		}
		checks |= names[i].bits;
		*async |= !strcmp(word, "all") || !strcmp(word, "async");
	}
	return checks;
}

/* A number with K, M or G; `fallback` if there is none. */
static uint64_t read_bytes(const char *name, uint64_t fallback)
{
	const char *value = getenv(name), *letters = "KMG", *unit;
	char *end;
	unsigned long long n;

	if (!value)
		return fallback;
	errno = 0;
	n = strtoull(value, &end, 10);
	unit = *end ? strchr(letters, *end) : NULL;
	if (end == value || errno || (*end && !unit) || (unit && end[1]) || n == 0 || n > (uint64_t)1 << 50) {
		complain(name, value, "a number of bytes, as 512M or 4G");
		return fallback;
	}
	return unit ? (uint64_t)n << 10 * (unit - letters + 1) : n;
}

static double read_number(const char *name, double least, double most, double fallback)
{
	const char *value = getenv(name);
	char *end;
	double n;

	if (!value)
		return fallback;
	n = strtod(value, &end);
	if (end == value || *end || !(n >= least && n <= most)) {
		complain(name, value, "not a number in its range");
		return fallback;
	}
	return n;
}

/* Half of what this machine, its container and `ulimit -v` let the process have. */
static uint64_t half_of_machine(void)
{
	uint64_t all = memory_of_machine();
	struct rlimit r;

	if (getrlimit(RLIMIT_AS, &r) == 0)
		all = MIN(all, r.rlim_cur);
	return all / 2 >> 20 << 20;
}

static bool is_set(const char *value)
{
	return value && *value && strcmp(value, "0");
}

void settings_read(struct settings *s)
{
	const char *timeline = getenv("WARPBOOK_TIMELINE"), *counters = getenv("WARPBOOK_COUNTERS");

	*s = (struct settings){
		.devices = (unsigned)read_number("WARPBOOK_DEVICES", 1, DEVICES_MAX, 1),
		.memory_bytes = read_bytes("WARPBOOK_MEMORY", MODELLED_MEMORY),
		.fuse = is_set(getenv("WARPBOOK_FUSE")),
		.goes_on = is_set(getenv("WARPBOOK_CONTINUE")),
		.counters = is_set(counters),
		.counters_path = is_set(counters) && strcmp(counters, "1") ? counters : NULL,
		.timeline = is_set(timeline),
		.progress = is_set(getenv("WARPBOOK_PROGRESS")),
		.colour = is_set(getenv("WARPBOOK_COLOR")),
		.timeline_path = is_set(timeline) && strcmp(timeline, "1") && strcmp(timeline, "-") ? timeline : NULL,
		.json = is_set(getenv("WARPBOOK_JSON")) ? getenv("WARPBOOK_JSON") : NULL,
		.sarif = is_set(getenv("WARPBOOK_SARIF")) ? getenv("WARPBOOK_SARIF") : NULL,
		.catalogue = is_set(getenv("WARPBOOK_CATALOGUE")) ? getenv("WARPBOOK_CATALOGUE") : NULL,
		.measured = is_set(getenv("WARPBOOK_MEASURED")) ? getenv("WARPBOOK_MEASURED") : NULL,
		.record = is_set(getenv("WARPBOOK_RECORD")) ? getenv("WARPBOOK_RECORD") : NULL,
		.record_launch = (uint64_t)read_number("WARPBOOK_RECORD_LAUNCH", 0, 1e15, 0),
		.order_seed = (uint64_t)read_number("WARPBOOK_ORDER", 0, 1e15, 0),
		.pitch = (size_t)read_number("WARPBOOK_PITCH", 32, 65536, DEFAULT_PITCH),
		.multiprocessors = (unsigned)read_number("WARPBOOK_MULTIPROCESSORS", 1, MULTIPROCESSORS_MOST, 0),
		.link = read_number("WARPBOOK_LINK", 0.001, 1000, 1),
		.instructions = (uint64_t)read_number("WARPBOOK_INSTRUCTIONS", 1, 1e15, 0),
		.seconds = read_number("WARPBOOK_SECONDS", 0.001, 1e6, 0),
	};
	s->memory_offered = getenv("WARPBOOK_MEMORY") ? s->memory_bytes : MIN(s->memory_bytes, half_of_machine());
	s->checks = read_checks(&s->check_async);
}

void settings_speak(const struct settings *s)
{
	static bool begun;
	struct error ignored;

	if (!begun && s->catalogue)
		language_open(s->catalogue, &ignored);
	begun = true;
}
