/*
 * manual.c - `warpbook manual PAGE`: the manual pages warpbook(1) and warpbook-exercises(7).
 *
 * The program's tables supply commands and options, keys, exit statuses, rules, metrics, verdicts
 * and findings, so the pages always match the program. `make` writes them and `make install` installs them.
 *
 * The pages are written in man(7). Texts pass through `literal` or `prose`, which quote characters that
 * troff would read as its own commands.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "catalog/catalog.h"
#include "cmd/cmd.h"
#include "cmd/help.h"
#include "tui/requests.h"
#include "words/finding.h"
#include "words/kinds.h"
#include "words/metric.h"
#include "words/remark.h"

#define PAGE_WIDTH 78

/* ---- texts ------------------------------------------------------------------------------ */

static void put_char(struct buf *out, char c)
{
	static const char special[] = "\\-'`^~\"";
	static const char *const quoted[] = { "\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti", "\\(dq" };
	const char *at = strchr(special, c);

	if (c && at)
		buf_puts(out, quoted[at - special]);
	else
		buf_putc(out, c);
}

/* Quotes a dot at the start of a line, which troff would read as a request. */
static void put_line_start(struct buf *out, char c)
{
	if (c == '.')
		buf_puts(out, "\\&");
}

/* Writes the characters unchanged, line by line. */
static void literal(struct buf *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (i == 0 || text[i - 1] == '\n')
			put_line_start(out, text[i]);
		put_char(out, text[i]);
	}
}

static void put_literal(struct buf *out, const char *text)
{
	literal(out, text, strlen(text));
}

/* Running text, on lines of its own; text in backquotes becomes bold. */
static void prose(struct buf *out, const char *text, size_t len)
{
	struct buf quoted = BUF_INIT, lines = BUF_INIT;
	bool bold = false;

	for (size_t i = 0; i < len; i++) {
		if (text[i] == '`') {
			bold = !bold;
			buf_puts(&quoted, bold ? "\\fB" : "\\fR");
		} else {
			put_char(&quoted, text[i]);
		}
	}
	text_wrap(&lines, buf_text(&quoted), PAGE_WIDTH, 0, "");
	for (size_t i = 0; i < lines.len; i++) {
		if (i == 0 || lines.data[i - 1] == '\n')
			put_line_start(out, lines.data[i]);
		buf_putc(out, lines.data[i]);
	}
	buf_release(&quoted);
	buf_release(&lines);
}

static void put_prose(struct buf *out, const char *text)
{
	prose(out, text, strlen(text));
}

/* An entry of a list: its name in bold, and its description. */
static void put_entry(struct buf *out, const char *name, const char *text)
{
	buf_puts(out, ".TP\n\\fB");
	put_literal(out, name);
	buf_puts(out, "\\fR\n");
	put_prose(out, text);
}

/* Lines shown verbatim, two columns further left, because the page indents them too. */
static void put_shown(struct buf *out, const char *text, const char *end)
{
	buf_puts(out, ".PP\n.nf\n");
	while (text < end) {
		size_t len = help_line(text), blanks = strspn(text, " ") < 2 ? 1 : 2;

		literal(out, text + blanks, len - blanks);
		text += len;
	}
	buf_puts(out, ".fi\n");
}

static void put_help(struct buf *out, const char *help)
{
	struct help_part part;

	while (help_next(&help, &part)) {
		if (part.shown) {
			put_shown(out, part.text, part.text + part.len);
		} else {
			buf_puts(out, ".PP\n");
			prose(out, part.text, part.len);
		}
	}
}

static void put_title(struct buf *out, const char *name, int section, const char *what, const char *summary)
{
	buf_printf(out, ".\\\" Made by `warpbook manual`.\n.TH %s %d %s \"warpbook %s\" \"%s\"\n", name, section,
		   *version_date() ? version_date() : "\"\"", PACKAGE_VERSION, what);
	buf_puts(out, ".SH NAME\n");
	put_literal(out, summary);
	buf_putc(out, '\n');
}

/* Appends a fixed part, which is man(7) text already. */
static void put_raw(struct buf *out, const char *text)
{
	buf_puts(out, text);
}

/* ---- warpbook(1) ------------------------------------------------------------------------ */

static void put_option(struct buf *out, const struct option_row *o)
{
	const char *value = o->value;

	buf_puts(out, ".TP\n");
	if (o->letter)
		buf_printf(out, "\\fB\\-%c\\fR, ", o->letter);
	buf_puts(out, "\\fB\\-\\-");
	put_literal(out, o->name);
	buf_puts(out, "\\fR");
	if (value && o->kind == OPTION_MAYBE)
		buf_puts(out, "[=");
	else if (value)
		buf_putc(out, ' ');
	if (value) {
		buf_puts(out, "\\fI");
		put_literal(out, value + (*value == '='));
		buf_puts(out, "\\fR");
	}
	buf_puts(out, value && o->kind == OPTION_MAYBE ? "]\n" : "\n");
	put_prose(out, o->help);
}

static void put_command(struct buf *out, const struct command *c)
{
	buf_puts(out, ".SS warpbook ");
	put_literal(out, c->name);
	if (*c->arguments) {
		buf_putc(out, ' ');
		put_literal(out, c->arguments);
	}
	buf_putc(out, '\n');
	buf_putc(out, (char)(c->summary[0] >= 'a' && c->summary[0] <= 'z' ? c->summary[0] - 'a' + 'A' : c->summary[0]));
	prose(out, c->summary + 1, strlen(c->summary + 1));
	out->data[--out->len] = '\0'; /* a full stop replaces the newline */
	buf_puts(out, ".\n");
	if (c->help)
		put_help(out, c->help);
	if (c->example)
		put_help(out, c->example);
	for (const struct option_row *o = c->options; o && o->name; o++)
		put_option(out, o);
	for (size_t i = 0; c->subs && c->subs[i]; i++)
		put_command(out, c->subs[i]);
}

static void put_commands(struct buf *out)
{
	const struct option_row *rows[COMMAND_MAX_OPTIONS];
	size_t n = command_options(&(struct command){ .name = "" }, rows);

	buf_puts(out, ".SH COMMANDS\nEvery command takes these options:\n");
	for (size_t i = 0; i < n; i++)
		put_option(out, rows[i]);
	for (size_t i = 0; commands[i]; i++)
		if (!commands[i]->hidden)
			put_command(out, commands[i]);
}

static bool is_everywhere(enum request r)
{
	int pages = 0;

	for (int page = 0; page < PAGE_COUNT; page++)
		pages += request_on_page(r, (enum page_id)page);
	return pages >= PAGE_COUNT - 1; /* a key may be missing on one page, as `?` is on the help page */
}

/* The row separates its keys with blanks. */
static void put_key(struct buf *out, enum request r)
{
	struct buf keys = BUF_INIT;

	for (const char *p = request_info(r)->keys; *p; p++)
		buf_printf(&keys, *p == ' ' ? ", " : "%c", *p);
	put_entry(out, buf_text(&keys), request_info(r)->help);
	buf_release(&keys);
}

static void put_keys(struct buf *out)
{
	buf_puts(out, ".SH KEYS OF THE WORKBOOK\nThe last line of the screen names the most important ones, and\n"
		      ".B ?\nshows all keys of a page.\n.SS On all pages\n");
	for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++)
		if (is_everywhere(r))
			put_key(out, r);
	for (int page = 0; page < PAGE_COUNT; page++) {
		bool begun = false;

		for (enum request r = REQUEST_NONE + 1; r < REQUEST_COUNT; r++) {
			if (is_everywhere(r) || !request_on_page(r, (enum page_id)page))
				continue;
			if (!begun)
				buf_printf(out, ".SS %s\n", page_info((enum page_id)page)->where);
			begun = true;
			put_key(out, r);
		}
	}
}

static void put_exits(struct buf *out)
{
	char number[8];

	buf_puts(out, ".SH EXIT STATUS\n");
	for (size_t i = 0; i < exit_nrows; i++) {
		snprintf(number, sizeof number, "%d", (int)exit_rows[i].status);
		put_entry(out, number, exit_rows[i].meaning);
	}
}

/* The variables that the program reads; a test compares them with the sources. */
static const struct { const char *name, *what; } variables[] = {
#define VARIABLE(name, what) { name, what },
#include "cmd/variables.def"
#undef VARIABLE
};

static void put_variables(struct buf *out)
{
	buf_puts(out, ".SH ENVIRONMENT\n");
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		put_entry(out, variables[i].name, variables[i].what);
}

static void put_main_page(struct buf *out)
{
	put_title(out, "WARPBOOK", 1, "User Commands", "warpbook - an interactive CUDA workbook for the terminal, and a grader");
	put_raw(out,
		".SH SYNOPSIS\n"
		".B warpbook\n"
		".RI [ COMMAND ]\n"
		".RI [ OPTION \".\\|.\\|.]\"\n"
		".SH DESCRIPTION\n"
		".B warpbook\n"
		"alone opens the workbook: lessons, exercises, hints and results.\n"
		"You read a lesson, edit a\n"
		".I .cu\n"
		"file in your own editor, and save it; warpbook compiles it, runs it and\n"
		"says whether it is right, where it is wrong, for which thread, and why.\n"
		".PP\n"
		"It needs neither a GPU nor the CUDA toolkit.\n"
		"The kernel is compiled by\n"
		".BR nvcc ,\n"
		"or by\n"
		".BR clang (1)\n"
		"where there is none, and runs on a virtual machine for PTX that checks every\n"
		"access.\n"
		"With\n"
		".B \\-\\-device gpu\n"
		"it runs on an NVIDIA GPU.\n"
		".PP\n"
		"Everything the workbook does has a command, with\n"
		".B \\-\\-plain\n"
		"for text without colour and\n"
		".B \\-\\-json\n"
		"for other programs.\n");
	put_commands(out);
	put_keys(out);
	put_exits(out);
	put_variables(out);
	put_raw(out,
		".SH FILES\n"
		".TP\n"
		".I ~/warpbook\\-exercises\n"
		"The workspace, where\n"
		".B warpbook init\n"
		"puts the exercises; another folder may be one.\n"
		".TP\n"
		".IR WORKSPACE /.warpbook/warpbook.db\n"
		"All attempts, an SQLite database.\n"
		"Read it through its views\n"
		".IR attempt_view ,\n"
		".I metric_view\n"
		"and\n"
		".IR time_view .\n"
		".TP\n"
		".I ~/.cache/warpbook\n"
		"Compiled files; it may be removed at any time.\n"
		".SH EXAMPLES\n"
		".nf\n"
		"warpbook init\n"
		"warpbook check add\n"
		"warpbook run main.cu kernels.cu \\-O2 \\-\\- 1024 input.bin\n"
		"warpbook check \\-\\-json \\-\\-no\\-record submissions/kim/add.cu\n"
		".fi\n"
		".SH SEE ALSO\n"
		".BR warpbook\\-exercises (7)\n");
}

/* ---- warpbook-exercises(7) -------------------------------------------------------------- */

static void put_fields(struct buf *out)
{
	static const char *const titles[FIELDS_COUNT] = {
		[FIELDS_EVERY] = "Of every exercise",
		[FIELDS_KERNEL] = "Where the learner writes a kernel (kind = \"kernel\", the default)",
		[FIELDS_HOST] = "Where the learner writes a function of the host (kind = \"host\")",
		[FIELDS_PARAM] = "Of each parameter in params",
		[FIELDS_TOLERANCE] = "Of tolerance",
	};

	for (int table = 0; table < FIELDS_COUNT; table++) {
		buf_puts(out, ".SS ");
		put_literal(out, titles[table]);
		buf_putc(out, '\n');
		for (size_t i = 0; i < exercise_nfields; i++)
			if (exercise_fields[i].table == (enum field_table)table)
				put_entry(out, exercise_fields[i].name, exercise_fields[i].what);
	}
}

static void put_types(struct buf *out)
{
	buf_puts(out, ".SS Types of parameters\n");
	for (int t = 0; t < VALUE_TYPE_COUNT; t++)
		buf_printf(out, "%s%s", t ? ",\n" : "", value_type_name((enum value_type)t));
	buf_puts(out, ".\n");
}

static void put_rules(struct buf *out)
{
	buf_puts(out, ".SH RULES\n");
	put_prose(out, "What `rules` of a host exercise may demand besides the right answer. A broken rule gives the "
		       "verdict `rule-broken`.");
	for (int r = 0; r < RULE_KIND_COUNT; r++)
		put_entry(out, rule_name((enum rule_kind)r), rule_text((enum rule_kind)r));
	buf_puts(out, ".PP\nKinds of operation:\n");
	for (int w = 0; w < WORK_KIND_COUNT; w++)
		buf_printf(out, "%s%s", w ? ",\n" : "", work_name((enum work_kind)w));
	buf_puts(out, ".\n");
}

static void put_metrics(struct buf *out)
{
	buf_puts(out, ".SH METRICS\n");
	put_prose(out, "What `limits` of `perf` may bound: by `most`, or by `least` where more is better, or by `times` the "
		       "reference solution's value. A missed limit gives the verdict `too-slow`.");
	for (size_t i = 0; i < metric_nrows; i++) {
		struct buf text = BUF_INIT;

		buf_printf(&text, "%s; %s is better", metric_rows[i].what, metric_rows[i].more ? "more" : "less");
		put_entry(out, metric_rows[i].name, buf_text(&text));
		buf_release(&text);
	}
}

static void put_verdicts(struct buf *out)
{
	buf_puts(out, ".SH VERDICTS\n");
	for (int v = 0; v < VERDICT_COUNT; v++)
		put_entry(out, verdict_name((enum verdict)v), verdict_headline((enum verdict)v));
	buf_puts(out, ".SH FINDINGS\n");
	for (int k = 0; k < FINDING_KINDS; k++)
		put_entry(out, finding_rows[k].name, finding_rows[k].fires);
}

static void put_exercises_page(struct buf *out)
{
	put_title(out, "WARPBOOK-EXERCISES", 7, "Miscellaneous", "warpbook-exercises - how exercises of warpbook are written");
	put_raw(out,
		".SH DESCRIPTION\n"
		"An exercise is three files with one name, and a folder of programs that are\n"
		"known to be wrong:\n"
		".TP\n"
		".IR exercises/NN_topic/name .lua\n"
		"the task, the cases, the data, the hints: a Lua file that returns one table\n"
		".TP\n"
		".IR exercises/NN_topic/name .cu\n"
		"the stub that a learner starts from; it compiles, and fails\n"
		".TP\n"
		".IR solutions/NN_topic/name .cu\n"
		"the reference solution; it passes, and explains why it is written so\n"
		".TP\n"
		".IR tests/mutants/NN_topic/name /\n"
		".IR wrong_ *.cu\n"
		"with the verdict that each must get,\n"
		".IR ok_ *.cu\n"
		"that must pass, and\n"
		".IR slow_ *.cu\n"
		"that are right and too slow.\n"
		"A comment\n"
		".B // Expect: VERDICT [FINDING]\n"
		"near the top gives the expected verdict, and\n"
		".B // <\\-\\- here\n"
		"marks the line that the finding must name.\n"
		".PP\n"
		".B warpbook author new 20_mine/twice FOLDER\n"
		"begins an exercise that is right from the start; you change it step by step.\n"
		".B warpbook author check FOLDER\n"
		"proves each exercise of a folder: the stub fails, the solution passes, and\n"
		"every wrong program gets its verdict.\n"
		"With\n"
		".BR WARPBOOK_DATA =\\fIFOLDER\\fR\n"
		"the workbook shows them.\n"
		".SH FIELDS\n"
		"The table that the Lua file returns has these fields.\n");
	put_fields(out);
	put_types(out);
	put_rules(out);
	put_metrics(out);
	put_verdicts(out);
	put_raw(out,
		".SH EXAMPLES\n"
		".nf\n"
		"warpbook author new 20_mine/twice ~/course\n"
		"warpbook author check ~/course \\-\\-compiler all \\-\\-rounds 20\n"
		"WARPBOOK_DATA=~/course warpbook\n"
		".fi\n"
		".SH SEE ALSO\n"
		".BR warpbook (1)\n");
}

/* ---- the command ------------------------------------------------------------------------ */

static const struct { const char *name; void (*put)(struct buf *out); } pages[] = {
	{ "warpbook.1", put_main_page },
	{ "warpbook-exercises.7", put_exercises_page },
};

static int run(int nargs, char **args)
{
	struct buf out = BUF_INIT;

	(void)nargs;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		if (strcmp(args[0], pages[i].name))
			continue;
		pages[i].put(&out);
		fputs(buf_text(&out), stdout);
		buf_release(&out);
		return EXIT_DONE;
	}
	fprintf(stderr, "warpbook: there is no manual page '%s', only", args[0]);
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		fprintf(stderr, " %s", pages[i].name);
	fputc('\n', stderr);
	return EXIT_USAGE;
}

const struct command command_manual = {
	.name = "manual", .arguments = "PAGE", .summary = N_("print a manual page in the language of man(7) (what `make` "
				"installs)"),
	.min_args = 1, .max_args = 1, .hidden = true, .run = run,
};
