/* queue.c - the checks of a class: see queue.h. */
#include "config.h"

#include "grade/queue.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attempt/attempt.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/source.h"
#include "base/thread.h"
#include "base/version.h"
#include "bench/expectations.h"
#include "bench/target.h"
#include "catalog/catalog.h"
#include "child/proc.h"
#include "grade/in/neighbours.h"
#include "toolchain/python/numba.h"

#define MOST_THREADS  64

/* ---- files ------------------------------------------------------------------------------------- */

/* The key of the source: the file's hash, or one of it and its headers. The same text in Python has another key. */
static void name_source(const char *path, const struct buf *text, bool headers, char sha[65])
{
	struct hash hash;
	const bool python = grade_is_python(path), neighbours = headers && neighbours_needed(path, text);

	if (!python && !neighbours) {
		hash_bytes(buf_text(text), text->len, sha);
		return;
	}
	hash_init(&hash);
	if (python)
		hash_add_text(&hash, "python");
	hash_add(&hash, buf_text(text), text->len);
	if (neighbours)
		neighbours_hash(path, &hash);
	hash_hex(&hash, sha);
}

int queue_add(struct queue *q, const struct grade_exercise *x, const char *path, bool headers, const char *whose,
	      struct task **task, const char **odd, struct error *err)
{
	struct buf text = BUF_INIT;
	struct error why = { 0 };
	struct task *t, **place;
	char sha[65];

	*task = NULL;
	*odd = NULL;
	if (file_read_itself(path, SOURCE_MAX_BYTES, &text, &why)) {
		*odd = arena_strdup(&q->arena, why.text);
		buf_release(&text);
		return *odd ? 0 : error_nomem(err);
	}
	if (!text.len || strspn(buf_text(&text), " \t\r\n") == text.len) {
		*odd = "";
		buf_release(&text);
		return 0;
	}
	name_source(path, &text, headers, sha);
	buf_release(&text);
	for (size_t i = 0; i < q->n; i++)
		if (!strcmp(q->tasks[i]->sha, sha) && !strcmp(q->tasks[i]->exercise, x->id)) {
			*task = q->tasks[i];
			return 0;
		}
	t = arena_alloc(&q->arena, sizeof *t);
	place = arena_push(&q->arena, &q->tasks, &q->n, &q->cap, sizeof *place);
	if (!t || !place)
		return error_nomem(err);
	*t = (struct task){ .exercise = x->id, .file = grade_is_python(path) ? x->python : x->file,
			    .path = arena_strdup(&q->arena, path), .whose = arena_strdup(&q->arena, whose), .headers = headers };
	memcpy(t->sha, sha, sizeof sha);
	*place = *task = t;
	return q->arena.failed ? error_nomem(err) : 0;
}

/* ---- one check ------------------------------------------------------------------------------------- */

struct work {
	struct queue *q;
	const struct queue_options *options;
	struct store *store;
	struct compiler compiler;
	struct expectations *expectations; /* all have the same seed */
	char compiler_text[80], python_text[80], device[32], stage[256];
	char gpus[TARGET_TWINS][16]; size_t ngpus; /* of one kind: each takes one thread's files; 0: the device is the vm */
	struct task **todo; size_t n, next, done;
	unsigned threads;
	bool times;                /* the second pass: times the files that passed, on a GPU */
	double began;
	struct error error;        /* of the database: the queue cannot go on */
	bool failed;
	pthread_mutex_t lock;      /* protects everything that changes, and the store */
};

/* Copies the file and its current neighbours, under the exercise's name, into that folder; *out is the path. */
static int copy_task(const struct task *t, const char *dir, char *out, size_t size, struct error *err)
{
	struct buf text = BUF_INIT;
	char sha[65];
	int status;

	if (path_make_dirs(dir, err) || !path_join(out, size, dir, t->file))
		return -1;
	status = file_read_itself(t->path, SOURCE_MAX_BYTES, &text, err) ||
		 (t->headers && neighbours_needed(t->path, &text) && neighbours_copy(t->path, dir, t->file, err)) ||
		 file_write_scratch(out, buf_text(&text), text.len, err);
	if (!status) {
		name_source(t->path, &text, t->headers, sha);
		status = strcmp(sha, t->sha) != 0; /* otherwise the result would belong to another file */
		if (status)
			error_set(err, PARTY_MACHINE, "the file changed while the class was graded");
	}
	buf_release(&text);
	return status ? -1 : 0;
}

int queue_copy(const struct task *t, const char *dir, struct error *err)
{
	char path[PATH_MAX];

	return copy_task(t, dir, path, sizeof path, err);
}

static int stage_file(const struct work *w, const struct task *t, char *out, size_t size, struct error *err)
{
	char dir[300];

	snprintf(dir, sizeof dir, "%s/%s-%.16s", w->stage, path_base(t->exercise), t->sha);
	return copy_task(t, dir, out, size, err);
}

static void unstage(const char *path)
{
	char dir[PATH_MAX];

	snprintf(dir, sizeof dir, "%.*s", (int)(path_base(path) - path - 1), path);
	path_remove_tree(dir, NULL);
}

/* Does the verdict say something about the file? If not, it is not a grade. */
static bool is_grade(enum verdict v)
{
	return verdict_party(v) == PARTY_LEARNER && v != VERDICT_INTERRUPTED;
}

/* The place for this pass's result of the task, and for the reason if there is none. */
static int64_t *result_of(const struct work *w, struct task *t)
{
	return w->times ? &t->timed : &t->result;
}

static const char **failure_of(const struct work *w, struct task *t)
{
	return w->times ? &t->untimed : &t->failure;
}

static void task_fail(struct work *w, struct task *t, const char *verdict, const char *why)
{
	struct buf clean = BUF_INIT;

	text_sanitise_name(why, &clean);
	*failure_of(w, t) = arena_printf(&w->q->arena, "%s: %s", verdict, buf_text(&clean));
	buf_release(&clean);
}

/* A right kernel on the GPU without a time: the machine's fault, and the pass has no result. */
static bool lacks_time(const struct work *w, const struct attempt *a)
{
	return w->times && a->verdict == VERDICT_PASSED && a->speed.note && a->speed.speedup <= 0;
}

/* What is kept is for the student: it names files as they know them, not where they were checked. */
static void put_without(const char *folder, const char *text, struct buf *out)
{
	const char *found;

	for (; (found = strstr(text, folder)); text = found + strlen(folder))
		buf_append(out, text, (size_t)(found - text));
	buf_puts(out, text);
}

static void put_report(const struct attempt *a, const char *folder, struct buf *out)
{
	struct buf text = BUF_INIT;

	attempt_text(a, 80, &text);
	put_without(folder, buf_text(&text), out);
	out->failed |= text.failed;
	buf_release(&text);
}

static const char *without_folder(const char *folder, const char *text, struct arena *arena)
{
	struct buf out = BUF_INIT;
	const char *kept = text;

	if (text && strstr(text, folder)) {
		put_without(folder, text, &out);
		kept = arena_strdup(arena, buf_text(&out));
		buf_release(&out);
	}
	return kept;
}

/* With the lock held. */
static void keep_attempt(struct work *w, struct task *t, struct attempt *a)
{
	struct store_key key = { t->sha, t->exercise, t->content_version, version_text(), a->compiler, a->device, a->seed };
	struct store_grading grading = { .source_sha256 = t->sha };
	struct buf text = BUF_INIT, path = BUF_INIT;
	struct error err = { 0 };
	char folder[PATH_MAX];

	key.device = a->device = w->device; /* not the GPU of several that this file got */
	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(a->path) - a->path), a->path);
	put_report(a, folder, &text);
	grading.report = buf_text(&text);
	a->message = without_folder(folder, a->message, &a->arena);
	a->advice = without_folder(folder, a->advice, &a->arena);
	for (size_t i = 0; i < a->nfindings; i++) {
		a->findings[i].place.file = without_folder(folder, a->findings[i].place.file, &a->arena);
		a->findings[i].other.file = without_folder(folder, a->findings[i].other.file, &a->arena);
		a->findings[i].message = without_folder(folder, a->findings[i].message, &a->arena);
		a->findings[i].advice = without_folder(folder, a->findings[i].advice, &a->arena);
	}
	text_sanitise_name(t->shown ? t->shown : t->path, &path);
	a->path = buf_text(&path);
	if (text.failed || path.failed || attempt_record(a, w->store, &grading, &err) ||
	    store_result_find(w->store, &key, result_of(w, t), &err)) {
		if (!w->failed)
			w->error = err;
		w->failed = true;
	}
	buf_release(&text);
	buf_release(&path);
	*failure_of(w, t) = NULL;
	if (w->times) {
		w->q->timed++;
		return;
	}
	w->q->checked++;
	w->q->check_seconds += a->compile_seconds + a->run_seconds;
}

/* Whoever grades on a GPU wants its times: without them the points stay open. */
static bool needs_times(const struct work *w)
{
	return w->times || (w->options->device && strcmp(w->options->device, "vm"));
}

static void check(struct work *w, struct task *t, const char *device, bool last)
{
	struct attempt_options options = { .compiler = w->options->compiler, .device = device,
					   .seed = w->options->seed, .expectations = w->expectations, .all_cases = !w->times,
					   .times_needed = needs_times(w), .untrusted = !w->options->own };
	char path[PATH_MAX] = "";
	struct error err = { 0 };
	struct attempt a = { 0 };
	int status;

	if (w->options->begin)
		w->options->begin(w->options->ctx, t);
	status = stage_file(w, t, path, sizeof path, &err);
	if (!status)
		status = attempt_run(t->exercise, path, &options, &a, &err);
	if (*path)
		unstage(path);
	pthread_mutex_lock(&w->lock);
	if (status)
		task_fail(w, t, party_name(err.party), err.text);
	else if (lacks_time(w, &a))
		task_fail(w, t, "no time", a.speed.note);
	else if (is_grade(a.verdict))
		keep_attempt(w, t, &a);
	else if (a.verdict != VERDICT_INTERRUPTED)
		task_fail(w, t, verdict_name(a.verdict), a.message ? a.message : "");
	if (*result_of(w, t) || (last && *failure_of(w, t))) {
		w->done++;
		if (w->options->progress)
			w->options->progress(w->options->ctx, t, w->done, w->n, clock_now() - w->began);
	}
	pthread_mutex_unlock(&w->lock);
	attempt_release(&a);
}

struct hand {
	struct work *w;
	pthread_t thread;
	const char *device;
};

static void *check_some(void *ctx)
{
	const struct hand *h = ctx;
	struct work *w = h->w;

	for (;;) {
		struct task *t = NULL;

		pthread_mutex_lock(&w->lock);
		if (!w->failed && w->next < w->n && !proc_interrupted())
			t = w->todo[w->next++];
		pthread_mutex_unlock(&w->lock);
		if (!t)
			return NULL;
		check(w, t, h->device, false);
	}
}

/* ---- all of them --------------------------------------------------------------------------------------- */

static const char *device_of(const struct work *w, unsigned hand)
{
	return w->ngpus ? w->gpus[hand % w->ngpus] : w->options->device;
}

/* The GPUs that take part: if the first is asked for, all of its kind. */
static void take_gpus(struct work *w, const struct target *t)
{
	memcpy(w->gpus[0], t->device, sizeof w->gpus[0]);
	w->ngpus = !t->is_gpu ? 0 : strcmp(t->device, "gpu") ? 1 : target_twins(t, w->gpus);
}

static void check_all(struct work *w)
{
	struct hand hands[MOST_THREADS] = { { w, .device = device_of(w, 0) } };
	unsigned started = 0, wanted = w->threads > w->n ? (unsigned)w->n : w->threads;

	while (started < wanted) {
		struct hand *h = &hands[started];

		*h = (struct hand){ w, .device = device_of(w, started) };
		if (thread_start(&h->thread, 0, check_some, h))
			break;
		started++;
	}
	if (!started)
		check_some(&hands[0]);
	for (unsigned k = 0; k < started; k++)
		pthread_join(hands[k].thread, NULL);
	for (size_t i = 0; i < w->n && !w->failed && !proc_interrupted(); i++) /* alone, now that everything else is done */
		if (!*result_of(w, w->todo[i]))
			check(w, w->todo[i], device_of(w, 0), true);
	w->q->interrupted = proc_interrupted();
}

/* A GPU takes one file at a time, since others would disturb its times. */
static unsigned thread_count(const struct queue_options *o, size_t gpus)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned n = o->threads ? o->threads : processors > 0 ? (unsigned)processors : 1;

	return gpus ? (unsigned)gpus : n > MOST_THREADS ? MOST_THREADS : n;
}

/* The compiler that checks this file, as in its results. If there is no Numba, the checks report that. */
static const char *compiler_of(struct work *w, const struct task *t)
{
	struct compiler numba = { 0 };
	struct error why;

	if (!grade_is_python(t->file))
		return w->q->compiler;
	if (!w->python_text[0]) {
		if (compiler_find_for(&numba, t->file, NULL, &why))
			snprintf(w->python_text, sizeof w->python_text, "numba");
		else
			compiler_describe(&numba, w->python_text, sizeof w->python_text);
	}
	return arena_strdup(&w->q->arena, w->python_text);
}

/* Looks up the exercise of this file in its current version. */
static int look_up_exercise(struct queue *q, size_t at, struct error *err)
{
	struct task *t = q->tasks[at];
	struct exercise *e;

	for (size_t k = 0; k < at && !t->content_version; k++)
		if (!strcmp(q->tasks[k]->exercise, t->exercise) && !strcmp(q->tasks[k]->file, t->file)) {
			t->content_version = q->tasks[k]->content_version;
			t->timeable = q->tasks[k]->timeable;
		}
	if (t->content_version)
		return 0;
	if (exercise_open_for(&e, t->exercise, t->file, err))
		return -1;
	if (exercise_hash(e, err)) {
		exercise_close(e);
		return -1;
	}
	t->content_version = arena_strdup(&q->arena, e->content_hash);
	t->timeable = e->kind == EXERCISE_KERNEL && !e->device_bytes && e->devices < 2 && !e->own_link;
	exercise_close(e);
	return t->content_version ? 0 : error_nomem(err);
}

/* The task's result of this pass, if there is one. */
static int find_known(struct work *w, struct task *t, struct error *err)
{
	const struct store_key key = { t->sha, t->exercise, t->content_version, version_text(), t->compiler, w->device,
				       w->options->seed };
	int64_t *result = result_of(w, t);

	if (store_result_find(w->store, &key, result, err))
		return -1;
	if (*result || w->options->same_version)
		return 0;
	if (store_result_other(w->store, &key, result, err))
		return -1;
	w->q->older += *result && !w->times;
	return 0;
}

/* Should its time be measured? Only if it passed, by whatever version. */
static int find_passed(struct work *w, struct task *t, struct error *err)
{
	struct arena scratch = { 0 };
	struct store_result r;
	int status = 0;

	if (t->result && t->timeable)
		status = store_result_read(w->store, t->result, &scratch, &r, err);
	t->wants_time = !status && t->result && t->timeable && !strcmp(r.verdict, "passed");
	arena_release(&scratch);
	return status;
}

/* Finds the tasks that already have a result; the rest is to do. */
static int find_done_tasks(struct work *w, struct error *err)
{
	struct queue *q = w->q;

	w->todo = arena_array(&q->arena, q->n + 1, sizeof *w->todo);
	if (!w->todo)
		return error_nomem(err);
	for (size_t i = 0; i < q->n; i++) {
		struct task *t = q->tasks[i];

		if (w->times && find_passed(w, t, err))
			return -1;
		if (w->times && !t->wants_time)
			continue;
		if (look_up_exercise(q, i, err))
			return -1;
		t->compiler = compiler_of(w, t);
		if (!t->compiler)
			return error_nomem(err);
		if (find_known(w, t, err))
			return -1;
		if (!*result_of(w, t))
			w->todo[w->n++] = t;
		else if (w->times)
			q->times_known++;
		else
			q->reused++;
	}
	return 0;
}

static int prepare(struct work *w, struct error *err)
{
	struct target target = { 0 };

	if (w->options->elsewhere && w->options->device && strcmp(w->options->device, "vm"))
		snprintf(target.device, sizeof target.device, "gpu");
	else if (target_choose(&target, w->options->device, err))
		return -1;
	if (compiler_find(&w->compiler, w->options->compiler, err))
		return -1;
	compiler_describe(&w->compiler, w->compiler_text, sizeof w->compiler_text);
	snprintf(w->device, sizeof w->device, "%s", target.device);
	take_gpus(w, &target);
	w->threads = thread_count(w->options, w->ngpus);
	return path_temp_dir(w->stage, sizeof w->stage, "warpbook-grade", err);
}

/* Checks the tasks that are to do. */
static int check_todo(struct work *w, struct error *err)
{
	w->expectations = expectations_new(); /* without memory each check makes its own */
	check_all(w);
	expectations_free(w->expectations);
	if (w->failed)
		*err = w->error;
	return w->failed ? -1 : 0;
}

static void work_release(struct work *w)
{
	pthread_mutex_destroy(&w->lock);
	if (w->stage[0])
		path_remove_tree(w->stage, NULL);
	store_close(w->store);
}

int queue_run(struct queue *q, const char *database, const struct queue_options *o, struct error *err)
{
	struct work w = { .q = q, .options = o, .began = clock_now() };
	int status = store_open(&w.store, database, false, err);

	pthread_mutex_init(&w.lock, NULL);
	if (!status)
		status = prepare(&w, err);
	q->compiler = arena_strdup(&q->arena, w.compiler_text);
	q->device = arena_strdup(&q->arena, w.device);
	if (!status && (!q->compiler || !q->device))
		status = error_nomem(err);
	if (!status)
		status = find_done_tasks(&w, err);
	q->todo = w.todo;
	q->ntodo = w.n;
	if (!status && !o->plan_only)
		status = check_todo(&w, err);
	work_release(&w);
	return status;
}

/* Sets the reason why missing times are not measured. */
static void leave_untimed(struct work *w, const struct error *why)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->options->plan_only)
			w->todo[i]->untimed = "no time was taken yet";
		else
			task_fail(w, w->todo[i], party_name(why->party), why->text);
}

int queue_time(struct queue *q, const char *database, const struct queue_options *o, struct error *err)
{
	struct work w = { .q = q, .options = o, .times = true, .began = clock_now() };
	struct target target;
	struct error why = { 0 };
	bool here = false;
	int status = store_open(&w.store, database, false, err);

	pthread_mutex_init(&w.lock, NULL);
	snprintf(w.device, sizeof w.device, "%s", o->device);
	if (!status)
		status = find_done_tasks(&w, err);
	if (!status && w.n && !o->plan_only)
		here = target_choose(&target, o->device, &why) == 0;
	if (here) {
		take_gpus(&w, &target);
		w.threads = thread_count(o, w.ngpus);
	}
	if (!status && here)
		status = path_temp_dir(w.stage, sizeof w.stage, "warpbook-grade", err);
	if (!status && here)
		status = check_todo(&w, err);
	else if (!status)
		leave_untimed(&w, &why);
	work_release(&w);
	return status;
}

void queue_release(struct queue *q)
{
	arena_release(&q->arena);
	memset(q, 0, sizeof *q);
}
