/* hover.c - what the server says of a word and of a line, and the lenses above the text. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "lsp/server.h"
#include "lsp/text.h"

/* ---- a function of CUDA ---------------------------------------------------------------------------------- */

static const struct call {
	const char *name, *type, *parameters, *status, *text;
} calls[] = {
#define OR(x) = x
#define AS_TEXT(...) #__VA_ARGS__
#define CALL(name, parameters, group, status, undone, text) { #name, "cudaError_t", AS_TEXT(parameters), #status, text },
#define RETURNS(type, name, parameters, group, status, undone, text) { #name, #type, AS_TEXT(parameters), #status, text },
#define HIDDEN(name, group, status, undone, text)
#include "cudart/api.def"
};

static void say_call(const char *word, struct buf *out)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!strcmp(calls[i].name, word)) {
			buf_printf(out, "```cuda\n%s %s%s\n```\n%s\n", calls[i].type, word, calls[i].parameters, calls[i].text);
			if (strcmp(calls[i].status, "DONE"))
				buf_puts(out, "\nThe virtual machine does not have it.\n");
			return;
		}
}

/* ---- a term ------------------------------------------------------------------------------------------------ */

static void say_term(const struct server *s, const char *word, struct buf *out)
{
	struct error ignored = { 0 };
	const struct term *t = s->glossary && *word ? glossary_find(s->glossary, word, &ignored) : NULL;

	if (!t)
		return;
	buf_printf(out, "%s**%s**: %s\n", out->len ? "\n" : "", t->name, t->text);
	for (size_t i = 0; i < t->nsee; i++)
		buf_printf(out, "%s%s", i ? ", " : "\nSee: ", t->see[i]);
	if (t->nsee)
		buf_putc(out, '\n');
}

/* ---- a line -------------------------------------------------------------------------------------------------- */

static void say_share(double share, double instructions, struct buf *out)
{
	buf_printf(out, "%sThis line: %.3g %% of the modelled time, %.15g warp instructions.\n", out->len ? "\n" : "", 100 * share, instructions);
}

static double number_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

/* A program's profile has the lines of each kernel, and nanoseconds. */
static void say_program_line(const struct doc *d, const json_t *kernel, size_t line, struct buf *out)
{
	const double all = number_of(kernel, "modelled_ns");
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(kernel, "lines"), i, one) {
		const char *file = json_string_value(json_object_get(one, "file"));

		if (json_count(one, "line") == line && all > 0 && (!file || !strcmp(path_base(file), path_base(d->path))))
			say_share(number_of(one, "modelled_ns") / all, number_of(json_object_get(one, "counters"), "warp_instructions"), out);
	}
}

static void say_line(const struct doc *d, size_t line, struct buf *out)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(d->profile, "yours"), "lines"), i, one)
		if (json_count(one, "line") == line)
			say_share(number_of(one, "share"), number_of(one, "instructions"), out);
	json_array_foreach(json_object_get(d->profile, "counters"), i, one)
		say_program_line(d, one, line, out);
}

json_t *hover_at(const struct server *s, const struct doc *d, const json_t *position)
{
	struct buf out = BUF_INIT;
	char word[100];
	json_t *result;

	text_word(&d->text, position, word, sizeof word);
	say_call(word, &out);
	say_term(s, word, &out);
	say_line(d, json_count(position, "line") + 1, &out);
	result = out.len && !out.failed ? json_pack("{s:{s:s, s:s}}", "contents", "kind", "markdown", "value", out.data) : json_null();
	buf_release(&out);
	return result;
}

/* ---- lenses ---------------------------------------------------------------------------------------------------- */

/* All stand above the first line. */
static void add(json_t *all, const struct doc *d, const char *title, const char *command)
{
	json_array_append_new(all, json_pack("{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:{s:s, s:s, s:[s]}}", "range", "start", "line", 0, "character", 0,
					     "end", "line", 0, "character", 0, "command", "title", title, "command", command, "arguments",
					     d->uri));
}

json_t *lenses_of(const struct server *s, const struct doc *d)
{
	json_t *all = json_array();
	const bool trusted = d->path[0] && server_trusts(s, d->path), runs = d->exercise || d->has_main || d->python;

	if (!d->path[0])
		return all;
	if (d->verdict[0])
		add(all, d, d->verdict, "warpbook.check");
	if (!d->python || trusted)
		add(all, d, trusted && runs ? "check" : "check (compile only)", "warpbook.check");
	if (d->exercise)
		add(all, d, "next hint", "warpbook.hint");
	if (trusted && runs) {
		add(all, d, "profile", "warpbook.profile");
		add(all, d, "step", "warpbook.step");
	}
	return all;
}
