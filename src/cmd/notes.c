/* notes.c - `warpbook notes [LESSON]`: prints the learner's notes on a lesson, or lists the lessons that have notes. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "desk/notes.h"
#include "lesson/lesson.h"

static int read_notes(const struct context *c, const char *lesson, char *path, size_t size, struct buf *text, struct error *err)
{
	if (notes_path(&c->workspace, lesson, path, size))
		return error_set(err, PARTY_MACHINE, "the workspace's name is too long");
	if (!notes_exist(&c->workspace, lesson)) {
		error_set(err, PARTY_LEARNER, "you have no notes on %s", lesson);
		return error_remedy(err, "write them in %s, or with N in the workbook", path);
	}
	return file_read(path, NOTES_MAX_BYTES, text, err);
}

static int print_one(const struct context *c, const char *lesson)
{
	struct buf text = BUF_INIT;
	struct error err = { 0 };
	char path[PATH_MAX];
	int status = EXIT_DONE;

	if (read_notes(c, lesson, path, sizeof path, &text, &err))
		status = report_error(&err);
	else if (output.json)
		status = print_json(json_pack("{s:s, s:o, s:o}", "lesson", lesson, "file", json_text(path), "text",
					      json_text(buf_text(&text))));
	else
		fwrite(buf_text(&text), 1, text.len, stdout);
	buf_release(&text);
	return status;
}

static int print_list(const struct context *c, const char *const *ids, size_t n)
{
	json_t *rows = json_array();
	char path[PATH_MAX];
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		if (!notes_exist(&c->workspace, ids[i]) || notes_path(&c->workspace, ids[i], path, sizeof path))
			continue;
		found++;
		json_array_append_new(rows, json_pack("{s:s, s:o}", "lesson", ids[i], "file", json_text(path)));
		if (!output.json) {
			printf("%-20s ", ids[i]);
			print_path(path);
			putchar('\n');
		}
	}
	if (output.json)
		return print_json(json_pack("{s:o}", "notes", rows));
	json_decref(rows);
	if (!found)
		puts(_("you have no notes yet: N in the workbook opens those of a lesson"));
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	struct error err = { 0 };
	struct context context;
	const char **ids, *id;
	size_t n;
	int status;

	if (context_open(&context, CONTEXT_WORKSPACE, &err) || lesson_list(&context.arena, &ids, &n, &err) ||
	    (nargs && lesson_resolve(ids, n, args[0], &id, &err)))
		status = report_error(&err);
	else
		status = nargs ? print_one(&context, id) : print_list(&context, ids, n);
	context_close(&context);
	return status;
}

const struct command command_notes = {
	.name = "notes", .arguments = "[LESSON]", .summary = N_("print your own notes on a lesson, or list them"),
	.help = N_("The notes are Markdown files of your own, in the workspace's folder `notes`: one for each lesson. N in the "
		"workbook opens\nthe editor on them.\n"),
	.max_args = 1, .run = run,
};
