/* host.c - runs a host exercise's cases, one process each: see host.h. */
#include "config.h"

#include "worker/host.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/path.h"
#include "child/proc_seed.h"
#include "child/sandbox.h"
#include "words/kinds.h"
#include "worker/asked.h"
#include "worker/journal.h"
#include "worker/trace.h"

#define PYTHON_UNREADY 113 /* the exit status of src/python/warpbook_host.py if Numba does not work */
#define LAST_WORDS    0.85               /* of a program's processor time: after it the program reports its line */
#define GPU_IDLE      20.0               /* a GPU computes while the program sleeps */
#define PRINTED_BYTES ((size_t)64 << 10) /* how much of a case's printed output we keep */
#define REPORT_SLACK  ((size_t)16 << 20) /* space for findings and observations */
#define PROBES_MOST   48
#define IDLE_SECONDS  5.0 /* processor time of a case with kernels that do nothing; Numba compiles them in a second or two */
#define OPEN_FILES    64
#define FILE_BYTES    ((uint64_t)1 << 20)  /* of one file in its scratch folder */
#define SCRATCH_BYTES ((uint64_t)32 << 20)
#define PROCESSES     16384              /* for all processes of the user: Linux cannot count this program's alone */
#define DATA_FACTOR   2                  /* the vm's own memory, relative to the devices' */
#define ADDRESS_BYTES ((uint64_t)512 << 30) /* reserved or only read, which costs page tables: a GiB of them at most */

struct run {
	const struct job *job;
	const struct box_limits *limits;
	struct arena *arena;
	struct box_report *report;
	double begin, used;          /* used: processor seconds of the cases so far */
	struct trace_answers places; /* lines of code that the cases asked for */
	struct host_seed *seed;      /* of a program in Python; NULL: each case loads Numba */
};

struct host_seed {
	struct proc_seed *process;
	char folder[PATH_MAX];       /* its own; "": none */
	bool ran_learners;
};

/* ---- the program's environment ------------------------------------------------------- */

#define VARIABLES_MOST 32

struct environment {
	char text[VARIABLES_MOST][PATH_MAX + 32];
	const char *envp[VARIABLES_MOST + 1];
	size_t n;
};

static void environment_add(struct environment *s, const char *name, const char *value)
{
	if (value && s->n < VARIABLES_MOST &&
	    snprintf(s->text[s->n], sizeof s->text[0], "%s=%s", name, value) < (int)sizeof s->text[0]) {
		s->envp[s->n] = s->text[s->n];
		s->n++;
	}
}

static void environment_add_number(struct environment *s, const char *name, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, value);
	if (value)
		environment_add(s, name, text);
}

/* The seed determines the order, but the order must not reveal the seed, from which hidden inputs come. */
static uint64_t order_of(uint64_t seed)
{
	char hex[HASH_HEX];

	if (!seed)
		return 0;
	hash_bytes(&seed, sizeof seed, hex);
	hex[7] = '\0'; /* 28 bits */
	return strtoull(hex, NULL, 16) + 1;
}

/* Python gets the vm's driver API library; on a GPU Numba finds the machine's own. */
static void environment_of_python(struct environment *s, const struct job *job, const char *scratch, const char *driver)
{
	static const char *const settings[][2] = {
		{ "PYTHONUTF8", "1" }, { "PYTHONDONTWRITEBYTECODE", "1" }, { "PYTHONHASHSEED", "0" },
			{ "OPENBLAS_NUM_THREADS", "1" },
		{ "OMP_NUM_THREADS", "1" }, { "NUMBA_NUM_THREADS", "1" }, { "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0" },
	};
	const char *packages = getenv("PYTHONPATH"), *libraries = getenv("LD_LIBRARY_PATH");
	char path[4096];

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		environment_add(s, settings[i][0], settings[i][1]);
	snprintf(path, sizeof path, "%s%s%s", job->python->shim, packages && *packages ? ":" : "", packages ? packages : "");
	environment_add(s, "PYTHONPATH", path);
	environment_add(s, "HOME", scratch);
	environment_add(s, "NUMBA_CACHE_DIR", scratch);
	environment_add(s, "CUDA_HOME", job->python->home);
	if (!job->on_gpu) {
		environment_add(s, "NUMBA_CUDA_DRIVER", driver);
		environment_add(s, "WARPBOOK_DRIVER", driver);
		/* Newer bindings open libcuda.so.1 by its name. */
		snprintf(path, sizeof path, "%.*s%s%s", (int)(path_base(driver) - driver), driver, libraries ? ":" : "",
			 libraries ? libraries : "");
		environment_add(s, "LD_LIBRARY_PATH", path);
	}
}

static void environment_of_program(struct environment *s, const char *scratch, const char *libraries)
{
	if (libraries)
		s->envp[s->n++] = libraries;
	environment_add(s, "PATH", getenv("PATH"));
	environment_add(s, "LANG", "C.UTF-8");
	environment_add(s, "TMPDIR", scratch);
}

/* src/cudart/settings.h lists the vm's settings; a program finds the real runtime as it finds any driver. */
static void environment_make(struct environment *s, const struct job *job, const struct job_case *c,
			      const char *scratch, const char *driver, double seconds)
{
	char text[24];

	memset(s, 0, sizeof *s);
	if (job->python)
		environment_of_python(s, job, scratch, driver);
	environment_of_program(s, scratch, job->python && !job->on_gpu ? NULL : proc_inherited("LD_LIBRARY_PATH"));
	if (job->on_gpu) {
		environment_add(s, "CUDA_VISIBLE_DEVICES",
				 strchr(job->device, ':') ? strchr(job->device, ':') + 1 : getenv("CUDA_VISIBLE_DEVICES"));
		return;
	}
	environment_add(s, "WARPBOOK_CHECK", job->check ? "all" : "none");
	environment_add_number(s, "WARPBOOK_DEVICES", c->devices);
	environment_add_number(s, "WARPBOOK_MEMORY", job->device_bytes);
	environment_add_number(s, "WARPBOOK_ORDER", order_of(job->order_seed));
	environment_add_number(s, "WARPBOOK_PITCH", c->pitch);
	environment_add_number(s, "WARPBOOK_MULTIPROCESSORS", c->multiprocessors);
	snprintf(text, sizeof text, "%g", c->link);
	if (c->link > 0)
		environment_add(s, "WARPBOOK_LINK", text);
	snprintf(text, sizeof text, "%.3f", seconds * LAST_WORDS);
	environment_add(s, "WARPBOOK_SECONDS", text);
	environment_add(s, "WARPBOOK_PLACES", "4"); /* proc.h's descriptor for questions */
}

/* Where a program may read, execute and write: see host.h. */
struct inside {
	struct sandbox sandbox;
	char harness[PATH_MAX], runtime[PATH_MAX], driver[PATH_MAX], seed[PATH_MAX], source[PATH_MAX], scratch[PATH_MAX];
};

/* The interpreter, its packages and NVIDIA's compiler library; and the learner's folder, as during compilation. */
static void inside_python(struct inside *in, const struct job *job)
{
	const struct job_python *p = job->python;
	struct sandbox *s = &in->sandbox;

	sandbox_allow_python(s);
	sandbox_allow_list(s, p->folders, SANDBOX_READ);
	sandbox_allow(s, p->home, SANDBOX_READ);
	sandbox_allow(s, p->shim, SANDBOX_READ);
	sandbox_allow(s, p->copy, SANDBOX_READ);
	sandbox_allow(s, p->folder, SANDBOX_READ);
	if (path_library("libwarpbook-seed.so", in->seed, sizeof in->seed, NULL))
		in->seed[0] = '\0';
	if (!job->on_gpu && path_library("cuda/numba/libnvJitLink.so.13", in->driver, sizeof in->driver, NULL) == 0)
		sandbox_allow(s, in->driver, SANDBOX_READ);
	if (!job->on_gpu && path_library("cuda/libcuda.so.1", in->driver, sizeof in->driver, NULL) == 0)
		sandbox_allow(s, in->driver, SANDBOX_READ);
}

static int inside_make(struct inside *in, const struct job *job, struct error *err)
{
	static const char *const libraries[] = { "lib64", "lib", "targets" };
	struct sandbox *s = &in->sandbox;

	*s = (struct sandbox){ .kind = job->on_gpu ? SANDBOX_GPU : SANDBOX_PROGRAM };
	if (path_library("libwarpbook-host.so", in->harness, sizeof in->harness, err) ||
	    path_temp_dir(in->scratch, sizeof in->scratch, "warpbook-scratch", err))
		return -1;
	sandbox_allow_system(s);
	sandbox_allow(s, job->program, SANDBOX_READ | SANDBOX_RUN);
	sandbox_allow(s, in->harness, SANDBOX_READ);
	if (path_library("libwarpbook-cudart.so", in->runtime, sizeof in->runtime, NULL) == 0)
		sandbox_allow(s, in->runtime, SANDBOX_READ);
	if (job->source && realpath(job->source, in->source)) /* findings show its lines */
		sandbox_allow(s, in->source, SANDBOX_READ);
	sandbox_allow(s, in->scratch, SANDBOX_FILES);
	if (job->python)
		inside_python(in, job);
	if (job->on_gpu) {
		box_allow_gpu(s);
		for (size_t i = 0; job->toolkit && *job->toolkit && i < sizeof libraries / sizeof *libraries; i++)
			sandbox_allow_beside(s, job->toolkit, libraries[i], SANDBOX_READ);
	} else {
		sandbox_allow(s, "/proc/self", SANDBOX_READ);
	}
	return 0;
}

/* ---- one process ------------------------------------------------------------------------ */

/* The arrays come twice if a repeated call leaves others. */
static size_t report_limit(const struct job_case *cases, size_t n)
{
	size_t bytes = REPORT_SLACK;

	for (const struct job_case *c = cases; c < cases + n; c++)
		for (size_t k = 0; k < c->nargs; k++)
			bytes += 2 * (c->args[k].len + 64);
	return bytes;
}

static double at_least(double seconds, double least)
{
	return seconds > least ? seconds : least;
}

/*
 * Processor seconds that a process may spend before the learner's code begins, which do not count: Python loads Numba and
 * compiles a kernel, and NVIDIA's driver makes a context. On the host of an H100 that took 6 seconds with numba-cuda 0.30.
 */
static double start_seconds(const struct job *job)
{
	return (job->python ? 4 : 0) + (job->on_gpu ? job->python ? 6 : 3 : 0);
}

/* The job of these cases alone, as bytes. */
static int cases_hand_over(const struct run *r, const struct job_case *cases, size_t n, double seconds, struct buf *out)
{
	struct job some = *r->job;

	some.cases = arena_array(r->arena, n, sizeof *cases);
	if (!some.cases)
		return -1;
	memcpy(some.cases, cases, n * sizeof *cases);
	some.ncases = n;
	some.seconds = seconds;
	return job_encode(&some, out);
}

/* The journal arrives within the report's stream; takes it out. */
static bool take_report(void *ctx, const char *bytes, size_t n, struct buf *rest)
{
	journal_take(ctx, bytes, n, rest);
	return !journal_floods(ctx);
}

/* The words of which each case of a seed has its own: a fork of it gets them as variables. */
static void words_of_case(struct environment *s, const struct job *job)
{
	const struct { const char *name, *value; } words[] = {
		{ "LABEL", job->source }, { "ENTRY", job->kernel }, { "PARAMETERS", job->python->parameters },
			{ "SOURCE", job->python->copy },
		{ "FOLDER", job->python->folder },
	};
	char name[32];

	for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
		snprintf(name, sizeof name, "WARPBOOK_CASE_%s", words[k].name);
		environment_add(s, name, words[k].value);
	}
}

/* python3 -B warpbook_host.py LABEL ENTRY PARAMETERS SOURCE FOLDER HARNESS RUNTIME SEED */
static void words_of_python(const struct job *job, const struct inside *in, char script[PATH_MAX], const char **argv)
{
	const struct job_python *p = job->python;
	const char *const words[] = { "-B", script, job->source, job->kernel, p->parameters, p->copy, p->folder, in->harness,
				      job->on_gpu ? "-" : in->runtime, in->seed };

	snprintf(script, PATH_MAX, "%.*s/warpbook_host.py", PATH_MAX - 32, p->shim);
	memcpy(argv + 1, words, sizeof words);
	argv[1 + sizeof words / sizeof *words] = NULL;
}

#define WORDS_MOST 12

/*
 * Loading Numba takes a second, so it happens once for all cases: each is a fork of a process that has loaded it, and nothing of
 * the learner's (child/proc_seed.h). A driver's context does not survive a fork: on a GPU each case loads.
 */
struct host_seed *host_seed_start(const char *program, const struct job_python *python)
{
	const struct job_python of_none = { .shim = python->shim, .home = python->home, .folders = python->folders, .copy = "-",
					    .folder = "-", .parameters = "-" };
	const struct job job = { .program = program, .python = &of_none, .source = "-", .kernel = "-" };
	const char *argv[WORDS_MOST] = { program, NULL };
	struct host_seed *s = calloc(1, sizeof *s);
	struct environment environment = { .n = 0 };
	struct inside inside = { .scratch = "" };
	char script[PATH_MAX];

	if (!s || inside_make(&inside, &job, NULL)) {
		free(s);
		return NULL;
	}
	snprintf(s->folder, sizeof s->folder, "%s", inside.scratch);
	environment_of_python(&environment, &job, inside.scratch, inside.driver);
	environment_of_program(&environment, inside.scratch, NULL);
	words_of_python(&job, &inside, script, argv);
	if (inside.seed[0])
		s->process = proc_seed_start(argv, environment.envp, inside.scratch);
	return s;
}

static void process_end(struct host_seed *s)
{
	proc_seed_end(s->process);
	s->process = NULL;
}

void host_seed_end(struct host_seed *s)
{
	if (!s)
		return;
	process_end(s);
	path_remove_tree(s->folder, NULL);
	free(s);
}

/* The job's, or one of its own. */
static void seed_start(struct run *r)
{
	const struct job *job = r->job;

	if (!job->python || job->on_gpu)
		return;
	r->seed = job->seed && (job->check || !job->seed->ran_learners) ? job->seed : host_seed_start(job->program, job->python);
	if (r->seed)
		r->seed->ran_learners |= job->check;
}

static void seed_end(struct run *r)
{
	if (r->seed != r->job->seed)
		host_seed_end(r->seed);
	r->seed = NULL;
}

/* The seed's process when it is ready; NULL if there is none, from then on. */
static struct proc_seed *seed_of(struct run *r)
{
	if (r->seed && r->seed->process && !proc_seed_ready(r->seed->process))
		process_end(r->seed);
	return r->seed ? r->seed->process : NULL;
}

static int process_run(struct run *r, const struct job_case *cases, size_t n, struct journal *journal, struct proc_result *end,
		       struct error *err)
{
	const char *argv[WORDS_MOST] = { r->job->program, NULL };
	char script[PATH_MAX];
	struct environment environment;
	struct inside inside = { .scratch = "" };
	struct asked asked = { .places = &r->places, .job = r->job };
	struct proc_job child = { .argv = argv, .envp = environment.envp, .cwd = inside.scratch, .wants_report = true,
				  .sandbox = &inside.sandbox, .take_report = take_report, .take_ctx = journal,
				  .answer = asked_answer, .answer_ctx = &asked, .questions = ASKED_QUESTIONS,
				  .stops_while_asking = true };
	const struct box_limits *l = r->limits;
	double left = at_least(l->seconds - r->used, 0.1), last_words = LAST_WORDS * left;
	struct buf input = BUF_INIT;
	int status;

	if (inside_make(&inside, r->job, err))
		return -1;
	environment_make(&environment, r->job, cases, inside.scratch, inside.driver, last_words);
	if (r->job->python)
		words_of_python(r->job, &inside, script, argv);
	if (cases_hand_over(r, cases, n, last_words, &input)) {
		buf_release(&input);
		path_remove_tree(inside.scratch, NULL);
		return error_nomem(err);
	}
	child.input = input.data;
	child.input_len = input.len;
	child.limits = (struct proc_limits){
		.wall_seconds = at_least(l->wall_seconds - (clock_now() - r->begin), 0.1),
		.idle_seconds = r->job->on_gpu ? at_least(l->idle_seconds, GPU_IDLE) : l->idle_seconds,
		.idle_signal = SIGALRM, .cpu_seconds = box_cpu_seconds(left + start_seconds(r->job)),
		.stdout_bytes = PRINTED_BYTES, .stderr_bytes = PRINTED_BYTES / 4, .report_bytes = report_limit(cases, n),
		.file_bytes = FILE_BYTES, .scratch = inside.scratch, .scratch_bytes = SCRATCH_BYTES, .processes = PROCESSES,
	};
	if (!r->job->on_gpu) {
		child.limits.memory_bytes = ADDRESS_BYTES;
		child.limits.data_bytes = DATA_FACTOR * r->limits->memory_bytes;
		child.limits.open_files = OPEN_FILES;
	}
	child.seed = seed_of(r);
	if (child.seed) {
		child.argv = NULL;
		words_of_case(&environment, r->job);
	}
	status = proc_run(&child, end, err);
	asked_release(&asked);
	buf_release(&input);
	path_remove_tree(inside.scratch, NULL);
	return status;
}

/* ---- how a process ended ----------------------------------------------------------------- */

static void keep_printed(struct run *r, const struct proc_result *end, struct case_result *c)
{
	size_t len = end->out.len + end->err.len;
	char *text = len ? arena_alloc(r->arena, len) : NULL;

	if (!text)
		return;
	if (end->out.len)
		memcpy(text, end->out.data, end->out.len);
	if (end->err.len)
		memcpy(text + end->out.len, end->err.data, end->err.len);
	c->output = text;
	c->output_len = len;
	c->output_truncated = end->out_truncated || end->err_truncated;
}

/*
 * warpbook_host.py found that Numba does not work. Only our own solution proves that; where Numba works, a learner's
 * program could print the same.
 */
static int unready_report(const struct run *r, const struct proc_result *end, struct error *err)
{
	const char *said = buf_text(&end->err);

	if (!r->job->python || r->job->check || end->end != PROC_EXITED || end->code != PYTHON_UNREADY)
		return 0;
	error_set(err, PARTY_MACHINE, "Numba does not work on %s: %.*s", r->job->on_gpu ? "this GPU" : "this machine",
		  (int)strcspn(said, "\n"), said);
	return error_remedy(err, "run `warpbook doctor python`");
}

/* For a program that ended without a report: all we know is how it ended. */
static int report_silent_end(struct run *r, const struct proc_result *end, struct case_result *c, struct error *err)
{
	struct finding *f = arena_alloc(r->arena, sizeof *f);

	if (!f)
		return error_nomem(err);
	*f = (struct finding){ .kind = KIND_EXIT, .level = FINDING_ERROR, .threads = 1 };
	if (end->end == PROC_SIGNALLED) {
		f->kind = KIND_CRASH;
		f->message = arena_printf(r->arena, "the program is ended by a signal (%s) while %s() runs", strsignal(end->code),
					  r->job->kernel);
	} else {
		f->message = arena_printf(r->arena, "%s() ends the whole program, with the exit code %d", r->job->kernel,
					  end->code);
		f->advice = "return from the function instead: its caller has more to do";
	}
	*c = (struct case_result){ .end = CASE_CUT_SHORT, .findings = f, .nfindings = 1 };
	return f->message ? 0 : error_nomem(err);
}

/*
 * Changes the name of the learner's file to the one used here: the program may name it with the folder it was
 * compiled in. Other files keep their names.
 */
static void place_settle(const struct run *r, struct source_place *p)
{
	size_t n = r->job->source ? strlen(r->job->source) : 0, len = p->file ? strlen(p->file) : 0;

	if (n && len > n && p->file[len - n - 1] == '/' && !strcmp(p->file + len - n, r->job->source))
		p->file = r->job->source;
}

static void places_settle(const struct run *r, struct case_result *c)
{
	struct observed *o = c->observed;

	for (size_t i = 0; i < c->nfindings; i++) {
		place_settle(r, &c->findings[i].place);
		place_settle(r, &c->findings[i].other);
	}
	if (!o)
		return;
	for (size_t i = 0; i < o->ncalls; i++)
		place_settle(r, &o->calls[i].place);
	for (size_t i = 0; i < o->nops; i++)
		place_settle(r, &o->ops[i].place);
	for (size_t i = 0; i < o->nleaks; i++)
		place_settle(r, &o->leaks[i].place);
	for (size_t i = 0; i < o->ncosts; i++)
		place_settle(r, &o->costs[i].place);
	place_settle(r, &o->device_memory.most.place);
	place_settle(r, &o->pinned_memory.most.place);
	place_settle(r, &o->forced.place);
	place_settle(r, &o->after_forced.place);
}

/*
 * On the vm the library always observes, and the journal tells, call by call, what it saw. One that is torn, or has more or less
 * in it than the library wrote, was forged, or the library's memory was overwritten. Then nothing in the case counts.
 */
static int unobserved_report(struct run *r, const char *fault, struct case_result *c, struct error *err)
{
	struct finding *f = arena_alloc(r->arena, sizeof *f);

	if (!f)
		return error_nomem(err);
	*f = (struct finding){ .kind = KIND_UNOBSERVED, .level = FINDING_ERROR, .threads = 1, .advice = "leave the library that "
			       "watches the program, and its memory, alone; join every thread before the function returns" };
	f->message = arena_printf(r->arena, "the library's log of what %s() did is not whole: %s", r->job->kernel, fault);
	*c = (struct case_result){ .end = CASE_CUT_SHORT, .findings = f, .nfindings = 1 };
	return f->message ? 0 : error_nomem(err);
}

/* What the program did. If it ended in the repeated call, the journal is about another. */
static int case_observe(struct run *r, struct journal *journal, struct case_result *c, struct error *err)
{
	const char *fault;

	if (r->job->on_gpu || c->ended_again)
		return 0;
	fault = c->end == CASE_DONE ? journal_fault(journal) : NULL;
	if (fault)
		return unobserved_report(r, fault, c, err);
	return journal_tell(journal, c) ? error_nomem(err) : 0;
}

/* The finding about the end has no place yet: our signal handler knows only addresses. */
static void findings_place(struct run *r, struct case_result *c)
{
	for (size_t i = 0; i < c->nfindings && c->ntrace; i++)
		if (c->findings[i].level == FINDING_ERROR && !c->findings[i].place.line)
			trace_place(r->job->program, c->trace, c->ntrace, r->job->source, r->arena, &c->findings[i].place);
}

/*
 * A program that provokes an error and handles it is right: the library explains the error, but that does not make it
 * the program's fault. The outcome shows how the program handled it.
 */
static void errors_soften(struct case_result *c)
{
	for (size_t i = 0; i < c->nfindings; i++)
		if (c->findings[i].kind == KIND_API_ERROR)
			c->findings[i].level = FINDING_WARNING;
}

/* How the process ended, if the case does not say so itself; otherwise BOX_FINISHED. */
static enum box_end read_end(const struct run *r, double left, const struct proc_result *end, bool reported)
{
	if (end->end == PROC_INTERRUPTED)
		return BOX_INTERRUPTED;
	if (end->report_truncated)
		return BOX_FLOOD;
	if (end->end == PROC_FLOOD)
		return BOX_PRINTED;
	if (reported)
		return BOX_FINISHED;
	if (end->end == PROC_DEADLINE)
		return BOX_STARVED;
	if (end->end == PROC_IDLE) /* even if it was stopped: twice, so it did that itself (proc.h) */
		return BOX_IDLE;
	if (end->end != PROC_SIGNALLED)
		return BOX_FINISHED;
	switch (end->code) {
	case SIGXCPU:
		return BOX_DEADLINE;
	case SIGKILL: /* RLIMIT_CPU's hard limit, the kernel for its memory, or the program itself */
		return end->cpu_seconds >= left ? BOX_DEADLINE : end->out_of_memory ? BOX_MEMORY : BOX_FINISHED;
	case SIGHUP:
	case SIGINT:
	case SIGQUIT:
	case SIGTERM:
		return BOX_ENDED;
	default:
		return BOX_FINISHED;
	}
}

/* Runs the case in a process; returns false with report->end set if there is no result to judge. -1 as box_run. */
static int case_run(struct run *r, const struct job_case *c, int index, struct case_result *out, bool *judged,
		    struct error *err)
{
	double left = at_least(r->limits->seconds - r->used, 0.1);
	struct proc_result end;
	struct journal *journal = journal_new(r->arena);
	struct result result;
	int status = 0;

	if (!journal)
		return error_nomem(err);
	if (process_run(r, c, 1, journal, &end, err)) {
		journal_free(journal);
		return -1;
	}
	r->used += at_least(end.cpu_seconds - start_seconds(r->job), 0);
	r->report->cpu_seconds = r->used;
	r->report->signal = end.end == PROC_SIGNALLED ? end.code : 0;
	r->report->filled_memory = end.filled_memory;
	r->report->memory_peak = end.memory_peak;
	memset(&result, 0, sizeof result);
	/* An unreadable report means that the program overwrote it: treat it as missing. */
	if (result_decode(buf_text(&end.report), end.report.len, r->arena, &result, err) && err->party == PARTY_MACHINE)
		status = -1;
	r->report->end = read_end(r, left + start_seconds(r->job), &end, result.ncases > 0);
	*judged = r->report->end == BOX_FINISHED;
	if (status == 0 && *judged) {
		if (result.ncases) {
			*out = result.cases[result.ncases - 1];
			status = case_observe(r, journal, out, err);
		} else {
			status = unready_report(r, &end, err) || report_silent_end(r, &end, out, err) ? -1 : 0;
		}
		r->report->silent |= !result.ncases && end.end == PROC_EXITED;
		errors_soften(out);
		places_settle(r, out);
		findings_place(r, out);
		keep_printed(r, &end, out);
		for (size_t i = 0; i < out->nfindings; i++)
			out->findings[i].case_index = index;
	}
	journal_free(journal);
	proc_result_release(&end);
	return status;
}

/* ---- the cases ----------------------------------------------------------------------------- */

/* Runs the case again for each call, with that call failing. Stops at a probe that ends the program: the next would, too. */
static int case_probe(struct run *r, const struct job_case *c, int index, struct case_result *out, struct error *err)
{
	uint64_t n = out->observed ? out->observed->can_fail : 0;
	bool judged = true;

	n = n < PROBES_MOST ? n : PROBES_MOST;
	out->probes = arena_array(r->arena, n + 1, sizeof *out->probes);
	if (!out->probes)
		return error_nomem(err);
	for (uint64_t i = 1; judged && i <= n; i++) {
		struct case_probe *p = &out->probes[out->nprobes];
		struct job_case failing = *c;

		failing.failing_call = i;
		if (r->job->step)
			r->job->step(r->job->step_ctx, (size_t)index, JOB_STEP_PROBED);
		if (case_run(r, &failing, index, &p->result, &judged, err))
			return -1;
		if (!judged)
			break;
		if (p->result.observed) {
			p->call = p->result.observed->forced.name;
			p->place = p->result.observed->forced.place;
			p->error = p->result.observed->forced.error;
			p->error_name = p->result.observed->forced.error_name;
		}
		out->nprobes++;
		if (p->result.end != CASE_DONE)
			break;
	}
	return 0;
}

/*
 * Runs the case again with kernels that do nothing. A loop that waits for a kernel's result may not end: twice as many launches
 * as usual, and little time, show what there is to see.
 */
static int case_idle(struct run *r, const struct job_case *c, int index, struct case_result *out, struct error *err)
{
	static const struct box_limits brief = { .seconds = IDLE_SECONDS, .idle_seconds = IDLE_SECONDS, .wall_seconds = 60 };
	struct run again = *r;
	struct box_report report = { .end = BOX_FINISHED };
	struct box_limits limits = brief;
	struct job_case idle = *c;
	struct case_result *result = arena_alloc(r->arena, sizeof *result);
	uint64_t launches = 0;
	bool judged;

	if (!result)
		return error_nomem(err);
	for (size_t i = 0; out->observed && i < out->observed->nops; i++)
		launches += out->observed->ops[i].kind == (c->idle_functions ? OBSERVED_HOST_FUNCTION : OBSERVED_KERNEL);
	if (!launches)
		return 0;
	limits.memory_bytes = r->limits->memory_bytes;
	again.limits = &limits;
	again.report = &report;
	again.used = 0;
	again.begin = clock_now();
	idle.idle_launches = 2 * launches + 16;
	if (case_run(&again, &idle, index, result, &judged, err))
		return -1;
	r->places = again.places;
	if (judged && result->end == CASE_DONE)
		out->idle = result;
	return 0;
}

static int cases_run(struct run *r, struct error *err)
{
	const struct job *job = r->job;
	struct result *result = &r->report->result;
	bool more = true;

	for (size_t i = 0; more && i < job->ncases; i++) {
		struct case_result *out = &result->cases[i];
		bool judged;

		if (job->step)
			job->step(job->step_ctx, i, job->check && !job->on_gpu ? JOB_STEP_CHECKED : JOB_STEP_RUN);
		if (case_run(r, &job->cases[i], (int)i, out, &judged, err))
			return -1;
		if (!judged)
			break;
		result->ncases++;
		more = case_succeeded(out);
		if (more && job->cases[i].probed && case_probe(r, &job->cases[i], (int)i, out, err))
			return -1;
		if (more && job->cases[i].idled && case_idle(r, &job->cases[i], (int)i, out, err))
			return -1;
	}
	return 0;
}

/* The cases up to the first that did not return, from one process. */
static int cases_together(struct run *r, struct error *err)
{
	struct result *result = &r->report->result, told = { .ncases = 0 };
	struct journal *journal = journal_new(r->arena);
	const double left = r->limits->seconds + start_seconds(r->job);
	struct error unreadable;
	struct proc_result end;

	if (!journal)
		return error_nomem(err);
	if (process_run(r, r->job->cases, r->job->ncases, journal, &end, err)) {
		journal_free(journal);
		return -1;
	}
	r->report->cpu_seconds = end.cpu_seconds;
	r->report->memory_peak = end.memory_peak;
	if (result_decode(buf_text(&end.report), end.report.len, r->arena, &told, &unreadable))
		told.ncases = 0;
	r->report->end = read_end(r, left, &end, told.ncases > 0);
	while (result->ncases < told.ncases && result->ncases < r->job->ncases && case_succeeded(&told.cases[result->ncases])) {
		result->cases[result->ncases] = told.cases[result->ncases];
		result->ncases++;
	}
	journal_free(journal);
	proc_result_release(&end);
	return 0;
}

int host_run(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
	     struct error *err)
{
	struct run r = { .job = job, .limits = limits, .arena = arena, .report = report, .begin = clock_now(),
			 .places = { .program = job->program, .arena = arena } };
	struct result *result = &report->result;
	int status;

	memset(report, 0, sizeof *report);
	result->cases = arena_array(arena, job->ncases + 1, sizeof *result->cases);
	if (!result->cases)
		return error_nomem(err);
	seed_start(&r);
	status = job->together ? cases_together(&r, err) : cases_run(&r, err);
	seed_end(&r);
	result->complete = report->end == BOX_FINISHED;
	report->wall_seconds = clock_now() - r.begin;
	return status;
}
