/*
 * submit.c - `warpbook submit`: runs a learner's own check as a job on a cluster with Slurm.
 *
 * It uses the queue of a class with one file (grade/slurm/slurm.h): the job survives a dead node, the workspace records its
 * result, and the same command continues an interrupted one, because the seed comes from the file.
 */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "grade/slurm/slurm.h"

static const char *profile_word, *device, *compiler, *exercise;
static bool dry_run;
static uint64_t seed;

static void show_job(void *ctx, const char *job, size_t done, size_t all, double seconds)
{
	(void)all;
	(void)ctx;
	if (!done && !output.json)
		fprintf(stderr, _("job %s: waiting, %.0f s; you may interrupt this, and the same command goes on\n"), job,
				seconds);
}

/* The folder of the file and the result for the nodes: one for each file, so that no job waits for another. */
static int find_folder(const struct context *d, const struct task *t, char *out, size_t size, struct error *err)
{
	char real[PATH_MAX];

	if (!d->workspace.root[0]) {
		error_set(err, PARTY_LEARNER, "there is no workspace, which keeps the result");
		error_remedy(err, "make one with `warpbook init`, on a file system that the cluster's nodes share");
		return -1;
	}
	if (!realpath(d->workspace.root, real))
		return error_errno(err, "cannot find '%s'", d->workspace.root);
	if ((size_t)snprintf(out, size, "%s/.warpbook/slurm/%s-%.12s", real, path_base(t->exercise), t->sha) >= size)
		return error_set(err, PARTY_MACHINE, "the workspace's path is too long");
	return 0;
}

/* The same file gets the same inputs, unless the user gives a seed. */
static uint64_t seed_of(const struct task *t)
{
	char digits[13];

	snprintf(digits, sizeof digits, "%.12s", t->sha);
	return seed ? seed : strtoull(digits, NULL, 16);
}

static int print_result(const struct context *d, const struct task *t, struct error *err)
{
	struct arena arena = { 0 };
	struct store *s = NULL;
	struct store_result r;
	int status, verdict;

	if (store_open(&s, d->workspace.database, true, err) || store_result_read(s, t->result, &arena, &r, err)) {
		status = report_error(err);
	} else {
		verdict = verdict_from_name(r.verdict);
		status = verdict < 0 ? EXIT_BUG : status_of_verdict((enum verdict)verdict);
		if (!output.json)
			printf("%s", r.report);
		else if (print_json(json_pack("{s:s, s:s, s:o, s:i, s:i, s:I, s:s, s:s, s:o}", "exercise", t->exercise, "verdict",
					      r.verdict, "message", json_text_or_null(r.message), "cases", r.cases,
					      "cases_passed", r.right, "attempt", (json_int_t)r.attempt, "compiler",
					      r.key.compiler, "device", r.key.device, "report", json_text_or_null(r.report))))
			status = EXIT_MACHINE;
	}
	store_close(s);
	arena_release(&arena);
	return status;
}

static int say_unchecked(const struct queue *q, const struct task *t, struct error *err)
{
	if (q->interrupted) {
		fprintf(stderr, _("warpbook: interrupted: the job goes on, and the same command waits for it\n"));
		return EXIT_INTERRUPTED;
	}
	error_set(err, PARTY_MACHINE, "not checked: %s", t->failure ? t->failure : "the job left no result");
	error_remedy(err, "the same command tries again; `warpbook check` checks it here");
	return report_error(err);
}

static int check_there(const struct context *d, struct queue *q, struct task *t, struct error *err)
{
	const struct queue_options options = { .compiler = compiler, .device = device, .seed = seed_of(t), .threads = 1,
					       .same_version = true, .own = true };
	char folder[PATH_MAX + 200], name[80];
	struct slurm_profile profile;
	struct buf job = BUF_INIT;
	struct slurm_options o = { .profile = &profile, .folder = folder, .name = name, .progress = show_job,
				   .dry_run = dry_run ? &job : NULL };
	int status;

	snprintf(name, sizeof name, "%.60s", path_base(t->exercise));
	if (find_folder(d, t, folder, sizeof folder, err) || slurm_profile_open(&profile, profile_word, err))
		return report_error(err);
	status = slurm_run(q, d->workspace.database, &options, &o, err) ? report_error(err) : EXIT_DONE;
	slurm_profile_release(&profile);
	if (status == EXIT_DONE && dry_run)
		printf("%s", job.len ? buf_text(&job) : _("this file has its result\n"));
	else if (status == EXIT_DONE)
		status = t->result ? print_result(d, t, err) : say_unchecked(q, t, err);
	if (status != EXIT_MACHINE && status != EXIT_INTERRUPTED && !dry_run && t->result)
		path_remove_tree(folder, NULL); /* the record has all of it */
	buf_release(&job);
	return status;
}

static int submit(const struct context *d, const char *word, struct error *err)
{
	struct queue q = { 0 };
	struct grade_exercise x = { 0 };
	struct task *t = NULL;
	const char *id, *odd;
	char path[600];
	int status;

	if (context_choose(d, word, exercise, &id, path, sizeof path, err))
		return report_error(err);
	if (grade_exercise_name(&x, id, &q.arena) || queue_add(&q, &x, path, true, "", &t, &odd, err)) {
		error_nomem(err);
		status = report_error(err);
	} else if (!t) {
		error_set(err, PARTY_LEARNER, *odd ? "%s" : "'%s' is empty", *odd ? odd : path);
		error_word(err);
		status = report_error(err);
	} else {
		status = check_there(d, &q, t, err);
	}
	queue_release(&q);
	return status;
}

static int run(int nargs, char **args)
{
	struct context d;
	struct error err = { 0 };
	int status;

	if (!profile_word) {
		fprintf(stderr, _("warpbook: 'submit' needs --slurm PROFILE\n          see `warpbook submit --help`\n"));
		return EXIT_USAGE;
	}
	status = context_open(&d, CONTEXT_RECORDS, &err) ? report_error(&err) : submit(&d, nargs ? args[0] : NULL, &err);
	context_close(&d);
	return status;
}

static const struct option_row options[] = {
	{ "slurm", OPTION_TEXT, "PROFILE", N_("the cluster: a file such as grader/slurm/plain.lua, or the name of one there"),
	  &profile_word, 0 },
	{ "dry-run", OPTION_FLAG, NULL, N_("print the job's file, and submit nothing"), &dry_run, 0 },
	{ "device", OPTION_TEXT, "NAME", N_("vm (default), or gpu: the job asks for a GPU, as the profile says"), &device, 0 },
	{ "as", OPTION_TEXT, "EX", N_("the exercise that FILE answers, when its name does not say"), &exercise, 0 },
	OPTION_COMPILER(compiler),
	{ "seed", OPTION_NUMBER, "N", N_("use these inputs (default: the file decides)"), &seed, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_submit = {
	.name = "submit", .arguments = "[EX|FILE]", .summary = N_("check a file as a job on a cluster that runs Slurm"),
	.help = N_("The job runs on the cluster that the profile describes; the command waits for it, prints the report, records "
		"it in\nthe workspace, and ends as `warpbook check` does. If you interrupt it, the same command goes on. The "
		"workspace has\nto be on a file system that the nodes share.\n"),
	.options = options, .max_args = 1, .run = run,
};
