/*
 * vm_tables.c - `warpbook vm ops`, `checks`, `counters`, `calls`, `errors`: the tables of the vm and of the runtime (src/cudart),
 * for people and, with --markdown, for their manuals; a test compares the manuals with them.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "words/kinds.h"
#include "words/remark.h"
#include "cmd/vm/vm.h"
#include "ptx/ptx.h"
#include "script/nearest.h"
#include "simt/simt.h"

static bool markdown, only_missing;

/* ---- opcodes ---------------------------------------------------------------------------- */

/* A form with the opcode before its modifiers: "add" and ".sat.s32 d, a, b". */
static void put_form(enum ptx_op op, const char *form, struct buf *out)
{
	buf_printf(out, "%s%s%s", ptx_op_name(op), *form == '.' || *form == '{' || !*form ? "" : " ", form);
	while (out->len && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
}

static void put_op_text(enum ptx_op op, struct buf *out)
{
	const char *const *forms;
	size_t n = ptx_op_forms(op, &forms);

	for (size_t i = 0; i < n; i++) {
		struct buf form = BUF_INIT;

		put_form(op, forms[i], &form);
		text_wrap(out, buf_text(&form), 80, 0, "        ");
		buf_release(&form);
	}
}

/* Escapes what would end a table cell, even inside code, or begin an HTML element. */
static void put_escaped(const char *text, const char *which, struct buf *out)
{
	for (; *text; text++)
		buf_printf(out, strchr(which, *text) ? "\\%c" : "%c", *text);
}

static void put_op_markdown(enum ptx_op op, struct buf *out)
{
	const char *const *forms;
	size_t n = ptx_op_forms(op, &forms);

	buf_printf(out, "| `%s` | ", ptx_op_name(op));
	for (size_t i = 0; i < n; i++) {
		struct buf form = BUF_INIT;

		put_form(op, forms[i], &form);
		buf_puts(out, i ? "<br>`" : "`");
		put_escaped(buf_text(&form), "|", out);
		buf_putc(out, '`');
		buf_release(&form);
	}
	buf_puts(out, " |\n");
}

static json_t *op_json(enum ptx_op op)
{
	const char *const *forms;
	size_t n = ptx_op_forms(op, &forms);
	json_t *all = json_array();

	for (size_t i = 0; i < n; i++) {
		struct buf form = BUF_INIT;

		put_form(op, forms[i], &form);
		json_array_append_new(all, json_text(buf_text(&form)));
		buf_release(&form);
	}
	return json_pack("{s:s, s:o}", "name", ptx_op_name(op), "forms", all);
}

static void put_left_out(struct buf *out)
{
	buf_puts(out, markdown ? "\n| left out | what it is | why |\n|---|---|---|\n" : "\nLeft out:\n");
	for (size_t i = 0; i < ptx_nleft_out; i++) {
		const struct ptx_left_out *row = &ptx_left_out[i];

		if (markdown)
			buf_printf(out, "| `%s` | %s | %s |\n", row->name, row->what, row->why);
		else
			buf_printf(out, "%s: %s (%s)\n", row->name, row->what, row->why);
	}
}

static json_t *left_out_json(void)
{
	json_t *all = json_array();

	for (size_t i = 0; i < ptx_nleft_out; i++)
		json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", ptx_left_out[i].name, "what",
						     ptx_left_out[i].what,
						     "why", ptx_left_out[i].why));
	return all;
}

static int op_unknown(const char *name)
{
	const struct ptx_left_out *row = ptx_left_out_find(name);
	const char *names[PTX_OP_COUNT], *near;
	struct error err = { 0 };

	for (int i = 0; i < PTX_LEFT_OUT; i++)
		names[i] = ptx_op_name((enum ptx_op)i);
	near = word_nearest(name, names, PTX_LEFT_OUT);
	if (row) {
		error_set(&err, PARTY_LEARNER, "the vm does not support '%.200s': %s (%s)", name, row->what, row->why);
		return report_error(&err);
	}
	error_set(&err, PARTY_LEARNER, "the vm does not support an opcode '%.200s'", name);
	if (near)
		error_remedy(&err, "did you mean '%s'?", near);
	return report_error(&err);
}

static int finish(struct buf *text, json_t *doc)
{
	int status = EXIT_DONE;

	if (output.json)
		status = print_json(doc);
	else
		json_decref(doc);
	if (!output.json)
		fputs(buf_text(text), stdout);
	buf_release(text);
	return status;
}

static int run_ops(int nargs, char **args)
{
	/* For "add.f32", look up "add". */
	size_t len = nargs ? strcspn(args[0], ".") : 0;
	struct buf text = BUF_INIT;
	json_t *all = json_array();
	bool found = false;

	if (markdown)
		buf_puts(&text, "| opcode | forms |\n|---|---|\n");
	for (int i = 0; i < PTX_LEFT_OUT; i++) {
		enum ptx_op op = (enum ptx_op)i;

		if (nargs && (strlen(ptx_op_name(op)) != len || memcmp(ptx_op_name(op), args[0], len)))
			continue;
		found = true;
		json_array_append_new(all, op_json(op));
		if (markdown)
			put_op_markdown(op, &text);
		else
			put_op_text(op, &text);
	}
	if (!nargs)
		put_left_out(&text);
	if (found)
		return finish(&text, json_pack("{s:o, s:o}", "ops", all, "left_out", left_out_json()));
	json_decref(all);
	buf_release(&text);
	return op_unknown(args[0]);
}

/* ---- checks, counters ----------------------------------------------------------------------- */

/* A name, a word about it and what it is; the text has the word if `words` is above 0, its width. */
static void put_row(const char *name, int names, const char *word, int words, const char *what, struct buf *out)
{
	char indent[48];

	snprintf(indent, sizeof indent, "%*s", names + 1 + words + (words > 0), "");
	if (markdown) {
		buf_printf(out, "| `%s` | %s | ", name, word);
		put_escaped(what, "|", out);
		buf_puts(out, " |\n");
		return;
	}
	buf_printf(out, "%-*s ", names, name);
	if (words)
		buf_printf(out, "%-*s ", words, word);
	text_wrap(out, what, 80, (int)strlen(indent), indent);
}

static int run_checks(int nargs, char **args)
{
	struct buf text = BUF_INIT;
	json_t *all = json_array();

	(void)nargs;
	(void)args;
	if (markdown)
		buf_puts(&text, "| finding | level | what fires it |\n|---|---|---|\n");
	for (int i = 0; i < KIND_RULE; i++) { /* the kinds from KIND_RULE on are the judge's */
		const struct finding_row *row = &finding_rows[i];
		const char *level = finding_level_name(row->level);

		json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "level", level, "headline",
						     row->headline, "fires", row->fires));
		put_row(row->name, 20, level, 8, row->fires, &text);
	}
	return finish(&text, json_pack("{s:o}", "checks", all));
}

static int run_counters(int nargs, char **args)
{
	struct buf text = BUF_INIT;
	json_t *all = json_array();

	(void)nargs;
	(void)args;
	if (markdown)
		buf_puts(&text, "| counter | unit | what it counts |\n|---|---|---|\n");
	for (size_t i = 0; i < simt_ncounters; i++) {
		const struct simt_counter *row = &simt_counters[i];

		json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", row->name, "unit", row->unit, "meaning",
						     row->what));
		put_row(row->name, 26, row->unit, 0, row->what, &text);
	}
	return finish(&text, json_pack("{s:o}", "counters", all));
}

/* ---- calls -------------------------------------------------------------------------------- */

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
#define CALL(name, parameters, group, status, undone, text) \
	{ #name, "cudaError_t", AS_TEXT(parameters), GROUP_##group, status, text },
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
		buf_printf(out, "%s**%s**\n\n| call | supported | what it does |\n|---|---|---|\n", group ? "\n" : "",
			   groups[group].title);
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
			return finish(&text, json_pack("{s:o}", "calls", all));
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
	return finish(&text, json_pack("{s:o}", "calls", all));
}

/* ---- errors ------------------------------------------------------------------------------- */

static void put_error(size_t i, struct buf *out)
{
	if (markdown) {
		buf_printf(out, "| %d | `%s` | ", errors[i].code, errors[i].name);
		put_escaped(errors[i].text, "<|", out);
		buf_puts(out, " | ");
		put_escaped(errors[i].advice ? errors[i].advice : "", "<|", out);
		buf_puts(out, " |\n");
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
		json_array_append_new(all, json_pack("{s:i, s:s, s:s, s:s?}", "code", errors[i].code, "name",
						     errors[i].name, "text", errors[i].text, "advice", errors[i].advice));
	}
	if (json_array_size(all))
		return finish(&text, json_pack("{s:o}", "errors", all));
	json_decref(all);
	buf_release(&text);
	error_set(&err, PARTY_LEARNER, "the CUDA runtime has no error '%.60s'", args[0]);
	error_remedy(&err, "a number (700), a name (cudaErrorIllegalAddress) or the text of cudaGetErrorString");
	return report_error(&err);
}

/* ---- the commands ---------------------------------------------------------------------------- */

static const struct option_row options[] = {
	{ "markdown", OPTION_FLAG, NULL, N_("as the table in the vm's manual"), &markdown, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_vm_ops = {
	.name = "vm ops", .arguments = "[NAME]", .summary = N_("the PTX instructions that the vm supports, by opcode"),
	.help = N_("Braces enclose optional parts, bars separate alternatives. d is a destination,\n"
		"a b c e are sources, p and q predicates written and read, [a] an address.\n"),
	.options = options, .max_args = 1, .run = run_ops,
};

const struct command command_vm_checks = {
	.name = "vm checks", .arguments = "", .summary = N_("what the vm can find, and what fires it"),
	.options = options, .run = run_checks,
};

const struct command command_vm_counters = {
	.name = "vm counters", .arguments = "", .summary = N_("what the vm counts"),
	.options = options, .run = run_counters,
};

static const struct option_row call_options[] = {
	{ "missing", OPTION_FLAG, NULL, N_("only those that the vm does not support"), &only_missing, 0 },
	{ "markdown", OPTION_FLAG, NULL, N_("print the tables of the runtime's manual"), &markdown, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

static const struct option_row error_options[] = {
	{ "markdown", OPTION_FLAG, NULL, N_("print the table of the runtime's manual: errors with advice"), &markdown, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_vm_calls = {
	.name = "vm calls", .arguments = "[NAME]", .summary = N_("the calls of the CUDA runtime API that `warpbook run` "
				"supports"),
	.options = call_options, .max_args = 1, .run = run_calls,
};

const struct command command_vm_errors = {
	.name = "vm errors", .arguments = "[CODE]", .summary = N_("errors of the CUDA runtime API, and what to do about them"),
	.options = error_options, .max_args = 1, .run = run_errors,
};
