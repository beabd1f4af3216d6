/* hover.c - what the server says of a word and of a line, and the lenses above the text. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "lsp/server.h"
#include "lsp/text.h"
#include "words/remark.h"

#define HOVER_WIDTH 72 /* in Markdown the line ends are blanks, but Neovim shows them, and breaks longer lines within words */

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
			buf_printf(out, "```cpp\n%s %s%s\n```\n", calls[i].type, word, calls[i].parameters);
			text_wrap(out, _(calls[i].text), HOVER_WIDTH, 0, "");
			if (strcmp(calls[i].status, "DONE"))
				buf_puts(out, _("\nThe virtual machine does not have it.\n"));
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
	buf_printf(out, "%s**%s**: ", out->len ? "\n" : "", t->name);
	text_wrap(out, t->text, HOVER_WIDTH, text_width(t->name) + 2, "");
	for (size_t i = 0; i < t->nsee; i++)
		buf_printf(out, "%s%s", i ? ", " : _("\nSee: "), t->see[i]);
	if (t->nsee)
		buf_putc(out, '\n');
}

/* ---- a line -------------------------------------------------------------------------------------------------- */

static double number_of(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

/* Calls take for each line of the profile, from 1 on, in each kernel. */
typedef void share_fn(void *ctx, size_t line, double share, double instructions);

/* A program's profile has the lines of each kernel, and nanoseconds. */
static void shares_of_kernel(const struct doc *d, const json_t *kernel, share_fn *take, void *ctx)
{
	const double all = number_of(kernel, "modelled_ns");
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(kernel, "lines"), i, one) {
		const char *file = json_string_value(json_object_get(one, "file"));

		if (all > 0 && (!file || !strcmp(path_base(file), path_base(d->path))))
			take(ctx, json_count(one, "line"), number_of(one, "modelled_ns") / all,
			     number_of(json_object_get(one, "counters"), "warp_instructions"));
	}
}

static void shares_of(const struct doc *d, share_fn *take, void *ctx)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(json_object_get(d->profile, "yours"), "lines"), i, one)
		take(ctx, json_count(one, "line"), number_of(one, "share"), number_of(one, "instructions"));
	json_array_foreach(json_object_get(d->profile, "counters"), i, one)
		shares_of_kernel(d, one, take, ctx);
}

static void note_share(void *ctx, size_t line, double share, double instructions)
{
	bool *any = ctx;

	(void)line;
	*any = *any || share > 0 || instructions > 0;
}

bool profile_has_lines(const struct doc *d)
{
	bool any = false;

	shares_of(d, note_share, &any);
	return any;
}

struct saying { size_t line; struct buf *out; };

static void say_share(void *ctx, size_t line, double share, double instructions)
{
	const struct saying *s = ctx;

	if (line == s->line)
		buf_printf(s->out, _("%sThis line: %.3g %% of the modelled time, %.15g warp instructions.\n"),
			   s->out->len ? "\n" : "", 100 * share, instructions);
}

json_t *hover_at(const struct server *s, const struct doc *d, const json_t *position)
{
	struct buf out = BUF_INIT;
	struct saying line = { json_count(position, "line") + 1, &out };
	char word[100];
	json_t *result;

	text_word(&d->text, position, word, sizeof word);
	say_call(word, &out);
	say_term(s, word, &out);
	shares_of(d, say_share, &line);
	result = out.len && !out.failed ? json_pack("{s:{s:s, s:s}}", "contents", "kind", "markdown", "value", out.data) :
		 json_null();
	buf_release(&out);
	return result;
}

/* ---- shares behind the lines ----------------------------------------------------------------------------------- */

#define SHARE_LEAST 0.005

struct listing { const struct doc *d; size_t from, to; json_t *all; };

static void list_share(void *ctx, size_t line, double share, double instructions)
{
	struct listing *l = ctx;
	const char *text;
	char label[32], more[128];
	size_t n;

	if (share < SHARE_LEAST || !line || line - 1 < l->from || line - 1 > l->to)
		return;
	text = text_line(&l->d->text, line - 1, &n);
	snprintf(label, sizeof label, "%.0f %%", 100 * share);
	snprintf(more, sizeof more, _("of the modelled time; %.15g warp instructions"), instructions);
	json_array_append_new(l->all, json_pack("{s:{s:i, s:i}, s:s, s:b, s:s}", "position", "line", (int)line - 1, "character",
						(int)text_units(text, n), "label", label, "paddingLeft", 1, "tooltip", more));
}

json_t *shares_in(const struct doc *d, const json_t *range)
{
	const json_t *end = json_object_get(range, "end");
	struct listing l = { d, json_count(json_object_get(range, "start"), "line"), end ? json_count(end, "line") : SIZE_MAX,
			     json_array() };

	shares_of(d, list_share, &l);
	return l.all;
}

/* ---- lenses ---------------------------------------------------------------------------------------------------- */

/* All stand above the first line. */
static void add(json_t *all, const struct doc *d, const char *title, const char *command)
{
	json_array_append_new(all, json_pack("{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:{s:s, s:s, s:[s]}}", "range", "start", "line", 0,
					     "character", 0,
					     "end", "line", 0, "character", 0, "command", "title", title, "command", command,
					     "arguments", d->uri));
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
		add(all, d, trusted && runs ? _("check") : _("check (compile only)"), "warpbook.check");
	if (d->exercise)
		add(all, d, _("next hint"), "warpbook.hint");
	if (trusted && runs) {
		add(all, d, _("profile"), "warpbook.profile");
		add(all, d, _("step"), "warpbook.step");
	}
	return all;
}
