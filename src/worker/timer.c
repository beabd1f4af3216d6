/*
 * timer.c - the worker's third task: it holds a GPU, and runs and times a kernel when the parent asks (worker/card.h). First it
 * opens the device, which takes longest; the job comes later, as often as the parent likes.
 *
 * To run a job is to run its cases as worker.c does. To time it, its cases are data sets of one case: the first to warm up on,
 * never timed, the others to be timed. A sample is
 *
 *	load the kernel anew        nothing remains in its variables
 *	run it on the first set     it is warm, and has not seen the data that follow
 *	restore the set's inputs, and put poison into its outputs
 *	sweep the cache, then run it on the set, and time it
 *
 * Each command is one line on descriptor 4, `job` with bytes after it; the reply goes there too:
 *
 *	job             take the job that follows, in place of the last
 *	run             run its cases, and write each result
 *	sets            put the data sets of all cases on the device
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
#include "worker/card.h"
#include "worker/timing.h"

#define QUESTION_FD 4
#define COMMAND_MOST ((size_t)1 << 30)

struct timer {
	const struct device_ops *ops;
	struct device *device;
	struct device_module *module;
	unsigned number;           /* of the device */
	struct job job;            /* lives in the arena, with everything about it but its arguments' bytes */
	struct buf input;          /* which has those */
	struct run *sets;          /* one for each case of the job; NULL: they are not on the device */
	struct device_launch launch;
	uint8_t params[PARAMS_MAX];
	struct arena arena;
	size_t sampled;            /* the set of the last sample */
	double seconds;            /* its time */
	int out_fd;
};

/* ---- talking to the parent ---------------------------------------------------------- */

/* Reads `len` bytes. -1: the parent is gone. */
static int read_bytes(char *bytes, size_t len)
{
	while (len) {
		ssize_t n = read(QUESTION_FD, bytes, len);

		if (n <= 0 && !(n < 0 && errno == EINTR))
			return -1;
		bytes += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return 0;
}

/*
 * Sends the reply with the empty line that ends it, then reads the next command: "LENGTH\n" and that many bytes. -1 at the end.
 */
static int converse(const char *reply, struct buf *command)
{
	char text[CARD_LINE + 4], c;
	size_t wanted = 0;
	int n = snprintf(text, sizeof text, "%s\n\n", reply);

	if (n < 0 || (size_t)n >= sizeof text || write(QUESTION_FD, text, (size_t)n) != n)
		return -1;
	while (read_bytes(&c, 1) == 0 && c >= '0' && c <= '9' && wanted <= COMMAND_MOST)
		wanted = 10 * wanted + (size_t)(c - '0');
	buf_clear(command);
	if (c != '\n' || !wanted || wanted > COMMAND_MOST || buf_reserve(command, wanted + 1) ||
	    read_bytes(command->data, wanted))
		return -1;
	command->len = wanted;
	command->data[wanted] = '\0';
	return 0;
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

	vm_assert(set < t->job.ncases);
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
	return t->ops->load(t->device, t->job.image, t->job.image_len, &t->module, err);
}

static int sample(struct timer *t, size_t set, struct error *err)
{
	int status;

	if (!t->sets || set >= t->job.ncases)
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

	vm_assert(t->sampled < t->job.ncases);
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

/* ---- jobs ------------------------------------------------------------------------------- */

static int sets_make(struct timer *t, struct error *err)
{
	struct device_info info;

	t->ops->describe(t->device, &info);
	t->sets = arena_array(&t->arena, t->job.ncases + 1, sizeof *t->sets);
	t->launch = (struct device_launch){ .kernel = t->job.kernel, .params = t->params, .threads = 1 };
	if (!t->sets)
		return error_nomem(err);
	for (size_t i = 0; i < t->job.ncases; i++) {
		struct run *r = &t->sets[i];

		*r = (struct run){ .ops = t->ops, .device = t->device, .c = &t->job.cases[i], .job = &t->job, .arena = &t->arena,
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

/* The command's bytes after its line are the job. A worker has data sets once: the earlier job has none on the device. */
static int job_take(struct timer *t, struct buf *command, size_t line, struct error *err)
{
	vm_assert(!t->sets && !t->module && line < command->len);
	memset(&t->job, 0, sizeof t->job);
	arena_release(&t->arena);
	buf_release(&t->input);
	t->input = *command;
	*command = (struct buf)BUF_INIT;
	return job_decode(t->input.data + line + 1, t->input.len - line - 1, &t->arena, &t->job, err);
}

/* Executes a command. 0 with the reply; 1: the worker should end; -1 with the error. */
static int execute(struct timer *t, struct buf *command, char *reply, struct error *err)
{
	const size_t line = strcspn(buf_text(command), "\n");
	char word[16] = "";
	double number = 0;
	int status;

	sscanf(buf_text(command), "%15s %lf", word, &number);
	snprintf(reply, CARD_LINE, "done");
	if (!strcmp(word, "job") && line < command->len)
		return job_take(t, command, line, err);
	if (!strcmp(word, "run"))
		return worker_cases(&t->job, t->out_fd) ? error_set(err, PARTY_US, "the results cannot be handed over") : 0;
	if (!strcmp(word, "sets"))
		return sets_make(t, err) || load(t, err) ? -1 : 0;
	if (!strcmp(word, "warm"))
		return warm(t, number, err);
	if (!strcmp(word, "sample")) {
		status = sample(t, number >= 0 ? (size_t)number : 0, err);
		snprintf(reply, CARD_LINE, "time %.9g", t->seconds);
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

static int serve(struct timer *t, struct error *err)
{
	struct buf command = BUF_INIT;
	char reply[CARD_LINE] = "ready";
	int status = 0;

	while (status == 0) {
		if (converse(reply, &command))
			status = error_set(err, PARTY_US, "the parent of a worker is gone");
		else
			status = execute(t, &command, reply, err);
	}
	buf_release(&command);
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

int worker_card(const char *device)
{
	struct timer t = { .out_fd = STDOUT_FILENO };
	struct error err = { 0 };
	int status = -1;

	t.ops = device_find(device, &t.number);
	if (!t.ops || !t.ops->limits)
		error_set(&err, PARTY_US, "no times can be taken on the device '%s'", device);
	else if (t.ops->open(&t.device, t.number, &err) == 0)
		status = serve(&t, &err);
	if (status < 0)
		reject(&t, &err);
	arena_release(&t.arena);
	buf_release(&t.input);
	return status < 0 ? 1 : 0;
}
