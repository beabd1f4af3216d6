/* list.c - `warpbook list`: every exercise by lesson, with its state. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "words/remark.h"

#define ROW_COLS 66 /* of name, state and title */
#define TITLE_COLS 20 /* of the title, at least: a pack's names may be long */

static const char *track;

/* The track `python` has the exercises that accept an answer in Python, in the lessons' order. */
static bool on_track(const struct exercise *e)
{
	return !track || e->has_python;
}

static const char *state_of(const struct store_progress *p)
{
	return p->passed ? N_("passed") : p->attempts ? N_("tried") : N_("new");
}

static int list_json(struct context *d, struct error *err)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < d->catalog.nids; i++) {
		struct store_progress p = context_progress(d, d->catalog.ids[i]);
		struct exercise *e;

		if (exercise_open(&e, d->catalog.ids[i], err)) {
			json_decref(rows);
			return -1;
		}
		if (!on_track(e)) {
			exercise_close(e);
			continue;
		}
		json_array_append_new(rows, json_pack("{s:s, s:s, s:o, s:i, s:i, s:s, s:i, s:i, s:b}", "id", e->id, "lesson",
						      e->lesson,
						      "title", json_text(e->title), "difficulty", e->difficulty, "minutes",
						      e->minutes,
						      "state", state_of(&p), "attempts", p.attempts, "hints", p.hints,
						      "python", e->has_python));
		exercise_close(e);
	}
	print_json(json_pack("{s:o}", "exercises", rows));
	return 0;
}

struct widths {
	int state, name;
};

static int wider(int width, const char *text)
{
	const int own = text_width(text);

	return own > width ? own : width;
}

static struct widths widths_of(const struct context *d)
{
	struct widths w = { .state = wider(wider(text_width(_("new")), _("tried")), _("passed")) };

	for (size_t i = 0; i < d->catalog.nids; i++)
		w.name = wider(w.name, path_base(d->catalog.ids[i]));
	return w;
}

static void print_padded(const char *text, int width)
{
	printf("%s%*s", text, width - text_width(text), "");
}

/* Marks where it cuts a long title. */
static void print_row(const struct exercise *e, const char *state, struct widths w, bool is_next)
{
	const int left = ROW_COLS - w.state - w.name, title_cols = left > TITLE_COLS ? left : TITLE_COLS;
	struct buf title = BUF_INIT;

	text_cut(&title, title_cols, "%s", e->title);
	while (title.len && title.data[title.len - 1] == '\n')
		title.data[--title.len] = '\0';
	printf("  ");
	print_padded(state, w.state + 2);
	print_padded(e->name, w.name + 1);
	print_padded(buf_text(&title), title_cols);
	printf(_(" %2d min%s%s\n"), e->minutes, e->has_python ? _("  py") : "", is_next ? _("  <- next") : "");
	buf_release(&title);
}

static int list_text(struct context *d, struct error *err)
{
	const char *next = track ? NULL : context_next(d);
	const struct widths widths = widths_of(d);
	char lesson[64] = "";

	for (size_t i = 0; i < d->catalog.nids; i++) {
		struct store_progress p = context_progress(d, d->catalog.ids[i]);
		struct exercise *e;

		if (exercise_open(&e, d->catalog.ids[i], err))
			return -1;
		if (!on_track(e)) {
			exercise_close(e);
			continue;
		}
		if (track && !next && !p.passed)
			next = d->catalog.ids[i]; /* the first open one of the track */
		if (strcmp(lesson, e->lesson)) {
			printf("%s%s\n", *lesson ? "\n" : "", e->lesson);
			snprintf(lesson, sizeof lesson, "%s", e->lesson);
		}
		print_row(e, _(state_of(&p)), widths, !p.passed && next && !strcmp(next, e->id));
		exercise_close(e);
	}
	return 0;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct context context;
	int status = EXIT_DONE;

	(void)nargs;
	(void)args;
	if (track && strcmp(track, "python")) {
		fprintf(stderr, _("warpbook: there is no track '%s'; there is python\n"), track);
		return EXIT_USAGE;
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) || (output.json ? list_json : list_text)(&context, &err))
		status = report_error(&err);
	context_close(&context);
	return status;
}

static const struct option_row options[] = {
	{ "track", OPTION_TEXT, "NAME", N_("only the exercises of this track: python"), &track, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_list = {
	.name = "list", .arguments = "", .options = options, .summary = N_("list the exercises, and which you have passed"),
	.help = N_("`py` marks those that can be answered in Python with Numba, too: NAME.py beside NAME.cu.\n"), .run = run,
};
