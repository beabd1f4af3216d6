/*
 * similar.h - which submissions of a class are alike beyond what the task explains: entirely on this machine.
 *
 * Two submissions are compared in two ways. `words`: by the runs of normal words of their sources (source/normal.h). `code`: by
 * what the compiler made of them (flow.h), where they compile. Each is the share of prints that both have (Dice: 2 shared / (a +
 * b)), of those left after this is taken away:
 *
 *	- what the task's stub and reference solution have
 *	- what more than a fifth of a class of eight or more has, but at least five: equal sources counted once
 *
 * Answers in Python are compared with those in Python, as an exercise of their own: their code is what Numba makes of the kernel.
 *
 * If too little is left, nothing can be said; neither of an exercise whose right answers are all alike. From a threshold on, two
 * submissions are reported as alike. It depends on the exercise: how alike right answers are that were written independently
 * (grader/alike.csv, made by tests/similar/measure.sh).
 */
#ifndef WARPBOOK_GRADE_SIMILAR_H
#define WARPBOOK_GRADE_SIMILAR_H

#include "base/buf.h"
#include "grade/collect.h"
#include "source/normal.h"

enum similar_way { BY_WORDS, BY_CODE, SIMILAR_WAYS };
extern const char *const similar_way_names[SIMILAR_WAYS];

struct numba_kernel;

struct similar_file {
	const char *whose, *path;
	const char *from;            /* the folder of an earlier class; NULL: of this one */
	bool headers;                /* headers beside it are theirs */
	struct prints prints[SIMILAR_WAYS]; /* what is left of them */
	uint64_t row;                /* of all normal words: equal if only names, numbers, types and layout differ */
	bool compiled, cut;          /* cut: too long, and compared to NORMAL_WORDS */
};

struct similar_pair {
	const struct similar_file *a, *b;
	double share[SIMILAR_WAYS];  /* 0 to 1; negative: too little is left to say */
	bool same_row, alike;
};

struct similar_exercise {
	const struct grade_exercise *x;
	struct similar_file *files; size_t n, cap;
	struct similar_pair *pairs; size_t npairs, pair_cap; /* alike first, then by share */
	size_t compared, nalike;
	double independent[SIMILAR_WAYS], threshold[SIMILAR_WAYS]; /* independent < 0: not known */
	bool python;                 /* its answers in Python */
	bool host;                   /* a program of the host: its code is mostly not a kernel's */
	struct numba_kernel *kernel; /* what Numba is asked for; NULL: words only */
	bool too_short;              /* of no pair can anything be said */
	size_t uncompiled;
	const struct similar_file *given; /* the stub and the reference solution */
};

struct similar_options {
	const char *compiler;        /* as compiler_find takes it; NULL: the default */
	bool words_only, all;        /* compile nothing; keep the pairs that are not alike too */
	unsigned threads;            /* 0: one for each processor */
};

struct similar {
	struct arena arena;          /* owns all below */
	struct similar_exercise *exercises; size_t n; /* two for each exercise: in CUDA, then in Python */
	const char *no_numba;        /* why answers in Python are compared by their words only; NULL */
};

/* The files of a class; from: as above. Of each exercise the file that counts last. */
int similar_enter(struct similar *s, const struct assignment *a, const struct class_list *c, const char *from, struct error *err);
/* -1 also where it was interrupted. */
int similar_run(struct similar *s, const struct similar_options *o, struct error *err);
void similar_release(struct similar *s);

/* A page of its own, with both sources of each alike pair side by side. */
int similar_html(const struct similar *s, const char *title, struct buf *out, struct error *err);

#endif
