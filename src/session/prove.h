/*
 * prove.h - the proof that exercises are right, for their authors: every stub
 * compiles and fails, every solution passes, every known-wrong program is told
 * apart, with the finding and the line that it announces.
 *
 * Where speed is asked for: the solution keeps the limits with a margin, and slow_*.cu, which are right, are
 * told to be too slow, with the metric and the line.
 *
 * What is to be proved is a list of claims, one per program. A claim about a file of
 * tests/mutants is read from the file itself (exercises/README.md):
 *
 *	// Expect: memory-error out-of-bounds
 *	... = a[i]; // <-- here
 *
 * What is missing or cannot be read is a complaint: it needs no run to be wrong.
 */
#ifndef WARPBOOK_SESSION_PROVE_H
#define WARPBOOK_SESSION_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "run/verdict.h"

enum claim_kind {
	CLAIM_STUB,      /* compiles, and does not pass */
	CLAIM_RIGHT,     /* passes, and nothing is found: the solution and ok_*.cu */
	CLAIM_WRONG,     /* gets the verdict, and the finding at the line, if it names them */
	CLAIM_GENERATED, /* does not pass: a mutant that was made of the solution (source/mutate.h) */
};

struct claim {
	const char *exercise;  /* id */
	const char *name;      /* "stub", "solution", "wrong_no_guard" */
	const char *path;
	enum claim_kind kind;
	enum verdict verdict;  /* CLAIM_WRONG */
	bool nvcc;             /* the exercise is about what only nvcc has: it is not tried with clang */
	bool python;           /* the program is in Python: Numba compiles it */
	const char *finding;   /* the kind it must have, or NULL; "error" is the compiler's */
	int line;              /* where; 0: anywhere */
	const char *excuse;    /* CLAIM_GENERATED: why it may pass, or NULL */
	double margin;         /* CLAIM_RIGHT: by how much the limits of speed must be held; 0.1 is ten percent */
};

/* What an author has to fix. `file` may be NULL. */
struct complaint { const char *exercise, *file, *text; };

struct proof_plan {
	struct arena arena;    /* owns all below */
	struct claim *claims; size_t nclaims, cap_claims;
	struct complaint *complaints; size_t ncomplaints, cap_complaints;
	size_t nexercises;
	bool without_python;   /* set by the caller, where there is no Numba: programs in Python do not count */
	bool python_alone;     /* no others do */
	bool left_out;         /* programs in Python do not count, and there were some */
	char scratch[256];     /* a folder for generated programs; "" if there is none */
};

/*
 * Lists what is to be proved of one exercise, or complains of it. What the exercise must have:
 * four known-wrong programs, and from difficulty 2 on two correct ones beside the solution.
 * -1 only when memory runs out.
 */
int plan_exercise(struct proof_plan *p, const char *id, struct error *err);
/*
 * The same for programs that are made of the exercise's solution: they must not pass, or be excused by the exercise. What
 * does not compile counts as told apart. A host exercise has only those that do nothing in a repeated call or with some sizes.
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
	unsigned rounds;       /* how often it was tried; the last is the one that is reported */
	uint64_t seed;         /* of that last round's inputs and order of blocks */
	const char *said;      /* what came out: "wrong-answer", "data-race data-race-shared:12"; in the arena given */
	const char *change;    /* what the author may do about it; NULL if it holds */
};

struct proof_options {
	const char *const *compilers; size_t ncompilers; /* as compiler_find takes them */
	const char *device;    /* NULL: vm */
	unsigned threads;      /* how many at once; 0: one per processor */
	unsigned rounds;       /* with so many fresh seeds, until one does not hold: what holds by luck comes out; 0: 1 */
	/* After each, in the order they end, from one thread at a time. May be NULL. */
	void (*progress)(void *ctx, const struct proof *p, size_t done, size_t all);
	void *ctx;
};

/*
 * Tries every claim with every compiler, and one in Python with Numba, several at once. proofs: by claim, then by
 * compiler; in the arena.
 */
int plan_prove(const struct proof_plan *p, const struct proof_options *o, struct arena *arena,
	       struct proof **proofs, size_t *n, struct error *err);

#endif
