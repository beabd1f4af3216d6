/*
 * bench.h - the test bench of an attempt: turns an exercise's cases into a job for a worker, and provides the
 * reference's results to compare the learner's with.
 */
#ifndef WARPBOOK_BENCH_BENCH_H
#define WARPBOOK_BENCH_BENCH_H

#include <pthread.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "bench/build.h"
#include "bench/target.h"
#include "catalog/catalog.h"
#include "toolchain/toolchain.h"
#include "worker/box.h"
#include "worker/verdict.h"

/* The cases of one attempt, with poison in the outputs. Borrowed by everything below. */
struct bench {
	struct exercise *exercise;
	uint64_t seed;
	struct exercise_case *cases;
	size_t ncases;
	size_t timed;             /* the case whose speed is reported: the measured one, else the one with the most data */
	struct host_seed *seed_of_python; /* bench_load */
};

int bench_open(struct bench *b, struct exercise *e, uint64_t seed, bool on_gpu, struct arena *arena, struct error *err);

/*
 * For a host exercise that is solved in Python, on the vm: starts the process that loads Numba, once for the runs of the
 * reference and of the learner, which must come one after the other. The calling thread ends it with bench_unload; until then it
 * must not end itself.
 */
void bench_load(struct bench *b, const struct compiler *c, const struct target *t);
void bench_unload(struct bench *b);

/* A bench of one case that exercise_case_of made. */
void bench_of(struct bench *b, struct exercise *e, struct exercise_case *c);
/*
 * Makes several data sets of a bench's timed case: the first has the case's own data, each other has fresh data. If fresh data
 * cannot be made, there are fewer.
 */
int bench_sets(struct bench *sets, const struct bench *b, size_t n, struct arena *arena, struct error *err);
/* The measured case; without one, the case with the most data, but if possible not one with a single row or column. */
struct exercise_case *bench_case_to_show(const struct bench *b);
/* The bytes of all arrays of a case. */
uint64_t bench_bytes(const struct exercise *e, const struct exercise_case *c);

/* What to launch, and how. */
struct bench_program {
	const struct build *build;
	const struct target *target;
	bool check;
	const uint64_t *budgets;  /* per case; NULL: the device's default */
	uint64_t order_seed;      /* shuffles blocks and warps; 0: in order */
	bool time_all;            /* on a GPU: time each case, one after the other; a check takes its own times (timed.c) */
	const size_t *only;       /* this case alone; NULL: all */
};

/* What runs, as errors call it: "the kernel of 'add.cu'". party: the owner of its file, whom they blame if it does not finish. */
struct bench_subject {
	const char *what;
	enum party party;
	double seconds;           /* of processor time; 0, or less than the default: the default */
};
/* Runs all cases of the bench in one worker. *results, one for each case, lives in the arena; an error if one does not finish. */
int bench_run_all(const struct bench *b, const struct bench_program *program, const struct bench_subject *subject,
		  struct arena *arena, const struct case_result **results, struct error *err);
/* The same for a learner's or an author's kernel on one case, timed. */
int bench_run(struct exercise *e, struct exercise_case *c, const struct build *build, const struct target *target, double seconds,
	      enum party party, struct arena *arena, const struct case_result **result, struct error *err);

int bench_job(const struct bench *b, const struct bench_program *program, struct arena *arena,
	      struct job *job, struct error *err);

struct expectations; /* bench/expectations.h */
struct expectations_entry;

/*
 * The expected values. A thread of its own compiles the reference solution, runs it in a separate worker and checks
 * it against the oracle, while the caller compiles the learner's file. Between start and join the exercise belongs to
 * that thread.
 */
struct expectation {
	struct arena arena;        /* owns the results, unless several attempts share them */
	struct expectations *pool; /* the pool, if several attempts share the results; else NULL */
	struct expectations_entry *entry;
	const struct bench *bench;
	const struct compiler *compiler;
	const struct target *target;
	pthread_t thread;
	bool threaded;
	enum verdict verdict;      /* PASSED, or why there are no expected values */
	struct error error;
	struct box_report run;
};

/* `pool` may be NULL. On a GPU every attempt computes its own values and times. */
void expectation_start(struct expectation *x, const struct bench *b, const struct compiler *compiler,
		       const struct target *target, struct expectations *pool);
void expectation_join(struct expectation *x);
void expectation_release(struct expectation *x);

#endif
