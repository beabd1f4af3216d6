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
	struct { bool known; struct race { bool is_shared; struct dim3u block; uint64_t addr, step; uint32_t bytes; } *list; size_t n, cap; } races;
};

/* ---- debugger.c ---- */
/* Begins the launch that d->setup makes, at its first step. */
int debugger_begin(struct debugger *d, struct error *err);

/* ---- debugger_move.c ---- */
bool same_block(struct dim3u a, struct dim3u b);
/* The line number in the learner's file; 0: none. */
int line_of(struct debugger *d, const struct ptx_instr *i);
/* The step of the focus and its state, if its block is running. */
bool focus_step(struct debugger *d, struct simt_step *s, enum simt_thread *state);
/* The thread that runs next becomes the focus, unless the focus is in the same group of lanes. */
void focus_follow(struct debugger *d);
int move_lines(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_instructions(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_lines_back(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_instructions_back(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_continue(struct debugger *d, uint64_t times, bool over, struct buf *out, struct error *err);
int move_continue_back(struct debugger *d, struct buf *out, struct error *err);
int move_until(struct debugger *d, int line, struct buf *out, struct error *err);
int move_finish(struct debugger *d, struct buf *out, struct error *err);
int move_barrier(struct debugger *d, struct buf *out, struct error *err);
int move_block_end(struct debugger *d, struct buf *out, struct error *err);
int move_finding(struct debugger *d, struct buf *out, struct error *err);
int move_difference(struct debugger *d, struct buf *out, struct error *err);
int move_goto(struct debugger *d, uint64_t step, struct error *err);
/* The next instructions of the focus, or of all threads, each printed with its result. */
int move_trace(struct debugger *d, uint64_t instructions, bool all, struct buf *out, struct error *err);
/* Goes to the next step of a block, warp or lane that is not running now. */
int choose_block(struct debugger *d, struct dim3u block, struct buf *out, struct error *err);
int choose_thread(struct debugger *d, uint32_t warp, unsigned lane, struct buf *out, struct error *err);
int break_add(struct debugger *d, int line, const char *condition, struct breakpoint **b, struct error *err);

/* ---- debugger_seen.c ---- */
/* All writers of the element in the whole launch (of the focus's block, if it is shared). */
int writes_find(struct debugger *d, const struct element *e, struct writes *w, struct error *err);
/* Is the element written before this step? */
int is_written(struct debugger *d, const struct element *e, bool *written, struct error *err);
/* Does an access to the element race with another? *step: the first access that races with an earlier one. */
int is_raced(struct debugger *d, const struct element *e, bool *raced, uint64_t *step, struct error *err);
int wrong_sort(struct debugger *d, struct error *err);
void written_forget(struct debugger *d);

/* ---- debugger_value.c ---- */
struct value { bool is_real; int64_t i; double r; };
/* Evaluates an expression for the thread of that step. *end: after it; NULL: the text must end there. */
int value_of(struct debugger *d, const struct simt_step *s, unsigned lane, const char *text, const char **end, struct value *v, struct error *err);
/* Builds the list of arrays, at the launch's first step. */
int arrays_list(struct debugger *d, struct error *err);
/* The k-th of them; false past the last. */
bool array_at(struct debugger *d, size_t k, struct named_array *a);
bool array_named(struct debugger *d, const char *name, size_t len, struct named_array *a);
/* "out[3]" or "tile[2][i]"; *end as above. */
int element_read(struct debugger *d, const char *text, const char **end, struct element *e, struct error *err);
/* The element's current bytes; NULL: its block is not running. */
const uint8_t *element_bytes(struct debugger *d, const struct element *e);
/* The same as a number; false: its block is not running. */
bool element_number(struct debugger *d, const struct element *e, struct value *v);
void element_put(const struct element *e, struct buf *out);
/* Its value as text, or "unwritten". */
int element_value_put(struct debugger *d, const struct element *e, struct buf *out, struct error *err);
/* "thread (5,0,0) of block (0,0,0)" */
void thread_put(const struct debugger *d, struct dim3u block, uint32_t warp, unsigned lane, struct buf *out);
void register_put(const struct simt_step *s, int reg, unsigned lane, struct buf *out);

/* ---- debugger_names.c ---- */
/* The variable of that name that the step sees; NULL: none. */
const struct debug_variable *variable_named(struct debugger *d, const struct simt_step *s, const char *name, size_t len);
/* The bytes of a value of this type as a number; false: they are not a number. */
bool bits_value(const struct debug_type *t, const uint8_t *bytes, struct value *v);
/* Prints its value for the focus; false: it has none at this point. */
bool variable_put(struct debugger *d, const struct simt_step *s, const struct debug_variable *x, struct buf *out);
/* Replaces the number of a parameter in an instruction of a Numba kernel with the Python name: "[x.data]", "[x.shape[0]]". */
void parameter_name(const struct debugger *d, struct buf *instr);
/* Prints all variables that the step sees, one per line. */
void variables_put(struct debugger *d, const struct simt_step *s, struct buf *out);

/* ---- debugger_used.c ---- */
/* An element that a line of the source names: "x[i]" in it. */
struct use { const char *text; };
/* Those of the line, each once; in the arena. Comments are left out. */
size_t uses_of_line(struct debugger *d, int line, struct arena *arena, const struct use **list);
/* The element at an address of global memory; false: there is none with a name. */
bool element_at(struct debugger *d, uint64_t at, struct element *e);
/* Where a pointer of the source points; false: nowhere, or to something without a name. */
bool pointer_element(struct debugger *d, const struct simt_step *s, unsigned lane, const struct debug_variable *x, struct element *e);
/* The element of the lane at that step; false: it has none there, or what stands in the brackets has no value. */
bool use_element(struct debugger *d, const struct simt_step *s, unsigned lane, const struct use *u, struct element *e);

/* ---- debugger_show.c ---- */
struct dim3u thread_of(const struct debugger *d, uint32_t warp, unsigned lane);
/* Replaces control characters in the text from there on. */
void text_clean(struct buf *out, size_t from);
/* The position in one line, without the step; false: the launch has ended. */
bool spot_put(struct debugger *d, const struct debugger_stop *stop, struct buf *out);
/* The first elements from that one on, up to the end of the line. */
void elements_put(struct debugger *d, const struct element *first, struct buf *out);
/* The variables that the focus sees, or what the kernel was given. */
void locals_put(struct debugger *d, struct buf *out);
/* A line of source, with its number after `mark`; mark 0: the code alone. True: it has a breakpoint. */
bool line_put(const struct debugger *d, int line, char mark, struct buf *out);
void finding_put(struct debugger *d, const struct finding *f, struct buf *out);
void write_put(struct debugger *d, const struct write *w, struct buf *out);
int info(struct debugger *d, const char *what, struct buf *out, struct error *err);

#endif
