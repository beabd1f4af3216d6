/*
 * vm_calls.c - `warpbook vm calls`, `vm errors`: lists which calls of the CUDA runtime API the vm supports, and the meaning of
 * its errors. Prints the tables of src/cudart, for people and, with --markdown, for the runtime's manual; a test
 * compares the manual with them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/vm/vm.h"
#include "script/nearest.h"
#include "words/remark.h"

enum group {
#define GROUP(name, title, advice) GROUP_##name,
#include "cudart/groups.def"
	NGROUPS
};

static const struct { const char *title, *instead; } groups[] = {
#define GROUP(name, title, advice) { title, advice },
#include "cudart/groups.def"
};

enum status { DONE, MISSING };

static const struct row {
	const char *name, *type, *parameters; /* parameters NULL: only compiled code calls it */
	enum group group;
	enum status status;
	const char *text;
} calls[] = {
#define OR(x) = x
#define AS_TEXT(...) #__VA_ARGS__
#define CALL(name, parameters, group, status, undone, text) { #name, "cudaError_t", AS_TEXT(parameters), GROUP_##group, status, text },
#define RETURNS(type, name, parameters, group, status, undone, text) \
	{ #name, #type, AS_TEXT(parameters), GROUP_##group, status, text },
#define HIDDEN(name, group, status, undone, text) { #name, NULL, NULL, GROUP_##group, status, text },
#include "cudart/api.def"
};

#define NCALLS (sizeof calls / sizeof *calls)

static const struct { int code; const char *name, *text, *advice; } errors[] = {
#define CUDA_ERROR(name, number, text, advice) { number, #name, text, advice },
#include "cudart/errors.def"
};

#define NERRORS (sizeof errors / sizeof *errors)

static bool markdown, only_missing;

static int finish(struct buf *text, const char *key, json_t *all)
{
	int status = EXIT_DONE;

	if (output.json)
		status = print_json(json_pack("{s:o}", key, all));
	else
		json_decref(all);
	if (!output.json)
		fputs(buf_text(text), stdout);
	buf_release(text);
	return status;
}

/* ---- calls -------------------------------------------------------------------------------- */

static void put_call(const struct row *c, struct buf *out)
{
	if (markdown) {
		buf_printf(out, "| `%s` | %s | %s |\n", c->name, c->status == DONE ? "yes" : "no", c->text);
		return;
	}
	buf_printf(out, "%s %s", c->status == DONE ? "  " : "- ", c->name);
	if (strlen(c->name) > 36)
		buf_printf(out, "\n%40s", "");
	else
		buf_printf(out, "%*s", (int)(37 - strlen(c->name)), "");
	text_wrap(out, c->text, 80, 40, "                                        ");
}

static void put_head(enum group group, struct buf *out)
{
	size_t all = 0, done = 0;

	for (size_t i = 0; i < NCALLS; i++) {
		all += calls[i].group == group;
		done += calls[i].group == group && calls[i].status == DONE;
	}
	/* No counts here: every branch that adds a call would change them, and branches would conflict. */
	if (markdown)
		buf_printf(out, "%s**%s**\n\n| call | supported | what it does |\n|---|---|---|\n", group ? "\n" : "", groups[group].title);
	else
		buf_printf(out, "%s%s (%zu of %zu)\n", group ? "\n" : "", groups[group].title, done, all);
}

static json_t *call_json(const struct row *c)
{
	json_t *o = json_pack("{s:s, s:s, s:b, s:s}", "name", c->name, "group", groups[c->group].title, "supported",
			      c->status == DONE, "what", c->text);

	if (c->parameters)
		json_object_set_new(o, "prototype", json_sprintf("%s %s%s", c->type, c->name, c->parameters));
	if (c->status == MISSING)
		json_object_set_new(o, "instead", json_string(groups[c->group].instead));
	return o;
}

/* All information about one call, as a manual page. */
static void put_page(const struct row *c, struct buf *out)
{
	if (c->parameters)
		buf_printf(out, "%s %s%s\n", c->type, c->name, c->parameters);
	else
		buf_printf(out, "%s\n", c->name);
	text_wrap(out, c->text, 80, 0, "");
	if (c->status == MISSING) {
		buf_puts(out, "The virtual machine does not support it. Instead: ");
		text_wrap(out, groups[c->group].instead, 80, 47, "  ");
	}
}

static int call_unknown(const char *name)
{
	const char *names[NCALLS], *near;
	struct error err = { 0 };

	for (size_t i = 0; i < NCALLS; i++)
		names[i] = calls[i].name;
	near = word_nearest(name, names, NCALLS);
	error_set(&err, PARTY_LEARNER, "the CUDA runtime has no call '%.60s'", name);
	if (near)
		error_remedy(&err, "did you mean '%s'?", near);
	return report_error(&err);
}

static int run_call(const char *name)
{
	for (size_t i = 0; i < NCALLS; i++) {
		struct buf text = BUF_INIT;
		json_t *all = json_array();

		if (!strcmp(calls[i].name, name)) {
			put_page(&calls[i], &text);
			json_array_append_new(all, call_json(&calls[i]));
			return finish(&text, "calls", all);
		}
		json_decref(all);
	}
	return call_unknown(name);
}

static int run_calls(int nargs, char **args)
{
	struct buf text = BUF_INIT;
	json_t *all = json_array();
	size_t done = 0;

	if (nargs) {
		json_decref(all);
		return run_call(args[0]);
	}
	for (int g = 0; g < NGROUPS; g++) {
		bool headed = false;

		for (size_t i = 0; i < NCALLS; i++) {
			if (calls[i].group != (enum group)g || (only_missing && calls[i].status == DONE))
				continue;
			if (!headed)
				put_head((enum group)g, &text);
			headed = true;
			put_call(&calls[i], &text);
			json_array_append_new(all, call_json(&calls[i]));
		}
	}
	for (size_t i = 0; i < NCALLS; i++)
		done += calls[i].status == DONE;
	if (!markdown)
		buf_printf(&text, "\n%zu of %zu calls are supported; a dash marks the others\n", done, NCALLS);
	return finish(&text, "calls", all);
}

/* A table cell in Markdown, where "<T>" would be read as an HTML element. */
static void put_cell(const char *text, struct buf *out)
{
	for (; *text; text++)
		buf_printf(out, *text == '<' || *text == '|' ? "\\%c" : "%c", *text);
	buf_puts(out, " |");
}

/* ---- errors ------------------------------------------------------------------------------- */

static void put_error(size_t i, struct buf *out)
{
	if (markdown) {
		buf_printf(out, "| %d | `%s` | ", errors[i].code, errors[i].name);
		put_cell(errors[i].text, out);
		buf_putc(out, ' ');
		put_cell(errors[i].advice ? errors[i].advice : "", out);
		buf_putc(out, '\n');
		return;
	}
	buf_printf(out, "%3d %s: %s\n", errors[i].code, errors[i].name, errors[i].text);
	if (errors[i].advice) {
		buf_puts(out, "    ");
		text_wrap(out, errors[i].advice, 80, 4, "    ");
	}
}

/* Finds an error by number, by name, or by the text of cudaGetErrorString. */
static bool error_is(size_t i, const char *word)
{
	char *end;
	long n = strtol(word, &end, 10);

	return (end != word && !*end && n == errors[i].code) || !strcmp(word, errors[i].name) || !strcmp(word, errors[i].text);
}

static int run_errors(int nargs, char **args)
{
	struct buf text = BUF_INIT;
	json_t *all = json_array();
	struct error err = { 0 };

	if (markdown)
		buf_puts(&text, "| code | name | text | what to do |\n|---|---|---|---|\n");
	for (size_t i = 0; i < NERRORS; i++) {
		if (nargs ? !error_is(i, args[0]) : markdown && !errors[i].advice)
			continue;
		put_error(i, &text);
		json_array_append_new(all, json_pack("{s:i, s:s, s:s, s:s?}", "code", errors[i].code, "name", errors[i].name, "text",
						     errors[i].text, "advice", errors[i].advice));
	}
	if (json_array_size(all))
		return finish(&text, "errors", all);
	json_decref(all);
	buf_release(&text);
	error_set(&err, PARTY_LEARNER, "the CUDA runtime has no error '%.60s'", args[0]);
	error_remedy(&err, "a number (700), a name (cudaErrorIllegalAddress) or the text of cudaGetErrorString");
	return report_error(&err);
}

/* ---- the commands -------------------------------------------------------------------------- */

static const struct option_row call_options[] = {
	{ "missing", OPTION_FLAG, NULL, "only those that the vm does not support", &only_missing, 0 },
	{ "markdown", OPTION_FLAG, NULL, "print the tables of the runtime's manual", &markdown, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

static const struct option_row error_options[] = {
	{ "markdown", OPTION_FLAG, NULL, "print the table of the runtime's manual: errors with advice", &markdown, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_vm_calls = {
	.name = "vm calls", .arguments = "[NAME]", .summary = "the calls of the CUDA runtime API that `warpbook run` supports",
	.options = call_options, .max_args = 1, .run = run_calls,
};

const struct command command_vm_errors = {
	.name = "vm errors", .arguments = "[CODE]", .summary = "errors of the CUDA runtime API, and what to do about them",
	.options = error_options, .max_args = 1, .run = run_errors,
};
