/*
 * similar.h - finds submissions of a class that are more alike than the task explains: entirely on this machine.
 *
 * Two submissions are compared in two ways. `words`: by the runs of normalised words of their sources (source/normal.h). `code`:
 * by the compiler's output (flow.h), if they compile. Each is the share of fingerprints that both have (Dice: 2 shared / (a +
 * b)), of those left after removing:
 *
 *	- those of the task's stub and reference solution
 *	- those that more than a fifth of the sources of a class have, but at least five of eight or more. Files that share most
 *	  of their words or code are one source: so copies, however many and disguised, do not make their code common
 *
 * Answers in Python are compared with those in Python, as an exercise of their own: their code is Numba's output for the kernel.
 *
 * Two answers that are about as like a textbook's answer as they are like each other are not reported: a short kernel has few
 * forms, and who writes one copies nobody. These are programs in tests/mutants/EXERCISE: slow_* are right without the lesson's
 * idea, ok_simple* have it in the form that most would write, where the reference solution does not.
 *
 * If too little is left, there is no answer; nor for an exercise whose right answers are all alike. From a threshold on, two
 * submissions are reported as alike. It depends on the exercise: on how alike right answers are that were written independently
 * (grader/alike.csv, made by tests/similar/measure.sh).
 */
#ifndef WARPBOOK_GRADE_SIMILAR_SIMILAR_H
#define WARPBOOK_GRADE_SIMILAR_SIMILAR_H

#include "base/buf.h"
#include "grade/in/collect.h"
#include "source/normal.h"

enum similar_way { BY_WORDS, BY_CODE, SIMILAR_WAYS };
extern const char *const similar_way_names[SIMILAR_WAYS];

struct numba_kernel;

struct similar_file {
	const char *whose, *path;
	const char *from;            /* the folder of an earlier class; NULL: this class */
	bool headers;                /* the headers next to it are theirs */
	struct prints prints[SIMILAR_WAYS]; /* those that are left */
	uint64_t row;                /* of all normalised words: equal if only names, numbers, types and layout differ */
	bool compiled, cut;          /* cut: too long, compared only up to NORMAL_WORDS */
};

struct similar_pair {
	const struct similar_file *a, *b;
	double share[SIMILAR_WAYS];  /* 0 to 1; negative: too little is left to decide */
	bool same_row, alike;
};

/* Three files or more that seem to be one source. */
struct similar_ring { const struct similar_file **files; size_t n, alike; /* alike: how many of its pairs are */ };

struct similar_exercise {
	const struct grade_exercise *x;
	struct similar_file *files; size_t n, cap;
	struct similar_pair *pairs; size_t npairs, pair_cap; /* alike first, then by share */
	struct similar_ring *rings; size_t nrings, ring_cap; /* the largest first */
	size_t compared, nalike;
	size_t ntextbook;            /* pairs that would be alike, had not both the form of a textbook's answer */
	double independent[SIMILAR_WAYS], threshold[SIMILAR_WAYS]; /* independent < 0: unknown */
	bool python;                 /* its answers in Python */
	bool host;                   /* a host program: its code is mostly not in kernels */
	struct numba_kernel *kernel; /* the kernel to compile with Numba; NULL: words only */
	bool too_short;              /* no pair has enough left to decide */
	size_t uncompiled;
	const struct similar_file *given; /* the stub and the reference solution */
	struct similar_file *textbook; size_t ntexts, texts_cap; /* right answers that many would write */
};

struct similar_options {
	const char *compiler;        /* as compiler_find takes it; NULL: the default */
	bool words_only, all;        /* compile nothing; also keep pairs that are not alike */
	unsigned threads;            /* 0: one per processor */
};

struct similar {
	struct arena arena;          /* owns everything below */
	struct similar_exercise *exercises; size_t n; /* two for each exercise: in CUDA, then in Python */
	const char *no_numba;        /* why answers in Python are compared only by words; NULL */
};

/* Adds the files of a class; from: as above. For each exercise the file that counts comes last. */
int similar_enter(struct similar *s, const struct assignment *a, const struct class_list *c, const char *from, struct error *err);
/* -1 also if it was interrupted. */
int similar_run(struct similar *s, const struct similar_options *o, struct error *err);
void similar_release(struct similar *s);

/* A page of its own, with both sources of each alike pair side by side. */
int similar_html(const struct similar *s, const char *title, struct buf *out, struct error *err);

#endif
