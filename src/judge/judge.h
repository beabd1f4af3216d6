/*
 * judge.h - compares a run's result with the expected result.
 *
 * The judge does not trust what a worker says about itself: it has the outputs, the inputs after the run, and the
 * expected outputs from a reference run in another process, and compares bytes. It is built without fast-math; a test
 * checks that.
 *
 * Two elements agree when their bits are the same; or both are NaN; or they are equal as numbers, so that 0 and -0
 * agree (a learner cannot tell the difference); or, if the exercise gives a tolerance and both are finite, when they
 * are at most `ulp` representable numbers apart or differ by at most absolute + relative * |expected|. An infinity
 * agrees only with itself, integers only with equal integers.
 */
#ifndef WARPBOOK_JUDGE_JUDGE_H
#define WARPBOOK_JUDGE_JUDGE_H

#include "base/arena.h"
#include "catalog/catalog.h"
#include "worker/record.h"
#include "worker/verdict.h"

/*
 * The poison that fills an output before a run. For floats it is a NaN with a payload that no computation produces.
 * Integers have no such spare value, so the poison is a number made from the index, which no program writes to a
 * whole array by accident.
 */
void judge_poison(enum value_type type, uint8_t *bytes, uint64_t count);

/* One element as text: "0.1", "-3", "NaN"; it does not recognise elements that were never written. */
void judge_value_text(enum value_type type, const uint8_t *element, char *out, size_t size);

/* judge_value: element i as a number. judge_agrees: do two elements agree? */
double judge_value(enum value_type type, const uint8_t *bytes, uint64_t i);
bool judge_same(enum value_type type, const uint8_t *a, const uint8_t *b, uint64_t i,
		const struct tolerance *tol);

/* The verdict for a finding of this kind with level error: its column in words/findings.def. */
enum verdict judge_verdict_of(finding_kind kind);

struct mismatch {
	bool any;
	uint64_t count, first;      /* how many elements differ; index of the first */
	uint64_t unwritten;         /* how many of those still have their bytes from before the launch */
	bool first_unwritten;
	char expected[48], got[48]; /* of the first one, as text */
	const char *where;          /* "out[3]", "img[2][5]" */
};

/* Compares one array; `shape` is the case's argument, with the bytes from before the launch. */
int judge_compare(enum value_type type, const uint8_t *got, const uint8_t *expected, const struct case_arg *shape,
		  const char *label, const struct tolerance *tol, struct arena *arena, struct mismatch *m);

struct case_judgement {
	enum verdict verdict;       /* PASSED or the worst verdict of this case */
	const char *message;        /* one sentence; "" when passed */
	bool output_right;          /* a finding decides, but the case ended and its output is right */
	struct mismatch mismatch;   /* of the first array that is wrong */
	uint64_t elements;          /* the size of that array */
	const char *advice;         /* the next step; NULL if there is none */
	uint64_t advice_weight;     /* how many elements support it; 0 if it only adds to the message */
	struct finding *broken; size_t nbroken; /* RULE_BROKEN: a finding for each broken rule, with the rule's name as its
						   kind */
};

/* One case: compares the learner's result with the reference's. labels: the learner's parameter names. */
int judge_case(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
	       const struct case_result *learner, const struct case_result *reference,
	       struct arena *arena, struct case_judgement *j, struct error *err);

/* ---- speed ------------------------------------------------------------------------ */

/* One limit of the exercise, and the result on its measured case. */
struct measurement {
	const struct perf_limit *limit;
	double value, reference;    /* the learner's, the reference's; NaN if it was not counted */
	double bound;               /* the limit as an absolute number */
	bool counted;               /* false: the device does not count it, or there is nothing to measure; then `held` is true */
	bool held;
	bool unsure;                /* the time is too noisy to decide; then `held` is false */
	const char *of_case;        /* of a time, which is taken with another case; else NULL */
	const char *file; int line; /* the line that adds most to it; 0 if no line does */
	double share;               /* that line's share of the total, from 0 to 1 */
	bool strided;               /* a stride between a warp's threads wastes bytes: then `line` is the one that wastes most */
	double sectors, fewest;     /* strided: how many an access of that line touches, and the fewest possible */
};

/* The metric's value for a result; NaN if the result does not have it. */
double judge_metric(const struct metric *metric, const struct exercise_case *c, const struct case_result *r);
/* Measures all limits on the measured case, for a right kernel. -1 if memory ran out. */
int judge_measure(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		  const struct case_result *reference, struct arena *arena, struct measurement **list, size_t *n);
/* The margin to the limit: 0.1 is ten percent; below 0 the limit is missed. */
double measurement_margin(const struct measurement *m);
/* A missed limit as a finding at its line; its kind is the metric's name. -1 when memory runs out. */
int measurement_finding(const struct measurement *m, const struct exercise_case *c, struct arena *arena, struct finding *f);

/*
 * Compares a host program's run with the exercise's rules, once its answer is right. Appends broken rules to
 * *broken, in the order of the rules, with the line that broke the rule if there is one. Reports nothing if the
 * program was not observed. rules.c has a function for each row of rules.def.
 */
int judge_rules(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		const struct case_result *reference, struct arena *arena, struct finding **broken, size_t *n);

/*
 * A wrong array and the expected one. advice.def lists patterns that reveal common
 * mistakes; judge_advise returns the next step for the first one that matches.
 */
struct evidence {
	const struct exercise *exercise;
	const struct exercise_case *c;
	const struct case_result *learner;
	const char *const *labels;
	size_t param;               /* the array: index into params and args */
	enum value_type type;
	const uint8_t *got, *expected, *before;
	uint64_t count;
	const struct mismatch *mismatch;
	struct arena *arena;
};
struct advice {
	const char *text;           /* NULL if there is none */
	uint64_t weight;            /* as in case_judgement */
};
struct advice judge_advise(const struct evidence *e);

#endif
