/* host.c - a host program ends normally, badly, or never: the report about it, and the actions that it cannot take. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child/sandbox.h"
#include "host/victim.h"
#include "tap/tap.h"
#include "worker/host.h"

#define N 5

#ifndef ON_A_BUSY_MACHINE /* the program host_busy, which takes half a minute of a processor */
#define ON_A_BUSY_MACHINE 0
#endif

static struct arena arena;
static char program[4096];

/* Runs the deeds as the cases of one job. */
static void run(const enum deed *deeds, size_t n, double seconds, bool probed, struct box_report *report)
{
	static float x[N] = { 1, 2, 3, 4, 5 }, y[N] = { 9, 9, 9, 9, 9 };
	static uint8_t returned[4] = { 7, 7, 7, 7 };
	struct job_case *cases = arena_array(&arena, n, sizeof *cases);
	struct box_limits limits;
	struct error err = { 0 };
	struct job job = { .device = "vm", .kernel = "solve", .program = program, .source = WARPBOOK_VICTIM, .check = true,
			   .cases = cases, .ncases = n };

	for (size_t i = 0; i < n; i++) {
		struct job_arg *args = arena_array(&arena, 5, sizeof *args);

		args[0] = (struct job_arg){ .kind = JOB_BUFFER, .label = "x", .elem = 4, .role = JOB_IN, .bytes = (uint8_t *)x,
					    .len = sizeof x };
		args[1] = (struct job_arg){ .kind = JOB_BUFFER, .label = "y", .elem = 4, .role = JOB_OUT, .bytes = (uint8_t *)y,
					    .len = sizeof y };
		args[2] = (struct job_arg){ .kind = JOB_SCALAR, .label = "n", .elem = 4, .bits = N };
		args[3] = (struct job_arg){ .kind = JOB_SCALAR, .label = "what", .elem = 4, .bits = deeds[i] };
		args[4] = (struct job_arg){ .kind = JOB_BUFFER, .label = "what solve() returns", .elem = 4, .role = JOB_OUT,
					    .bytes = returned, .len = 4, .returned = true };
		cases[i] = (struct job_case){ .name = "n = 5", .args = args, .nargs = 5, .probed = probed };
	}
	box_default_limits(&limits);
	limits.seconds = seconds;
	limits.idle_seconds = deeds[0] == FLOODS || deeds[0] == FLOODS_ON ? 20 : 1; /* a busy machine reads a flood slowly */
	limits.memory_bytes = (uint64_t)256 << 20;
	if (box_run(&job, &limits, &arena, report, &err))
		printf("# %s\n", err.text);
}

static const struct case_result *run_one(enum deed deed, struct box_report *report)
{
	static const struct case_result none;

	run(&deed, 1, 8, false, report);
	return report->result.ncases ? &report->result.cases[0] : &none;
}

static bool finds(const struct case_result *c, const char *kind, const char *words)
{
	bool found = c->nfindings == 1 && !strcmp(finding_name(&c->findings[0]), kind) && strstr(c->findings[0].message, words);

	if (!found)
		printf("# it is %s: %s (%d)\n", c->nfindings ? finding_name(&c->findings[0]) : "nothing",
		       c->nfindings ? c->findings[0].message : "-",
		     (int)c->end);
	return found;
}

static bool values_right(const struct case_result *c)
{
	const float *y = (const float *)(const void *)c->buffers[1].bytes;

	for (int i = 0; i < N; i++)
		if (y[i] != (float)(2 * (i + 1)))
			return false;
	return true;
}

static void test_right(void)
{
	static const enum deed twice[] = { IS_RIGHT, IS_RIGHT };
	struct box_report r;
	const struct case_result *c;

	run(twice, 2, 8, false, &r);
	ok(r.end == BOX_FINISHED && r.result.complete && r.result.ncases == 2, "two cases run, in a process each");
	c = &r.result.cases[1];
	ok(c->end == CASE_DONE && c->nbuffers == 5 && values_right(c) && c->nfindings == 0, "the arrays come back");
	ok(c->buffers[4].len == 4 && c->buffers[4].bytes[0] == 0, "and so does the return value");
	ok(c->observed && c->observed->ncalls == 2 && c->observed->calls[1].times == 2 && c->observed->nops == 1 &&
	   c->observed->ops[0].block.x == 32 && c->observed->ops[0].end_ns == 1004 && c->observed->total_ns == 1004,
	   "the library's observations come with them");
	is_text(c->observed->calls[1].place.file, "victim.cu", "with its places");
	ok(c->observed->nhost == 1 && c->observed->host[0].end_ns == 70, "and when its calls were made");
	ok(c->ncounters && c->counters[0].value == 77, "and its counters, as those of any case");
}

static void test_crashes(void)
{
	struct box_report r;
	const struct case_result *c = run_one(CRASH_NULL, &r);

	ok(c->end == CASE_CUT_SHORT && finds(c, "crash", "null pointer"), "a null pointer is reported");
	ok(c->nfindings && c->findings[0].place.line > 0 && !strcmp(c->findings[0].place.file, WARPBOOK_VICTIM),
	   "with the line that follows it (%d)", c->nfindings ? c->findings[0].place.line : 0);
	c = run_one(CRASH_FAR_OUT, &r);
	ok(c->nfindings == 1 && strstr(c->findings[0].message, "accesses y[") &&
	   strstr(c->findings[0].message, "y has 5 elements"),
	   "a large overrun is reported with the array and the index");
	c = run_one(READS_BEYOND, &r);
	ok(c->nfindings == 1 && strstr(c->findings[0].message, "accesses x[8]; x has 5 elements"),
	   "so is reading a little beyond an end");
	c = run_one(CRASH_EXPLAINED, &r);
	ok(finds(c, "host-access", "explained by the library") && c->findings[0].place.line > 0,
	   "the library's knowledge of the crash is reported instead, with the line");
	c = run_one(CRASH_IN_RECORD, &r);
	ok(finds(c, "host-access", "explained by the library") && !c->observed->nops,
	   "also if it comes in the middle of a record");
	ok(finds(run_one(OVERFLOWS_STACK, &r), "crash", "overflows the stack"), "endless recursion is reported");
	ok(finds(run_one(ABORTS, &r), "crash", "aborts"), "abort() is reported");
	ok(finds(run_one(KILLS_ITSELF, &r), "crash", "Killed"), "a signal that cannot be caught is reported");
	ok(r.end == BOX_FINISHED, "and is no accident of the machine");
}

static void test_ends(void)
{
	struct box_report r;

	ok(finds(run_one(EXITS, &r), "exit", "calls exit()"), "exit() is reported");
	ok(finds(run_one(EXITS_AT_ONCE, &r), "exit", "exit code 4"), "_exit() is reported with its code");
	ok(run_one(CLOSES_ALL, &r)->end == CASE_DONE, "a program that closes every descriptor does not close ours");
	run(&(enum deed){ HANGS }, 1, 1.5, false, &r);
	ok(r.result.ncases == 1 && r.result.cases[0].end == CASE_HANG &&
	   finds(&r.result.cases[0], "hang", "does not return within 1.27 s of processor time") &&
	   r.result.cases[0].findings[0].place.line > 0, "a loop without end is reported with its line");
	run(&(enum deed){ HANGS_DEAF }, 1, 1.5, false, &r);
	ok(r.end == BOX_DEADLINE && r.result.ncases == 0, "so is one that hears no signal, without");
}

/*
 * The same verdicts on an idle machine and with twenty processes that compete for the processors: the second is host_busy.
 */
static void test_sleepers(const char *when)
{
	static const enum deed sleepers[] = { SLEEPS, POLLS, DEADLOCKS };
	static const char *const names[] = { "sleeps for ever", "looks now and then", "waits for itself" };
	const struct case_result *c;
	struct box_report r;

	for (size_t i = 0; i < sizeof sleepers / sizeof *sleepers; i++) {
		c = run_one(sleepers[i], &r);
		ok(r.end == BOX_FINISHED && c->end == CASE_HANG && finds(c, "hang", "it waits") && c->findings[0].place.line > 0,
		   "%s, a program that %s is reported, with its line", when, names[i]);
	}
	run(&(enum deed){ HANGS }, 1, 1, false, &r);
	ok(r.result.ncases == 1 && r.result.cases[0].end == CASE_HANG && finds(&r.result.cases[0], "hang", "processor time"),
	   "%s, one that computes for ever is reported", when);
	c = run_one(STOPS_ITSELF, &r);
	if (sandbox_layers() & SANDBOX_HAS_SECCOMP)
		ok(c->end == CASE_DONE && r.result.ncases && values_right(c), "%s, none can stop itself", when);
	else
		ok(r.end == BOX_STARVED, "%s, one that is stopped was stopped by somebody", when);
	c = run_one(IS_RIGHT, &r);
	ok(c->end == CASE_DONE && r.result.ncases && values_right(c) && c->nfindings == 0, "%s, a right one is right", when);
}

static void test_deaf(void)
{
	struct box_report r;

	run_one(SLEEPS_DEAF, &r);
	ok(r.end == BOX_IDLE && r.result.ncases == 0, "one that sleeps and hears no signal is reported, too");
}

static void test_mischief(void)
{
	struct box_report r;
	const struct case_result *c = run_one(ONE_TOO_MANY, &r);

	ok(c->end == CASE_DONE && c->buffers[1].fence_broken && !c->buffers[0].fence_broken,
	   "a write past the end breaks the fence");
	c = run_one(CHANGES_INPUT, &r);
	ok(c->end == CASE_DONE && c->buffers[0].bytes[3] != 0x3F, "an input comes back as the program left it");
	c = run_one(PRINTS, &r);
	ok(c->end == CASE_DONE && c->output_len == 21 && !memcmp(c->output, "one line\nand another\n", 21), "its output is kept");
	c = run_one(FLOODS, &r);
	ok(c->end == CASE_DONE && c->output_truncated && c->output_len <= 1 << 17, "up to an amount");
	run_one(FLOODS_ON, &r);
	ok(r.end == BOX_PRINTED, "and a program that goes on printing is cut off");
	c = run_one(FORGES, &r);
	ok(!(c->end == CASE_DONE && c->nfindings == 0 && !values_right(c)), "a forged end of the result passes for nothing else");
	ok(r.result.ncases <= 1, "and for no other case");
	c = run_one(GOES_ON, &r);
	ok(r.end == BOX_FINISHED && c->end == CASE_DONE, "a leftover thread ends with the process");
	c = run_one(EATS_MEMORY, &r);
	ok(c->end == CASE_DONE && c->buffers[4].bytes[0] == 2, "memory ends, and not the machine's");
	c = run_one(UNSEEN, &r);
	ok(c->end == CASE_CUT_SHORT && !c->nbuffers && finds(c, "unobserved", "it has no end"),
	   "a right answer that nobody saw come about counts for nothing");
	c = run_one(READS_INPUT, &r);
	ok(c->end == CASE_DONE && c->buffers[4].bytes[0] == 0xFF, "its input is empty");
}

/* What the library did not write, or did not write to its end, counts for nothing. */
static void test_journal(void)
{
	static const struct { enum deed deed; const char *fault; } all[] = {
		{ LACKS_OP, "work in it is never done" }, { LACKS_LEFT, "a call in it never returns" },
			{ LACKS_SENSE, "did not write" },
		{ LACKS_BEGIN, "did not write" }, { LACKS_END, "it has no end" }, { LACKS_RECORD, "or lacks some" },
		{ HAS_ONE_MORE, "did not write" }, { PRICED_TWICE, "did not write" }, { RUNS_OTHERWISE, "did not write" },
	};
	struct box_report r;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const struct case_result *c = run_one(all[i].deed, &r);

		ok(c->end == CASE_CUT_SHORT && !c->nbuffers && finds(c, "unobserved", all[i].fault),
		   "a journal of which this is said: %s", all[i].fault);
	}
}

static void test_told(void)
{
	struct box_report r;
	const struct case_result *c = run_one(TELLS_MORE, &r);
	const struct observed *o = c->observed;

	ok(finds(c, "host-access", "explained") && c->findings[0].threads == 32,
	   "a finding counts once, with all who do the same");
	ok(o && o->nleaks == 1 && o->leaks[0].count == 1 && o->leaks[0].bytes == 64 && o->leaks[0].place.line == 12,
	   "what is not freed is a leak");
	ok(o && o->device_memory.bytes == 164 && o->device_memory.most.bytes == 100 && o->device_memory.most.place.line == 13,
	   "the peak was before a part was freed");
	ok(o && o->waits == 1 && o->ncosts == 2 && o->costs[0].kind == OBSERVED_COST_WAIT && o->costs[0].times == 1,
	   "the host has waited");
	ok(o && o->calls[1].ns == 10 && o->calls[1].place.line == 13, "calls of one line are one row");
}

static void test_probes(void)
{
	struct box_report r;
	const struct case_result *c;

	run(&(enum deed){ IS_RIGHT }, 1, 8, true, &r);
	c = &r.result.cases[0];
	ok(c->nprobes == 3 && c->probes[0].error == 2 && c->probes[0].result.buffers[4].bytes[0] == 2,
	   "the case is run again with each of its calls failing");
	is_text(c->probes[2].call, "cudaMemcpy", "with the name of the call");
	is_text(c->probes[0].error_name, "cudaErrorMemoryAllocation", "and of the error");
	ok(c->nprobes == 3 && c->probes[2].place.line == 13, "and its line");
	run(&(enum deed){ FAILS_BADLY }, 1, 8, true, &r);
	c = &r.result.cases[0];
	ok(c->nprobes == 3 && c->probes[1].result.buffers[4].bytes[0] == 0, "what came of each is there to be judged");
}

#define HOGS 20

static pid_t hogs[HOGS];

/* A machine that has no time for other processes. */
static void hogs_start(void)
{
	for (size_t i = 0; i < HOGS; i++)
		if ((hogs[i] = fork()) == 0)
			for (;;)
				;
}

static void hogs_end(void)
{
	for (size_t i = 0; i < HOGS; i++) {
		kill(hogs[i], SIGKILL);
		waitpid(hogs[i], NULL, 0);
	}
}

int main(void)
{
	snprintf(program, sizeof program, "%s/tests/host/victim", getenv("BUILD_DIR") ? getenv("BUILD_DIR") : ".");
	box_begin();
	if (ON_A_BUSY_MACHINE) {
		hogs_start();
		test_sleepers("on a busy machine");
		hogs_end();
	} else {
		test_right();
		test_crashes();
		test_ends();
		test_sleepers("on a quiet machine");
		test_deaf();
		test_mischief();
		test_journal();
		test_told();
		test_probes();
	}
	arena_release(&arena);
	return tap_done();
}
