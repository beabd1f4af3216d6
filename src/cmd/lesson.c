/*
 * lesson.c - `warpbook lesson [LESSON]`: prints a lesson as text or as HTML, step by step; the answers to its
 * questions stay hidden.
 */
#include "config.h"

#include <langinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/language.h"
#include "base/path.h"
#include "words/remark.h"
#include "cmd/cmd.h"
#include "lesson/lesson.h"

#define WIDTH 78

static uint64_t only_step;
static bool answers, run_experiments, as_html, as_notebook, all_lessons, in_python;
static const char *device, *compiler;

/* The total minutes of the exercises on its pages, by their authors. -1: one of them does not open. */
static int exercise_minutes(const struct lesson *l, int *minutes, struct error *err)
{
	*minutes = 0;
	for (size_t i = 0; i < l->nsteps; i++) {
		struct exercise *e;

		if (l->steps[i].kind != STEP_EXERCISE)
			continue;
		if (exercise_open(&e, l->steps[i].exercise, err))
			return -1;
		*minutes += e->minutes;
		exercise_close(e);
	}
	return 0;
}

static int list_lessons(const char *const *ids, size_t n)
{
	json_t *rows = output.json ? json_array() : NULL;

	for (size_t i = 0; i < n; i++) {
		struct error err = { 0 };
		struct lesson *l = NULL;
		int exercises;

		if (lesson_open(&l, ids[i], &err) || exercise_minutes(l, &exercises, &err)) {
			lesson_close(l);
			json_decref(rows);
			return report_error(&err);
		}
		if (rows)
			json_array_append_new(rows, json_pack("{s:s, s:o, s:o, s:i, s:i, s:i, s:i, s:i}", "id", l->id, "title",
							      json_text(l->title),
							      "summary", json_text(l->summary), "minutes", l->minutes,
							      "steps", (int)l->nsteps, "words", (int)lesson_words(l),
							      "reading_minutes", lesson_reading_minutes(l), "exercise_minutes",
							      exercises));
		else
			printf(_("%-16s  read %2d min, work %3d min  %s\n"), l->id, lesson_reading_minutes(l), exercises,
					l->title);
		lesson_close(l);
	}
	return rows ? print_json(json_pack("{s:o}", "lessons", rows)) : EXIT_DONE;
}

/* With --answers: the right answer to the question, with the reason why each other choice is wrong. */
static struct step_answer answer_of(const struct step *s)
{
	struct step_answer a = { .chosen = -1, .revealed = answers };

	if (!answers)
		return a;
	for (size_t i = 0; i < s->nchoices; i++)
		if (s->choices[i].right)
			a.chosen = (int)i;
	if (s->nblank)
		snprintf(a.filled, sizeof a.filled, "%s", s->blank[0]);
	if (!s->nchoices && !s->nblank) {
		a.has_number = true;
		a.number = s->answer;
	}
	return a;
}

/* With --run, runs the experiment. */
static int experiment_show(const struct lesson *l, size_t number, struct arena *arena, struct step_answer *a, struct error *err)
{
	const struct experiment_options options = { .device = device ? device : getenv("WARPBOOK_DEVICE"), .compiler = compiler };
	struct chart *chart;

	if (!run_experiments || l->steps[number - 1].kind != STEP_EXPERIMENT)
		return 0;
	if (experiment_run(l->id, l->steps[number - 1].experiment, &options, arena, &chart, err))
		return -1;
	a->chart = chart;
	return 0;
}

/* If the machine cannot draw a picture, the page says why, and the lesson continues. */
static int figure_show(const struct lesson *l, size_t number, struct arena *arena, struct step_answer *a, struct error *err)
{
	struct figure *figure;

	if (!l->steps[number - 1].npictures)
		return 0;
	if (lesson_figure(l, number - 1, compiler, arena, &figure, err)) {
		if (err->party != PARTY_MACHINE)
			return -1;
		figure = figure_lacking(err, arena);
	}
	a->figure = figure;
	return figure ? 0 : error_nomem(err);
}

static int render_text(const struct step *s, const struct step_answer *a, struct buf *out, struct error *err)
{
	struct arena arena = { 0 };
	struct line *lines;
	size_t n;
	int status;

	status = lesson_render(s, a, WIDTH, strcmp(nl_langinfo(CODESET), "UTF-8") != 0, &arena, &lines, &n, err);

	for (size_t i = 0; !status && i < n; i++) {
		for (size_t k = 0; k < lines[i].nspans; k++)
			buf_puts(out, lines[i].spans[k].text);
		buf_putc(out, '\n');
	}
	arena_release(&arena);
	return status;
}

int print_markup(const char *text)
{
	const struct step s = { .kind = STEP_TEXT, .text = text };
	struct buf lines = BUF_INIT;
	struct error err = { 0 };
	int status = render_text(&s, &(struct step_answer){ .chosen = -1 }, &lines, &err) ? report_error(&err) : EXIT_DONE;

	if (status == EXIT_DONE)
		printf("%s", buf_text(&lines));
	buf_release(&lines);
	return status;
}

static json_t *pictures_json(const struct figure *f)
{
	json_t *all = json_array();

	for (size_t i = 0; i < f->n; i++)
		json_array_append_new(all, picture_json(&f->pictures[i]));
	return all;
}

/* Rows of cells, in the markup of lessons; the first is the header. NULL: no table. */
static json_t *table_json(const struct step_table *t)
{
	json_t *rows = t->rows ? json_array() : NULL;

	for (size_t r = 0; r < t->rows; r++) {
		json_t *row = json_array();

		for (size_t c = 0; c < t->cols; c++)
			json_array_append_new(row, json_text(t->cells[r * t->cols + c]));
		json_array_append_new(rows, row);
	}
	return rows;
}

static json_t *step_json(const struct lesson *l, size_t i, const char *text, const struct step_answer *a)
{
	static const char *const kinds[] = { "text", "code", "grid", "question", "exercise", "experiment", "points" };

	return json_pack("{s:i, s:s, s:o, s:o*, s:o*, s:o*}", "step", (int)i + 1, "kind", kinds[l->steps[i].kind], "text",
			 json_text(text),
			 "table", table_json(&l->steps[i].table), "chart", a->chart ? chart_json(a->chart) : NULL, "pictures",
			 a->figure ? pictures_json(a->figure) : NULL);
}

static int render(const struct lesson *l, size_t i, const struct step_answer *a, struct buf *out, struct error *err)
{
	return as_html ? lesson_html(&l->steps[i], i + 1, a, out, err) : render_text(&l->steps[i], a, out, err);
}

static void print_wrapped(const char *text)
{
	struct buf lines = BUF_INIT;

	text_wrap(&lines, text, WIDTH, 0, "");
	printf("%s", buf_text(&lines));
	buf_release(&lines);
}

static int print_head(const struct lesson *l)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	int status = 0;

	if (as_html) {
		status = lesson_html_head(l, &text, &err);
		printf("%s", buf_text(&text));
	} else {
		buf_printf(&text, _("%s (%d minutes)"), l->summary, l->minutes);
		printf("%s\n", l->title);
		print_wrapped(buf_text(&text));
	}
	buf_release(&text);
	return status ? report_error(&err) : EXIT_DONE;
}

static void print_step(const struct lesson *l, size_t i, const char *text, bool has_run)
{
	if (as_html) {
		printf("%s", text);
		return;
	}
	printf(_("\n-- %zu of %zu --\n\n%s"), i + 1, l->nsteps, text);
	if (!has_run && l->steps[i].kind == STEP_EXPERIMENT)
		printf(_("\nTo see the result: warpbook lesson %s --step %zu --run\n"), l->id, i + 1);
}

static int print_lesson(const struct lesson *l)
{
	struct step_answer answer;
	struct arena arena = { 0 };
	json_t *steps = output.json ? json_array() : NULL;
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	int status = steps ? EXIT_DONE : print_head(l);

	for (size_t i = 0; i < l->nsteps && status == EXIT_DONE; i++) {
		if (only_step && only_step != i + 1)
			continue;
		buf_clear(&text);
		answer = answer_of(&l->steps[i]);
		if (experiment_show(l, i + 1, &arena, &answer, &err) || figure_show(l, i + 1, &arena, &answer, &err) ||
		    render(l, i, &answer, &text, &err))
			status = report_error(&err);
		else if (steps)
			json_array_append_new(steps, step_json(l, i, buf_text(&text), &answer));
		else
			print_step(l, i, buf_text(&text), answer.chart);
	}
	buf_release(&text);
	arena_release(&arena);
	if (steps && status != EXIT_DONE)
		json_decref(steps);
	else if (steps)
		status = print_json(json_pack("{s:s, s:o, s:i, s:o}", "id", l->id, "title", json_text(l->title),
					      "minutes", l->minutes, "steps", steps));
	return status;
}

static int notebook_make(const struct lesson *l, json_t **notebook, struct error *err)
{
	char package[PATH_MAX];

	return path_notebook(package, sizeof package, err) || lesson_notebook(l, in_python, package, notebook, err) ? -1 : 0;
}

static int print_notebook(const struct lesson *l)
{
	struct error err = { 0 };
	json_t *notebook;

	return notebook_make(l, &notebook, &err) ? report_error(&err) : print_json(notebook);
}

/* Writes a lesson into the current folder, as 05_shared_memory.ipynb. */
static int write_notebook(const char *id, struct error *err)
{
	char name[256];
	struct lesson *l;
	json_t *notebook;
	int status;

	snprintf(name, sizeof name, "%s.ipynb", id);
	if (lesson_open(&l, id, err))
		return -1;
	status = notebook_make(l, &notebook, err);
	lesson_close(l);
	if (status)
		return -1;
	if (json_write(notebook, name))
		status = error_errno(err, "cannot write '%s'", name);
	else
		printf("%s\n", name);
	json_decref(notebook);
	return status;
}

static int write_notebooks(const char *const *ids, size_t n)
{
	struct error err = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (write_notebook(ids[i], &err))
			return report_error(&err);
	}
	return EXIT_DONE;
}

static bool options_agree(int nargs)
{
	const char *wrong = NULL;

	if (all_lessons && (nargs || !as_notebook))
		wrong = "--all goes with --ipynb, and without a lesson";
	else if (in_python && !as_notebook)
		wrong = "--python goes with --ipynb";
	else if (as_notebook && !all_lessons && !nargs)
		wrong = "--ipynb needs a lesson, or --all";
	else if (as_notebook && (as_html || answers || only_step || run_experiments))
		wrong = "--ipynb writes whole lessons, whose cells run the experiments: without --html, --answers, --step "
			"and --run";
	if (wrong)
		fprintf(stderr, _("warpbook: %s\n"), wrong);
	return !wrong;
}

static int run(int nargs, char **args)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char **ids, *id;
	struct lesson *l;
	size_t n;
	int status;

	if (lesson_list(&arena, &ids, &n, &err)) {
		status = report_error(&err);
	} else if (!options_agree(nargs)) {
		status = EXIT_USAGE;
	} else if (all_lessons) {
		status = write_notebooks(ids, n);
	} else if (!nargs) {
		status = list_lessons(ids, n);
	} else if (lesson_resolve(ids, n, args[0], &id, &err) || lesson_open(&l, id, &err)) {
		status = report_error(&err);
	} else {
		status = as_notebook ? print_notebook(l) : print_lesson(l);
		lesson_close(l);
	}
	arena_release(&arena);
	return status;
}

static const struct option_row options[] = {
	{ "step", OPTION_NUMBER, "N", N_("only that step"), &only_step },
	{ "answers", OPTION_FLAG, NULL, N_("show the questions answered, with the reasons for and against each choice"),
			&answers },
	{ "run", OPTION_FLAG, NULL, N_("run the experiments, and show their results"), &run_experiments },
	{ "html", OPTION_FLAG, NULL, N_("the body of an HTML page: a click unfolds an answer (`make html` makes all pages)"),
	  &as_html },
	{ "ipynb", OPTION_FLAG, NULL, N_("a Jupyter notebook"), &as_notebook },
	{ "all", OPTION_FLAG, NULL, N_("with --ipynb: all lessons, as files in the current folder"), &all_lessons },
	{ "python", OPTION_FLAG, NULL, N_("with --ipynb: exercises in Python where they offer it"), &in_python },
	{ "device", OPTION_TEXT, "NAME", N_("for experiments: vm (default), gpu, gpu:N or auto"), &device },
	{ "compiler", OPTION_TEXT, "NAME", N_("for experiments and pictures: nvcc, clang, clang-19, or a path"), &compiler },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_lesson = {
	.name = "lesson", .arguments = "[LESSON]", .summary = N_("print a lesson, or list the lessons"),
	.help = N_("LESSON is its number, topic or folder: 1, kernels, 01_kernels.\n"),
	.options = options, .max_args = 1, .run = run,
};
