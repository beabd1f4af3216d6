/*
 * worker.c - the process in which learners' kernels run.
 *
 * It knows inputs and poison, never the expected values. On the device each buffer has this layout:
 *
 *	| fence | the array's bytes | fence |     fences on a GPU only
 *
 * The vm keeps unmapped space around every allocation and names an overrun by thread and index; a GPU does not detect
 * one, so there the fences hold a pattern that is compared after the run.
 *
 * After a case with a finding of level error the other cases do not run: they would report the same mistake again.
 * Results are written at once, because the parent may kill the worker during the next case.
 */
#include "config.h"

#include "worker/worker.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/path.h"
#include "worker/buffers.h"
#include "worker/gpus.h"
#include "worker/wire.h"

#define LATER_LEAST   3    /* launches of a quick case after the second, if the kernel has variables */
#define LATER_MOST    8
#define LATER_DOUBLED 4    /* and that many times more, doubled less than so often: 50 at most, and mostly few */
#define LATER_SECONDS 0.01 /* that its first launch takes at most */
#define CHECKED_TIMES 4.0  /* how much longer a launch with the checkers may take than one without them */
#define ONCE_SECONDS  0.25 /* the most for a launch that counts and checks at once */

static void step_begin(const struct run *r, enum job_step step)
{
	if (r->job->step)
		r->job->step(r->job->step_ctx, (size_t)(r->c - r->job->cases), step);
}

/* ---- times ----------------------------------------------------------------------- */

#define TIMED_SECONDS 0.25 /* stop repeating after this time */

/* Also judges the outputs of a timed run, to find a kernel that skips work in such runs. */
static int times_sample(struct run *r, struct case_result *result, struct error *err)
{
	struct case_buffer *list = result->nagain ? NULL : buffers_get(r, err);

	if (!list && !result->nagain)
		return -1;
	if (list)
		buffers_keep_other(r, list, result);
	return 0;
}

/*
 * Runs the case again with its original data, for the median of the times; the judged run has
 * warmed the device up. A fault that appears only now counts as the case's, and becomes its report.
 */
static int case_time(struct run *r, const struct device_launch *launch, int index, struct device_report *report,
		     struct case_result *result, struct error *err)
{
	double *times = arena_array(r->arena, r->c->timed_runs, sizeof *times), sum = 0;
	struct rng draw;
	uint32_t n = 0;

	rng_init(&draw, rng_fresh_seed());
	r->kept = arena_array(r->arena, r->c->nargs + 1, sizeof *r->kept);
	if (!times || !r->kept)
		return error_nomem(err);
	step_begin(r, JOB_STEP_TIMED);
	if (buffers_make(r, r->kept, err))
		return -1;
	while (n < r->c->timed_runs && sum < TIMED_SECONDS) {
		struct device_report again = { .spoiled = false };

		if (buffers_put_back(r, err) || r->ops->launch(r->device, r->module, launch, &again, err)) {
			report->spoiled = again.spoiled;
			device_report_release(&again);
			return -1;
		}
		if (again.end != DEVICE_DONE) {
			device_report_release(report);
			*report = again;
			return report_to_result(report, index, r->arena, result, err);
		}
		times[n++] = again.seconds;
		sum += again.seconds;
		device_report_release(&again);
		/* Samples one run, drawn only after it is done, so that no code on the card can know which. */
		if (rng_below(&draw, n) == 0 && times_sample(r, result, err))
			return -1;
	}
	if (n && !result->nagain && times_sample(r, result, err)) /* and the last */
		return -1;
	qsort(times, n, sizeof *times, order_doubles);
	result->seconds = times[n / 2];
	result->timed_runs = n;
	return 0;
}

/* ---- repeating a case ----------------------------------------------------------- */

/* For the next launch, as device_launch.seconds. */
static double seconds_left(const struct run *r)
{
	double left = r->end - clock_used();

	return r->end <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

/*
 * A measured case is counted without checkers and runs with them the second time, however large it is. They take up to three
 * times as long, which is our doing: so that launch has its own time limit (and box.c is more patient). Only a kernel that
 * could not run twice even without them gets just the remaining time.
 */
static double seconds_checked(const struct run *r)
{
	double left = seconds_left(r), needed = CHECKED_TIMES * r->used + 1;

	return left == 0 || r->used > left || needed < left ? left : needed;
}

static bool found_errors(const struct device_report *report)
{
	for (size_t i = 0; i < report->nfindings; i++)
		if (report->findings[i].level == FINDING_ERROR)
			return true;
	return false;
}

/* Half the blocks, or the case's own number, if that is smaller. */
static uint32_t few_resident(const struct job_case *c)
{
	uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z, half = blocks > 1 ? blocks / 2 : 1;

	if (c->resident && c->resident < half)
		return c->resident;
	return half < UINT32_MAX ? (uint32_t)half : UINT32_MAX;
}

/* Launches on fresh poison. If the launch spoils the device, the case's report says so. */
static int launch_afresh(struct run *r, struct device_launch *launch, struct device_report *again, struct device_report *report,
			 struct error *err)
{
	launch->seconds = launch->check && r->c->measured ? seconds_checked(r) : seconds_left(r);
	if (buffers_refill(r, err) == 0 && r->ops->launch(r->device, r->module, launch, again, err) == 0)
		return 0;
	report->spoiled = again->spoiled;
	device_report_release(again);
	return -1;
}

/* A device in its state before any launch, with its module and with buffers at the same addresses. For the vm. */
static int device_afresh(struct run *r, struct error *err)
{
	r->ops->unload(r->device, r->module);
	r->ops->close(r->device);
	r->module = NULL;
	r->device = NULL;
	if (r->ops->open(&r->device, r->number, err))
		return -1;
	if (r->ops->load(r->device, r->job->image, r->job->image_len, &r->module, err)) {
		r->module = NULL;
		return -1;
	}
	return buffers_make(r, r->addr, err);
}

/* The module in its state before any launch. */
static int module_afresh(struct run *r, struct error *err)
{
	struct device_module *module;

	if (r->ops->load(r->device, r->job->image, r->job->image_len, &module, err))
		return -1;
	r->ops->unload(r->device, r->module);
	r->module = module;
	return 0;
}

/*
 * A kernel hung while the vm held few of its blocks. If it hangs in a fresh module too, the findings of that launch
 * say what it waits for, and replace the report. If it ends there, the first launch's leftovers are the cause.
 */
static int hang_explain(struct run *r, struct device_launch *launch, struct device_report *again, bool *alone,
			struct device_report *report, struct error *err)
{
	struct device_report fresh = { .spoiled = false };

	if (module_afresh(r, err))
		return -1;
	if (launch_afresh(r, launch, &fresh, report, err)) {
		device_report_release(again);
		return -1;
	}
	if (fresh.end == DEVICE_HANG) {
		device_report_release(again);
		*again = fresh;
		*alone = true;
	} else {
		device_report_release(&fresh);
	}
	return 0;
}

/* One more launch with checkers, in the module as the earlier launches left it. */
static int case_later(struct run *r, struct device_launch *launch, int index, struct device_report *report,
		      struct case_result *result, struct error *err)
{
	struct device_report later = { .spoiled = false };
	struct case_buffer *list;

	if (launch_afresh(r, launch, &later, report, err))
		return -1;
	if (later.end != DEVICE_DONE || found_errors(&later)) {
		device_report_release(report);
		*report = later;
		result->ended_again = true;
		return report_to_result(report, index, r->arena, result, err);
	}
	list = buffers_get(r, err);
	device_report_release(&later);
	if (!list)
		return -1;
	if (!result->nagain)
		buffers_keep_other(r, list, result);
	return 0;
}

/*
 * A kernel with variables may count its launches, so it is launched again: a quick case several times, a number that no kernel
 * can know; a measured one at least once, because only then has its module seen another launch. The launches whose cost matters
 * (the counted one, the timed one) are the first or second of their module, so a kernel gains nothing by behaving differently
 * later.
 */
static int case_goes_on(struct run *r, struct device_launch *launch, int index, struct device_report *report,
			struct case_result *result, struct error *err)
{
	struct rng draw;
	uint64_t n = r->c->measured ? 1 : 0;
	int status = 0;

	rng_init(&draw, r->job->order_seed + (uint64_t)index); /* the attempt's seed, which no kernel sees */
	if (r->used < LATER_SECONDS)
		n = LATER_LEAST + rng_below(&draw, (uint64_t)(LATER_MOST - LATER_LEAST + 1) << rng_below(&draw, LATER_DOUBLED));
	step_begin(r, JOB_STEP_AGAIN);
	for (uint64_t i = 0; status == 0 && i < n && result->end == CASE_DONE && !result->ended_again && !result->nagain; i++)
		status = case_later(r, launch, index, report, result, err);
	return status;
}

/*
 * Repeats the launch in the same module on fresh poison, to find a kernel that is right only at its first call, because it keeps
 * state in a device variable, or only on a device that holds all its blocks at once. It has the checkers, even in the measured
 * case, which was counted without; blocks begin in order, and the vm holds half of them. A fault becomes the case's report.
 *
 * A kernel must not be able to distinguish the counted launch from the one with checkers, or it could have a race in the first
 * alone. So both find the same blocks on the device, the same variables and the same heap; a third launch then finds the
 * leftovers of an earlier one.
 */
static int case_again(struct run *r, const struct device_launch *first, int index, struct device_report *report,
		      struct case_result *result, struct error *err)
{
	struct device_launch launch = *first;
	struct device_report again = { .spoiled = false };
	struct case_buffer *list;
	bool alone = r->c->measured && !r->fence; /* a failure need not come from the launch before */
	const bool state = r->ops->keeps_state && r->ops->keeps_state(r->module), anew = alone && state;

	if (anew && device_afresh(r, err))
		return -1;
	launch.count_lines = false;
	launch.check = first->check || r->c->measured;
	launch.order_seed = 0;
	launch.resident = few_resident(r->c);
	step_begin(r, launch.check && !r->fence ? JOB_STEP_CHECKED : JOB_STEP_AGAIN);
	if (launch_afresh(r, &launch, &again, report, err))
		return -1;
	if (again.end == DEVICE_HANG && !r->c->measured && !r->fence && hang_explain(r, &launch, &again, &alone, report, err))
		return -1;
	if (again.end != DEVICE_DONE || found_errors(&again)) {
		device_report_release(report);
		*report = again;
		result->ended_again = !alone;
		return report_to_result(report, index, r->arena, result, err);
	}
	list = buffers_get(r, err);
	device_report_release(&again);
	if (!list)
		return -1;
	buffers_keep_other(r, list, result);
	return state ? case_goes_on(r, &launch, index, report, result, err) : 0;
}

/*
 * Counts and checks a measured case in one launch. For a steady kernel (simt_is_steady) that is right, the two launches of
 * case_again would say the same. If it is not right, or takes long, they follow as if this launch had not been: *done is false.
 */
static int case_once(struct run *r, const struct device_launch *first, int index, struct device_report *report,
		     struct case_result *result, bool *done, struct error *err)
{
	struct device_launch launch = *first;
	const double begin = clock_used(), left = seconds_left(r);

	launch.check = true;
	launch.seconds = left > 0 && left < ONCE_SECONDS ? left : ONCE_SECONDS;
	if (r->ops->launch(r->device, r->module, &launch, report, err))
		return -1;
	*done = report->end == DEVICE_DONE && !report->nfindings;
	if (*done)
		return report_to_result(report, index, r->arena, result, err);
	device_report_release(report);
	memset(report, 0, sizeof *report);
	if (r->end > 0)
		r->end += clock_used() - begin;
	return buffers_refill(r, err);
}

/* Runs a case on an open device with a loaded module. */
static int case_run(struct run *r, const struct job *job, int index, struct device_report *report,
		    struct case_result *result, struct error *err)
{
	uint8_t params[PARAMS_MAX];
	struct device_launch launch = {
		.kernel = job->kernel, .grid = r->c->grid, .block = r->c->block,
		.dynamic_shared = r->c->dynamic_shared, .params = params,
		.resident = r->c->measured && !r->fence ? few_resident(r->c) : r->c->resident,
		.check = job->check && !r->c->measured, .count_lines = r->c->measured, .budget = r->c->budget,
		.threads = job->threads ? job->threads : 1, /* a class runs many workers at once */
		.seconds = seconds_left(r),
		.order_seed = job->order_seed && !r->c->measured ? job->order_seed + (uint64_t)index : 0,
	};
	const bool steady = job->check && r->ops->is_steady && r->ops->is_steady(r->module, job->kernel);
	bool done = false;

	r->addr = arena_array(r->arena, r->c->nargs + 1, sizeof *r->addr);
	if (!r->addr)
		return error_nomem(err);
	step_begin(r, r->fence ? JOB_STEP_RUN : launch.count_lines ? JOB_STEP_COUNTED : launch.check ? JOB_STEP_CHECKED :
		   JOB_STEP_RUN);
	if (buffers_make(r, r->addr, err) || params_pack(r, params, &launch.params_len, err))
		return -1;
	if (steady && r->c->measured && case_once(r, &launch, index, report, result, &done, err))
		return -1;
	launch.seconds = seconds_left(r);
	r->used = -clock_used();
	if (!done && (r->ops->launch(r->device, r->module, &launch, report, err) ||
		      report_to_result(report, index, r->arena, result, err)))
		return -1;
	r->used += clock_used();
	if (result->end == CASE_BAD_LAUNCH || report->spoiled)
		return 0;
	result->buffers = buffers_get(r, err);
	if (!result->buffers)
		return -1;
	result->nbuffers = r->c->nargs;
	/* A checked launch of a steady kernel that found nothing says what another would. */
	done |= steady && launch.check && result->end == CASE_DONE && !report->nfindings;
	if (!done && job->check && result->end == CASE_DONE && !found_errors(report) &&
	    case_again(r, &launch, index, report, result, err))
		return -1;
	return r->c->timed_runs && !report->spoiled && r->ops->copy && result->end == CASE_DONE ?
	       case_time(r, &launch, index, report, result, err) : 0;
}

/* A GPU has room for only one case at a time; closing the vm frees its memory. */
static void buffers_free(struct run *r)
{
	struct error ignored;

	for (size_t i = 0; r->fence && r->addr && i < r->c->nargs; i++) {
		if (r->addr[i])
			r->ops->free(r->device, r->addr[i], &ignored);
		if (r->kept && r->kept[i])
			r->ops->free(r->device, r->kept[i], &ignored);
	}
}

int worker_case(const struct device_ops *ops, unsigned number, const struct job *job, int index, struct arena *arena,
		struct device_report *report, struct case_result *result, struct error *err)
{
	struct run r = { .ops = ops, .number = number, .c = &job->cases[index], .job = job, .arena = arena };
	/* A GPU has its own time limit for each launch, and its worker is idle meanwhile. */
	const double seconds = job->on_gpu ? 0 : job->seconds;
	struct device_info info;
	int status = 0;

	r.end = seconds > 0 ? clock_used() + seconds : 0;
	memset(result, 0, sizeof *result);
	memset(report, 0, sizeof *report);
	if (ops->open(&r.device, number, &result->error)) {
		result->end = CASE_DEVICE_FAILED;
		return 0;
	}
	ops->describe(r.device, &info);
	r.fence = info.is_gpu ? FENCE_BYTES : 0;
	if (ops->load(r.device, job->image, job->image_len, &r.module, err)) {
		status = -1;
	} else if (ops->ready && ops->ready(r.module, job->kernel, err)) {
		status = -1;
		ops->unload(r.device, r.module);
	} else {
		if (case_run(&r, job, index, report, result, &result->error)) {
			result->end = CASE_DEVICE_FAILED;
			result->nbuffers = 0;
		}
		if (!report->spoiled) {
			buffers_free(&r);
			if (r.module)
				ops->unload(r.device, r.module);
		}
	}
	if (r.device)
		ops->close(r.device);
	return status;
}

/* ---- the process ---------------------------------------------------------------- */

/* Writes the contents of `out` and empties it. */
static int hand_over(int fd, struct buf *out)
{
	if (out->failed || file_write_fd(fd, out->data, out->len))
		return -1;
	buf_clear(out);
	return 0;
}

/* `end`: the limit of clock_used(); 0: none. */
static bool time_is_up(double end)
{
	return end > 0 && clock_used() >= end;
}

/*
 * The job's seed shuffles the order of the blocks. If there are more than fit on the device, a block may then wait
 * for an earlier one that has not begun, which never happens on hardware, where blocks start in order. So a case that
 * hangs runs again in order, and so do all cases after it. But a case that sets how many blocks are resident at once
 * tests just that: CUDA promises no order, and its hang counts.
 */
static int case_settle(const struct device_ops *ops, unsigned number, struct job *job, int index, double end,
		       struct arena *arena, struct device_report *report, struct case_result *result, struct error *err)
{
	const struct job_case *c = &job->cases[index];
	const struct dim3u *grid = &c->grid;

	if (end > 0)
		job->seconds = time_is_up(end) ? 0.001 : end - clock_used();
	if (worker_case(ops, number, job, index, arena, report, result, err))
		return -1;
	if (result->end != CASE_HANG || time_is_up(end) || !job->order_seed || c->resident ||
	    (grid->x == 1 && grid->y == 1 && grid->z == 1))
		return 0;
	device_report_release(report);
	job->order_seed = 0;
	return case_settle(ops, number, job, index, end, arena, report, result, err);
}

/*
 * The end of a worker with a spoiled device. It skips the driver's exit handlers, which would wait for the
 * kernel: the card is free as soon as the process ends.
 */
static void leave(int out_fd, struct buf *out)
{
	result_put_end(out);
	_exit(hand_over(out_fd, out) ? 1 : 0);
}

/* Sends which step begins. If the parent is gone, writing the result will show it. */
static void step_send(void *ctx, size_t index, enum job_step step)
{
	struct buf out = BUF_INIT;

	result_put_step(&out, index, step);
	hand_over(*(int *)ctx, &out);
	buf_release(&out);
}

int worker_cases(struct job *job, int out_fd)
{
	unsigned number;
	const struct device_ops *ops = device_find(job->device, &number);
	const double end = job->seconds > 0 && !job->on_gpu ? clock_used() + job->seconds : 0;
	struct buf out = BUF_INIT;
	bool more = true;
	int status = 0;

	job->step = step_send;
	job->step_ctx = &out_fd;
	if (job->native && !job->on_gpu)
		translations_begin(job->native == JOB_NATIVE_ALWAYS);
	for (size_t i = 0; more && status == 0 && i < job->ncases; i++) {
		struct arena arena = { 0 };
		struct device_report report = { 0 };
		struct case_result result;
		struct error err = { 0 };

		if (!ops)
			error_set(&err, PARTY_US, "there is no device '%s'", job->device);
		if (!ops || case_settle(ops, number, job, (int)i, end, &arena, &report, &result, &err)) {
			result_put_load_error(&out, &err);
			more = false;
		} else {
			result_put_case(&out, &result);
			more = case_succeeded(&result);
		}
		status = hand_over(out_fd, &out);
		if (report.spoiled)
			leave(out_fd, &out);
		device_report_release(&report);
		arena_release(&arena);
	}
	buf_release(&out);
	return status;
}

static int run_job(struct job *job, int out_fd)
{
	struct buf out = BUF_INIT;
	int status = worker_cases(job, out_fd);

	if (status == 0) {
		result_put_end(&out);
		status = hand_over(out_fd, &out);
	}
	buf_release(&out);
	return status;
}

int worker_gpus(void)
{
	struct device_info list[GPUS_MAX];
	struct gpus gpus = { .n = 0 };
	struct buf out = BUF_INIT;
	int status;

	device_list_gpus(list, GPUS_MAX, &gpus.n, &gpus.why);
	for (size_t i = 0; i < gpus.n; i++) {
		const struct device_info *from = &list[i];
		struct gpu *to = &gpus.list[i];

		*to = (struct gpu){ .number = from->number, .cc_major = from->cc_major, .cc_minor = from->cc_minor,
				    .sms = from->sms, .driver = from->driver, .memory_bytes = from->memory_bytes };
		memcpy(to->name, from->name, sizeof to->name);
		memcpy(to->uuid, from->uuid, sizeof to->uuid);
	}
	gpus_encode(&gpus, &out);
	status = hand_over(STDOUT_FILENO, &out);
	buf_release(&out);
	return status ? 1 : 0;
}

int worker_main(void)
{
	struct arena arena = { 0 };
	struct buf input = BUF_INIT;
	struct error err = { 0 };
	struct job job;
	int status = 1;

	if (wire_read_all(STDIN_FILENO, &input)) {
		fputs("worker: cannot read the job\n", stderr);
	} else if (job_decode(buf_text(&input), input.len, &arena, &job, &err)) {
		error_print(stderr, "worker", &err);
	} else {
		status = run_job(&job, STDOUT_FILENO) ? 1 : 0;
	}
	buf_release(&input);
	arena_release(&arena);
	return status;
}

int worker_translate(void)
{
	struct buf input = BUF_INIT, out = BUF_INIT;
	char *image;
	int status = 1;

	if (wire_read_all(STDIN_FILENO, &input) == 0 && (image = strchr(buf_text(&input), '\n'))) {
		*image++ = '\0';
		status = vm_translate(input.data, image, input.len - (size_t)(image - input.data), &out) ||
			 hand_over(STDOUT_FILENO, &out) ? 1 : 0;
	}
	buf_release(&input);
	buf_release(&out);
	return status;
}
