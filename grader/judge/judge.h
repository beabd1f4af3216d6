/*
 * judge.h - does a run's result match the expected result?
 *
 * The judge trusts nothing a worker says about itself: it has the outputs, the
 * inputs after the run, and the expected outputs from a reference run in another
 * process, and compares bytes. Built without fast-math, checked by a test.
 *
 * Two elements agree when their bits are the same; or both are NaN; or they are
 * equal as numbers, so that 0 and -0 agree (a learner cannot see them apart);
 * or, where the exercise gives a tolerance and both are finite, when they are
 * at most `ulp` representable numbers apart or differ by at most absolute +
 * relative * |expected|. An infinity agrees only with itself, integers only with
 * equal integers.
 */
#ifndef WARPBOOK_JUDGE_JUDGE_H
#define WARPBOOK_JUDGE_JUDGE_H

#include "base/arena.h"
#include "catalog/catalog.h"
#include "run/record.h"
#include "run/verdict.h"

/*
 * The poison that an output holds before a run: for floats a NaN with a payload that no
 * computation leaves; an integer has no value to spare, so it is a number drawn from
 * its index, which no program writes by accident to a whole array.
 */
void judge_poison(enum value_type type, uint8_t *bytes, uint64_t count);

/* One element as text: "0.1", "-3", "NaN"; it does not detect elements that were never written. */
void judge_value_text(enum value_type type, const uint8_t *element, char *out, size_t size);

/* Element i of an array: as a number, and whether two agree. */
double judge_value(enum value_type type, const uint8_t *bytes, uint64_t i);
bool judge_same(enum value_type type, const uint8_t *a, const uint8_t *b, uint64_t i,
		const struct tolerance *tol);

/* The verdict for a finding of this kind and of level error: its column in words/findings.def. */
enum verdict judge_verdict_of(enum finding_kind kind);

struct mismatch {
	bool any;
	uint64_t count, first;      /* how many elements differ; index of the first */
	uint64_t unwritten;         /* of those: still as before the launch */
	bool first_unwritten;
	char expected[48], got[48]; /* the first, as text */
	const char *where;          /* "out[3]", "img[2][5]" */
};

/* Compares one array; `shape` is the case's argument, with the bytes from before the launch. */
int judge_compare(enum value_type type, const uint8_t *got, const uint8_t *expected, const struct case_arg *shape,
		  const char *label, const struct tolerance *tol, struct arena *arena, struct mismatch *m);

struct case_judgement {
	enum verdict verdict;       /* PASSED or the worst verdict of this case */
	const char *message;        /* one sentence; "" when passed */
	struct mismatch mismatch;   /* of the first array that is wrong */
	uint64_t elements;          /* how many that array has */
	const char *advice;         /* the next step; NULL if there is none to give */
	bool advice_of_case;        /* it names numbers of this case, so a report must also name the case */
	uint64_t advice_weight;     /* how many elements support it; 0 if it only adds to the message */
	struct finding *broken; size_t nbroken; /* RULE_BROKEN: a finding for each, its kind the rule's name */
};

/* One case: compares the learner's result with the reference's. labels: the learner's parameter names. */
int judge_case(const struct exercise *e, const struct exercise_case *c, const char *const *labels,
	       const struct case_result *learner, const struct case_result *reference,
	       struct arena *arena, struct case_judgement *j, struct error *err);

/* ---- how fast --------------------------------------------------------------------- */

/* One limit of the exercise, and the result on its measured case. */
struct measurement {
	const struct perf_limit *limit;
	double value, reference;    /* the learner's, the reference's; NaN where it was not counted */
	double bound;               /* the limit as a number, whatever it is relative to */
	bool counted;               /* false: the device does not count it, or there is nothing to measure; then it is held */
	bool held;
	const char *file; int line; /* the line that adds most to it; 0 if no line does */
	double share;               /* that line's part of the whole, from 0 to 1 */
	bool strided;               /* more bytes move than threads ask for, because of a stride between a warp's threads: then the line that wastes most */
	double sectors, fewest;     /* strided: how many an access of that line touches, and how many would do */
};

/* NaN if the result does not say. */
double judge_metric(const struct metric *metric, const struct exercise_case *c, const struct case_result *r);
/* All limits on the measured case, of a kernel that is right. -1 when memory runs out. */
int judge_measure(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		  const struct case_result *reference, struct arena *arena, struct measurement **list, size_t *n);
/* By how much it is held: 0.1 is ten percent; below 0 it is missed. */
double measurement_margin(const struct measurement *m);
/* A missed limit as a finding at its line; its kind is the metric's name. -1 when memory runs out. */
int measurement_finding(const struct measurement *m, const struct exercise_case *c, struct arena *arena, struct finding *f);

/*
 * Compares what a host program did with the exercise's rules, once its answer is right. Appends broken rules
 * to *broken, in the order of the rules, with the line that broke it where there is one. Reports nothing if the
 * program was not observed. rules.c has a function for each row of rules.def.
 */
int judge_rules(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		const struct case_result *reference, struct arena *arena, struct finding **broken, size_t *n);

/*
 * A wrong array and the expected one. advice.def lists patterns that reveal common
 * mistakes; judge_advise returns the next step of the first that fits.
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
	const char *text;           /* NULL if there is none to give */
	bool of_case;
	uint64_t weight;            /* both as in case_judgement */
};
struct advice judge_advise(const struct evidence *e);

#endif
