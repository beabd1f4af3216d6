/* fake.h - a fake backend for the workbook: three lessons, their exercises, checks that end when the test says so. */
#ifndef TESTS_TUI_FAKE_H
#define TESTS_TUI_FAKE_H

#include "tui/effects.h"

struct fake {
	int steps_done[3];
	int hints_used;
	bool passed;         /* 01_kernels/add */
	int attempts;
	int edits, checks, redraws, resets; /* how often each was requested */
	int reads, cancels, edit_line;      /* how often the file was read, checks cancelled; where the editor was to open */
	bool edited, deleted, stub, begun, no_editor;
	bool twin, python;   /* exercises have a version in Python, and are answered there */
	bool draws;          /* the exercise has a picture */
	bool host;           /* exercises are about the host's side */
	bool notes;          /* on 01_kernels */
	char heading[80];    /* at which notes were last opened */
	/* For a class: grading has continued; the last adjustment; the number of regrades started, applied and dropped. */
	bool graded;
	char adjusted[80], commented[80];
	int regrades, applied, dropped;
	bool reject;         /* everything that can fail does */
	int figures;         /* how often pictures of a page were made */
	struct work *work;   /* that fake_aside received */
};

struct tui_backend fake_backend(struct fake *f);
/* Keeps the work, which play.h's @worked does. */
int fake_aside(void *ctx, struct work *w, struct error *err);

/* "passed", "memory", "compile", "machine", "printf": the result of a check of 01_kernels/add. NULL: no such name. */
struct attempt *fake_attempt(const char *name);

#endif
