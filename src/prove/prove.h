/*
 * prove.h - proves to authors that their exercises are right: every stub compiles and fails, every solution passes,
 * and every known-wrong program gets the verdict, the finding and the line that it announces.
 *
 * For exercises with limits of speed: the solution keeps the limits with a margin, and slow_*.cu, which are right,
 * fail as too slow, with the metric and the line.
 *
 * The proof is a list of claims, one per program. A claim about a file of tests/mutants comes from the file itself
 * (exercises/README.md):
 *
 *	// Expect: memory-error out-of-bounds
 *	... = a[i]; // <-- here
 *
 * A missing or unreadable part is a complaint: it is wrong without a run.
 */
#ifndef WARPBOOK_PROVE_PROVE_H
#define WARPBOOK_PROVE_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "worker/verdict.h"

enum claim_kind {
	CLAIM_STUB,      /* compiles, and does not pass */
	CLAIM_RIGHT,     /* passes without a finding: the solution and ok_*.cu */
	CLAIM_WRONG,     /* gets the verdict, and the finding at the line, if it names them */
	CLAIM_GENERATED, /* does not pass: a mutant made from the solution (source/mutate.h) */
};

struct claim {
	const char *exercise;  /* id */
	const char *name;      /* "stub", "solution", "wrong_no_guard" */
	const char *path;
	enum claim_kind kind;
	enum verdict verdict;  /* CLAIM_WRONG */
	bool nvcc;             /* the exercise needs features that only nvcc has: it is not tried with clang */
	bool python;           /* the program is in Python: Numba compiles it */
	const char *finding;   /* the kind that it must have, or NULL; "error" is a compiler error */
	int line;              /* where; 0: anywhere */
	const char *excuse;    /* CLAIM_GENERATED: why it may pass, or NULL */
	double margin;         /* CLAIM_RIGHT: the margin by which it must keep the limits of speed; 0.1 is ten percent */
};

/* What an author has to fix. `file` may be NULL. */
struct complaint { const char *exercise, *file, *text; };

struct proof_plan {
	struct arena arena;    /* owns everything below */
	struct claim *claims; size_t nclaims, cap_claims;
	struct complaint *complaints; size_t ncomplaints, cap_complaints;
	size_t nexercises;
	bool without_python;   /* set by the caller if Numba is missing: leave out programs in Python */
	bool python_alone;     /* leave out all others */
	bool left_out;         /* programs in Python were left out */
	char scratch[256];     /* a folder for generated programs; "" if there is none */
};

/*
 * Lists the claims about one exercise, or complains about it. The exercise must have four known-wrong programs, and
 * from difficulty 2 on two correct ones besides the solution.
 * -1 only when memory runs out.
 */
int plan_exercise(struct proof_plan *p, const char *id, struct error *err);
/*
 * The same for programs generated from the exercise's solution: they must not pass, unless the exercise excuses them. A
 * program that does not compile counts as caught. For a host exercise it only generates those that do nothing in a repeated
 * call or with some sizes.
 */
int plan_generate(struct proof_plan *p, const char *id, struct error *err);
void plan_release(struct proof_plan *p);

struct proof {
	const struct claim *claim;
	const char *compiler;  /* "clang 14.0.6" */
	bool holds;
	bool ran;              /* false: interrupted before its turn */
	double seconds;
	bool survived;         /* CLAIM_GENERATED: it passed, excused or not */
	unsigned rounds;       /* how often it was tried; we report the last */
	uint64_t seed;         /* of that last round's inputs and order of blocks */
	const char *said;      /* the outcome: "wrong-answer", "data-race data-race-shared:12"; in the given arena */
	const char *change;    /* what the author may do about it; NULL if it holds */
};

struct proof_options {
	const char *const *compilers; size_t ncompilers; /* as compiler_find takes them */
	const char *device;    /* NULL: vm */
	unsigned threads;      /* how many at once; 0: one per processor */
	uint64_t seed;         /* the seeds of exercises and rounds derive from it; 0: a fresh one, so that they differ each
				  time */
	unsigned rounds;       /* tries with this many seeds, until one fails: finds claims that hold by luck; 0: 1 */
	/* Called after each, in the order they end, from one thread at a time. May be NULL. */
	void (*progress)(void *ctx, const struct proof *p, size_t done, size_t all);
	void *ctx;
};

/*
 * Tries every claim with every compiler, and those in Python with Numba, several at once. proofs: by claim, then by
 * compiler; in the arena.
 */
int plan_prove(const struct proof_plan *p, const struct proof_options *o, struct arena *arena,
	       struct proof **proofs, size_t *n, struct error *err);

#endif
