/*
 * demo.c - `warpbook demo [DEMO|EX]`: shows reference solutions. A ladder compares several over a size; an exercise's
 * demo shows one solution, and with --beside a wrong one next to it.
 */
#include "config.h"

#include <langinfo.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "attempt/attempt.h"
#include "base/clock.h"
#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "base/text.h"
#include "catalog/course.h"
#include "catalog/ladder.h"
#include "child/proc.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "cost/cost.h"
#include "lesson/lesson.h"
#include "sweep/demo.h"
#include "timeline/timeline_draw.h"
#include "words/metric.h"
#include "words/remark.h"

#define WIDTH       78
#define LOOP_PAUSE  5
#define PACE_MOST   3600

static const char *compiler, *device, *gpu, *pace, *svg, *beside;
static uint64_t only_n, seconds;
static bool loop, python;

/* The state of the show: the option --pace, and the paths of the pictures. */
struct stage {
	bool live;            /* on a terminal: draws after each step, and waits according to --pace */
	bool by_key;
	double pause;
	json_t *files;        /* with --svg: the paths */
	bool left;            /* the viewer stopped it */
};

/* ---- pace ------------------------------------------------------------------------------ */

static void wait_seconds(double s)
{
	const struct timespec moment = { .tv_nsec = 50000000 };

	for (double end = clock_now() + s; clock_now() < end && !proc_caught_signal();)
		nanosleep(&moment, NULL);
}

/* On a terminal, waits for Enter or for some seconds. */
static void pause_here(struct stage *st)
{
	if (!st->live || st->left)
		return;
	fflush(stdout);
	if (st->by_key) {
		int c;

		fputs(_("  -- Enter --"), stdout);
		fflush(stdout);
		while ((c = getchar()) != '\n' && c != EOF)
			;
		fputs("\r\033[K", stdout);
		st->left = c == EOF;
	} else if (st->pause > 0) {
		wait_seconds(st->pause);
	}
	st->left = st->left || proc_caught_signal();
}

/* 0, or an exit status. */
static int pace_read(struct stage *st)
{
	char *end = NULL;

	st->live = output.colour && isatty(STDOUT_FILENO);
	if (!pace)
		return 0;
	st->by_key = !strcmp(pace, "key");
	st->pause = st->by_key ? 0 : strtod(pace, &end);
	if (!st->by_key && (!*pace || *end || !(st->pause >= 0 && st->pause <= PACE_MOST))) {
		fprintf(stderr, _("warpbook: --pace takes `key`, or seconds from 0 to %d, not '%s'\n"), PACE_MOST, pace);
		return EXIT_USAGE;
	}
	return 0;
}

/* ---- as text ----------------------------------------------------------------------------- */

static bool is_ascii(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

/* Prints a comment: lines that begin with a blank belong to a table and stay unchanged, others are paragraphs to wrap. */
static void print_comment(const char *text)
{
	struct buf out = BUF_INIT, paragraph = BUF_INIT;

	for (;;) {
		size_t len = strcspn(text, "\n");
		bool joins = len && *text != ' ';

		if (!joins && paragraph.len) {
			text_wrap(&out, buf_text(&paragraph), WIDTH, 0, "");
			buf_clear(&paragraph);
		}
		if (!*text)
			break;
		if (joins) {
			buf_puts(&paragraph, paragraph.len ? " " : "");
			buf_append(&paragraph, text, len);
		} else {
			char *line = strndup(text, len);

			if (line && len)
				text_wrap(&out, line, WIDTH, 0, "       ");
			else
				buf_putc(&out, '\n');
			free(line);
		}
		text += len + (text[len] == '\n');
	}
	fputs(buf_text(&out), stdout);
	buf_release(&paragraph);
	buf_release(&out);
}

static void print_head(const struct demo *d)
{
	printf(_("%s\n(%s, on %s)\n\n"), retold(d->title), d->name, retold(d->device));
	if (d->of_exercise)
		print_comment(d->about);
	else
		print_markup(d->about);
}

static void print_charts(const struct demo *d)
{
	for (size_t i = 0; i < d->ncharts; i++) {
		struct buf text = BUF_INIT;
		struct error err = { 0 };

		if (chart_text(d->charts[i], WIDTH, is_ascii(), &text, &err) == 0)
			printf("\n%s", buf_text(&text));
		buf_release(&text);
	}
}

static void print_figures(const struct demo *d)
{
	struct buf with = BUF_INIT, head = BUF_INIT;
	int widest = 0;

	if (d->case_name) {
		buf_printf(&with, "With %s:", d->case_name);
		text_wrap(&head, buf_text(&with), WIDTH, 0, "  ");
	}
	if (d->nfigures)
		printf("\n%s", buf_text(&head));
	buf_release(&with);
	buf_release(&head);
	for (size_t i = 0; i < d->nfigures; i++)
		widest = text_width(d->figures[i].name) > widest ? text_width(d->figures[i].name) : widest;
	for (size_t i = 0; i < d->nfigures; i++) {
		char number[32];

		printf("  %-*s  %7s %s\n", widest, d->figures[i].name, metric_text(d->figures[i].value, number, sizeof number),
		       d->figures[i].noun);
	}
}

static void print_pictures(const struct demo *d)
{
	const struct timeline_style style = { .width = WIDTH, .utf8 = !is_ascii(), .colour = output.colour,
					      .machine = COST_MACHINE };
	struct buf text = BUF_INIT;

	if (d->picture)
		demo_picture_text(d->picture, WIDTH, is_ascii(), &text);
	if (d->ngantt)
		timeline_text(d->gantt, d->ngantt, &style, &text);
	if (text.len)
		printf("\n%s", buf_text(&text));
	buf_release(&text);
}

static void print_note(const struct demo *d)
{
	struct buf text = BUF_INIT;

	if (d->note)
		text_label(&text, "note: ", retold(d->note), WIDTH);
	if (text.len)
		printf("\n%s", buf_text(&text));
	buf_release(&text);
}

/* Growing bars: redraws the screen after each value. */
static bool draw_step(void *ctx, const struct demo *d, size_t done, size_t all)
{
	struct stage *st = ctx;

	if (st->live) {
		fputs("\033[2J\033[H", stdout);
		print_head(d);
		print_charts(d);
		fflush(stdout);
		if (done < all)
			pause_here(st);
	}
	return !st->left && !proc_caught_signal();
}

/* ---- as pictures ---------------------------------------------------------------------------- */

static int svg_write(const struct demo *d, struct stage *st, size_t number, const struct buf *text, struct error *err)
{
	char path[PATH_MAX];
	int n = snprintf(path, sizeof path, "%s/%s-%zu.svg", svg, d->name, number);

	if (n < 0 || (size_t)n >= sizeof path)
		return error_set(err, PARTY_LEARNER, "the folder's name '%.100s...' is too long", svg);
	for (char *p = path + strlen(svg) + 1; *p; p++)
		if (*p == '/')
			*p = '_';
	if (text->failed)
		return error_nomem(err);
	if (file_write(path, buf_text(text), text->len, err))
		return -1;
	json_array_append_new(st->files, json_text(path));
	return 0;
}

static int svg_write_all(const struct demo *d, struct stage *st, struct error *err)
{
	const struct timeline_style style = { .machine = COST_MACHINE };
	struct buf text = BUF_INIT;
	size_t number = 0;
	int status = svg && path_make_dirs(svg, err) ? -1 : 0;

	for (size_t i = 0; svg && i < d->ncharts && !status; i++) {
		buf_clear(&text);
		chart_svg(d->charts[i], &text);
		status = svg_write(d, st, ++number, &text, err);
	}
	if (svg && d->picture && !status) {
		buf_clear(&text);
		demo_picture_svg(d->picture, &text);
		status = svg_write(d, st, ++number, &text, err);
	}
	if (svg && d->ngantt && !status) {
		buf_clear(&text);
		timeline_svg(d->gantt, d->ngantt, &style, &text);
		status = svg_write(d, st, ++number, &text, err);
	}
	buf_release(&text);
	return status;
}

static void print_files(const struct stage *st)
{
	size_t i;
	json_t *file;

	if (json_array_size(st->files))
		printf("\n");
	json_array_foreach(st->files, i, file)
		printf(_("wrote %s\n"), json_string_value(file));
}

/* ---- beside it -------------------------------------------------------------------------------- */

/* Finds "stub", the name of a program of tests/mutants, or a file. */
static int beside_find(const char *id, char *path, size_t size, struct error *err)
{
	char name[500];

	if (!strcmp(beside, "stub")) {
		snprintf(name, sizeof name, "exercises/%.200s.cu", id);
		return course_path(name, path, size, err);
	}
	if (text_ends(beside, ".cu")) {
		snprintf(path, size, "%s", beside);
		return 0;
	}
	snprintf(name, sizeof name, "tests/mutants/%.200s/%.200s.cu", id, beside);
	if (!strchr(beside, '/') && course_path(name, path, size, NULL) == 0 && path_exists(path))
		return 0;
	error_set(err, PARTY_LEARNER, "there is no program '%.100s' to put beside '%s'", beside, id);
	error_remedy(err, "write `stub`, a .cu file, or the name of one in tests/mutants/%s, where the sources of warpbook "
			  "are", id);
	return error_word(err);
}

/* Attempts the exercise with the other program: prints its report, or stores its JSON in *json. */
static int show_beside(const char *id, json_t **json, struct error *err)
{
	struct attempt_options options = { .compiler = compiler, .device = device, .gpu = gpu, .seed = 1 };
	char path[PATH_MAX + 300];
	struct buf text = BUF_INIT;
	struct attempt a;
	int status = 0;

	if (!beside)
		return 0;
	if (beside_find(id, path, sizeof path, err) || attempt_run(id, path, &options, &a, err))
		return -1;
	if (output.json) {
		status = attempt_json(&a, &text);
		*json = status ? NULL : json_loads(buf_text(&text), 0, NULL);
	} else {
		attempt_text(&a, WIDTH, &text);
		printf(_("\nBeside it: %s\n\n%s"), path_base(path), buf_text(&text));
	}
	buf_release(&text);
	attempt_release(&a);
	return status;
}

/* ---- a demo ------------------------------------------------------------------------------------ */

static bool is_ladder(const char *word)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char **names;
	size_t n;
	bool found = text_ends(word, ".lua");

	if (!found && ladder_list(&arena, &names, &n, &err) == 0)
		for (size_t i = 0; i < n; i++)
			found = found || !strcmp(names[i], word);
	arena_release(&arena);
	return found;
}

static int print_demo(const struct demo *d, struct stage *st, const char *id, struct error *err)
{
	json_t *other = NULL, *all;

	if (svg_write_all(d, st, err))
		return -1;
	if (output.json) {
		if (id && show_beside(id, &other, err))
			return -1;
		all = demo_json(d);
		json_object_set_new(all, "beside", other ? other : json_null());
		json_object_set(all, "files", st->files);
		return print_json(all) == EXIT_DONE ? 0 : error_set(err, PARTY_MACHINE, "cannot write the output");
	}
	if (d->of_exercise && st->live)
		fputs("\033[2J\033[H", stdout);
	if (d->of_exercise || !st->live)
		print_head(d);
	if (d->of_exercise) {
		pause_here(st);
		print_figures(d);
		pause_here(st);
	}
	if (d->of_exercise || !st->live)
		print_charts(d);
	if (!d->of_exercise)
		print_figures(d);
	if (d->picture || d->ngantt)
		pause_here(st);
	print_pictures(d);
	print_note(d);
	if (id && beside)
		pause_here(st);
	if (id && !st->left && show_beside(id, &other, err))
		return -1;
	print_files(st);
	return 0;
}

/* `word` names a ladder or an exercise. Returns an exit status. */
static int show(const struct context *context, const char *word, struct stage *st)
{
	const struct demo_options options = {
		.compiler = compiler, .device = device ? device : getenv("WARPBOOK_DEVICE"), .gpu = gpu, .n = (int64_t)only_n,
		.seconds = (double)seconds, .python = python, .progress = draw_step, .ctx = st,
	};
	struct arena arena = { 0 };
	struct error err = { 0 };
	struct demo d;
	const char *id = NULL;
	int status;

	st->files = json_array();
	if (is_ladder(word) && beside) {
		error_set(&err, PARTY_LEARNER, "a ladder compares right solutions: --beside is for an exercise");
		status = error_word(&err);
	} else if (is_ladder(word)) {
		status = demo_ladder(word, &options, &arena, &d, &err);
	} else {
		status = catalog_resolve(&context->catalog, word, &id, &err) ||
			 demo_exercise(id, &options, &arena, &d, &err) ? -1 : 0;
	}
	if (!status)
		status = print_demo(&d, st, id, &err);
	json_decref(st->files);
	arena_release(&arena);
	return proc_caught_signal() ? EXIT_INTERRUPTED : status ? report_error(&err) : EXIT_DONE;
}

/* ---- the list ------------------------------------------------------------------------------------ */

/* The example is `add`; a pack of exercises may lack it. */
static void print_exercise_demos(const struct catalog *c)
{
	const char *name = c->nids ? path_base(c->ids[0]) : NULL;

	for (size_t i = 0; i < c->nids; i++)
		if (!strcmp(c->ids[i], "01_kernels/add"))
			name = "add";
	if (name)
		printf(_("\nEach exercise's solution is a demo, too, %zu of them: warpbook demo %s\n"
		       "With a wrong program beside it:%*swarpbook demo %s --beside stub\n"), c->nids, name, 14, "", name);
}

static int list(const struct context *context, const char *const *names, size_t n)
{
	json_t *rows = json_array(), *exercises = json_array();
	int status = EXIT_DONE;

	if (!output.json)
		printf(_("Several solutions over a size:\n\n"));
	for (size_t i = 0; i < n && status == EXIT_DONE; i++) {
		struct error err = { 0 };
		struct ladder *l;

		if (ladder_open(&l, names[i], &err)) {
			status = report_error(&err);
		} else if (output.json) {
			json_t *solutions = json_array();

			for (size_t k = 0; k < l->nrungs; k++)
				json_array_append_new(solutions, json_string(l->rungs[k].exercise));
			json_array_append_new(rows, json_pack("{s:s, s:o, s:o}", "name", l->name, "title", json_text(l->title),
							      "solutions", solutions));
		} else {
			printf("  %-14s %s\n", l->name, l->title);
		}
		ladder_close(l);
	}
	for (size_t i = 0; i < context->catalog.nids; i++)
		json_array_append_new(exercises, json_string(context->catalog.ids[i]));
	if (output.json && status == EXIT_DONE)
		return print_json(json_pack("{s:o, s:o}", "ladders", rows, "exercises", exercises));
	json_decref(rows);
	json_decref(exercises);
	if (status == EXIT_DONE)
		print_exercise_demos(&context->catalog);
	return status;
}

/* ---- the command ----------------------------------------------------------------------------------- */

/* Shows all of them, or the named one, again and again until a signal. */
static int show_in_loop(const struct context *context, const char *word, const char *const *names, size_t n, struct stage *st)
{
	int status = EXIT_DONE;

	for (size_t i = 0; status == EXIT_DONE && !st->left; i = word ? 0 : (i + 1) % n) {
		status = show(context, word ? word : names[i], st);
		fflush(stdout);
		if (status == EXIT_DONE)
			wait_seconds(pace && !st->by_key ? st->pause : LOOP_PAUSE);
		if (proc_caught_signal())
			return EXIT_INTERRUPTED;
	}
	return status;
}

static int run(int nargs, char **args)
{
	struct stage st = { .live = false };
	struct context context;
	struct error err = { 0 };
	const char **names;
	size_t n = 0;
	int status = pace_read(&st);

	if (status)
		return status;
	if (is_no_device(device))
		return EXIT_USAGE;
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) || ladder_list(&context.arena, &names, &n, &err))
		status = report_error(&err);
	else if (loop && (nargs || n))
		status = show_in_loop(&context, nargs ? args[0] : NULL, names, n, &st);
	else
		status = nargs ? show(&context, args[0], &st) : list(&context, names, n);
	context_close(&context);
	return status;
}

static const struct option_row options[] = {
	{ "device", OPTION_TEXT, "NAME", N_("vm (default): counts and modelled times; gpu, gpu:N or auto: measured times"),
			&device },
	{ "gpu", OPTION_TEXT, "NAME", N_("the GPU that kernels' times are modelled for: `warpbook profile --gpus` lists "
				      "them\n(default: h200)"), &gpu },
	{ "n", OPTION_NUMBER, "N", N_("a ladder: this value of its sweep alone; an exercise: this n"), &only_n },
	{ "beside", OPTION_TEXT, "WHAT", N_("an exercise: show the results of `stub`, of a .cu file, or of a known-wrong "
				"program"),
	  &beside },
	{ "python", OPTION_FLAG, NULL, N_("show each solution's twin in Python, too, if it has one"), &python },
	{ "seconds", OPTION_NUMBER, "N", N_("begin no further value of a ladder after so long (default: 8, on a GPU 60)"),
			&seconds },
	{ "pace", OPTION_TEXT, "PACE", N_("on a terminal, wait after each step: `key` for Enter, or seconds"), &pace },
	{ "loop", OPTION_FLAG, NULL, N_("again and again until Ctrl-C; without a name, all ladders in turn"), &loop },
	{ "svg", OPTION_TEXT, "FOLDER", N_("write the pictures there, for slides"), &svg },
	OPTION_COMPILER(compiler),
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command command_demo = {
	.name = "demo", .arguments = "[DEMO|EX]", .summary = N_("run reference solutions as a show"),
	.help = N_("DEMO compares solutions over a size: a name of the list that `warpbook demo` prints, or a .lua file of "
		"your own\n(lessons/README.md). EX shows one solution: what it says of itself, what each line costs, what it "
		"computes; where a\nladder has the same name, write its lesson too: 5/smooth.\n"),
	.options = options, .max_args = 1, .run = run,
};
