/* search.c - `warpbook search WORD...`: finds these words in lessons, tasks, the hints seen so far, notes and the glossary. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/context.h"
#include "lesson/library.h"

#define EXCERPT_COLS 76

static int seen_hints(void *ctx, const char *exercise)
{
	return context_progress(ctx, exercise).hints;
}

static void write_command(const struct reading *r, struct buf *out)
{
	switch (r->kind) {
	case READING_TERM: buf_printf(out, "warpbook glossary '%s'", r->title); break;
	case READING_STEP: buf_printf(out, "warpbook lesson %s --step %d", r->lesson, r->step); break;
	case READING_TASK: buf_printf(out, "warpbook show %s", r->exercise); break;
	case READING_HINT: buf_printf(out, "warpbook hint %s --number %d", r->exercise, r->hint); break;
	case READING_NOTE: buf_printf(out, "warpbook notes %s", r->lesson); break;
	}
}

static json_t *found_json(const struct found *f)
{
	static const char *const kinds[] = {
		[READING_TERM] = "term", [READING_STEP] = "step", [READING_TASK] = "task", [READING_HINT] = "hint",
		[READING_NOTE] = "note",
	};
	const struct reading *r = f->reading;
	struct buf excerpt = BUF_INIT, command = BUF_INIT;
	json_t *row;

	found_excerpt(f, EXCERPT_COLS, &excerpt);
	write_command(r, &command);
	row = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind", kinds[r->kind], "title", json_text(r->title),
			"lesson", json_text(r->lesson), "step", r->step ? json_integer(r->step) : json_null(), "exercise",
			json_text(r->exercise),
			"hint", r->hint ? json_integer(r->hint) : json_null(), "excerpt", json_text(buf_text(&excerpt)),
			"command", json_text(buf_text(&command)));
	buf_release(&excerpt);
	buf_release(&command);
	return row;
}

static int print_found_json(const char *words, const struct found *list, size_t n)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(rows, found_json(&list[i]));
	return print_json(json_pack("{s:o, s:o}", "words", json_text(words), "found", rows));
}

/* "smooth: the mean of nine" follows the exercise's name: only what comes after the name again. */
static const char *title_beside_place(const struct reading *r)
{
	const char *name = r->exercise ? path_base(r->exercise) : "";
	const size_t n = strlen(name);

	return n && !strncmp(r->title, name, n) && !strncmp(r->title + n, ": ", 2) ? r->title + n + 2 : r->title;
}

static int print_found(const char *words, const struct found *list, size_t n)
{
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		reading_place(list[i].reading, &text);
		buf_printf(&text, ": %s\n    ", title_beside_place(list[i].reading));
		found_excerpt(&list[i], EXCERPT_COLS, &text);
		buf_putc(&text, '\n');
	}
	printf("%s", buf_text(&text));
	if (!n)
		printf(_("nothing has the words '%s'\n"), words);
	buf_release(&text);
	return EXIT_DONE;
}

static int run(int nargs, char **args)
{
	struct buf words = BUF_INIT;
	struct error err = { 0 };
	struct library *library = NULL, *notes = NULL;
	struct context context;
	struct found *list, *own;
	size_t n, nown;
	int status;

	for (int i = 0; i < nargs; i++) {
		buf_puts(&words, i ? " " : "");
		buf_puts(&words, args[i]);
	}
	if (context_open(&context, CONTEXT_NO_WORKSPACE, &err) || library_open(&library, &err) ||
	    library_search(library, buf_text(&words), seen_hints, &context, &context.arena, &list, &n, &err) ||
	    library_notes(&notes, &context.workspace, &err) ||
	    library_search(notes, buf_text(&words), seen_hints, &context, &context.arena, &own, &nown, &err) ||
	    found_join(&list, &n, own, nown, &context.arena, &err))
		status = report_error(&err);
	else
		status = (output.json ? print_found_json : print_found)(buf_text(&words), list, n);
	library_close(notes);
	library_close(library);
	context_close(&context);
	buf_release(&words);
	return status;
}

const struct command command_search = {
	.name = "search", .arguments = "WORD...", .summary = N_("find words in lessons, tasks, glossary, your notes, and "
				"hints you have seen"),
	.help = N_("Each WORD may be the beginning of a word, in letters of any case. Titles come first, then words side by "
				"side.\n"),
	.min_args = 1, .max_args = 12, .run = run,
};
