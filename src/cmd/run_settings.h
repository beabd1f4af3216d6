/*
 * run_settings.h - shared by `run` and `exec`: what their options tell the runtime of the program that they start, in the
 * environment; src/cudart/settings.h describes the variables.
 */
#ifndef WARPBOOK_CMD_RUN_SETTINGS_H
#define WARPBOOK_CMD_RUN_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "session/target.h"

struct run_settings {
	const char *check;     /* NULL: as it is set already; so for the others */
	const char *json, *sarif; /* "": on stderr; else a file */
	const char *timeline;  /* "": as text; else a file */
	uint64_t devices;      /* 0: as it is set already */
	bool counters, fuse;
};

/* The rows of a table of options that fill `s`. */
#define RUN_SETTINGS_ROWS(s) \
	{ "check", OPTION_TEXT, "WHAT", "all (default), none, or some checks: see doc/runtime.md", &(s).check, 0 }, \
	{ "devices", OPTION_NUMBER, "N", "how many virtual devices there are (default: 1)", &(s).devices, 0 }, \
	{ "counters", OPTION_FLAG, NULL, "show the counters at the end", &(s).counters, 0 }, \
	{ "timeline", OPTION_MAYBE, "=FILE", "show at the end what overlapped; FILE.svg: as a picture", &(s).timeline, 0 }, \
	{ "fuse", OPTION_FLAG, NULL, "round as a GPU does: products and sums become fma", &(s).fuse, 0 }, \
	{ "json", OPTION_MAYBE, "=FILE", "the findings as JSON: on stderr, or in FILE", &(s).json, 0 }, \
	{ "sarif", OPTION_MAYBE, "=FILE", "the findings as SARIF 2.1.0, for code scanners: on stderr, or in FILE", &(s).sarif, 0 }

void run_settings_set(const struct run_settings *s, const struct target *target);

#endif
