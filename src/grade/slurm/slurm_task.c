/*
 * slurm_task.c - on a node of the cluster: makes the checks of one task of an array. See slurm.h.
 *
 * The results go into a database of the node's own, as for any class, and from there each goes into its file at once.
 */
#include "config.h"

#include "grade/slurm/slurm.h"

#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "store/carry.h"

#define PLAN_BYTES (64u << 20)

struct node {
	struct arena arena;
	const char *folder;       /* of the assignment */
	json_t *plan;
	const char *compiler, *device;
	uint64_t seed;
	char who[200];            /* job.task.restart.node */
	struct queue q;
	struct queue_options options;
	struct store *store;      /* the node's own */
	char scratch[256], database[300];
	struct error error;       /* for a result that could not be written */
	bool failed;
};

static const char *variable(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value && *value && !strpbrk(value, "/\n") ? value : otherwise;
}

/* ---- results -------------------------------------------------------------------------------------- */

/*
 * The first complete one wins. On a network file system link() may succeed and still report an error, if the answer was lost: the
 * number of the file's names decides (open(2)).
 */
static int publish(const struct node *n, const char *key, const struct buf *text, struct error *err)
{
	char half[PATH_MAX], whole[PATH_MAX];
	struct stat st;
	int status = 0;

	if ((size_t)snprintf(half, sizeof half, "%s/results/.%s.%s.%ld", n->folder, key, n->who, (long)getpid()) >= sizeof half ||
	    (size_t)snprintf(whole, sizeof whole, "%s/results/%s.json", n->folder, key) >= sizeof whole)
		return error_set(err, PARTY_MACHINE, "the class's folder has too long a path");
	if (file_write(half, buf_text(text), text->len, err))
		status = -1;
	else if (link(half, whole) && (stat(half, &st) || st.st_nlink != 2) && !path_exists(whole))
		status = error_errno(err, "cannot write '%s'", whole);
	unlink(half);
	return status;
}

static void key_of(const struct node *n, const struct task *t, char key[SLURM_KEY])
{
	slurm_key(t, n->compiler, n->device, n->seed, key);
}

static void note(const struct node *n, const char *folder, const char *key, const char *end, const char *text)
{
	char path[PATH_MAX];

	if ((size_t)snprintf(path, sizeof path, "%s/%s/%s%s", n->folder, folder, key, end) < sizeof path)
		file_write(path, text, strlen(text), NULL);
}

/* Called before a check. */
static void begin(void *ctx, const struct task *t)
{
	const struct node *n = ctx;
	char key[SLURM_KEY], end[sizeof n->who + 1];

	key_of(n, t, key);
	snprintf(end, sizeof end, ".%s", n->who);
	note(n, "started", key, end, "");
}

/* Called after a check, one at a time. */
static void end(void *ctx, const struct task *t, size_t done, size_t all, double seconds)
{
	struct node *n = ctx;
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	char key[SLURM_KEY];

	key_of(n, t, key);
	printf("%zu of %zu in %.1f s: %s %s %s\n", done, all, seconds, t->exercise, key, t->result ? "checked" : t->failure);
	fflush(stdout);
	if (!t->result) {
		note(n, "failed", key, ".txt", t->failure);
	} else if (store_result_pack(n->store, t->result, &text, &err) || publish(n, key, &text, &err)) {
		if (!n->failed)
			n->error = err;
		n->failed = true;
	}
	buf_release(&text);
}

/* ---- what to check --------------------------------------------------------------------------------- */

static int is_odd(const char *run, struct error *err)
{
	error_set(err, PARTY_MACHINE, "the plan in '%s' is damaged, or of another version", run);
	return error_remedy(err, "`warpbook grade ... --slurm` makes a new one");
}

static int read_plan(struct node *n, const char *run, struct error *err)
{
	struct buf text = BUF_INIT;
	const char *last;
	char path[PATH_MAX];

	if (!path_join(path, sizeof path, run, "plan.json") || file_read(path, PLAN_BYTES, &text, err)) {
		buf_release(&text);
		return -1;
	}
	n->plan = json_loadb(buf_text(&text), text.len, 0, NULL);
	buf_release(&text);
	n->compiler = json_string_value(json_object_get(n->plan, "compiler"));
	n->device = json_string_value(json_object_get(n->plan, "device"));
	n->seed = (uint64_t)json_integer_value(json_object_get(n->plan, "seed"));
	if (!n->compiler || !n->device || !n->seed || json_integer_value(json_object_get(n->plan, "format")) != 1)
		return is_odd(run, err);
	last = strstr(run, "/runs/");
	for (const char *p = last; p; p = strstr(p + 1, "/runs/"))
		last = p;
	if (!last)
		return is_odd(run, err);
	n->folder = arena_strndup(&n->arena, run, (size_t)(last - run));
	return n->folder ? 0 : error_nomem(err);
}

/* Adds one file of the plan, unless it has its result, or a task died at it twice and it is not alone now. */
static int enter_file(struct node *n, const json_t *file, const struct slurm_starts *starts, bool alone, struct error *err)
{
	const char *key = json_string_value(json_object_get(file, "key")),
		*exercise = json_string_value(json_object_get(file, "exercise")),
		   *name = json_string_value(json_object_get(file, "file")),
		   *sha = json_string_value(json_object_get(file, "sha256")),
		   *content = json_string_value(json_object_get(file, "content_version")), *odd;
	struct grade_exercise x = { .id = exercise, .file = name, .python = name };
	char path[PATH_MAX];
	struct task *t;

	if (!key || strlen(key) != SLURM_KEY - 1 || !exercise || !name || !sha || !content || strchr(name, '/') ||
	    strchr(key, '/'))
		return is_odd("runs", err);
	if ((size_t)snprintf(path, sizeof path, "%s/results/%s.json", n->folder, key) >= sizeof path)
		return is_odd("runs", err);
	if (path_exists(path) || slurm_started(starts, key) >= (alone ? SLURM_STARTS_MOST : 2u))
		return 0;
	snprintf(path, sizeof path, "%s/files/%s/%s", n->folder, key, name);
	if (queue_add(&n->q, &x, path, true, key, &t, &odd, err))
		return -1;
	if (!t || strcmp(t->sha, sha)) {
		note(n, "failed", key, ".txt", "the copy of the file on the cluster is damaged");
		return 0;
	}
	t->exercise = exercise; /* the plan's string, which outlives the queue */
	t->file = name;
	return 0;
}

static int enter_files(struct node *n, const char *run, struct error *err)
{
	const json_t *files = json_object_get(n->plan, "files"),
		     *task = json_array_get(json_object_get(n->plan, "tasks"),
					    (size_t)strtoul(variable("SLURM_ARRAY_TASK_ID", "0"), NULL, 10));
	struct slurm_starts starts;

	if (!json_is_array(task))
		return is_odd(run, err);
	if (slurm_starts_read(&starts, n->folder, &n->arena, err))
		return -1;
	for (size_t i = 0; i < json_array_size(task); i++)
		if (enter_file(n, json_array_get(files, (size_t)json_integer_value(json_array_get(task, i))), &starts,
			       json_array_size(task) == 1, err))
			return -1;
	return 0;
}

/*
 * This node checks with the same compiler, device and exercises as planned, or not at all: so the grades are the same
 * as on the planning machine.
 */
static int compare_with_plan(struct node *n, struct error *err)
{
	struct queue_options plan = n->options;

	plan.plan_only = true;
	if (queue_run(&n->q, n->database, &plan, err))
		return -1;
	if (strcmp(n->q.compiler, n->compiler) || strcmp(n->q.device, n->device)) {
		error_set(err, PARTY_MACHINE, "this node has '%s' on '%s', and the plan was made for '%s' on '%s'", n->q.compiler,
			  n->q.device, n->compiler, n->device);
		return error_remedy(err, "load the same modules in the profile's `setup` as where you run `warpbook grade`");
	}
	for (size_t i = 0; i < n->q.n; i++) {
		char key[SLURM_KEY];

		key_of(n, n->q.tasks[i], key);
		if (strcmp(key, n->q.tasks[i]->whose)) {
			error_set(err, PARTY_MACHINE, "this node has another version of warpbook or of '%s' than planned",
				  n->q.tasks[i]->exercise);
			return error_remedy(err, "install one version on a file system that all nodes share");
		}
	}
	n->q.reused = 0;
	return 0;
}

int slurm_task(const char *run, unsigned threads, struct error *err)
{
	struct node n = { 0 };
	const char *wanted;
	int status;

	snprintf(n.who, sizeof n.who, "%.40s.%.20s.%.20s.%.80s", variable("SLURM_ARRAY_JOB_ID", "0"),
		 variable("SLURM_ARRAY_TASK_ID", "0"), variable("SLURM_RESTART_COUNT", "0"), variable("SLURMD_NODENAME", "here"));
	status = read_plan(&n, run, err) || enter_files(&n, run, err);
	wanted = json_string_value(json_object_get(n.plan, "wanted"));
	n.options = (struct queue_options){ .compiler = wanted && *wanted ? wanted : NULL, .seed = n.seed, .threads = threads,
					    .same_version = true, .device = n.device,
					    .own = json_is_true(json_object_get(n.plan, "own")), .begin = begin, .progress = end,
					    .ctx = &n };
	if (!status && n.q.n) {
		status = path_temp_dir(n.scratch, sizeof n.scratch, "warpbook-task", err);
		snprintf(n.database, sizeof n.database, "%s/warpbook.db", n.scratch);
		status = status || store_open(&n.store, n.database, false, err) || compare_with_plan(&n, err) ||
			 queue_run(&n.q, n.database, &n.options, err);
		if (!status && n.failed) {
			*err = n.error;
			status = -1;
		}
	}
	store_close(n.store);
	if (n.scratch[0])
		path_remove_tree(n.scratch, NULL);
	queue_release(&n.q);
	json_decref(n.plan);
	arena_release(&n.arena);
	return status ? -1 : 0;
}
