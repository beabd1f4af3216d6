/*
 * attempt.h - compile, run, judge, record: the only path to a verdict, for
 * TUI, command line and grader alike.
 *
 *	learner.cu -> toolchain -> worker -> judge -> store
 *	solution.cu -> toolchain -> another worker ^
 */
#ifndef WARPBOOK_SESSION_ATTEMPT_H
#define WARPBOOK_SESSION_ATTEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/card.h"
#include "words/finding.h"
#include "judge/judge.h"
#include "run/record.h"
#include "run/verdict.h"
#include "store/store.h"
#include "toolchain/toolchain.h"

/*
 * EXPECT: the file is compiled, its reference has not come to its end. REST, ORDERS, EXPLAIN: see trial.h. WAIT: for another timing on
 * the same GPU to end.
 */
enum attempt_stage { STAGE_READ, STAGE_COMPILE, STAGE_EXPECT, STAGE_RUN, STAGE_JUDGE, STAGE_REST, STAGE_ORDERS, STAGE_EXPLAIN,
	STAGE_WAIT, STAGE_TIME, STAGE_DONE };

/* Where a check is. at: the case that runs, from 1 on, of `of`, and what is done with it; 0: the stage has only begun. */
struct attempt_state { enum attempt_stage stage; unsigned at, of; enum job_step step; };

/* "compiling", "case 3 of 7, checking races". */
void attempt_state_text(const struct attempt_state *state, struct buf *out);

struct expectations;

struct attempt_options {
	const char *compiler;      /* as compiler_find's `want` */
	const char *device;        /* as target_choose's `want` */
	const char *gpu;           /* that a kernel's time is modelled for, as gpu_open takes it; NULL: the H200 */
	uint64_t seed;             /* 0: a fresh one */
	const char *database;      /* path to record in; NULL: do not record */
	double seconds;            /* of a processor, for the learner's run; 0: the default */
	double wall_seconds;       /* after which the machine has held the learner's run up; 0: the default */
	struct expectations *expectations; /* of several attempts with one seed (expectations.h); NULL: this one makes its own */
	struct numba_ready *ready; /* of files in Python: what ready_start made ready (ready.h); may be NULL */
	bool all_cases;            /* of a file that is wrong, too: what the run did not come to is run case by case (rest.c) */
	bool untrusted;            /* the file is somebody else's: without all walls (base/walls.h) it is not compiled or run */
	void (*progress)(void *ctx, const struct attempt_state *state); /* in the thread of attempt_run; may be NULL */
	void *ctx;
};

struct attempt_case {
	const char *name;          /* "n = 257" */
	bool ran;                  /* false: an earlier case ended the run; then the verdict says nothing */
	enum verdict verdict;
	const char *message;       /* "" when passed; "not run: why" */
	uint64_t wrong, elements;  /* of a wrong answer: how many of the array are wrong, */
	const char *first;         /* and which is the first: "out[3]" */
};

/*
 * How fast, beside the reference: on a GPU by the clock, on the vm by the work that was counted, which is
 * not the same. Of the case with the most data; a ratio of 2 is twice the reference's.
 */
struct attempt_speed {
	const char *of_case;       /* its name; NULL: it did not run to a right end, and all below is 0 */
	double seconds, reference_seconds, time_ratio;                   /* 0 on the vm */
	uint32_t timed_runs;       /* the seconds are the median of as many */
	double speedup, speedup_low, speedup_high; /* the reference's time to the learner's, in the middle of rounds of both, with its
	                              95 % interval (base/ratio.h); 0 on the vm */
	size_t rounds, dropped;    /* that it rests on; that were left out, as heat slowed the card */
	double bytes_per_second;   /* the bytes that must move, by the time; 0: the exercise does not say how many */
	double flops_per_second;   /* the same of floating-point operations */
	double share_of_memory, share_of_arithmetic; /* of what this GPU reaches, as measured beside; 0: unknown */
	double floor_seconds;      /* that a kernel seems to take here that does nothing; 0: unknown */
	double took;               /* seconds of taking all times */
	int driver;                /* CUDA version of the GPU's driver: 13000 for 13.0 */
	struct card_state state; /* of the card meanwhile */
	const char *note;          /* why there are no times; NULL */
	double modelled, reference_modelled, modelled_ratio;             /* on the vm, in seconds on the modelled GPU: of a host program
	                                                                    its timeline's length, of a kernel its launch; else 0 */
	const char *modelled_on;   /* "an H200"; NULL: nothing is modelled */
	const char *modelled_limit, *reference_modelled_limit;           /* of a kernel: the resource that bounds it, "DRAM"; else NULL */
	uint64_t instructions, reference_instructions;                   /* of warps; 0 on a GPU */
	uint64_t sectors, reference_sectors;                             /* of global memory; 0 on a GPU */
	double instruction_ratio, sector_ratio;                          /* 0 where the reference has none */
};

struct attempt {
	struct arena arena;        /* owns everything below */
	const char *exercise;      /* id */
	const char *path;          /* the learner's file as given */
	char source_sha256[65];    /* of the file as it was; "" if it could not be read */
	const char *content_version; /* of the exercise: its definition and its reference */
	const char *source;        /* its text at the time, for excerpts */
	size_t source_len;
	enum verdict verdict;
	const char *message;       /* the one sentence under the headline */
	const char *advice;        /* the next step; NULL if none */
	struct error fault;        /* set when the party is not the learner, or for BAD_SOURCE / NO_KERNEL */
	struct diagnostic *diagnostics; size_t ndiagnostics;
	struct finding *findings; size_t nfindings;      /* worst first */
	struct attempt_case *cases; size_t ncases; /* all that there are */
	size_t nran;               /* so many of them, from the first on */
	struct store_counter *counters; size_t ncounters; /* summed over the cases */
	const char *output; size_t output_len;           /* device printf of the first case that printed */
	const char *output_case;   /* that case's name; NULL if none printed */
	bool output_truncated;
	const char *compiler, *device;                   /* "clang 14.0.6"; "vm", "gpu", "gpu:1" */
	const char *device_name, *device_note;           /* "NVIDIA H200"; why `auto` came to the vm, or NULL */
	struct attempt_speed speed;
	const char *measured_case; /* the case that the exercise's limits are held on; NULL: none was, or it is not right */
	struct measurement *measured; size_t nmeasured;  /* one for each limit */
	struct perf_limit *limits; /* private: what they point to */
	const struct profile_advice *saving; /* on the vm: the line that could do without most, where the reference does (profile.h); NULL */
	const char *vm_says;       /* what the vm made of the case that failed on a GPU, as a sentence; NULL if not asked */
	uint64_t seed;
	double compile_seconds, run_seconds;
	bool compile_cached;
	const char *compile_command; /* as run; NULL if it did not come to that */
	const char *sandbox;       /* the walls around what ran: walls_level() */
	int64_t recorded;          /* row in the database; 0 if none */
	char record_warning[512];  /* why the attempt could not be recorded; "" if it was */
};

/*
 * Tries the file at `path` as exercise `id`. -1 only for what comes before an attempt exists (unknown
 * exercise or GPU, broken definition); all else is a verdict. A full disk or a locked database loses the record, never
 * the verdict: record_warning says so.
 */
int attempt_run(const char *id, const char *path, const struct attempt_options *options,
		struct attempt *out, struct error *err);
void attempt_release(struct attempt *a);

/* Records an attempt that was made without a database; a->recorded is the row. `grading` may be NULL: see store_record. */
int attempt_record(struct attempt *a, struct store *s, const struct store_grading *grading, struct error *err);

/*
 * The report, for people: at most `width` columns, no escape sequences, valid UTF-8. Where
 * the learner has to act it says what is wrong, where, and what to do next.
 */
void attempt_text(const struct attempt *a, int width, struct buf *out);

/* What a list of cases says of one that failed, beside its name: "" where the report's headline says it. */
void attempt_case_remark(const struct attempt *a, const struct attempt_case *c, struct buf *out);

/* The speed in one line, or nothing: "with n = 20000, 1.9x the reference's warp instructions, ...". */
void attempt_speed_text(const struct attempt *a, struct buf *out);

/* "1.42x as fast as the reference, 1.40 to 1.44", where times were taken; or nothing. */
void attempt_speedup_text(const struct attempt *a, struct buf *out);

/* What the kernels did, summed over the cases, in one line: "36.8 k warp instructions (lanes in use: 100%), ..."; or nothing. */
void attempt_counted_text(const struct attempt *a, struct buf *out);

/* True when the message is told again with a finding or a diagnostic, under its source line: there without its case. */
bool attempt_told_below(const struct attempt *a);

/* "line 14: 32 sectors a load, 4 would hold its bytes: modelled 5.1x ...", and the next step where nothing else tells one; or nothing. */
void attempt_saving_text(const struct attempt *a, struct buf *out);

/* A limit and what came of it, in one line: "4 sectors per request; at most 4.5 (the reference: 4)". */
void attempt_measured_text(const struct measurement *m, struct buf *out);

/*
 * The report, for programs: one JSON object. Keys are only ever added. null stands where there is nothing.
 *
 *	exercise, file, verdict, headline, party, message, advice, seed, compiler, device, device_name, device_note, vm_says,
 *	compile_seconds, run_seconds, compile_cached, compile_command, recorded (row), record_warning, tool_version, sandbox,
 *	source_sha256, content_version
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
 *	               measuring_seconds, driver, sm_mhz, memory_mhz, watts, watts_limit, celsius, power_capped, slowed, mig, note }:
 *	               what the device does not tell is null
 *	measured     { case, limits: [ { metric, noun, value, reference, side: "most" | "least", bound, times, held, file, line,
 *	               share, why, unsure } ] }: bound is the limit as a number, times so many times the reference's; null
 *	               if the exercise has no limits or the kernel is not right
 *	saving       { line, kind, now, best, modelled_times, modelled_times_here, message, next }, as in a profile's advice
 *	output       { case, text, truncated }
 *	sandbox      "landlock+seccomp", "seccomp", "landlock" or "none": the walls around what ran; then "+namespaces" where
 *	             the kernel gave it those as well
 */
int attempt_json(const struct attempt *a, struct buf *out);

/*
 * The verdict in a few words, for the top of a report: where a finding decided it, the finding's own headline ("out-of-bounds
 * access"), which says more than the verdict's ("invalid memory access").
 */
const char *attempt_headline(const struct attempt *a);

#endif
