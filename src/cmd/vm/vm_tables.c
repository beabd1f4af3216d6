/*
 * vm_tables.c - `warpbook vm ops`, `vm checks`, `vm counters`: print the vm's own tables, for
 * people and, with --markdown, for the vm's manual; a test compares the manual with them.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "words/remark.h"
#include "cmd/vm/vm.h"
#include "ptx/ptx.h"
#include "script/nearest.h"
#include "simt/check/check.h"
#include "simt/simt.h"

static bool markdown;

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

/* Escapes bars: a bar ends a table cell, even inside code. */
static void put_escaped(const char *text, struct buf *out)
{
	for (; *text; text++)
		buf_printf(out, *text == '|' ? "\\|" : "%c", *text);
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
		put_escaped(buf_text(&form), out);
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
		json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", ptx_left_out[i].name, "what", ptx_left_out[i].what,
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

/* ---- checks ------------------------------------------------------------------------------- */

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

		json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "level",
						     finding_level_name(row->level), "headline", row->headline, "fires", row->fires));
		if (markdown) {
			buf_printf(&text, "| `%s` | %s | ", row->name, finding_level_name(row->level));
			put_escaped(row->fires, &text);
			buf_puts(&text, " |\n");
			continue;
		}
		buf_printf(&text, "%-20s %-8s ", row->name, finding_level_name(row->level));
		text_wrap(&text, row->fires, 80, 30, "                              ");
	}
	return finish(&text, json_pack("{s:o}", "checks", all));
}

/* ---- counters ------------------------------------------------------------------------------ */

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

		json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", row->name, "unit", row->unit,
						     "meaning", row->what));
		if (markdown) {
			buf_printf(&text, "| `%s` | %s | ", row->name, row->unit);
			put_escaped(row->what, &text);
			buf_puts(&text, " |\n");
			continue;
		}
		buf_printf(&text, "%-26s ", row->name);
		text_wrap(&text, row->what, 80, 27, "                           ");
	}
	return finish(&text, json_pack("{s:o}", "counters", all));
}

/* ---- the commands ---------------------------------------------------------------------------- */

static const struct option_row options[] = {
	{ "markdown", OPTION_FLAG, NULL, "as the table in the vm's manual", &markdown, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_vm_ops = {
	.name = "vm ops", .arguments = "[NAME]", .summary = "the PTX instructions that the vm supports, by opcode",
	.help = "Braces enclose optional parts, bars separate alternatives. d is a destination,\n"
		"a b c e are sources, p and q predicates written and read, [a] an address.\n",
	.options = options, .max_args = 1, .run = run_ops,
};

const struct command command_vm_checks = {
	.name = "vm checks", .arguments = "", .summary = "what the vm can find, and what fires it",
	.options = options, .run = run_checks,
};

const struct command command_vm_counters = {
	.name = "vm counters", .arguments = "", .summary = "what the vm counts",
	.options = options, .run = run_counters,
};
