/*
 * run_settings.h - shared by `run` and `exec`: passes their options in the environment to the runtime of the program that they
 * start; src/cudart/settings.h describes the variables.
 */
#ifndef WARPBOOK_CMD_PROGRAM_RUN_SETTINGS_H
#define WARPBOOK_CMD_PROGRAM_RUN_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/target.h"

struct run_settings {
	const char *check;     /* NULL: as already set; the same for the others */
	const char *json, *sarif; /* "": on stderr; otherwise a file */
	const char *timeline;  /* "": as text; otherwise a file */
	uint64_t devices;      /* 0: as already set */
	const char *profile;   /* "-": on stdout; a path: a page */
	bool counters, fuse, goes_on;
};

/* Rows of a table of options, which fill `s`. */
#define RUN_SETTINGS_ROWS(s) \
	{ "check", OPTION_TEXT, "WHAT", N_("all (default), none, or some checks: see doc/runtime.md"), &(s).check, 0 }, \
	{ "devices", OPTION_NUMBER, "N", N_("how many virtual devices there are (default: 1)"), &(s).devices, 0 }, \
	{ "counters", OPTION_FLAG, NULL, N_("show the profile at the end, as `warpbook profile` does"), &(s).counters, 0 }, \
	{ "timeline", OPTION_MAYBE, "=FILE", N_("show at the end what overlapped; FILE.svg: as a picture"), &(s).timeline, 0 }, \
	{ "fuse", OPTION_FLAG, NULL, N_("round as a GPU does: products and sums become fma"), &(s).fuse, 0 }, \
	{ "continue", OPTION_FLAG, NULL, N_("a kernel goes on after an access outside memory:\nit reads 0, or writes nothing"), \
	  &(s).goes_on, 0 }, \
	{ "json", OPTION_MAYBE, "=FILE", N_("the findings as JSON: on stderr, or in FILE"), &(s).json, 0 }, \
	{ "sarif", OPTION_MAYBE, "=FILE", N_("the findings as SARIF 2.1.0, for code scanners: on stderr, or in FILE"), \
	  &(s).sarif, 0 }

/* run.c: builds and runs a program on the vm, as `warpbook run` does with these words. Returns only if it cannot start. */
int run_program(const struct run_settings *s, const char *compiler, int nargs, char **args);

void run_settings_set(const struct run_settings *s, const struct target *target);

#endif
