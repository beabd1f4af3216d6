/* list.c - `warpbook list`: every exercise by lesson, with its state. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/source.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "words/remark.h"

#define TITLE_COLS 42

static const char *track;

/* The track `python` has the exercises that accept an answer in Python, in the lessons' order. */
static bool on_track(const struct exercise *e)
{
	return !track || e->has_python;
}

static const char *state_of(const struct store_progress *p)
{
	return p->passed ? "passed" : p->attempts ? "tried" : "new";
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
		json_array_append_new(rows, json_pack("{s:s, s:s, s:o, s:i, s:i, s:s, s:i, s:i, s:b}", "id", e->id, "lesson", e->lesson,
						      "title", json_text(e->title), "difficulty", e->difficulty, "minutes", e->minutes,
						      "state", state_of(&p), "attempts", p.attempts, "hints", p.hints,
						      "python", e->has_python));
		exercise_close(e);
	}
	print_json(json_pack("{s:o}", "exercises", rows));
	return 0;
}

/* Marks where it cuts a long title. */
static void print_row(const struct exercise *e, const char *state, bool is_next)
{
	struct buf title = BUF_INIT;

	text_cut(&title, TITLE_COLS, "%s", e->title);
	while (title.len && title.data[title.len - 1] == '\n')
		title.data[--title.len] = '\0';
	printf("  %-6s  %-16s %s%*s %2d min%s%s\n", state, e->name, buf_text(&title), TITLE_COLS - text_width(buf_text(&title)),
	       "", e->minutes, e->has_python ? "  py" : "", is_next ? "  <- next" : "");
	buf_release(&title);
}

static int list_text(struct context *d, struct error *err)
{
	const char *next = track ? NULL : context_next(d);
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
		print_row(e, state_of(&p), !p.passed && next && !strcmp(next, e->id));
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
		fprintf(stderr, "warpbook: there is no track '%s'; there is python\n", track);
		return EXIT_USAGE;
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) || (output.json ? list_json : list_text)(&context, &err))
		status = report_error(&err);
	context_close(&context);
	return status;
}

static const struct option_row options[] = {
	{ "track", OPTION_TEXT, "NAME", "only the exercises of this track: python", &track, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_list = {
	.name = "list", .arguments = "", .options = options, .summary = "list the exercises, and which you have passed",
	.help = "`py` marks those that can be answered in Python with Numba, too: NAME.py beside NAME.cu.\n", .run = run,
};
