/* slurm.c - plans, submits, waits and collects: see slurm.h. */
#include "config.h"

#include "grade/slurm/slurm.h"

#include <dirent.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/path.h"
#include "base/version.h"
#include "child/proc.h"
#include "store/carry.h"

#define RESULT_BYTES (8u << 20)
#define RUNS_MOST    100000
#define SUBMIT_SECONDS 60.0
#define ASK_SECONDS    10.0 /* Slurm's commands retry for a long time if there is no answer */
#define ASK_EVERY      2.0
#define UNKNOWN_MOST   3    /* squeue must not know the job this many times in a row: between two states it may be in no list */
#define SILENCE        120.0 /* without an answer for this long the command ends, and the jobs go on */

extern char **environ;

void slurm_key(const struct task *t, const char *compiler, const char *device, uint64_t seed, char out[SLURM_KEY])
{
	struct hash h;
	char hex[HASH_HEX];

	hash_init(&h);
	hash_add_text(&h, t->sha);
	hash_add_text(&h, t->exercise);
	hash_add_text(&h, t->content_version);
	hash_add_text(&h, version_text());
	hash_add_text(&h, t->compiler ? t->compiler : compiler);
	hash_add_text(&h, device);
	hash_add(&h, &seed, sizeof seed);
	hash_hex(&h, hex);
	snprintf(out, SLURM_KEY, "%.*s", SLURM_KEY - 1, hex);
}

/* ---- starts ------------------------------------------------------------------------------------- */

ORDER_BY_TEXT(compare_starts, struct slurm_start, key)

int slurm_starts_read(struct slurm_starts *s, const char *folder, struct arena *arena, struct error *err)
{
	char path[PATH_MAX];
	DIR *dir = path_join(path, sizeof path, folder, "started") ? opendir(path) : NULL;
	size_t n = 0;

	memset(s, 0, sizeof *s);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		struct slurm_start *one = strlen(e->d_name) > SLURM_KEY && e->d_name[SLURM_KEY - 1] == '.'
						  ? arena_push(arena, &s->list, &s->n, &s->cap, sizeof *one) : NULL;

		if (one)
			snprintf(one->key, sizeof one->key, "%.*s", SLURM_KEY - 1, e->d_name);
	}
	if (dir)
		closedir(dir);
	if (s->n)
		qsort(s->list, s->n, sizeof *s->list, compare_starts);
	for (size_t i = 0; i < s->n; i++) {
		if (!n || strcmp(s->list[n - 1].key, s->list[i].key))
			s->list[n++] = s->list[i];
		s->list[n - 1].n++;
	}
	s->n = n;
	return arena->failed ? error_nomem(err) : 0;
}

unsigned slurm_started(const struct slurm_starts *s, const char *key)
{
	struct slurm_start wanted;
	const struct slurm_start *found;

	snprintf(wanted.key, sizeof wanted.key, "%s", key);
	found = s->n ? bsearch(&wanted, s->list, s->n, sizeof *s->list, compare_starts) : NULL;
	return found ? found->n : 0;
}

/* ---- the call --------------------------------------------------------------------------------------- */

/* A task of the queue that has no result yet. */
struct missing { struct task *t; char key[SLURM_KEY]; unsigned starts; bool planned, taken; };

struct cluster {
	struct queue *q;
	const char *database;
	const struct queue_options *qo;
	const struct slurm_options *o;
	struct arena arena;
	struct missing *list; size_t n;
	char run[PATH_MAX], job[64]; /* job: "123" or "123;cluster" */
	size_t taken;              /* results collected during this call */
	double began;
};

static int place(const struct cluster *c, char *out, size_t size, const char *folder, const char *key, const char *end,
		 struct error *err)
{
	if ((size_t)snprintf(out, size, "%s/%s/%s%s", c->o->folder, folder, key, end) >= size)
		return error_set(err, PARTY_MACHINE, "the class's folder has too long a path");
	return 0;
}

static bool has_result(const struct cluster *c, const struct missing *m)
{
	char path[PATH_MAX];

	return place(c, path, sizeof path, "results", m->key, ".json", NULL) == 0 && access(path, R_OK) == 0;
}

/* Finds the tasks without a result in the database. */
static int find_missing(struct cluster *c, struct error *err)
{
	struct queue_options plan = *c->qo;
	struct slurm_starts starts;

	plan.plan_only = plan.elsewhere = true;
	c->q->reused = c->q->older = 0;
	if (queue_run(c->q, c->database, &plan, err) || slurm_starts_read(&starts, c->o->folder, &c->arena, err))
		return -1;
	c->list = arena_array(&c->arena, c->q->ntodo + 1, sizeof *c->list);
	if (!c->list)
		return error_nomem(err);
	for (c->n = 0; c->n < c->q->ntodo; c->n++) {
		struct missing *m = &c->list[c->n];

		m->t = c->q->todo[c->n];
		slurm_key(m->t, c->q->compiler, c->q->device, c->qo->seed, m->key);
		m->starts = slurm_started(&starts, m->key);
	}
	return 0;
}

/* ---- results ---------------------------------------------------------------------------------------------- */

/* Puts an unreadable result aside, to check the file again. */
static int put_aside(const struct cluster *c, const struct missing *m, struct error *err)
{
	char path[PATH_MAX], aside[PATH_MAX];

	if (place(c, path, sizeof path, "results", m->key, ".json", err) ||
	    place(c, aside, sizeof aside, "results", m->key, ".damaged", err))
		return -1;
	return rename(path, aside) ? error_errno(err, "cannot rename '%s'", path) : 0;
}

static int take_one(struct cluster *c, struct store *s, struct missing *m, struct error *err)
{
	struct buf text = BUF_INIT;
	struct error why = { 0 };
	char path[PATH_MAX];
	int status = place(c, path, sizeof path, "results", m->key, ".json", err);

	if (!status && file_read_itself(path, RESULT_BYTES, &text, &why) == 0 &&
	    store_result_unpack(s, buf_text(&text), text.len, &why) == 0)
		m->taken = true;
	else if (!status)
		status = put_aside(c, m, err);
	buf_release(&text);
	return status;
}

/* A result was collected but is still missing: its key is not the one in its file name. */
static int find_wrong_keys(struct cluster *c, const struct missing *before, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (before[i].taken && k < c->n && c->list[k].t != before[i].t)
			k++;
		if (before[i].taken && k < c->n && put_aside(c, &before[i], err))
			return -1;
		c->taken += before[i].taken && k == c->n;
	}
	return 0;
}

/*
 * Puts all existing results into the database; then *c has what is still missing. More may arrive meanwhile, for the next call.
 */
static int take_in(struct cluster *c, struct error *err)
{
	struct missing *before = c->list;
	size_t n = c->n;
	struct store *s = NULL;
	int status = store_open(&s, c->database, false, err);

	for (size_t i = 0; !status && i < n; i++)
		if (has_result(c, &before[i]))
			status = take_one(c, s, &before[i], err);
	store_close(s);
	return status || find_missing(c, err) || find_wrong_keys(c, before, n, err) ? -1 : 0;
}

/* ---- Slurm's commands ----------------------------------------------------------------------------------------- */

static int command(const char *const *argv, const char *cwd, double seconds, struct proc_result *r, struct error *err)
{
	const struct proc_job job = { .argv = argv, .envp = (const char *const *)environ, .cwd = cwd,
				      .limits = { .wall_seconds = seconds } };

	memset(r, 0, sizeof *r);
	return proc_run(&job, r, err);
}

enum answer { IS_OVER, IS_QUEUED, NO_ANSWER };

/* Is the job still queued or running? */
static enum answer ask_for(const char *job)
{
	char id[64], cluster[64] = "--clusters=";
	const char *at = strchr(job, ';');
	const char *argv[] = { "squeue", "--noheader", "--format=%i", "--jobs", id, at ? cluster : NULL, NULL };
	struct proc_result r;
	struct error none = { 0 };
	enum answer answer = NO_ANSWER;

	snprintf(id, sizeof id, "%.*s", at ? (int)(at - job) : (int)strlen(job), job);
	snprintf(cluster + strlen(cluster), sizeof cluster - strlen(cluster), "%.40s", at ? at + 1 : "");
	if (command(argv, NULL, ASK_SECONDS, &r, &none))
		return NO_ANSWER;
	if (r.end == PROC_EXITED && r.code == 0)
		answer = strstr(buf_text(&r.out), id) ? IS_QUEUED : IS_OVER;
	else if (r.end == PROC_EXITED && strstr(buf_text(&r.err), "Invalid job id"))
		answer = IS_OVER;
	proc_result_release(&r);
	return answer;
}

static int submit(struct cluster *c, struct error *err)
{
	static const char *const argv[] = { "sbatch", "--parsable", "job.sbatch", NULL };
	struct proc_result r;
	char path[PATH_MAX];
	size_t n;

	if (command(argv, c->run, SUBMIT_SECONDS, &r, err)) {
		error_set(err, PARTY_MACHINE, "cannot start sbatch");
		return error_remedy(err, "run this on a machine of the cluster that has Slurm's commands, such as its "
					 "login node");
	}
	n = strcspn(buf_text(&r.out), " \r\n");
	if (r.end != PROC_EXITED || r.code || !n || n >= sizeof c->job || strspn(buf_text(&r.out), "0123456789") == 0) {
		const char *said = buf_text(&r.err);

		error_set(err, PARTY_MACHINE, "sbatch did not take the job: %.*s", (int)strcspn(said, "\n"),
			  *said ? said : "no answer");
		error_remedy(err, "change the profile '%s'; `sbatch %s/job.sbatch` tries it again by hand",
			     c->o->profile->path, c->run);
		proc_result_release(&r);
		return -1;
	}
	snprintf(c->job, sizeof c->job, "%.*s", (int)n, buf_text(&r.out));
	proc_result_release(&r);
	if (!path_join(path, sizeof path, c->run, "job"))
		return error_nomem(err);
	return file_write(path, c->job, strlen(c->job), err);
}

/* ---- a plan ------------------------------------------------------------------------------------------------- */

/* The files for each task: [[0, 1, ...], ...], and the number of tasks. */
static json_t *plan_tasks(struct cluster *c, size_t *n)
{
	size_t many = 0, alone = 0, each = (size_t)c->o->profile->files, in = 0;
	json_t *tasks = json_array(), *task = NULL;

	for (size_t i = 0; i < c->n; i++) {
		alone += c->list[i].starts == 2;
		many += c->list[i].starts < 2;
	}
	while (each < many && alone + (many + each - 1) / each > (size_t)c->o->profile->most)
		each++;
	for (size_t i = 0; i < c->n; i++) {
		struct missing *m = &c->list[i];

		m->planned = m->starts < SLURM_STARTS_MOST;
		if (m->planned && m->starts == 2) {
			json_array_append_new(tasks, json_pack("[I]", (json_int_t)i));
		} else if (m->planned) {
			if (!task || in == each) {
				json_array_append_new(tasks, task = json_array());
				in = 0;
			}
			json_array_append_new(task, json_integer((json_int_t)i));
			in++;
		}
	}
	*n = json_array_size(tasks);
	return tasks;
}

static json_t *plan_files(const struct cluster *c)
{
	json_t *files = json_array();

	for (size_t i = 0; i < c->n; i++) {
		const struct missing *m = &c->list[i];

		json_array_append_new(files, json_pack("{s:s, s:s, s:s, s:s, s:s}", "key", m->key, "exercise", m->t->exercise,
						       "file", m->t->file,
						       "sha256", m->t->sha, "content_version", m->t->content_version));
	}
	return files;
}

/* Quoted for the shell. */
static void put_quoted(struct buf *out, const char *text)
{
	buf_putc(out, '\'');
	for (; *text; text++)
		if (*text == '\'')
			buf_puts(out, "'\\''");
		else
			buf_putc(out, *text);
	buf_putc(out, '\'');
}

static bool needs_gpu(const struct queue_options *qo)
{
	return qo->device && strcmp(qo->device, "vm") != 0;
}

static int put_job(const struct cluster *c, size_t tasks, struct buf *out, struct error *err)
{
	const struct slurm_profile *p = c->o->profile;
	char self[PATH_MAX];

	if (!path_self(self, sizeof self))
		return error_errno(err, "cannot find the path of this program");
	buf_printf(out, "#!/bin/bash\n#SBATCH --job-name=warpbook-%s\n#SBATCH --array=0-%zu\n#SBATCH --requeue\n#SBATCH "
		   "--open-mode=append\n#SBATCH --output=log/%%A_%%a.txt\n#SBATCH --time=%lld\n#SBATCH --mem=%lld\n#SBATCH "
		   "--cpus-per-task=%lld\n", c->o->name, tasks - 1, (long long)p->minutes, (long long)p->memory,
		   (long long)p->cpus);
	for (size_t i = 0; i < p->noptions; i++)
		buf_printf(out, "#SBATCH %s\n", p->options[i]);
	for (size_t i = 0; needs_gpu(c->qo) && i < p->ngpu; i++)
		buf_printf(out, "#SBATCH %s\n", p->gpu[i]);
	for (size_t i = 0; i < p->nsetup; i++)
		buf_printf(out, "%s\n", p->setup[i]);
	buf_printf(out, "scratch=\"%s\"\n[ -n \"$scratch\" ] && [ -d \"$scratch\" ] || scratch=/tmp\n", p->scratch);
	buf_puts(out, "export TMPDIR=\"$scratch\" XDG_CACHE_HOME=\"$scratch/warpbook-cache-$(id -u)\"\nexec ");
	if (*p->program)
		buf_puts(out, p->program);
	else
		put_quoted(out, self);
	buf_printf(out, " task --jobs %lld ", (long long)p->cpus);
	put_quoted(out, c->run);
	buf_putc(out, '\n');
	return out->failed ? error_nomem(err) : 0;
}

/* Uses the first free number. */
static int make_run(struct cluster *c, struct error *err)
{
	char runs[PATH_MAX];

	if (place(c, runs, sizeof runs, "runs", "", "", err) || path_make_dirs(runs, err))
		return -1;
	for (int i = 1; i < RUNS_MOST; i++) {
		if ((size_t)snprintf(c->run, sizeof c->run, "%s%d", runs, i) >= sizeof c->run)
			break;
		if (!mkdir(c->run, 0700))
			return 0;
		if (path_exists(c->run))
			continue;
		return error_errno(err, "cannot make '%s'", c->run);
	}
	return error_set(err, PARTY_MACHINE, "no folder for another run in '%s'", runs);
}

/* Files are copied once: an existing folder is complete. */
static int copy_files(const struct cluster *c, struct error *err)
{
	char to[PATH_MAX], half[PATH_MAX];

	for (size_t i = 0; i < c->n; i++) {
		const struct missing *m = &c->list[i];

		if (!m->planned)
			continue;
		if (place(c, to, sizeof to, "files", m->key, "", err) ||
		    place(c, half, sizeof half, "files", m->key, ".half", err))
			return -1;
		if (path_exists(to))
			continue;
		if (path_exists(half) && path_remove_tree(half, err))
			return -1;
		if (queue_copy(m->t, half, err))
			return -1;
		if (rename(half, to))
			return error_errno(err, "cannot rename '%s'", half);
	}
	return 0;
}

static int write_plan(struct cluster *c, json_t *tasks, struct error *err)
{
	json_t *plan = json_pack("{s:i, s:b, s:s, s:s, s:s, s:s, s:I, s:o, s:O}", "format", 1, "own", c->qo->own, "tool_version",
				 version_text(), "wanted", c->qo->compiler ? c->qo->compiler : "", "compiler", c->q->compiler,
				 "device", c->q->device, "seed", (json_int_t)c->qo->seed, "files", plan_files(c), "tasks", tasks);
	char *text = plan ? json_dumps(plan, JSON_INDENT(1)) : NULL, path[PATH_MAX];
	int status = text && path_join(path, sizeof path, c->run, "plan.json") ? file_write(path, text, strlen(text), err) :
		     error_nomem(err);

	free(text);
	json_decref(plan);
	return status;
}

static int make_folders(const struct cluster *c, struct error *err)
{
	static const char *const folders[] = { "results", "started", "failed", "files" };
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (place(c, path, sizeof path, folders[i], "", "", err) || path_make_dirs(path, err))
			return -1;
	if (chmod(c->o->folder, 0700)) /* the plan contains the seed */
		return error_errno(err, "cannot protect '%s'", c->o->folder);
	return !path_join(path, sizeof path, c->run, "log") || path_make_dirs(path, err) ? -1 : 0;
}

static int plan_and_submit(struct cluster *c, struct error *err)
{
	size_t n;
	json_t *tasks = plan_tasks(c, &n);
	struct buf job = BUF_INIT;
	char path[PATH_MAX];
	int status = 0;

	if (c->o->dry_run)
		snprintf(c->run, sizeof c->run, "%s/runs/NEXT", c->o->folder);
	if (n && !c->o->dry_run)
		status = make_run(c, err) || make_folders(c, err) || copy_files(c, err) || write_plan(c, tasks, err);
	if (n && !status)
		status = put_job(c, n, &job, err);
	if (n && !status && c->o->dry_run)
		buf_append(c->o->dry_run, buf_text(&job), job.len);
	else if (n && !status)
		status = !path_join(path, sizeof path, c->run, "job.sbatch") || file_write(path, buf_text(&job), job.len, err) ||
			 submit(c, err);
	json_decref(tasks);
	buf_release(&job);
	return status ? -1 : 0;
}

/* ---- waiting ------------------------------------------------------------------------------------------------- */

/* Puts the number of an earlier call's job that is still queued into c->job. */
static int find_queued(struct cluster *c, struct error *err)
{
	char runs[PATH_MAX], path[PATH_MAX], over[PATH_MAX];
	struct dirent **list;
	int n;

	c->job[0] = '\0';
	if (place(c, runs, sizeof runs, "runs", "", "", err))
		return -1;
	n = scandir(runs, &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		struct buf text = BUF_INIT;

		if (!c->job[0] && list[i]->d_name[0] != '.' && (size_t)snprintf(path, sizeof path, "%s%s/job", runs,
										list[i]->d_name) < sizeof path &&
		    (size_t)snprintf(over, sizeof over, "%s%s/over", runs, list[i]->d_name) < sizeof over && !path_exists(over) &&
		    file_read_itself(path, sizeof c->job - 1, &text, NULL) == 0) {
			if (ask_for(buf_text(&text)) == IS_OVER)
				file_write(over, "", 0, NULL);
			else
				snprintf(c->job, sizeof c->job, "%s", buf_text(&text));
		}
		buf_release(&text);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	return 0;
}

/* Waits until there are all results, or the job has ended. */
static void wait_for(struct cluster *c)
{
	double asked = clock_now(), answered = asked;
	size_t last = SIZE_MAX;
	int over = 0;

	while (!proc_interrupted()) {
		enum answer answer = IS_QUEUED;
		size_t done = 0;

		if (clock_now() - asked > ASK_EVERY) {
			answer = ask_for(c->job);
			asked = clock_now();
			answered = answer == NO_ANSWER ? answered : asked;
			over = answer == IS_OVER ? over + 1 : 0;
		}
		for (size_t i = 0; i < c->n; i++)
			done += has_result(c, &c->list[i]);
		if (c->o->progress && done != last)
			c->o->progress(c->o->ctx, c->job, done, c->n, clock_now() - c->began);
		last = done;
		if (done == c->n || over == UNKNOWN_MOST)
			return;
		if (clock_now() - answered > SILENCE)
			break;
		usleep(300000);
	}
	c->q->interrupted = true;
}

/* ---- files without a result ------------------------------------------------------------------------------------- */

static void report_reasons(struct cluster *c)
{
	for (size_t i = 0; i < c->n; i++) {
		struct missing *m = &c->list[i];
		struct buf text = BUF_INIT;
		char path[PATH_MAX];
		const char *why = "the cluster's job ended before it was checked";

		if (place(c, path, sizeof path, "failed", m->key, ".txt", NULL) == 0 &&
		    file_read_itself(path, 4096, &text, NULL) == 0)
			why = buf_text(&text);
		else if (m->starts >= SLURM_STARTS_MOST)
			why = "the cluster's jobs died at this file three times: check it here, without --slurm";
		else if (m->starts)
			why = "the cluster's job died while it was checked (out of memory or time? see the logs in "
			      ".warpbook/slurm)";
		m->t->failure = arena_printf(&c->q->arena, "machine: %s", why);
		buf_release(&text);
	}
}

int slurm_run(struct queue *q, const char *database, const struct queue_options *qo, const struct slurm_options *o,
	      struct error *err)
{
	struct cluster c = { .q = q, .database = database, .qo = qo, .o = o, .began = clock_now() };
	int status;

	if (needs_gpu(qo) && !o->profile->ngpu) {
		error_set(err, PARTY_LEARNER, "the profile '%s' does not say how to ask for a GPU", o->profile->path);
		error_remedy(err, "add a field such as gpu = { \"--gres=gpu:1\" }");
		return error_word(err);
	}
	status = find_missing(&c, err) || take_in(&c, err) ? -1 : 0;

	if (!status && c.n) {
		status = find_queued(&c, err);
		if (!status && (!c.job[0] || o->dry_run))
			status = plan_and_submit(&c, err);
		if (!status && c.job[0] && !o->dry_run) {
			wait_for(&c);
			status = take_in(&c, err);
		}
	}
	if (!status && !q->interrupted && !o->dry_run)
		report_reasons(&c);
	q->checked = c.taken;
	q->reused -= c.taken < q->reused ? c.taken : q->reused;
	arena_release(&c.arena);
	return status;
}
