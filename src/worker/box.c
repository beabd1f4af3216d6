/*
 * box.c - box.h says who may do what. child/proc.c does the process work; this file sets a worker's limits and reads
 * how it ended.
 */
#include "config.h"

#include "worker/box.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "child/sandbox.h"
#include "worker/calls.h"
#include "worker/host.h"

/* of a worker's processor time: after it the worker reports a case that still runs as a hang, with its line */
#define LAST_WORDS   0.85
/* times the processor time: a measured case on the vm that is right but very slow runs again, with checkers */
#define CHECKED_SLACK 3.0
#define GPU_IDLE     20.0  /* a GPU computes while its worker sleeps */
#define QUESTIONS_MOST 40000 /* from a worker that asks what to do next: ten for each of timing.c's rounds, with room to spare */
#define SERVED_BYTES ((size_t)8 << 30) /* the most that such a worker sends: no learner's code runs on its processor */
#define SERVED_SECONDS 120 /* of a processor */
#define TRANSLATE_SECONDS 10
#define TRANSLATE_BYTES ((size_t)16 << 20)
#define RESULT_SLACK ((size_t)8 << 20) /* findings, counters and printed text of a case */

void box_default_limits(struct box_limits *l)
{
	*l = (struct box_limits){ .seconds = 20, .idle_seconds = 10, .wall_seconds = 600, .memory_bytes = (uint64_t)2 << 30 };
}

unsigned box_cpu_seconds(double seconds)
{
	return (unsigned)seconds + (seconds > (unsigned)seconds) + (seconds <= 0);
}

/* The value for RLIMIT_CPU. It is a backstop: the worker itself ends a kernel that takes more than its share. */
static double hard_seconds(const struct job *job, const struct box_limits *l)
{
	bool slack = false;

	for (size_t i = 0; job->check && !job->on_gpu && i < job->ncases; i++)
		slack = slack || job->cases[i].measured;
	return slack ? CHECKED_SLACK * l->seconds : l->seconds;
}

/* No honest result is longer: every buffer comes back at most twice (case_result.again), and the rest of a case is capped. */
static size_t result_limit(const struct job *job)
{
	size_t bytes = RESULT_SLACK;

	for (size_t i = 0; i < job->ncases; i++) {
		bytes += (size_t)1 << 20;
		for (size_t k = 0; k < job->cases[i].nargs; k++)
			bytes += 2 * (job->cases[i].args[k].len + 64);
	}
	return bytes;
}

/* The end of stderr as one line: the end of a crash report says more than its beginning. */
static void keep_tail(const struct buf *from, char *tail, size_t size)
{
	struct buf clean = BUF_INIT;
	size_t skip = from->len >= size ? from->len - size + 1 : 0;

	text_sanitise(buf_text(from) + skip, from->len - skip, &clean);
	while (clean.len && strchr(" \n\t", clean.data[clean.len - 1]))
		clean.data[--clean.len] = '\0';
	snprintf(tail, size, "%s", buf_text(&clean));
	buf_release(&clean);
}

static enum box_end read_signal(int sig, bool used_up)
{
	switch (sig) {
	case SIGXCPU:
		return BOX_DEADLINE;
	case SIGKILL: /* RLIMIT_CPU's hard limit, or the kernel reclaiming memory; we sent none */
		return used_up ? BOX_DEADLINE : BOX_MEMORY;
	case SIGHUP:
	case SIGINT:
	case SIGQUIT:
	case SIGTERM:
		return BOX_ENDED;
	default:
		return BOX_CRASHED;
	}
}

static enum box_end read_end(const struct job *job, const struct box_limits *l, const struct proc_result *p, bool complete)
{
	if (p->out_truncated)
		return BOX_FLOOD;
	switch (p->end) {
	case PROC_DEADLINE:
		return BOX_STARVED;
	case PROC_IDLE: /* on the vm a worker computes all the time */
		return job->on_gpu && !p->stopped ? BOX_IDLE : BOX_STARVED;
	case PROC_INTERRUPTED:
		return BOX_INTERRUPTED;
	case PROC_FLOOD:
		return BOX_FLOOD;
	case PROC_SIGNALLED:
		return read_signal(p->code, p->cpu_seconds >= hard_seconds(job, l));
	case PROC_DOUBTED: /* no worker's job doubts */
	case PROC_EXITED:
		break;
	}
	return complete ? BOX_FINISHED : BOX_CRASHED;
}

void box_environment(const char *envp[3])
{
	static const char *const names[] = { "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES" };
	size_t n = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((envp[n] = proc_inherited(names[i])))
			n++;
	envp[n] = NULL;
}

void box_begin(void)
{
	calls_begin();
	proc_guard();
}

void box_allow_gpu(struct sandbox *s)
{
	static const struct sandbox_path places[] = {
		{ "/dev/nvidiactl", SANDBOX_READ | SANDBOX_WRITE }, { "/dev/nvidia-uvm", SANDBOX_READ | SANDBOX_WRITE },
		{ "/dev/nvidia-uvm-tools", SANDBOX_READ | SANDBOX_WRITE },
		{ "/dev/nvidia-modeset", SANDBOX_READ | SANDBOX_WRITE }, { "/dev/nvidia-caps", SANDBOX_READ | SANDBOX_WRITE },
		{ "/dev/nvidia-caps-imex-channels", SANDBOX_READ | SANDBOX_WRITE }, { "/dev/infiniband", SANDBOX_READ },
		{ "/dev/shm", SANDBOX_READ }, { "/proc", SANDBOX_READ }, { "/sys", SANDBOX_READ },
		{ "/etc/nvidia", SANDBOX_READ }, { "/etc/vulkan", SANDBOX_READ }, { "/usr/share/nvidia", SANDBOX_READ },
		{ "/run/nvidia-persistenced", SANDBOX_READ }, { "/usr/local/nvidia", SANDBOX_READ },
		{ "/usr/local/cuda", SANDBOX_READ },
		{ "/proc/self/task", SANDBOX_READ | SANDBOX_WRITE }, /* the worker names its threads */
	};
	static const char *const devices[] = {
		"/dev/nvidia0", "/dev/nvidia1", "/dev/nvidia2", "/dev/nvidia3", "/dev/nvidia4", "/dev/nvidia5", "/dev/nvidia6",
		"/dev/nvidia7", "/dev/nvidia8", "/dev/nvidia9", "/dev/nvidia10", "/dev/nvidia11", "/dev/nvidia12",
		"/dev/nvidia13",
		"/dev/nvidia14", "/dev/nvidia15",
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		sandbox_allow(s, places[i].path, places[i].may);
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
		sandbox_allow(s, devices[i], SANDBOX_READ | SANDBOX_WRITE);
}

/* A worker is this program again. */
static void sandbox_of_worker(struct sandbox *s, bool on_gpu)
{
	*s = (struct sandbox){ .kind = on_gpu ? SANDBOX_GPU : SANDBOX_VM };
	sandbox_allow_system(s);
	sandbox_allow(s, "/proc/self/exe", SANDBOX_READ | SANDBOX_RUN);
	if (on_gpu)
		box_allow_gpu(s);
}

int box_confine(struct error *err)
{
	struct sandbox sandbox;

	sandbox_of_worker(&sandbox, false);
	sandbox_ready(&sandbox);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || sandbox_enter(&sandbox)) {
		error_set(err, PARTY_MACHINE, "a process cannot be confined: %s", strerror(errno));
		return error_remedy(err, "see `warpbook doctor` for what the sandbox lacks on this machine");
	}
	return 0;
}

/*
 * Writes the job for the worker. A worker with checkers reports where a kernel was when its processor time ran out. A
 * slow reference is the machine's fault; the way it ends shows that.
 */
static int job_hand_over(const struct job *job, const struct box_limits *limits, struct buf *out)
{
	struct job given = *job;

	if (job->check)
		given.seconds = LAST_WORDS * limits->seconds;
	return job_encode(&given, out);
}

/* For maintainers: `warpbook worker <FILE` runs such a job without a sandbox, and so under a debugger or a profiler. */
static void job_keep(const char *device, const struct buf *job)
{
	static atomic_uint count;
	const char *folder = getenv("WARPBOOK_KEEP_JOBS");
	char path[PATH_MAX];
	struct error ignored;

	if (!folder)
		return;
	snprintf(path, sizeof path, "%s/%d-%u-%.3s.job", folder, (int)getpid(), atomic_fetch_add(&count, 1), device);
	file_write(path, job->data, job->len, &ignored);
}

/* The worker's steps that have arrived, up to `at`. */
struct steps { const struct job *job; size_t at; };

static void steps_pass_on(void *ctx, const struct buf *output)
{
	struct steps *s = ctx;
	enum job_step step;
	size_t index;

	while (result_next_step(output->data, output->len, &s->at, &index, &step))
		if (index < s->job->ncases)
			s->job->step(s->job->step_ctx, index, step);
}

/* Reads the result from the output's byte `from` on, and releases the end. */
static int take_report(const struct job *job, const struct box_limits *limits, struct proc_result *end, size_t from,
		       struct arena *arena, struct box_report *report, struct error *err)
{
	int status;

	memset(report, 0, sizeof *report);
	report->wall_seconds = end->wall_seconds;
	report->cpu_seconds = end->cpu_seconds;
	keep_tail(&end->err, report->stderr_tail, sizeof report->stderr_tail);
	from = from < end->out.len ? from : end->out.len;
	status = result_decode(buf_text(&end->out) + from, end->out.len - from, arena, &report->result, err);
	report->end = read_end(job, limits, end, report->result.complete);
	report->signal = end->end == PROC_SIGNALLED ? end->code : 0;
	report->memory_peak = end->memory_peak;
	proc_result_release(end);
	/* When the output was cut off as a flood, only its beginning is here, which may not decode. */
	return report->end == BOX_FLOOD ? 0 : status;
}

static int run_worker(const struct job *job, const struct box_limits *limits, struct arena *arena, struct box_report *report,
		      struct error *err)
{
	static const char *const argv[] = { "/proc/self/exe", "worker", NULL };
	const char *envp[3];
	struct buf input = BUF_INIT;
	struct sandbox sandbox;
	struct proc_job child = { .argv = argv, .envp = envp, .sandbox = &sandbox };
	struct steps steps = { job, 0 };
	struct proc_result end;
	int status;

	if (job->translations) {
		child.answer = job->translate;
		child.answer_ctx = job->translate_ctx;
		child.questions = JOB_TRANSLATIONS;
		child.given = job->translations;
		child.ngiven = JOB_TRANSLATIONS;
	}

	box_environment(envp);
	sandbox_of_worker(&sandbox, job->on_gpu);
	memset(report, 0, sizeof *report);
	if (job_hand_over(job, limits, &input)) {
		buf_release(&input);
		return error_nomem(err);
	}
	job_keep(job->device, &input);
	child.input = input.data;
	child.input_len = input.len;
	child.see_output = job->step ? steps_pass_on : NULL;
	child.see_ctx = &steps;
	child.limits = (struct proc_limits){
		.wall_seconds = limits->wall_seconds,
		.idle_seconds = job->on_gpu && limits->idle_seconds < GPU_IDLE ? GPU_IDLE : limits->idle_seconds,
		.cpu_seconds = box_cpu_seconds(hard_seconds(job, limits)),
		.stdout_bytes = result_limit(job),
		.stderr_bytes = (size_t)64 << 10,
	};
	if (!job->on_gpu) {
		child.limits.memory_bytes = limits->memory_bytes;
		child.limits.file_bytes = 1; /* a worker writes no files */
		child.limits.open_files = 16;
	}
	status = proc_run(&child, &end, err);
	buf_release(&input);
	return status ? -1 : take_report(job, limits, &end, 0, arena, report, err);
}

int box_run(const struct job *job, const struct box_limits *limits, struct arena *arena,
	    struct box_report *report, struct error *err)
{
	return job->program ? host_run(job, limits, arena, report, err) : run_worker(job, limits, arena, report, err);
}

static void limits_of_served(struct box_limits *l)
{
	box_default_limits(l);
	l->seconds = SERVED_SECONDS;
	l->idle_seconds = GPU_IDLE;
}

int box_serve(const struct box_service *service, struct proc_result *end, struct error *err)
{
	const char *const argv[] = { "/proc/self/exe", "worker", "card", service->device, NULL };
	const char *envp[4];
	size_t n = 0;
	struct sandbox sandbox;
	struct box_limits l;
	struct proc_job child = { .argv = argv, .envp = envp, .sandbox = &sandbox, .answer = service->answer,
				  .answer_ctx = service->ctx, .questions = QUESTIONS_MOST, .see_output = service->see_output,
				  .see_ctx = service->ctx, .stop = service->stop };

	box_environment(envp);
	while (envp[n])
		n++;
	envp[n] = "CUDA_DEVICE_MAX_CONNECTIONS=1"; /* it uses one stream, and such a context takes half the time */
	envp[n + 1] = NULL;
	sandbox_of_worker(&sandbox, true);
	limits_of_served(&l);
	child.limits = (struct proc_limits){ .wall_seconds = l.wall_seconds, .idle_seconds = l.idle_seconds,
					     .cpu_seconds = box_cpu_seconds(l.seconds), .stdout_bytes = SERVED_BYTES,
					     .stderr_bytes = (size_t)64 << 10 };
	return proc_run(&child, end, err);
}

int box_served(struct proc_result *end, size_t from, struct arena *arena, struct box_report *report, struct error *err)
{
	static const struct job on_gpu = { .on_gpu = true };
	struct box_limits l;

	limits_of_served(&l);
	return take_report(&on_gpu, &l, end, from, arena, report, err);
}

int box_translate(const void *request, size_t len, const volatile sig_atomic_t *stop, struct buf *out, struct error *err)
{
	static const char *const argv[] = { "/proc/self/exe", "worker", "translate", NULL };
	const char *envp[3];
	struct box_limits l;
	struct sandbox sandbox;
	struct proc_job child = { .argv = argv, .envp = envp, .sandbox = &sandbox, .input = request, .input_len = len,
				  .stop = stop };
	struct proc_result end;

	box_environment(envp);
	sandbox_of_worker(&sandbox, false);
	box_default_limits(&l);
	child.limits = (struct proc_limits){ .wall_seconds = l.wall_seconds, .cpu_seconds = TRANSLATE_SECONDS,
					     .memory_bytes = l.memory_bytes, .file_bytes = 1, .open_files = 16,
					     .stdout_bytes = TRANSLATE_BYTES, .stderr_bytes = 4096 };
	if (proc_run(&child, &end, err))
		return -1;
	if (end.end == PROC_EXITED && end.code == 0 && !end.out_truncated)
		buf_append(out, buf_text(&end.out), end.out.len);
	else
		error_set(err, PARTY_US, "a kernel could not be translated");
	proc_result_release(&end);
	return out->len && !out->failed ? 0 : -1;
}

void box_describe(struct buf *out)
{
	struct box_limits l;

	box_default_limits(&l);
	buf_printf(out, _("own process group, no_new_privs, empty environment, %.0f s of a processor, "
			  "%llu MiB of memory, no files"), l.seconds,
		   (unsigned long long)(l.memory_bytes >> 20));
#ifdef WITH_SANITIZERS
	buf_puts(out, _(" (memory is not limited in a build with AddressSanitizer)"));
#endif
}
