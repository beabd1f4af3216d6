/*
 * debugger_state.h - a debugger's internals, shared by its parts: debugger.c (open), debugger_launch.c (the same for a program),
 * debugger_move.c (where to stop), debugger_trace.c (each instruction on the way), debugger_seen.c (who wrote what),
 * debugger_value.c (expressions), debugger_show.c (texts),
 * debugger_words.c (commands).
 */
#ifndef WARPBOOK_DEBUG_DEBUGGER_STATE_H
#define WARPBOOK_DEBUG_DEBUGGER_STATE_H

#include "base/arena.h"
#include "base/source.h"
#include "bench/kernel_case.h"
#include "debug/debug.h"
#include "debug/debugger.h"
#include "debug/variables.h"

#define LANES 32
#define NO_STEP UINT64_MAX

struct breakpoint {
	unsigned number;
	int line;
	const char *condition;       /* NULL: always */
	const struct ptx_instr **at; size_t nat; /* the instructions at which the line begins */
};

/* The writer of some bytes, in the order of steps. */
struct write { uint64_t step; struct dim3u block; uint32_t warp; unsigned lane; const struct ptx_instr *instr; };
struct writes { struct write *list; size_t n; bool more; };

/* An array that commands can name: a parameter, or a variable in shared memory. */
struct named_array {
	const char *name;
	bool is_shared;
	size_t arg;                  /* not shared: the argument */
	uint64_t at, bytes;          /* device address, or offset in the block's shared memory */
	bool typed; enum value_type type; /* if not typed: words of `elem` bytes */
	unsigned elem;
	uint64_t shape[3];           /* slowest first; 0: no more */
};
struct element { struct named_array array; uint64_t index; };

struct watchpoint {
	unsigned number;
	const char *text;
	struct element element;
	struct dim3u block;          /* of an element in shared memory */
	struct writes writes;
};

struct wrong { size_t arg; uint64_t index, step; struct write by; }; /* step NO_STEP: no thread writes it */

/* What we know about an argument besides its bytes. */
struct form {
	bool typed; enum value_type type; /* for an array, of its elements */
	uint64_t shape[3];
	const uint8_t *written;      /* of an array that is only partly written before the launch: one flag per byte; else NULL */
};

struct debugger {
	struct arena arena;
	const struct debugger_launch *launch; /* of a program or a file; NULL: a case of an exercise */
	const char *title, *kernel;  /* "n = 257"; the kernel's name in the source */
	struct form *forms;          /* by argument */
	bool lines_of_ptx;           /* there is no source but the PTX */
	volatile sig_atomic_t interrupted;
	struct exercise *exercise;
	struct compiler compiler;
	struct target target;
	struct bench bench;
	struct exercise_case *c;
	struct build build; bool is_built;
	struct kernel_case of;
	struct debug_setup setup;
	struct debug *debug;
	struct source source;
	struct debug_variables *variables; /* NULL: this build has none */
	const char *note;            /* a remark on the build; NULL: none */
	const char *own;             /* base name of the file */
	const char *own_file;        /* as the module names it; NULL: not seen yet */

	struct named_array *arrays; size_t narrays; /* parameters first, then shared memory */
	struct simt_result survey;   /* one run with all checks */
	uint64_t steps;
	const uint8_t **got, **want; /* by argument: that run's outputs and the reference's; NULL: none */
	bool is_compared;
	struct wrong *wrong; size_t nwrong; uint64_t never; /* in the order of steps; never: how many no thread writes */
	bool is_wrong_sorted;

	struct dim3u block; uint32_t warp; unsigned lane; /* the focus */
	enum debugger_reason reason;
	struct breakpoint *breaks; size_t nbreaks, breaks_cap;
	struct watchpoint *watches; size_t nwatches, watches_cap;
	unsigned numbers;            /* the last number given to a breakpoint or watchpoint */
	int listed;                  /* the last line that `list` printed */
	struct buf said[3];          /* texts of debugger_stop */
	/* When each element, or byte of the block's shared memory, is written first; computed on demand, see debugger_seen.c. */
	struct { bool known; struct dim3u block; uint64_t **args, *shared; uint32_t nshared; } written;
	/* The bytes on which accesses race, and the first step that does; computed on demand. */
	struct { bool known; struct race { bool is_shared; struct dim3u block; uint64_t addr, step; uint32_t bytes; } *list;
		 size_t n, cap; } races;
};

/* ---- debugger.c ---- */
/* Begins the launch that d->setup makes, at its first step. */
int debugger_begin(struct debugger *d, struct error *err);

/* ---- debugger_seen.c ---- */
/* All writers of the element in the whole launch (of the focus's block, if it is shared). */
int writes_find(struct debugger *d, const struct element *e, struct writes *w, struct error *err);
/* Is the element written before this step? */
int is_written(struct debugger *d, const struct element *e, bool *written, struct error *err);
/* Does an access to the element race with another? *step: the first access that races with an earlier one. */
int is_raced(struct debugger *d, const struct element *e, bool *raced, uint64_t *step, struct error *err);
int wrong_sort(struct debugger *d, struct error *err);
void written_forget(struct debugger *d);

#endif
