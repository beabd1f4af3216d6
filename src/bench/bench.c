/* bench.c - turns cases into jobs: see bench.h. */
#include "config.h"

#include "bench/bench.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "bench/compile_service.h"
#include "bench/native_box.h"
#include "judge/judge.h"
#include "simt/simt.h"
#include "toolchain/program/program.h"
#include "worker/host.h"

#define TIMED_RUNS 21
#define HOST_LENIENCE 3 /* times the seconds of a kernel: each timed call of a host program fills its arrays anew */
#define FRESH_SEED 0x9E3779B97F4A7C15u /* the step from one data set to the next */

uint64_t bench_bytes(const struct exercise *e, const struct exercise_case *c)
{
	uint64_t bytes = 0;

	for (size_t k = 0; k < e->nparams; k++)
		bytes += c->args[k].count * value_type_bytes(e->params[k].type);
	return bytes;
}

static void poison(struct bench *b)
{
	const struct exercise *e = b->exercise;

	for (size_t i = 0; i < b->ncases; i++)
		for (size_t k = 0; k < e->nparams; k++)
			if (e->params[k].role == PARAM_OUT)
				judge_poison(e->params[k].type, b->cases[i].args[k].bytes, b->cases[i].args[k].count);
}

void bench_of(struct bench *b, struct exercise *e, struct exercise_case *c)
{
	*b = (struct bench){ .exercise = e, .cases = c, .ncases = 1 };
	poison(b);
}

int bench_sets(struct bench *sets, const struct bench *b, size_t n, struct arena *arena, struct error *err)
{
	const struct exercise_case *from = &b->cases[b->timed];

	*sets = (struct bench){ .exercise = b->exercise, .seed = b->seed,
				.cases = arena_array(arena, n + 1, sizeof *sets->cases) };
	if (!sets->cases)
		return error_nomem(err);
	sets->cases[sets->ncases++] = *from;
	while (sets->ncases < n) {
		struct exercise_case *made;
		struct error ignored;

		if (exercise_case_of(b->exercise, from->variables, from->nvariables, b->seed + FRESH_SEED * sets->ncases, arena,
				     &made, &ignored))
			break;
		made->name = from->name;
		made->index = from->index;
		made->measured = from->measured;
		made->bytes_needed = from->bytes_needed;
		made->flops = from->flops;
		made->small = from->small;
		sets->cases[sets->ncases++] = *made;
	}
	poison(sets);
	return 0;
}

int bench_open(struct bench *b, struct exercise *e, uint64_t seed, bool on_gpu, struct arena *arena, struct error *err)
{
	b->exercise = e;
	b->seed = seed;
	b->seed_of_python = NULL;
	if (exercise_cases(e, seed, on_gpu, arena, &b->cases, &b->ncases, err))
		return -1;
	b->timed = 0;
	for (size_t i = 1; i < b->ncases; i++)
		if (b->cases[i].measured || bench_bytes(e, &b->cases[i]) >= bench_bytes(e, &b->cases[b->timed]))
			b->timed = i;
	poison(b);
	return 0;
}

void bench_load(struct bench *b, const struct compiler *c, const struct target *t)
{
	char shim[PATH_MAX];
	const struct job_python python = { .shim = shim, .home = c->toolkit, .folders = c->folders };

	if (b->exercise->kind == EXERCISE_HOST && b->exercise->python && !t->is_gpu &&
	    program_python(shim, sizeof shim, NULL) == 0)
		b->seed_of_python = host_seed_start(c->path, &python);
}

void bench_unload(struct bench *b)
{
	host_seed_end(b->seed_of_python);
	b->seed_of_python = NULL;
}

static struct job_arg job_argument(const struct exercise_param *p, const struct case_arg *a, const char *label)
{
	static const enum job_buffer_role roles[] = {
		[PARAM_IN] = JOB_IN, [PARAM_OUT] = JOB_OUT, [PARAM_INOUT] = JOB_INOUT,
	};
	unsigned size = value_type_bytes(p->type);

	if (p->role == PARAM_SCALAR)
		return (struct job_arg){ .kind = JOB_SCALAR, .label = label, .elem = size, .bits = a->bits };
	return (struct job_arg){ .kind = JOB_BUFFER, .label = label, .elem = size, .role = roles[p->role],
				 .bytes = a->bytes, .len = a->count * size, .returned = p->result };
}

/* Numba's kernels get the length of their arrays. */
static void describe_array(const struct exercise_param *p, const struct case_arg *a, struct job_arg *out)
{
	out->dimensions = (uint8_t)p->dimensions;
	for (int i = 0; i < p->dimensions; i++)
		out->shape[i] = p->dimensions == 1 ? a->count : a->shape[i];
}

static bool has_rule(const struct bench *b, enum rule_kind kind)
{
	for (size_t i = 0; i < b->exercise->nrules; i++)
		if (b->exercise->rules[i].kind == kind)
			return true;
	return false;
}

/* Makes each call fail in turn on the first case only: all others would report the same. */
static bool is_probed(const struct bench *b, const struct bench_program *program, size_t index)
{
	return program->check && !program->target->is_gpu && index == 0 && (has_rule(b, RULE_CHECKS_ERRORS) ||
									    has_rule(b, RULE_STOPS));
}

/* In the case with the most data, a host that guesses is least likely to be right. */
static bool is_idled(const struct bench *b, const struct bench_program *program, size_t index)
{
	return program->check && !program->target->is_gpu && index == b->timed && (has_rule(b, RULE_NEEDS_KERNELS) ||
										   has_rule(b, RULE_NEEDS_HOST_FUNCTIONS));
}

/* A check measures a host program's time during the run, a kernel's afterwards. */
static bool is_timed(const struct bench *b, const struct bench_program *program, size_t index)
{
	return program->target->is_gpu && (program->time_all || (b->exercise->kind == EXERCISE_HOST && index == b->timed));
}

static struct job_case job_case(const struct bench *b, const struct bench_program *program, size_t index,
				struct job_arg *args)
{
	const struct exercise *e = b->exercise;
	const struct exercise_case *from = &b->cases[index];

	for (size_t k = 0; k < e->nparams; k++) {
		args[k] = job_argument(&e->params[k], &from->args[k], program->build->labels[k]);
		if (e->python)
			describe_array(&e->params[k], &from->args[k], &args[k]);
	}
	return (struct job_case){
		.name = from->name, .grid = from->grid, .block = from->block, .dynamic_shared = from->dynamic_shared,
		.resident = from->resident, .pitch = from->pitch, .link = from->link, .multiprocessors = from->multiprocessors,
		.devices = (uint32_t)from->devices, .budget = program->budgets ? program->budgets[index] : 0,
		.timed_runs = is_timed(b, program, index) ? TIMED_RUNS : 0,
		.measured = from->measured,
		.args = args, .nargs = e->nparams, .once = e->keeps_state != NULL, .probed = is_probed(b, program, index),
		.idled = is_idled(b, program, index), .idle_functions = has_rule(b, RULE_NEEDS_HOST_FUNCTIONS),
	};
}

/* The service's limits are those of one run. */
static int serve_compiler(const struct compiler *compiler, struct arena *arena, struct job *job)
{
	struct compile_service *service = arena_alloc(arena, sizeof *service);

	if (!service)
		return -1;
	*service = (struct compile_service){ .compiler = *compiler };
	job->compile = compile_service_answer;
	job->compile_ctx = service;
	return 0;
}

int bench_job(const struct bench *b, const struct bench_program *program, struct arena *arena,
	      struct job *job, struct error *err)
{
	const struct compilation *c = &program->build->compilation;
	size_t first = program->only ? *program->only : 0, n = program->only ? 1 : b->ncases;
	bool machine_code = program->target->is_gpu && c->cubin;

	*job = (struct job){
		.device = program->target->device, .on_gpu = program->target->is_gpu,
		.image = (const uint8_t *)(machine_code ? c->cubin : c->ptx),
		.image_len = machine_code ? c->cubin_len : c->ptx_len,
		.kernel = program->build->kernel, .program = program->build->program, .source = program->build->path,
		.python = program->build->python, .seed = b->seed_of_python, .device_bytes = b->exercise->device_bytes,
		.toolkit = program->build->toolkit, .check = program->check, .order_seed = program->order_seed,
		.threads = program->time_all && !program->check ? simt_host_threads() : 1,
		.ncases = n,
		.cases = arena_array(arena, n + 1, sizeof *job->cases),
	};
	if (!job->cases || (program->build->compiler && serve_compiler(program->build->compiler, arena, job)))
		return error_nomem(err);
	for (size_t i = 0; i < n; i++) {
		struct job_arg *args = arena_array(arena, b->exercise->nparams + 1, sizeof *args);

		if (!args)
			return error_nomem(err);
		job->cases[i] = job_case(b, program, first + i, args);
	}
	return 0;
}

/* ---- a single case ---------------------------------------------------------------------- */

static bool is_vector(const struct exercise *e, const struct exercise_case *c)
{
	for (size_t k = 0; k < e->nparams; k++)
		for (int i = 0; i < 3; i++)
			if (c->args[k].shape[1] && c->args[k].shape[i] == 1)
				return true;
	return false;
}

struct exercise_case *bench_case_to_show(const struct bench *b)
{
	struct exercise_case *best = NULL;

	if (b->cases[b->timed].measured)
		return &b->cases[b->timed];
	for (size_t i = 0; i < b->ncases; i++)
		if (!is_vector(b->exercise, &b->cases[i]) &&
		    (!best || bench_bytes(b->exercise, &b->cases[i]) >= bench_bytes(b->exercise, best)))
			best = &b->cases[i];
	return best ? best : &b->cases[b->timed];
}

/* native_box_run; on a GPU once no other process of this user takes times there (target_turn). */
static int bench_box(const struct job *job, const struct target *target, const struct box_limits *limits, struct arena *arena,
		     struct box_report *run, struct error *err)
{
	int turn = target_turn(target, NULL, NULL);
	int status = native_box_run(job, limits, arena, run, err);

	if (turn >= 0)
		close(turn);
	return status;
}

/* Which limit it was. */
static const char *limit_of(enum box_end end)
{
	return end == BOX_DEADLINE ? "of processor time" : end == BOX_IDLE ? "of time without work" : "of output";
}

/* `at`: the first case that is not done. */
static int run_failed(const struct bench *b, const struct build *build, const struct bench_subject *s,
		      const struct box_report *run, size_t at, struct error *err)
{
	const struct case_result *r = at < run->result.ncases ? &run->result.cases[at] : NULL;
	const char *name = b->cases[at < b->ncases ? at : 0].name;
	const bool found = r && r->nfindings && s->party != PARTY_LEARNER;

	if (run->end == BOX_INTERRUPTED)
		return error_set(err, PARTY_LEARNER, "it was interrupted");
	if (run->end == BOX_FINISHED && run->result.load_failed) {
		*err = run->result.error;
		return -1;
	}
	if (run->end == BOX_CRASHED)
		return error_set(err, PARTY_US, "the worker that ran '%s' crashed: %s", path_base(build->path),
				 run->stderr_tail[0] ? run->stderr_tail : run->signal ? strsignal(run->signal) : "it exited");
	if (run->end == BOX_MEMORY || run->end == BOX_STARVED || run->end == BOX_ENDED)
		return error_set(err, PARTY_MACHINE, "the machine did not let %s finish with %s", s->what, name);
	if (run->end != BOX_FINISHED && s->party != PARTY_LEARNER)
		return error_set(err, PARTY_MACHINE, "%s did not end within its limits %s with %s", s->what,
				 limit_of(run->end), name);
	error_set(err, s->party, "%s does not finish with %s%s%s", s->what, name, found ? ": " : "",
		  found ? r->findings[0].message : "");
	return s->party == PARTY_LEARNER ? error_remedy(err, "`warpbook check` says why") : -1;
}

int bench_run_all(const struct bench *b, const struct bench_program *program, const struct bench_subject *s,
		  struct arena *arena, const struct case_result **results, struct error *err)
{
	struct box_limits limits;
	struct box_report run;
	struct job job;
	size_t done = 0;

	box_default_limits(&limits);
	limits.seconds = s->seconds > limits.seconds ? s->seconds : limits.seconds;
	if (program->target->is_gpu && b->exercise->kind == EXERCISE_HOST)
		limits.seconds *= HOST_LENIENCE;
	if (bench_job(b, program, arena, &job, err) || bench_box(&job, program->target, &limits, arena, &run, err))
		return -1;
	while (done < run.result.ncases && run.result.cases[done].end == CASE_DONE)
		done++;
	if (run.end != BOX_FINISHED || run.result.load_failed || done < b->ncases)
		return run_failed(b, program->build, s, &run, done, err);
	*results = run.result.cases;
	return 0;
}

int bench_run(struct exercise *e, struct exercise_case *c, const struct build *build, const struct target *target, double seconds,
	      enum party party, struct arena *arena, const struct case_result **result, struct error *err)
{
	const struct bench_program program = { .build = build, .target = target, .time_all = true };
	const struct bench_subject subject = { arena_printf(arena, "the kernel of '%s'", path_base(build->path)), party,
					      seconds };
	struct bench bench;

	bench_of(&bench, e, c);
	return subject.what ? bench_run_all(&bench, &program, &subject, arena, result, err) : error_nomem(err);
}
