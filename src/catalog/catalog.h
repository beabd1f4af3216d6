/*
 * catalog.h - the exercises: their tasks, the cases that test them, and the
 * input data.
 *
 * An exercise is exercises/NN_topic/name.{lua,cu} and solutions/NN_topic/name.cu below the
 * data folder; exercises/README.md describes the Lua file. An exercise that offers Python has name.py in both
 * folders, too: the definition is the same, and the name of the learner's file decides the language.
 */
#ifndef WARPBOOK_CATALOG_CATALOG_H
#define WARPBOOK_CATALOG_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/finding.h"
#include "words/metric.h"
#include "words/observed.h"

enum value_type { VALUE_INT, VALUE_UINT, VALUE_FLOAT, VALUE_DOUBLE, VALUE_UCHAR, VALUE_CHAR, VALUE_SHORT,
	VALUE_USHORT, VALUE_LONGLONG, VALUE_ULONGLONG, VALUE_TYPE_COUNT };
const char *value_type_name(enum value_type t);  /* "float", "unsigned char" */
unsigned value_type_bytes(enum value_type t);

enum param_role { PARAM_SCALAR, PARAM_IN, PARAM_OUT, PARAM_INOUT };

struct exercise_param {
	const char *name;
	enum value_type type;
	enum param_role role;
	int dimensions;          /* an array's: 1 to 3; 0: a number */
	bool result;             /* the return value of a host exercise's function: the last, OUT, one element */
};

struct tolerance {
	double absolute, relative;
	unsigned ulp;
	const char *why;         /* the reason, shown to the learner with a mismatch */
};

/* A bound on a metric for a correct kernel: `most`, `least`, `times` or `needs` of a definition. */
struct perf_limit {
	const struct metric *metric;
	bool at_least;           /* more is better, or the exercise `needs` that many: its technique cannot work with fewer */
	double bound;            /* the maximum, or the minimum */
	bool relative;           /* the bound is a multiple of the reference solution's value */
	double if_heavier;       /* so many times that, if only the arithmetic is heavier: the lanes are as busy as the
				    reference's, and read no more; 0: 1 */
	double no_less, where;   /* where the reference's value is at least `where`, the bound is at least `no_less`; 0: none */
	bool plain;              /* the course has not explained the metric yet: only a miss is told, in one sentence, the advice
				    or `why` */
	const char *task;        /* the task's sentence about it; NULL: one that perf.c makes of bound, noun and `why` */
	const char *why;         /* the reason; shown to the learner with the task */
	const char *advice;      /* for a kernel that misses it; NULL: the metric's own */
};

/* The required speed of the kernel; nlimits 0: no limits. */
struct perf {
	struct perf_limit *limits; size_t nlimits;
	struct perf_limit blocks; /* of every kernel with limits, told only when missed: one block of many does not do it all */
	double margin;           /* how far inside the limits the solution must be: 0.1 is ten percent */
	bool has_gpu_case;       /* GPUs have their own case, because timing needs a larger one */
};

/*
 * KERNEL: the learner writes a kernel, and the worker launches it. HOST: the learner writes a host function, which gets the
 * arrays in host memory and does all other work itself.
 */
enum exercise_kind { EXERCISE_KERNEL, EXERCISE_HOST };

enum rule_kind {
#define RULE(id, name, subject, bounds, text) RULE_##id,
#include "catalog/rules.def"
#undef RULE
	RULE_KIND_COUNT
};
const char *rule_name(enum rule_kind kind);   /* "overlap" */
const char *rule_text(enum rule_kind kind);
bool rule_asks_for_speed(enum rule_kind kind); /* a program that breaks it is correct but slow */

enum work_kind {
#define WORK(id, name, kinds) WORK_##id,
#include "catalog/works.def"
#undef WORK
	WORK_KIND_COUNT
};
const char *work_name(enum work_kind work);   /* "copies_in" */
unsigned work_kinds(enum work_kind work);     /* bits 1u << enum observed_kind */

/* A requirement of a host exercise besides the right answer. Its bounds may differ by case: exercise_case.bounds. */
struct exercise_rule {
	enum rule_kind kind;
	const char *subject;     /* the call's or the kernel's name; NULL: all */
	enum work_kind work, with;
	int place;               /* in the definition's list, from 1 */
	bool in_loop;            /* calls: counts only calls that one line makes more than once */
	double most_stated;      /* of `time`: the bound, if it is the same for all cases; otherwise 0 */
	const char *why;         /* shown to the learner with the task, and with the verdict if they break it */
};
/* The bounds of one rule in one case; `multiple` 0: none. */
struct rule_bounds { bool has_least, has_most; double least, most; int64_t multiple; };

struct exercise {
	struct arena arena;      /* owns everything below */
	const char *id;          /* "01_kernels/add" */
	const char *lesson;      /* "01_kernels" */
	const char *name;        /* "add" */
	const char *title;
	const char *task;
	const char *task_python; /* text added to it for an answer in Python; NULL */
	const char *ufunc;       /* an answer in Python is a ufunc: "vectorize x a b out", as in toolchain/python/numba.h; NULL */
	enum exercise_kind kind;
	int difficulty;          /* 1..3 */
	int minutes;
	const char *kernel;      /* the kernel's name, or a host exercise's `entry` */
	struct exercise_param *params; size_t nparams; /* the function's; its return value follows them, if it has one */
	const char *returns;     /* the entry's return type: "int", "cudaError_t", "void"; NULL: a kernel */
	struct exercise_rule *rules; size_t nrules;
	uint64_t device_bytes;   /* memory of its device; 0: the default */
	int devices;             /* the number; 0: the default, or each case has its own number */
	bool own_count;          /* cases set the number of devices */
	bool own_link;           /* cases set the speed of the link to the host */
	struct tolerance tolerance;
	const char *keeps_state; /* why a host function may remember earlier calls; NULL: it may not */
	const char *nvcc;        /* the part of the solution that only nvcc supports: "Thrust"; NULL: any compiler works */
	const char *repeatable;  /* why every order of blocks gives the same bits; NULL: not required */
	finding_kind *strict; size_t nstrict; /* kinds of finding that are remarks elsewhere but errors here */
	/* generated mutants that are correct after all */
	struct excuse { const char *mutation, *why; } *excused; size_t nexcused;
	bool hunt;               /* NAME begins with hunt_: a check keeps the remedy back until the learner has read a hint */
	bool plain;              /* the lesson's order.lua says limits = "plain": no text names counts or limits yet */
	struct perf perf;
	const char *hints[3];
	bool has_oracle;
	bool has_accept;         /* outputs are not compared with the reference's: exercise_accept judges them */
	const char *definition_path, *stub_path, *solution_path; /* stub and solution in the language that it is opened for */
	bool fast;               /* opened for NAME.fast.cu, which has its own launch; the solution is the fast one */
	bool has_fast;           /* a fast solution exists */
	bool python;             /* opened for an answer in Python: NAME.py */
	bool has_python;         /* it offers Python: exercises/NN_topic/name.py exists */
	char content_hash[65];   /* of definition and solution: the content version; "" before exercise_hash */
	struct script *script;   /* private */
	const char **variables; size_t nvariables; /* private: case variables, in the order in which the params name them */
};

/* The fields of a definition (fields.def), for the manual page. */
enum field_table { FIELDS_EVERY, FIELDS_KERNEL, FIELDS_HOST, FIELDS_PARAM, FIELDS_TOLERANCE, FIELDS_COUNT };
struct exercise_field { enum field_table table; const char *name, *what; };
extern const struct exercise_field exercise_fields[];
extern const size_t exercise_nfields;

/* The ids in order: lessons by folder name, exercises as `exercises/NN_topic/order.lua` lists them. */
struct catalog {
	struct arena arena;
	const char **ids; size_t nids;
};
int catalog_open(struct catalog *c, struct error *err);
void catalog_release(struct catalog *c);
/*
 * Finds "add", "01_kernels/add", "1/add", or a path to a .cu, .fast.cu or .py below exercises/: the id; -1 with an error
 * that suggests near names.
 */
int catalog_resolve(const struct catalog *c, const char *word, const char **id, struct error *err);

/*
 * An exercise's entry in the menu, read from a definition that states it in plain words, without running it: a mistake elsewhere
 * in the definition shows only when the exercise is opened.
 */
struct exercise_card { const char *title; int minutes; };
int exercise_card(struct exercise_card *card, const char *id, struct arena *a, struct error *err);

int exercise_open(struct exercise **e, const char *id, struct error *err);
/*
 * The same for an answer in the language of this file: "add.py" is Python; "add.fast.cu" has the launch of the fast solution.
 * NULL: CUDA C++. Also returns -1 if the exercise does not offer that.
 */
int exercise_open_for(struct exercise **e, const char *id, const char *path, struct error *err);
/* Does the file name end like that of a Python file? */
bool exercise_is_python(const char *path);
/* NAME.fast.cu */
bool exercise_is_fast(const char *path);
/* Does exercises/ID.py exist? */
bool exercise_offers_python(const char *id);
/* The same for a text, without stub and solution: used by tests and the fuzzer. */
int exercise_parse(struct exercise **e, const char *id, const char *text, size_t len, struct error *err);
void exercise_close(struct exercise *e);
/* Fills in content_hash. An opened exercise lacks it, so that a list of exercises need not read their solutions. */
int exercise_hash(struct exercise *e, struct error *err);

/* One argument of one case, with its data. */
struct case_arg {
	uint64_t bits;           /* scalar, by its type's bit pattern */
	uint8_t *bytes;          /* array: the input, or zeros for OUT, which the runner poisons; in the cases' arena */
	uint64_t count;          /* elements */
	uint64_t shape[3];       /* to show an index as [row][col], slowest first; count x 0 x 0: flat */
};

/* A number of the definition: `real` is always set, `integer` too if it is whole. */
struct number { bool whole; int64_t integer; double real; };
struct case_variable { const char *name; struct number value; };

struct exercise_case {
	const char *name;        /* "n = 257" */
	struct dim3u grid, block; /* of a kernel exercise */
	uint32_t dynamic_shared;
	uint32_t resident;       /* blocks that the device can hold at once, and starts in any order; 0: the default */
	struct rule_bounds *bounds; /* exercise.nrules of them */
	uint32_t pitch;          /* of a host exercise: cudaMallocPitch aligns rows to multiples of it; 0: the default */
	int devices;             /* the number of devices that the program finds; 0: the default */
	uint32_t multiprocessors; /* of device 0, and device d has d fewer; 0: the default */
	double link;             /* speed of copies between host and device, as a multiple of the default; 0: the default */
	struct case_arg *args;   /* exercise.nparams of them */
	bool small;              /* small enough for the oracle */
	int index;
	bool measured;           /* the last case, if there is a `perf`: runs without checkers; the judge reads its counters */
	double bytes_needed;     /* of the measured case: the minimum number of bytes to move; otherwise 0 */
	double flops;            /* of the measured case: the floating-point operations that it needs; 0: the definition has
				    none */
	struct case_variable *variables; size_t nvariables; /* with the drawn values, in the name's order */
};

/*
 * All cases, with data made from `seed`: the same seed gives the same bytes. With speed limits,
 * the last case is the measured one; on_gpu: its version for GPUs.
 */
int exercise_cases(struct exercise *e, uint64_t seed, bool on_gpu, struct arena *arena,
		   struct exercise_case **cases, size_t *n, struct error *err);

/* One case with the given values, which need not be in the definition; only the data are random. */
int exercise_case_of(struct exercise *e, const struct case_variable *variables, size_t n, uint64_t seed, struct arena *arena,
		     struct exercise_case **c, struct error *err);

/* Appends the task, in the markup of lessons, with the limits. */
void exercise_task_text(const struct exercise *e, struct buf *out);
/* "at most 1.5 times the reference solution's warp instructions" */
void perf_limit_text(const struct perf_limit *l, struct buf *out);

/*
 * Runs the definition's oracle on the CPU: writes to outs[i] (nparams entries; arrays for OUT and INOUT
 * params, NULL elsewhere), each of the case's size. Call it only if has_oracle, and only for small cases.
 */
int exercise_oracle(struct exercise *e, const struct exercise_case *c, uint8_t **outs, struct error *err);

/*
 * Runs the definition's `accept` on the outputs of a program in outs[i] (as above). *why: the error in
 * them, in `arena`; NULL if they are right. Call it only if has_accept, from one thread at a time for an exercise.
 */
int exercise_accept(const struct exercise *e, const struct exercise_case *c, const uint8_t *const *outs, struct arena *arena,
		    const char **why, struct error *err);

#endif
