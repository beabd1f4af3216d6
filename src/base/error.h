/*
 * error.h - an error with its cause, the responsible party and the remedy.
 *
 * A function that can fail returns 0 or -1 (or a pointer or NULL) and fills
 * the caller's `struct error` when it fails. The struct is a plain value of
 * fixed size: it owns nothing, needs no release, and setting one can never
 * fail, so an error can be reported when memory has run out. Text and remedy are lines that are safe for a terminal,
 * whatever foreign names and messages go into them; `file` is the path itself.
 *
 * Style of a text: the problem first, the subject quoted, no capital letter
 * and no full stop at the end. The remedy is a sentence fragment in the
 * imperative ("install clang", "add `return exercise { ... }`").
 */
#ifndef WARPBOOK_BASE_ERROR_H
#define WARPBOOK_BASE_ERROR_H

#include <stdbool.h>
#include <stdio.h>

/* The party that has to act. Every verdict and every message belongs to one of them. */
enum party {
	PARTY_LEARNER, /* the code under test, or the words on the command line */
	PARTY_AUTHOR,  /* a lesson, an exercise definition, a reference solution */
	PARTY_MACHINE, /* disk full, no compiler, no permission, out of memory */
	PARTY_US,      /* warpbook itself: a bug */
};

struct error {
	enum party party;
	bool word;        /* the command line is wrong, not the code: see error_word */
	bool beyond;      /* the code asks for more than any GPU has */
	bool busy;        /* the machine was busy: a second try may succeed, see error_busy */
	int line;         /* 1-based line in `file`; 0 when there is none */
	char file[512];   /* empty when the error is not about a file */
	char text[1024];
	char remedy[512]; /* empty when none is known */
};

/* "learner", "exercise author", "machine", "warpbook". */
const char *party_name(enum party party);

/*
 * Each returns -1, so that `return error_set(...)` reads well. `e` may be NULL.
 * error_set starts a new error; error_at and error_remedy add to it.
 */
int error_set(struct error *e, enum party party, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int error_at(struct error *e, const char *file, int line);
int error_remedy(struct error *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Makes it the learner's error, and wrong usage: the command names something that does not exist. */
int error_word(struct error *e);

/* Marks the machine's error as temporary: too busy, too little memory. */
int error_busy(struct error *e);

/* "cannot open 'x': No such file": errno's text after the message; the machine's fault. */
int error_errno(struct error *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The out-of-memory error: the machine's fault. */
int error_nomem(struct error *e);

/* "FILE:LINE: text" and, indented on the next line, the remedy. */
void error_print(FILE *out, const char *program, const struct error *e);

#endif
