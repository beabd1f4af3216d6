/*
 * attempt.h - compiles, runs, judges and records a file: the only path to a verdict, for TUI, command line and grader
 * alike.
 *
 *	learner.cu -> toolchain -> worker -> judge -> store
 *	solution.cu -> toolchain -> another worker ^
 */
#ifndef WARPBOOK_ATTEMPT_ATTEMPT_H
#define WARPBOOK_ATTEMPT_ATTEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/card.h"
#include "words/finding.h"
#include "judge/judge.h"
#include "store/store.h"
#include "toolchain/toolchain.h"
#include "worker/record.h"
#include "worker/verdict.h"

struct attempt;

/*
 * EXPECT: the file is compiled, but the reference has not finished. REST, ORDERS: see trial.h. VERDICT: the attempt has its
 * verdict and its report, and a GPU is asked next. WAIT: waits until another timing on the same GPU ends. TIME: the GPU has
 * confirmed the results.
 */
enum attempt_stage { STAGE_READ, STAGE_COMPILE, STAGE_EXPECT, STAGE_RUN, STAGE_JUDGE, STAGE_REST, STAGE_ORDERS, STAGE_VERDICT,
	STAGE_WAIT, STAGE_TIME, STAGE_DONE };

/*
 * The progress of a check. at: the case that runs, counted from 1, out of `of`, and the step it is in; 0: the stage has only
 * begun. so_far: from VERDICT on the attempt, which has a report; else NULL. A copy of the struct stays valid as long as the
 * attempt does.
 */
struct attempt_state { enum attempt_stage stage; unsigned at, of; enum job_step step; const struct attempt *so_far; };

/* "compiling", "case 3 of 7, checking races". */
void attempt_state_text(const struct attempt_state *state, struct buf *out);

struct expectations;

struct attempt_options {
	const char *compiler;      /* as compiler_find's `want` */
	const char *device;        /* as target_choose's `want` */
	const char *gpu;           /* the GPU for which to model a kernel's time, as gpu_open takes it; NULL: the H200 */
	uint64_t seed;             /* 0: a fresh one */
	const char *database;      /* path to record in; NULL: do not record */
	double seconds;            /* of a processor, for the learner's run; 0: the default */
	double wall_seconds;       /* after which the machine has held the learner's run up; 0: the default */
	struct expectations *expectations; /* of several attempts with one seed (expectations.h); NULL: this one makes its own */
	struct numba_ready *ready; /* of files in Python: what ready_start made ready (ready.h); may be NULL */
	bool hunting;              /* in a hunt (exercise.hunt), findings come without their advice: the learner has read no hint
				      yet */
	bool all_cases;            /* of a file that is wrong, too: what the run did not come to is run case by case (rest.c) */
	bool times_needed;         /* on a GPU: without a time that can be judged, a limit of the time makes the attempt the
				      machine's failure */
	bool stays;                /* other attempts follow in this process: it has a GPU's workers ready for them
				      (worker/card.h) */
	bool untrusted;            /* the file is someone else's: without a whole sandbox (child/sandbox.h) it is not compiled or
				      run */
	void (*progress)(void *ctx, const struct attempt_state *state); /* in the thread of attempt_run; may be NULL */
	void *ctx;
};

struct attempt_case {
	const char *name;          /* "n = 257" */
	bool ran;                  /* false: an earlier case ended the run; then the verdict says nothing */
	enum verdict verdict;
	const char *message;       /* "" when passed; "not run: why" */
	bool output_right;         /* a finding decides, but the output is right */
	uint64_t wrong, elements;  /* of a wrong answer: how many elements of the array are wrong, */
	const char *first;         /* and the first of them: "out[3]" */
};

/*
 * The speed compared with the reference: counted work, or once a GPU has taken times, these. All values are of the case with the
 * most data, which on a GPU may have more; a ratio of 2 is twice the reference's.
 */
struct attempt_speed {
	const char *of_case;       /* its name; NULL: it did not finish with a right result, and all fields below are 0 */
	double seconds, reference_seconds, time_ratio;                   /* 0 on the vm */
	uint32_t timed_runs;       /* the seconds are the median of this many */
	double speedup, speedup_low, speedup_high; /* the reference's time divided by the learner's, from rounds of both, with its
	                              95 % interval (base/ratio.h); 0 on the vm */
	size_t rounds, dropped;    /* rounds used; rounds left out because heat slowed the card */
	double bytes_per_second;   /* the bytes that the algorithm must move, divided by the time; 0: the exercise does not give
				      them */
	double flops_per_second;   /* the same for floating-point operations */
	double share_of_memory, share_of_arithmetic; /* of the peak that we measured on this GPU; 0: unknown */
	double flops_per_byte, ridge; /* of the algorithm; where arithmetic and memory would limit it alike on this GPU; 0:
					 unknown */
	double floor_seconds;      /* the time of an empty kernel on this device; 0: unknown */
	double took;               /* seconds spent on all measurements */
	int driver;                /* CUDA version of the GPU's driver: 13000 for 13.0 */
	struct card_state state; /* of the card during the measurement */
	const char *note;          /* why there are no times; NULL */
	double modelled, reference_modelled, modelled_ratio;             /* on the vm, in seconds on the modelled GPU: the length
	                                                                    of a host program's timeline, a kernel's launch;
									    else 0 */
	const char *modelled_on;   /* "an H200"; NULL: nothing is modelled */
	/* of a kernel: the resource that limits its speed, "DRAM"; else NULL */
	const char *modelled_limit, *reference_modelled_limit;
	uint64_t instructions, reference_instructions;                   /* of warps; 0 on a GPU */
	uint64_t sectors, reference_sectors;                             /* of global memory; 0 on a GPU */
	double instruction_ratio, sector_ratio;                          /* 0 if the reference's count is 0 */
};

/*
 * What a GPU adds to a verdict. NO: none is asked, or it is not needed, since
 * the verdict is no pass. LACKS: device_note says why.
 */
enum attempt_gpu { GPU_NO, GPU_PENDING, GPU_CONFIRMS, GPU_DIFFERS, GPU_LACKS };

struct attempt {
	struct arena arena;        /* owns everything below */
	const char *exercise;      /* id */
	const char *path;          /* the learner's file as given */
	bool plain;                /* exercise.plain: for people, the report has no counts of the vm, and no limits that hold */
	char source_sha256[65];    /* of the file as checked; "" if it could not be read */
	const char *content_version; /* of the exercise: its definition and its reference */
	const char *source;        /* the file's text as checked, for excerpts */
	size_t source_len;
	enum verdict verdict;
	const char *message;       /* the one sentence under the headline */
	const char *advice;        /* the next step; NULL if none */
	struct error fault;        /* set when the party is not the learner, or for BAD_SOURCE / NO_KERNEL */
	struct diagnostic *diagnostics; size_t ndiagnostics;
	struct finding *findings; size_t nfindings;      /* worst first */
	struct attempt_case *cases; size_t ncases; /* all cases of the exercise */
	size_t nran;               /* the first `nran` of them ran */
	struct store_counter *counters; size_t ncounters; /* summed over the cases */
	const char *output; size_t output_len;           /* device printf of the first case that printed */
	const char *output_case;   /* that case's name; NULL if none printed */
	bool output_truncated;
	const char *compiler, *device;                   /* "clang 14.0.6"; "vm", and once a GPU took part "gpu", "gpu:1" */
	const char *device_name, *device_note;           /* "NVIDIA H200"; why no GPU confirms the verdict, or NULL */
	enum attempt_gpu gpu;
	const char *gpu_says;      /* "all 8 cases are right there too", or how it differs; NULL */
	const char *gpu_next;      /* the next step after device_note or a difference; NULL */
	double verdict_seconds, gpu_results_seconds, gpu_times_seconds; /* from the start of the attempt; 0: there was none */
	struct attempt_speed speed;
	const char *measured_case; /* the case to which the exercise's limits apply; NULL: it did not run, or its result is
				      wrong */
	struct measurement *measured; size_t nmeasured;  /* one for each limit */
	struct perf_limit *limits; /* private: what they point to */
	const struct profile_advice *saving; /* on the vm: the line with the largest saving, if the reference achieves it
						(profile.h); NULL */
	uint64_t seed;
	double compile_seconds, run_seconds;
	bool compile_cached;
	const char *compile_command; /* as run; NULL if nothing was compiled */
	const char *sandbox;       /* the sandbox of the worker: sandbox_level() */
	int64_t recorded;          /* row in the database; 0 if none */
	char record_warning[512];  /* why the attempt could not be recorded; "" if it was */
};

/*
 * Tries the file at `path` as exercise `id`. Returns -1 only for errors before an attempt exists (unknown exercise or
 * GPU, broken definition); everything else is a verdict. A full disk or a locked database loses the record, never the
 * verdict: record_warning says so.
 */
int attempt_run(const char *id, const char *path, const struct attempt_options *options,
		struct attempt *out, struct error *err);
void attempt_release(struct attempt *a);
/* Ends what attempts with the option `stays` left ready for the next. */
void attempt_leave(void);

/* Records an attempt that was made without a database; a->recorded is the row. `grading` may be NULL: see store_record. */
int attempt_record(struct attempt *a, struct store *s, const struct store_grading *grading, struct error *err);

/*
 * The report, for people: at most `width` columns, no escape sequences, valid UTF-8. If the learner has to act, it
 * says what is wrong, where, and what to do next.
 */
void attempt_text(const struct attempt *a, int width, struct buf *out);

/*
 * The facts of the report, each in one place: the text above, the page of the workbook and the list of known programs write them
 * as they like.
 */

/* Whose fault it is, if it is not the learner's: "the cause is this machine"; else NULL. */
const char *attempt_not_yours(const struct attempt *a);

/*
 * The compiler's messages that a report shows, from 0; NULL: no more. Warnings
 * are for a file that compiles: next to an error they distract.
 */
const struct diagnostic *attempt_diagnostic(const struct attempt *a, size_t index);

/* The remark that a list of cases shows next to a failed one: "" if the report's headline already says it. */
void attempt_case_remark(const struct attempt *a, const struct attempt_case *c, struct buf *out);

/* ", for speed" for the measured case if another case has the same name; otherwise "". */
const char *attempt_case_purpose(const struct attempt *a, const struct attempt_case *c);

/* What a GPU added after the verdict: its results, and the times. Both are part of attempt_text. */
void attempt_gpu_text(const struct attempt *a, bool results, bool times, int width, struct buf *out);

/* What limits a kernel whose time was taken: "memory: the algorithm does 0.083 operations for each byte ..."; or nothing. */
void attempt_roofline_text(const struct attempt *a, struct buf *out);

/* The modelled times beside the measured ones, and what the model says of a difference from the reference; or nothing. */
void attempt_model_text(const struct attempt *a, struct buf *out);

/* The speed in one line, or nothing: "with n = 20000, 1.9x the reference's warp instructions, ...". */
void attempt_speed_text(const struct attempt *a, struct buf *out);
/* Is that a time, or why there is none? Otherwise it is work. */
bool attempt_speed_is_time(const struct attempt *a);

/* "1.42x as fast as the reference, 1.40 to 1.44" if times were measured; otherwise nothing. */
void attempt_speedup_text(const struct attempt *a, struct buf *out);

/* What the kernels did, summed over the cases, in one line: "36.8 k warp instructions (lanes in use: 100%), ..."; or nothing. */
void attempt_counted_text(const struct attempt *a, struct buf *out);

/* True if the report repeats the message under the source line of a finding or a diagnostic: there without its case. */
bool attempt_repeated_below(const struct attempt *a);

/*
 * "line 14: 32 sectors per load, where 4 would be enough. ...", and the next step unless the report has
 * another one; or nothing.
 */
void attempt_saving_text(const struct attempt *a, struct buf *out);

/* A limit and the measured value, in one line: "sectors per request: 4 (limit 4.5, reference 4)". */
void attempt_measured_text(const struct measurement *m, struct buf *out);
/* NOISY: the times vary too much to say. */
enum measured_mark { MEASURED_NOT, MEASURED_NOISY, MEASURED_HELD, MEASURED_MISSED };
enum measured_mark attempt_measured_mark(const struct measurement *m);

/* The command that gives this verdict again: "warpbook check add --seed 7". */
void attempt_replay_text(const struct attempt *a, struct buf *out);

/* "gpu, NVIDIA H200: all 8 cases are right there too", or why no GPU took part; nothing if none was asked for. */
void attempt_device_text(const struct attempt *a, struct buf *out);

/*
 * The report, for programs: one JSON object. New versions may add keys, but remove none. A missing value is null.
 *
 *	exercise, file, verdict, headline, party, message, advice, seed, compiler, device, device_name, device_note, vm_says,
 *	compile_seconds, run_seconds, compile_cached, compile_command, recorded (row), record_warning, tool_version, sandbox,
 *	source_sha256, content_version
 *	gpu          { state: "no", "confirms", "differs" or "lacks", message, next, verdict_seconds, results_seconds,
 *	             times_seconds }: vm_says is always null
 *	fault        { party, text, remedy, file, line }
 *	diagnostics  [ { level, file, line, column, text, hint } ]
 *	findings     [ { kind, level, message, advice, file, line, column, inlined: [ { function, line } ],
 *	               other: { file, line, column, inlined },
 *	                 block: [x, y, z], thread: [x, y, z], threads, case } ]
 *	cases        [ { name, ran, passed, verdict, message } ]
 *	counters     { name: number }
 *	speed        { case, seconds, reference_seconds, time_ratio, timed_runs, instructions, reference_instructions,
 *	               instruction_ratio, sectors, reference_sectors, sector_ratio, modelled_seconds, reference_modelled_seconds,
 *	               modelled_ratio, modelled_on, modelled_limit, reference_modelled_limit, speedup, speedup_low, speedup_high,
 *	               rounds, dropped_rounds, gb_per_s, tflop_per_s, share_of_memory, share_of_arithmetic, floor_seconds,
 *	               measuring_seconds, driver, sm_mhz, memory_mhz, watts, watts_limit, celsius, power_capped, slowed, mig, note
 *	               }: values that the device does not report are null
 *	measured     { case, limits: [ { metric, noun, value, reference, side: "most" | "least", bound, times, held, file, line,
 *	               share, why, unsure } ] }: bound is the limit as a number, times the limit as a multiple of the reference's;
 *	               null if the exercise has no limits or the kernel is not right
 *	saving       { line, kind, now, best, modelled_times, modelled_times_here, message, next }, as in a profile's advice
 *	output       { case, text, truncated }
 *	sandbox      "landlock+seccomp", "seccomp", "landlock" or "none": the sandbox of the worker; then "+namespaces" if
 *	             the kernel allows those as well
 */
int attempt_json(const struct attempt *a, struct buf *out);

/*
 * The verdict in a few words, for the top of a report: if a finding decided it, the finding's own headline ("out-of-bounds
 * access"), which is more specific than the verdict's ("invalid memory access").
 */
const char *attempt_headline(const struct attempt *a);

#endif
