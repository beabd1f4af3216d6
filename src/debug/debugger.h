/*
 * debugger.h - steps through a kernel on the vm, with commands like gdb's: one case of an exercise's file, or one launch of a
 * program.
 *
 *	debugger_open (build, case, findings and wrong elements of one run) -.
 *	debugger_open_launch (findings of one run) ---------------------------+-> debugger_do, once a command -> debugger_close
 *
 * It follows one thread, the focus. A stop is before an instruction: of the focus after `step`, of any thread after `continue`;
 * that thread then becomes the focus. debugger_stop reports the position; a command prints text. A single run is enough
 * (debug.h): the case, its data and the order of warps are the same each time.
 *
 * The launch runs in this process, as in `warpbook vm run`: a kernel reaches only the vm's memory.
 */
#ifndef WARPBOOK_DEBUG_DEBUGGER_H
#define WARPBOOK_DEBUG_DEBUGGER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/finding.h"

struct debugger;

/*
 * CHECKED: the optimised build that `warpbook check` runs: lines come out of order, and variables are registers without names.
 * STEPPING: not optimised, with the names of variables. EITHER: the latter if both give the same results.
 */
enum debugger_build { DEBUGGER_EITHER, DEBUGGER_CHECKED, DEBUGGER_STEPPING };

struct debugger_options {
	const char *compiler;        /* as attempt_options has it */
	uint64_t seed;               /* of the data */
	/* The case, by its name or number from 1; NULL: the first with a finding or a wrong element, else a small one. */
	const char *case_wanted;
	enum debugger_build build;
};

/* -1 with the error for a host exercise, a file that does not compile, a case that does not exist. */
int debugger_open(struct debugger **d, const char *id, const char *path, const struct debugger_options *options,
		  struct error *err);
void debugger_close(struct debugger *d);

/*
 * A launch outside the exercises: by a program that ran, or of a file with arguments. All of it must outlive the debugger.
 * `memory` comes from simt_save, `variables_at` from simt_program_variables.
 */
/* type: value_type, or -1 */
struct debugger_param { const char *name; uint64_t offset; uint32_t size; bool is_pointer; int type; unsigned elem; };
/*
 * The last writer of the bytes [from, to) before the launch: "cudaMemcpy", "kernel fill". In order of address; line 0: unknown.
 */
struct debugger_written { uint64_t from, to; const char *by; int line; };
struct debugger_launch {
	const char *title;           /* "launch 2, line 31" */
	const char *own;             /* base name of the source to which line numbers refer */
	const char *text; size_t text_len; /* the source; for a PTX file the PTX */
	bool is_ptx;
	const char *ptx; size_t ptx_len;
	const char *kernel;          /* mangled */
	struct dim3u grid, block;
	uint32_t shared;
	uint64_t order_seed;
	const uint8_t *params; size_t params_len;
	const struct debugger_param *list; size_t nlist;
	const void *memory; size_t memory_len;
	const struct debugger_written *written; size_t nwritten;
	uint64_t variables_at;
	bool cooperative;
	bool fuse, has_variables;    /* has_variables: it was built for stepping */
};
int debugger_open_launch(struct debugger **d, const struct debugger_launch *launch, struct error *err);
/* Do both builds end the same way, with the same findings and the same wrong elements? */
bool debugger_is_same(const struct debugger *a, const struct debugger *b);
/* Sets what the greeting says about the build; a literal. */
void debugger_note(struct debugger *d, const char *note);
#define DEBUGGER_SAME(command) \
	"this build is not optimised, so that each line and variable is there; the one that `" command "` runs comes to the same"
#define DEBUGGER_DIFFERENT(command) \
	"this build is not optimised, and does otherwise than the one that `" command "` runs: --build checked steps through that"
#define DEBUGGER_OPTIMISED(command) \
	"this is the optimised build that `" command "` runs: without optimisation (--build stepping) the kernel does otherwise"

enum debugger_reason { STOP_BEGIN, STOP_STEP, STOP_BREAK, STOP_WATCH, STOP_FINDING, STOP_BARRIER, STOP_DIFFERENCE,
		       STOP_THREAD_END,
	STOP_BLOCK_END, STOP_END, STOP_CHOSEN };

/* The current position. Texts are valid until the next command. */
struct debugger_stop {
	enum debugger_reason reason;
	uint64_t step, steps;        /* the next instruction's number, and the total */
	bool at_end;                 /* the launch has ended: the fields below are empty */
	struct dim3u block, thread;  /* of the focus */
	uint32_t warp; unsigned lane;
	/* is_there: the focus's block runs. state: "ready", "at a barrier", "at a warp operation", "ended". */
	bool is_there; const char *state;
	const char *kernel, *function; /* as named in the source */
	int line;                    /* of the learner's file; 0: the instruction belongs to no line */
	const char *ptx;             /* the instruction */
	uint32_t active;             /* lanes of the warp that execute with the focus */
};
void debugger_stop(struct debugger *d, struct debugger_stop *s);

/*
 * "add.cu, n = 257: block 128, grid 3 ...", and the results of one run: printed before the first command. commands:
 * names the commands to go on with.
 */
void debugger_greet(struct debugger *d, bool commands, struct buf *out);
/* What one name is in each thread of a warp; "?": nothing has been written there, "": the thread has no such thing now. */
struct debugger_row { const char *name; const char **values; };
/* A variable of the focus or an element, and its value; unset: nothing has been written there yet. */
struct debugger_value { const char *name, *value; bool unset; };
struct debugger_line { int number; bool breaks; const char *code; }; /* breaks: with a breakpoint */
/* The position for a page: all texts in the arena, including the last command's output. */
struct debugger_view {
	uint64_t step, steps;        /* as in debugger_stop; steps 0: the launch has ended */
	const char *where;           /* "thread (0,0,0) of block (0,0,0), ..." */
	const char *said;            /* the last command's output; "": nothing */
	const char *ptx;             /* "": none */
	struct debugger_value *locals; size_t nlocals;
	struct debugger_value *used; size_t nused; /* the elements that the marked line names */
	unsigned nthreads, lane;     /* of the focus's warp; the focus in it */
	uint32_t active;             /* its lanes that execute with the focus */
	const struct debugger_row *rows; size_t nrows; /* by thread: its line, the variables, the elements that the marked line
							  names */
	struct debugger_line *lines; size_t nlines; /* of the source, around the place */
	int mark;                    /* the number of the line where the focus is; 0: none */
};
int debugger_view(struct debugger *d, size_t lines, const char *said, struct arena *arena, struct debugger_view *v,
		  struct error *err);
/* The lines of source around the stop, `around` on either side, marked; and the instruction. */
void debugger_show(struct debugger *d, int around, struct buf *out);

/*
 * Executes one command ("next 3", "print out[5]"). *out gets what it prints, without the position: *moved says whether that
 * changed.
 * *quit: it asks to end. Returns -1 with the error if the command is unknown or cannot be done; the position is then unchanged.
 */
int debugger_do(struct debugger *d, const char *command, struct buf *out, bool *moved, bool *quit, struct error *err);
/* The list of commands, as `help` prints it. */
void debugger_help(struct buf *out);
/* { step, steps, reason, file, line, source, ptx, kernel, function, block, thread, warp, lane, active, state, at_end } */
json_t *debugger_stop_json(struct debugger *d);
/* For a signal handler: the current command ends soon. */
void debugger_interrupt(struct debugger *d);

#endif
