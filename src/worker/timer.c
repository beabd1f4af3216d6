/*
 * timer.c - the worker's third task: it times a kernel once whenever the parent asks (worker/timing.h).
 *
 * The job's cases are data sets of one case: the first to warm up on, never timed, the others to be timed. A sample is
 *
 *	load the kernel anew        nothing remains in its variables
 *	run it on the first set     it is warm, and has not seen the data that follow
 *	restore the set's inputs, and put poison into its outputs
 *	sweep the cache, then run it on the set, and time it
 *
 * Each command is one line on descriptor 4; the reply goes there too:
 *
 *	warm SECONDS    run the kernel on the first set for this long
 *	sample SET      -> "time SECONDS"
 *	keep            write the buffers of the last sample to standard output, as the result of a case
 *	limits          -> "limits ..."  the peaks of the card
 *	state           -> "state ..."   clocks, power and heat
 *	end             write the end mark
 *
 * If the kernel fails, that is the result of its case: the worker writes it, and ends.
 */
#include "config.h"

#include "worker/worker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "worker/buffers.h"
#include "worker/timing.h"

#define QUESTION_FD 4

struct timer {
	const struct device_ops *ops;
	struct device *device;
	struct device_module *module;
	const struct job *job;
	struct run *sets;          /* one for each case of the job */
	struct device_launch launch;
	uint8_t params[PARAMS_MAX];
	struct arena arena;
	size_t sampled;            /* the set of the last sample */
	double seconds;            /* its time */
	int out_fd;
};

/* ---- talking to the parent ---------------------------------------------------------- */

/* Sends the reply with the empty line that ends it, then reads the next command: "LENGTH\n" and that many bytes. -1 at the end. */
static int converse(const char *reply, char *command, size_t size)
{
	char text[TIMING_LINE + 4];
	size_t len = 0, wanted = 0;
	int n = snprintf(text, sizeof text, "%s\n\n", reply);
	bool counted = false;

	if (n < 0 || (size_t)n >= sizeof text || write(QUESTION_FD, text, (size_t)n) != n)
		return -1;
	while (!counted || len < wanted) {
		char c;
		ssize_t got = read(QUESTION_FD, &c, 1);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return -1;
		if (!counted && c == '\n')
			counted = true;
		else if (!counted && (c < '0' || c > '9' || wanted > size))
			return -1;
		else if (!counted)
			wanted = 10 * wanted + (size_t)(c - '0');
		else
			command[len++] = c;
		if (counted && wanted + 1 > size)
			return -1;
	}
	vm_assert(len < size);
	command[len] = '\0';
	return len ? 0 : -1;
}

static int write_all(struct timer *t, struct buf *out)
{
	size_t done = 0;

	while (!out->failed && done < out->len) {
		ssize_t n = write(t->out_fd, out->data + done, out->len - done);

		if (n < 0 && errno != EINTR)
			return -1;
		done += n > 0 ? (size_t)n : 0;
	}
	buf_clear(out);
	return out->failed ? -1 : 0;
}

static int put_case(struct timer *t, const struct case_result *c)
{
	struct buf out = BUF_INIT;
	int status;

	result_put_case(&out, c);
	status = write_all(t, &out);
	buf_release(&out);
	return status;
}

/* Ends the worker. With a spoiled device the driver's exit handlers would wait for the kernel, so they do not run. */
static void leave(struct timer *t, bool spoiled)
{
	struct buf out = BUF_INIT;
	int status;

	result_put_end(&out);
	status = write_all(t, &out) ? 1 : 0;
	buf_release(&out);
	if (spoiled)
		_exit(status);
}

/* ---- samples -------------------------------------------------------------------------- */

/* 1: the kernel failed, and the result is written. */
static int failed(struct timer *t, size_t set, struct device_report *report)
{
	struct case_result result = { .end = CASE_DONE };
	struct error err;
	int status = report_to_result(report, (int)set, &t->arena, &result, &err) || put_case(t, &result) ? -1 : 1;

	leave(t, report->spoiled);
	device_report_release(report);
	return status;
}

/* One launch on fresh data. 0; 1 as `failed`; -1 with the error. */
static int run_set(struct timer *t, size_t set, bool timed, struct error *err)
{
	struct run *r = &t->sets[set];
	struct device_report report = { .spoiled = false };

	vm_assert(set < t->job->ncases);
	if (params_pack(r, t->params, &t->launch.params_len, err) || buffers_put_back(r, err))
		return -1;
	t->launch.timed = timed;
	t->launch.grid = r->c->grid;
	t->launch.block = r->c->block;
	t->launch.dynamic_shared = r->c->dynamic_shared;
	if (t->ops->launch(t->device, t->module, &t->launch, &report, err)) {
		bool spoiled = report.spoiled;

		device_report_release(&report);
		if (spoiled) {
			struct case_result broken = { .end = CASE_DEVICE_FAILED, .error = *err };

			put_case(t, &broken);
			leave(t, true);
		}
		return -1;
	}
	if (report.end != DEVICE_DONE)
		return failed(t, set, &report);
	t->seconds = report.seconds;
	device_report_release(&report);
	return 0;
}

static int warm(struct timer *t, double seconds, struct error *err)
{
	const double end = clock_now() + seconds;
	int status;

	do
		status = run_set(t, 0, false, err);
	while (status == 0 && clock_now() < end);
	return status;
}

static int load(struct timer *t, struct error *err)
{
	if (t->module)
		t->ops->unload(t->device, t->module);
	t->module = NULL;
	return t->ops->load(t->device, t->job->image, t->job->image_len, &t->module, err);
}

static int sample(struct timer *t, size_t set, struct error *err)
{
	int status;

	if (set >= t->job->ncases)
		return error_set(err, PARTY_US, "there is no set %zu", set);
	if (load(t, err))
		return -1;
	status = run_set(t, 0, false, err);
	t->sampled = set;
	return status ? status : run_set(t, set, true, err);
}

static int keep(struct timer *t, struct error *err)
{
	struct run *r = &t->sets[t->sampled];
	struct arena arena = { 0 };
	struct case_result result = { .end = CASE_DONE, .seconds = t->seconds, .timed_runs = 1, .nbuffers = r->c->nargs };
	int status = -1;

	vm_assert(t->sampled < t->job->ncases);
	r->arena = &arena;
	result.buffers = buffers_get(r, err);
	if (result.buffers)
		status = put_case(t, &result) ? error_errno(err, "cannot hand over a result") : 0;
	arena_release(&arena);
	return status;
}

static int reply_limits(struct timer *t, char *reply, struct error *err)
{
	struct card_limits l;

	if (t->ops->limits(t->device, &l, err))
		return -1;
	timing_put_limits(&l, reply);
	return 0;
}

static void reply_state(struct timer *t, char *reply)
{
	struct card_state s;

	t->ops->state(t->device, &s);
	timing_put_state(&s, reply);
}

/* Executes a command. 0 with the reply; 1: the worker should end; -1 with the error. */
static int execute(struct timer *t, const char *command, char *reply, struct error *err)
{
	char word[16] = "";
	double number = 0;
	int status;

	sscanf(command, "%15s %lf", word, &number);
	snprintf(reply, TIMING_LINE, "done");
	if (!strcmp(word, "warm"))
		return warm(t, number, err);
	if (!strcmp(word, "sample")) {
		status = sample(t, number >= 0 ? (size_t)number : 0, err);
		snprintf(reply, TIMING_LINE, "time %.9g", t->seconds);
		return status;
	}
	if (!strcmp(word, "keep"))
		return keep(t, err);
	if (!strcmp(word, "limits"))
		return reply_limits(t, reply, err);
	if (!strcmp(word, "state")) {
		reply_state(t, reply);
		return 0;
	}
	leave(t, false);
	return 1;
}

/* ---- the process ------------------------------------------------------------------------ */

static int sets_make(struct timer *t, struct error *err)
{
	struct device_info info;

	t->ops->describe(t->device, &info);
	t->sets = arena_array(&t->arena, t->job->ncases + 1, sizeof *t->sets);
	if (!t->sets)
		return error_nomem(err);
	for (size_t i = 0; i < t->job->ncases; i++) {
		struct run *r = &t->sets[i];

		*r = (struct run){ .ops = t->ops, .device = t->device, .c = &t->job->cases[i], .job = t->job, .arena = &t->arena,
				   .fence = info.is_gpu ? FENCE_BYTES : 0 };
		r->addr = arena_array(&t->arena, r->c->nargs + 1, sizeof *r->addr);
		r->kept = arena_array(&t->arena, r->c->nargs + 1, sizeof *r->kept);
		if (!r->addr || !r->kept)
			return error_nomem(err);
		if (buffers_alloc(r, r->addr, err) || buffers_make(r, r->kept, err))
			return -1;
	}
	return 0;
}

static int serve(struct timer *t, struct error *err)
{
	char reply[TIMING_LINE] = "ready", command[TIMING_LINE];
	int status = 0;

	while (status == 0) {
		if (converse(reply, command, sizeof command))
			return error_set(err, PARTY_US, "the parent of a worker is gone");
		status = execute(t, command, reply, err);
	}
	return status;
}

/* Sends an error to the parent as a load error, which names the party. */
static int reject(struct timer *t, const struct error *err)
{
	struct buf out = BUF_INIT;
	int status;

	result_put_load_error(&out, err);
	result_put_end(&out);
	status = write_all(t, &out);
	buf_release(&out);
	return status;
}

int worker_timer(const struct job *job, int out_fd)
{
	struct timer t = { .job = job, .out_fd = out_fd };
	struct error err = { 0 };
	unsigned number;
	int status = -1;

	t.ops = device_find(job->device, &number);
	t.launch = (struct device_launch){ .kernel = job->kernel, .params = t.params, .threads = 1 };
	if (!t.ops || !t.ops->limits || !job->ncases)
		error_set(&err, PARTY_US, "no times can be taken on the device '%s'", job->device);
	else if (t.ops->open(&t.device, number, &err) == 0 && load(&t, &err) == 0 && sets_make(&t, &err) == 0)
		status = serve(&t, &err);
	if (status < 0)
		reject(&t, &err);
	arena_release(&t.arena);
	return status < 0 ? -1 : 0;
}
