/*
 * grade.c - `warpbook grade`: a class, from a folder of submissions to points and feedback. The commands are in this folder;
 * here is what they share, and what a line means that names none of them.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/language.h"
#include "base/path.h"
#include "cmd/grade/grade.h"
#include "grade/in/csv.h"

struct grade_given given;

/* ---- a call's data ------------------------------------------------------------------------------ */

int grading_usage(const char *command, const char *why)
{
	fprintf(stderr, _("warpbook: %s\n          see `warpbook grade %s --help`\n"), why, command);
	return EXIT_USAGE;
}

const char *grading_author(void)
{
	return given.author ? given.author : book_author();
}

static int open_assignment(struct grading *g, struct error *err)
{
	if (given.assignment)
		return assignment_open(&g->assignment, given.assignment, err);
	if (given.exercise)
		return assignment_of(&g->assignment, given.exercise, err);
	error_set(err, PARTY_LEARNER, "an assignment is missing");
	error_remedy(err, "add --assignment FILE (grader/assignment.lua is an example with every field), or --exercise EX for "
		     "one exercise of ten points");
	return error_word(err);
}

static int begin(struct grading *g, struct error *err)
{
	const char *speed = given.speed;

	return open_assignment(g, err) ||
	       book_place(given.assignment ? given.assignment : "", given.folder, g->database, sizeof g->database, err) ||
	       store_open(&g->store, g->database, false, err) ||
	       store_class_seed(g->store, g->assignment.name, g->assignment.seed ? g->assignment.seed : rng_fresh_seed(),
				&g->seed, err) ||
	       (speed && store_time_on(g->store, g->assignment.name, strcmp(speed, "none") ? speed : "", err)) ||
	       store_timed_on(g->store, g->assignment.name, &g->arena, &g->timed_on, err) ? -1 : 0;
}

static void finish(struct grading *g)
{
	book_view_release(&g->view);
	book_release(&g->book);
	queue_release(&g->queue);
	class_release(&g->list);
	store_close(g->store);
	assignment_release(&g->assignment);
	arena_release(&g->arena);
}

int grading_do(int (*body)(struct grading *g, char **args, struct error *err), char **args)
{
	struct grading g = { 0 };
	struct error err = { 0 };
	int status = begin(&g, &err) ? report_error(&err) : body(&g, args, &err);

	finish(&g);
	return status;
}

const char *grading_exercise(const struct grading *g, const char *word)
{
	for (size_t i = 0; i < g->assignment.nexercises; i++)
		if (!strcmp(g->assignment.exercises[i].id, word) || !strcmp(path_base(g->assignment.exercises[i].id), word))
			return g->assignment.exercises[i].id;
	return NULL;
}

/* ---- what all of them print ----------------------------------------------------------------------- */

void grading_warn(struct grading *g, const char *text)
{
	const char **place = text ? arena_push(&g->arena, &g->warnings, &g->nwarnings, &g->warning_cap, sizeof *place) : NULL;

	if (place)
		*place = text;
}

void grading_print_warnings(const struct grading *g)
{
	for (size_t i = 0; i < g->nwarnings; i++)
		fprintf(stderr, _("warpbook: %s\n"), retold(g->warnings[i]));
}

json_t *grading_warnings_json(const struct grading *g)
{
	json_t *all = json_array();

	for (size_t i = 0; i < g->nwarnings; i++)
		json_array_append_new(all, json_text(g->warnings[i]));
	return all;
}

void print_points(bool known, double points)
{
	struct buf text = BUF_INIT;

	csv_put_number(&text, points);
	printf("%s", known ? buf_text(&text) : _("none"));
	buf_release(&text);
}

/* ---- the command ------------------------------------------------------------------------------------ */

static bool take_word(int *argc, char **argv, const char *word)
{
	for (int i = 1; i < *argc; i++)
		if (!strcmp(argv[i], word)) {
			memmove(&argv[i], &argv[i + 1], (size_t)(*argc - i) * sizeof *argv); /* with the NULL at its end */
			--*argc;
			return true;
		}
	return false;
}

static bool has_word(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], word))
			return true;
	return false;
}

/* A folder means check; the options that once chose among the commands still do. */
static const struct command *otherwise(int *argc, char **argv)
{
	if (take_word(argc, argv, "--trail"))
		return &command_grade_trail;
	if (take_word(argc, argv, "--regrade") || has_word(*argc, argv, "--apply") || has_word(*argc, argv, "--drop"))
		return &command_grade_regrade;
	return &command_grade_check;
}

static const struct command *const subs[] = { &command_grade_check, &command_grade_regrade, &command_grade_adjust,
	&command_grade_comment, &command_grade_trail, &command_grade_export, &command_grade_course, NULL };

const struct command command_grade = {
	.name = "grade", .arguments = "DIR", .summary = N_("grade a class, from a folder of submissions to points and feedback"),
	.help = N_("`warpbook grade DIR` means `warpbook grade check DIR`.\n"),
	.subs = subs, .otherwise = otherwise,
};
