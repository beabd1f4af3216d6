/*
 * vm_run.c - `warpbook vm run FILE`: one launch of one kernel, with arguments from the
 * command line, on the vm or a GPU.
 *
 *	file -> module -> kernel -> parameters -> arguments -> machine -> launch -> report
 *
 * It runs in this process: a kernel can access only the vm's memory. ^C ends a launch on the vm, and
 * reports the results so far; a launch on a GPU ends with the process.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/path.h"
#include "bench/target.h"
#include "child/proc.h"
#include "cmd/vm/vm.h"
#include "hand/args.h"
#include "cmd/own_file.h"
#include "hand/machine.h"
#include "cmd/vm/vm_report.h"
#include "script/nearest.h"
#include "words/dim.h"

#define DEFAULT_BUDGET ((uint64_t)1 << 32)
#define PRINTED_MAX    ((size_t)1 << 20)
#define TRACE_INSTEAD  "`warpbook debug FILE --do 'trace 100'` prints each instruction, with the same --arg"

static const char *kernel_name, *grid_text, *block_text, *check_text = "all", *compiler, *device_name = "vm";
static struct option_list args_given, outs_given;
static uint64_t shared_bytes, seed, budget, seconds, jobs;
static bool want_counters, fuse;

/* ---- the words of the command line ----------------------------------------------------- */

static const struct { const char *name; unsigned bits; } check_names[] = {
	{ "all", SIMT_CHECK_ALL }, { "none", SIMT_CHECK_BOUNDS }, { "bounds", SIMT_CHECK_BOUNDS },
	{ "init", SIMT_CHECK_INIT }, { "race", SIMT_CHECK_RACE }, { "sync", SIMT_CHECK_SYNC },
};

static int checks_option(unsigned *checks, struct error *err)
{
	/* Always check bounds: no other check keeps a kernel inside its memory. */
	*checks = SIMT_CHECK_BOUNDS;
	for (const char *p = check_text;;) {
		size_t len = strcspn(p, ","), i = 0, n = sizeof check_names / sizeof *check_names;

		while (i < n && (strlen(check_names[i].name) != len || memcmp(check_names[i].name, p, len)))
			i++;
		if (i == n)
			return error_set(err, PARTY_LEARNER, "--check takes all, none, or some of bounds,init,race,sync; "
					 "not '%.*s'", len > 60 ? 60 : (int)len, p);
		*checks |= check_names[i].bits;
		if (!p[len])
			return 0;
		p += len + 1;
	}
}

/* Fills in the fields of the launch that come only from the command line. */
static int launch_read(struct simt_launch *l, struct error *err)
{
	if (dim3u_option("grid", grid_text, &l->grid, err) || dim3u_option("block", block_text, &l->block, err) ||
	    checks_option(&l->checks, err))
		return -1;
	if (!target_is_word(device_name))
		return error_set(err, PARTY_LEARNER, "--device takes vm, gpu, gpu:1 (and so on) or auto, not '%.60s'",
				 device_name);
	if (shared_bytes > UINT32_MAX)
		return error_set(err, PARTY_LEARNER, "--shared: no device has so much shared memory");
	l->dynamic_shared = (uint32_t)shared_bytes;
	l->order_seed = seed;
	l->budget = budget ? budget : DEFAULT_BUDGET;
	l->threads = jobs < UINT32_MAX ? (unsigned)jobs : UINT32_MAX;
	l->stop = proc_stop_flag();
	l->stdout_max = PRINTED_MAX;
	l->count_lines = want_counters;
	return 0;
}

/* ---- buffers to show after the run --------------------------------------------------------- */

struct wanted { const struct hand_arg *arg; const char *path; };

/* NAME or NAME=FILE; a name is an argument's label. */
static int wanted_find(const char *text, const struct hand_arg *args, size_t n, struct arena *arena,
		       struct wanted *out, struct error *err)
{
	size_t len = strcspn(text, "="), nnames = 0;
	const char **names = arena_array(arena, n + 1, sizeof *names), *near, *word = arena_strndup(arena, text, len);

	if (!names || !word)
		return error_nomem(err);
	out->path = text[len] ? text + len + 1 : NULL;
	for (size_t i = 0; i < n; i++) {
		if (args[i].kind != ARG_BUFFER)
			continue;
		names[nnames++] = args[i].label;
		if (strcmp(args[i].label, word))
			continue;
		out->arg = &args[i];
		return 0;
	}
	near = word_nearest(word, names, nnames);
	error_set(err, PARTY_LEARNER, "--out '%.60s': no buffer has that name", word);
	if (near)
		error_remedy(err, "did you mean '%s'?", near);
	else if (nnames)
		error_remedy(err, "name it in its --arg, as in %s=f32[100], or take %s", word, names[0]);
	return -1;
}

static int wanted_read(const struct hand_arg *args, size_t n, struct arena *arena, struct wanted **out, struct error *err)
{
	*out = arena_array(arena, outs_given.n + 1, sizeof **out);
	if (!*out)
		return error_nomem(err);
	for (size_t i = 0; i < outs_given.n; i++)
		if (wanted_find(outs_given.values[i], args, n, arena, &(*out)[i], err))
			return -1;
	return 0;
}

/* Fetches the buffers named by --out, to show them or write them to files. */
static int wanted_fetch(struct hand_machine *m, const struct wanted *wanted, struct arena *arena, struct vm_run *run,
			struct error *err)
{
	run->shown = arena_array(arena, outs_given.n + 1, sizeof *run->shown);
	if (!run->shown)
		return error_nomem(err);
	if (run->outcome.result.end == SIMT_BAD_LAUNCH || (m->ops && run->outcome.result.end != SIMT_DONE))
		return 0;
	for (size_t i = 0; i < outs_given.n; i++) {
		const struct hand_arg *a = wanted[i].arg;
		uint8_t *bytes = arena_alloc(arena, a->len + 1);

		if (!bytes)
			return error_nomem(err);
		if (hand_machine_get(m, a, bytes, err))
			return -1;
		if (!wanted[i].path)
			run->shown[run->nshown++] = (struct vm_shown){ a, bytes };
		else if (file_write(wanted[i].path, bytes, a->len, err))
			return -1;
	}
	return 0;
}

/* ---- the run -------------------------------------------------------------------------------- */

static bool has_error(const struct simt_result *result)
{
	for (size_t i = 0; i < result->nfindings; i++)
		if (result->findings[i].level == FINDING_ERROR)
			return true;
	return result->end != SIMT_DONE;
}

/* The part of the run that needs an open machine. */
static int run_on(struct hand_machine *m, struct vm_run *run, const struct hand_params *params, struct hand_arg *args,
		  struct arena *arena, struct error *err)
{
	uint8_t *block = arena_alloc(arena, params->bytes + 1);
	struct wanted *wanted;
	int status;

	if (!block && error_nomem(err))
		return report_error(err);
	run->machine = m->name;
	run->launch.params = block;
	run->launch.params_len = params->bytes;
	if (wanted_read(args, params->n, arena, &wanted, err) || hand_arguments_put(m, params, args, block, err))
		return report_error(err);
	if (m->ops) {
		signal(SIGINT, SIG_DFL);
		signal(SIGTERM, SIG_DFL);
	}
	if (seconds)
		run->launch.seconds = (double)seconds;
	if (hand_machine_launch(m, &run->launch, &run->outcome, err))
		return report_error(err);
	if (wanted_fetch(m, wanted, arena, run, err)) {
		status = report_error(err);
	} else {
		status = has_error(&run->outcome.result) ? EXIT_LEARNER : EXIT_DONE;
		if (!output.json)
			vm_run_print(run);
		else if (vm_run_print_json(run))
			status = EXIT_MACHINE;
		if (run->outcome.result.stopped && proc_interrupted())
			status = EXIT_INTERRUPTED;
	}
	hand_outcome_release(&run->outcome);
	return status;
}

static int run_file(struct hand_file *f, struct vm_run *run, struct arena *arena)
{
	const struct hand_words words = { args_given.values, args_given.n };
	const struct ptx_function *kernel;
	struct hand_params params;
	struct hand_machine machine;
	struct hand_arg *args;
	struct error err = { 0 };
	int status;

	run->file = f;
	run->counters = want_counters;
	if (hand_file_parse(f, &err) || !(kernel = hand_kernel_find(f->module, kernel_name, &err)))
		return report_error(&err);
	run->signature = hand_kernel_signature(kernel, arena);
	run->launch.kernel = kernel->name;
	if (hand_params_read(f, kernel, arena, &params, &err) ||
	    hand_args_read(&words, &params, run->signature, seed ? seed : 1, arena, &args, &err))
		return report_error(&err);
	if (hand_machine_open(&machine, device_name, f, fuse, &err)) {
		status = report_error(&err);
	} else {
		status = run_on(&machine, run, &params, args, arena, &err);
		hand_machine_close(&machine);
	}
	return status;
}

static int run(int nargs, char **args)
{
	struct vm_run run = { .counters = false };
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct hand_file f;
	int status;

	(void)nargs;
	if (launch_read(&run.launch, &err)) {
		report_error(&err);
		return EXIT_USAGE;
	}
	status = own_file_read(&f, args[0], compiler, false);
	if (status == EXIT_DONE)
		status = run_file(&f, &run, &arena);
	hand_file_release(&f);
	arena_release(&arena);
	return status;
}

static const struct option_row options[] = {
	{ "kernel", OPTION_TEXT, "K", N_("the kernel, by its C++ name (default: the only one)"), &kernel_name, 0 },
	{ "grid", OPTION_TEXT, "X,Y,Z", N_("blocks (default: 1)"), &grid_text, 0 },
	{ "block", OPTION_TEXT, "X,Y,Z", N_("threads of a block (default: 1)"), &block_text, 0 },
	{ "shared", OPTION_NUMBER, "BYTES", N_("dynamic shared memory of a block"), &shared_bytes, 0 },
	{ "arg", OPTION_LIST, "ARG", N_("an argument, see above; once for each parameter"), &args_given, 0 },
	{ "out", OPTION_LIST, "NAME", N_("show a buffer after the run; NAME=FILE writes its bytes"), &outs_given, 0 },
	{ "check", OPTION_TEXT, "WHAT", N_("all (default), none, or some of bounds,init,race,sync"), &check_text, 0 },
	{ "seed", OPTION_NUMBER, "N", N_("other random data, and blocks and warps in another order"), &seed, 0 },
	{ "budget", OPTION_NUMBER, "N", N_("warp instructions after which the launch counts as a hang (default: 2^32)"),
			&budget, 0 },
	{ "seconds", OPTION_NUMBER, "N", N_("and seconds (default: no limit; on a GPU 5)"), &seconds, 0 },
	{ "jobs", OPTION_NUMBER, "N", N_("threads of this machine (default: 1)"), &jobs, 'j' },
	{ "counters", OPTION_FLAG, NULL, N_("show the counters, in total and by source line"), &want_counters, 0 },
	{ "fuse", OPTION_FLAG, NULL, N_("round as a GPU does: products and sums become fma"), &fuse, 0 },
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), gpu, gpu:N, or auto: a GPU if there is one"), &device_name, 0 },
	{ "compiler", OPTION_TEXT, "NAME", N_("for .cu: nvcc, clang, clang-19, or a path"), &compiler, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

static const struct option_gone gone[] = {
	{ "trace", TRACE_INSTEAD }, { "trace-max", TRACE_INSTEAD }, { NULL, NULL },
};

const struct command command_vm_run = {
	.name = "vm run", .arguments = "FILE", .summary = N_("launch a kernel once, with arguments of your own"),
	.help = N_("ARG, in the order of the kernel's parameters, or with the parameter's NAME in any order:\n"
		"  [NAME=]TYPE[COUNT][:FILL]  a buffer: out=f32[1000], x=[1000]:random, i32[]:3,1,2\n"
		"  [NAME=][TYPE:]VALUE        a number: n=1000, f32:0.5; several for a struct: f32:1,2\n"
		"  [NAME=]same:NAME           the buffer of another argument\n"
		"  [NAME=]null, hex:DIGITS    a null pointer; bytes, for a struct\n"
		"TYPE: f32 f64 f16 bf16, i8 i16 i32 i64, u8 u16 u32 u64; you may leave it out if the kernel's\n"
		"parameter says it. FILL: zero, iota (0 1 2 ...), random, a number, several as 3,1,2, or @FILE with\n"
		"the bytes; without one the buffer is uninitialised, and reading it is a finding.\n"
		"\n"
		"  warpbook vm run add.cu --grid 4 --block 256 --arg 'out=[1000]' --arg 'x=[1000]:random' \\\n"
		"      --arg n=1000 --out out\n"
		"\n"
		"^C ends the launch, and reports what was found so far. Exit status 1 also means an error found,\n"
		"a fault or a hang.\n"),
	.options = options, .gone = gone, .min_args = 1, .max_args = 1, .run = run,
};
