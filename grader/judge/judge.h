/*
 * judge.h - is what came back what was expected?
 *
 * The judge trusts nothing a worker says about itself: it has the outputs, the
 * inputs after the run, and the expected outputs from a reference run in another
 * process, and compares bytes. Exact bit patterns first; a tolerance only where
 * the exercise gives one; NaN and infinities must match in kind; poison left in an
 * output is told as "never written". Built without fast-math, checked by a test.
 */
#ifndef WARPBOOK_JUDGE_JUDGE_H
#define WARPBOOK_JUDGE_JUDGE_H

#include "base/arena.h"
#include "catalog/catalog.h"
#include "run/record.h"
#include "run/verdict.h"

/* The poison an output holds before a run: a pattern that no float computation leaves (a NaN with payload). */
void judge_poison(enum value_type type, uint8_t *bytes, uint64_t count);

struct mismatch {
	bool any;
	uint64_t count, first;      /* how many elements differ; index of the first */
	uint64_t unwritten;         /* of those: still poison */
	char expected[48], got[48]; /* the first, as text */
	const char *where;          /* "out[3]", "out[2][5] (row 2, column 5)" */
};

/* Compares one array. */
int judge_compare(enum value_type type, const uint8_t *got, const uint8_t *expected, const struct case_arg *shape,
		  const char *label, const struct tolerance *tol, struct arena *arena, struct mismatch *m);

struct case_judgement {
	enum verdict verdict;       /* PASSED or the worst thing of this case */
	const char *message;        /* one sentence, with advice; "" when passed */
	struct mismatch mismatch;
	/* Patterns that tell a cause: "all from index 256 on are unwritten", "each is off by one place", "only block 0 wrote". */
	const char *advice;         /* NULL if none was recognised */
};

/* One case: learner's result beside the reference's. labels: the learner's parameter names. */
int judge_case(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
	       const struct case_result *learner, const struct case_result *reference,
	       struct arena *arena, struct case_judgement *j, struct error *err);

#endif
