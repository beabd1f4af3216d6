/* cmd.c - the command table, options from tables, and reporting that all commands share. */
#include "config.h"

#include "cmd/cmd.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/language.h"
#include "base/link.h"
#include "base/source.h"
#include "bench/target.h"
#include "cmd/help.h"
#include "words/remark.h"

const struct command *const commands[] = {
#define COMMAND(id) &command_##id,
#include "cmd/commands.def"
#undef COMMAND
	NULL,
};

struct output_mode output;

static bool want_help;

const struct exit_row exit_rows[] = {
	{ EXIT_DONE, N_("done (check: passed)") },
	{ EXIT_LEARNER, N_("yours to fix") },
	{ EXIT_USAGE, N_("wrong usage") },
	{ EXIT_AUTHOR, N_("the exercise is broken") },
	{ EXIT_MACHINE, N_("this machine could not do it") },
	{ EXIT_BUG, N_("a bug in warpbook") },
	{ EXIT_INTERRUPTED, N_("interrupted") },
};
const size_t exit_nrows = sizeof exit_rows / sizeof *exit_rows;

static const struct option_row common_options[] = {
	{ "plain", OPTION_FLAG, NULL, N_("plain text: no colour, no animation"), &output.plain },
	{ "json", OPTION_FLAG, NULL, N_("one JSON document on standard output"), &output.json },
	{ "help", OPTION_FLAG, NULL, N_("this text"), &want_help },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL },
};

const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

/* ---- options ------------------------------------------------------------------ */

size_t command_options(const struct command *c, const struct option_row *rows[COMMAND_MAX_OPTIONS])
{
	size_t n = 0;

	for (const struct option_row *o = c->options; o && o->name; o++) {
		if (n + sizeof common_options / sizeof *common_options > COMMAND_MAX_OPTIONS)
			abort(); /* one of our tables has grown: every run of this command, and each of its tests, ends here */
		rows[n++] = o;
	}
	for (const struct option_row *o = common_options; o->name; o++) {
		size_t i = 0;

		while (i < n && strcmp(rows[i]->name, o->name))
			i++;
		if (i == n) /* a command's own option takes precedence over one with the same name */
			rows[n++] = o;
	}
	return n;
}

static int list_add(const struct option_row *row, const char *value)
{
	struct option_list *list = row->target;

	if (list->n == sizeof list->values / sizeof *list->values) {
		fprintf(stderr, _("warpbook: --%s can be given at most %zu times\n"), row->name, list->n);
		return -1;
	}
	list->values[list->n++] = value;
	return 0;
}

static int set_option(const struct option_row *row, const char *value)
{
	char *end;

	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)row->target = true;
		return 0;
	case OPTION_TEXT:
		*(const char **)row->target = value;
		return 0;
	case OPTION_MAYBE:
		*(const char **)row->target = value ? value : "";
		return 0;
	case OPTION_LIST:
		return list_add(row, value);
	case OPTION_NUMBER:
		errno = 0;
		*(uint64_t *)row->target = strtoull(value, &end, 10);
		if (errno || end == value || *end || value[0] == '-') {
			fprintf(stderr, _("warpbook: --%s takes a number, not '%s'\n"), row->name, value);
			return -1;
		}
		return 0;
	}
	return -1;
}

static int usage_error(const struct command *c)
{
	fprintf(stderr, _("          see `warpbook %s --help`\n"), c->name);
	return EXIT_USAGE;
}

/* ---- commands that have commands ------------------------------------------------- */

static int print_subs(const struct command *c, FILE *out)
{
	help_command(c, out);
	return out == stdout ? EXIT_DONE : EXIT_USAGE;
}

static int sub_run(const struct command *c, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : NULL;

	if (!word)
		return print_subs(c, stderr);
	if (!strcmp(word, "help") || !strcmp(word, "--help") || !strcmp(word, "-h"))
		return print_subs(c, stdout);
	for (size_t i = 0; c->subs[i]; i++)
		if (!strcmp(word, c->subs[i]->name + strlen(c->name) + 1))
			return command_run(c->subs[i], argc - 1, argv + 1);
	if (c->otherwise) {
		const struct command *meant = c->otherwise(&argc, argv);

		return command_run(meant, argc, argv);
	}
	fprintf(stderr, _("warpbook: there is no command '%s %s'\n\n"), c->name, word);
	return print_subs(c, stderr);
}

/* Fills getopt_long's table, and its list of letters. */
static void options_fill(const struct option_row *const *rows, size_t n, struct option *longs, char *letters)
{
	*letters++ = 'h';
	for (size_t i = 0; i < n; i++) {
		int argument = !rows[i]->value ? no_argument
			       : rows[i]->kind == OPTION_MAYBE ? optional_argument : required_argument;

		longs[i] = (struct option){ rows[i]->name, argument, NULL, (int)i + 256 };
		if (rows[i]->letter) {
			*letters++ = rows[i]->letter;
			if (argument != no_argument)
				*letters++ = ':';
		}
	}
	*letters = '\0';
}

static const struct option_row *option_found(const struct option_row *const *rows, size_t n, int found)
{
	if (found >= 256)
		return rows[found - 256];
	for (size_t i = 0; i < n; i++)
		if (rows[i]->letter && rows[i]->letter == found)
			return rows[i];
	return NULL;
}

/* "-2", "-0.5": an argument, as no option is a digit. */
static bool is_negative(const char *word)
{
	char *end;

	if (word[0] != '-' || !(isdigit((unsigned char)word[1]) || (word[1] == '.' && isdigit((unsigned char)word[2]))))
		return false;
	strtod(word, &end);
	return !*end;
}

/* Moves the arguments argv[1] to argv[n] to the end of argv. Returns n. */
static int arguments_last(int argc, char **argv, int n)
{
	memmove(argv + argc - n, argv + 1, (size_t)n * sizeof *argv);
	return n;
}

/* Reads all options; returns the number of arguments left at the end of argv, or -1. */
static int options_read(const struct option_row *const *rows, size_t n, int argc, char **argv)
{
	struct option longs[COMMAND_MAX_OPTIONS + 1] = { { 0 } };
	char letters[2 * COMMAND_MAX_OPTIONS + 3] = "-"; /* arguments are reported in their order */
	int nargs = 0;

	options_fill(rows, n, longs, letters + 1);
	argv[0] = (char *)(uintptr_t)"warpbook";
	optind = 1;
	while (optind < argc) {
		const struct option_row *row;
		int found;

		if (is_negative(argv[optind])) {
			argv[++nargs] = argv[optind++];
			continue;
		}
		found = getopt_long(argc, argv, letters, longs, NULL);
		if (found == -1) /* "--" */
			break;
		row = option_found(rows, n, found);
		if (found == 1)
			argv[++nargs] = optarg;
		else if (found == 'h')
			want_help = true;
		else if (!row || set_option(row, optarg))
			return -1;
	}
	while (optind < argc)
		argv[++nargs] = argv[optind++];
	return arguments_last(argc, argv, nargs);
}

/* The row of "--name" or "--name=value"; *value is the text after the =, or NULL. */
static const struct option_row *own_option(const struct option_row *const *rows, size_t n, const char *word,
					   const char **value)
{
	size_t len = strcspn(word, "=");

	*value = word[len] ? word + len + 1 : NULL;
	for (size_t i = 0; i < n; i++)
		if (!strncmp(word, "--", 2) && strlen(rows[i]->name) == len - 2 && !strncmp(word + 2, rows[i]->name, len - 2))
			return rows[i];
	return NULL;
}

/* Like options_read, for commands that also take a compiler's options, which getopt would split into letters. */
static int foreign_read(const struct option_row *const *rows, size_t n, int argc, char **argv)
{
	int kept = 1, i = 1;

	for (; i < argc && strcmp(argv[i], "--"); i++) {
		const char *value, *word = argv[i];
		const struct option_row *row = own_option(rows, n, word, &value);

		if (!strcmp(word, "-h")) {
			want_help = true;
		} else if (!row) {
			argv[kept++] = argv[i];
		} else if (row->kind == OPTION_FLAG ? value != NULL : row->kind != OPTION_MAYBE && !value && i + 1 == argc) {
			fprintf(stderr, value ? _("warpbook: --%s takes no value\n") : _("warpbook: --%s takes a value\n"),
					row->name);
			return -1;
		} else {
			if (!value && row->kind != OPTION_FLAG && row->kind != OPTION_MAYBE)
				value = argv[++i];
			if (set_option(row, value))
				return -1;
		}
	}
	while (i < argc)
		argv[kept++] = argv[i++];
	return arguments_last(argc, argv, kept - 1);
}

/* Does a word name an option that the command no longer has? Then says what to use. */
static bool is_gone(const struct command *c, int argc, char **argv)
{
	for (const struct option_gone *o = c->gone; o && o->name; o++)
		for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
			if (!strncmp(argv[i], "--", 2) && strlen(o->name) == strcspn(argv[i] + 2, "=") &&
			    !strncmp(argv[i] + 2, o->name, strlen(o->name))) {
				fprintf(stderr, _("warpbook: '%s' has no --%s: %s\n"), c->name, o->name, o->instead);
				return true;
			}
	return false;
}

void output_json(void)
{
	output.json = true;
	language_end(); /* JSON is English, and has the environment's letters */
	setlocale(LC_CTYPE, "");
}

int command_run(const struct command *c, int argc, char **argv)
{
	const struct option_row *rows[COMMAND_MAX_OPTIONS];
	size_t n = command_options(c, rows);
	const char *no_color = getenv("NO_COLOR");
	int nargs;

	if (c->subs)
		return sub_run(c, argc, argv);
	if (is_gone(c, argc, argv))
		return EXIT_USAGE;
	nargs = (c->foreign ? foreign_read : options_read)(rows, n, argc, argv);
	if (nargs < 0)
		return usage_error(c);
	if (want_help) {
		help_command(c, stdout);
		return EXIT_DONE;
	}
	if (output.json)
		output_json();
	argv += argc - nargs;
	if (nargs < c->min_args || nargs > c->max_args) {
		if (nargs > c->max_args && *c->arguments)
			fprintf(stderr, _("warpbook: '%s' takes %s; '%s' is one argument too many\n"), c->name, c->arguments,
				argv[c->max_args]);
		else
			fprintf(stderr, _("warpbook: '%s' takes %s\n"), c->name, *c->arguments ? c->arguments
					: _("no arguments"));
		return usage_error(c);
	}
	output.colour = !output.plain && !output.json && isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
			getenv("TERM") && strcmp(getenv("TERM"), "dumb") != 0;
	return c->run(nargs, argv);
}

int output_finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	if (errno != EPIPE) /* a reader may close the pipe early */
		fprintf(stderr, _("warpbook: cannot write the output: %s\n"), strerror(errno));
	return status ? status : EXIT_MACHINE;
}

void print_path(const char *path)
{
	struct buf text = BUF_INIT;

	if (!output.plain && !output.json && isatty(STDOUT_FILENO) && links_wanted()) {
		link_open(path, &text);
		printf("%s%s%s", buf_text(&text), path, LINK_CLOSE);
	} else {
		fputs(path, stdout);
	}
	buf_release(&text);
}

/* ---- reporting ----------------------------------------------------------------- */

static int status_of_party(enum party party)
{
	static const int status[] = {
		[PARTY_LEARNER] = EXIT_LEARNER,
		[PARTY_AUTHOR] = EXIT_AUTHOR,
		[PARTY_MACHINE] = EXIT_MACHINE,
		[PARTY_US] = EXIT_BUG,
	};

	return status[party];
}

int status_of_verdict(enum verdict v)
{
	if (v == VERDICT_PASSED)
		return EXIT_DONE;
	if (v == VERDICT_INTERRUPTED)
		return EXIT_INTERRUPTED;
	return status_of_party(verdict_party(v));
}

json_t *json_text(const char *text)
{
	struct buf clean = BUF_INIT;
	json_t *j;

	if (!text)
		return json_null();
	text_sanitise(text, strlen(text), &clean);
	j = json_string(buf_text(&clean));
	buf_release(&clean);
	return j;
}

int print_json(json_t *document)
{
	int failed = !document || json_dumpf(document, stdout, JSON_STYLE) || putchar('\n') == EOF;

	json_decref(document);
	return failed ? EXIT_MACHINE : EXIT_DONE;
}

int report_error(const struct error *e)
{
	if (output.json) {
		json_t *error = json_pack("{s:s, s:o, s:o, s:i, s:o}", "party", party_name(e->party), "text", json_text(e->text),
					  "file", e->file[0] ? json_text(e->file) : json_null(), "line", e->line,
					  "remedy", e->remedy[0] ? json_text(e->remedy) : json_null());

		print_json(json_pack("{s:o}", "error", error));
	} else {
		error_print(stderr, "warpbook", e);
	}
	return e->party == PARTY_LEARNER && e->word ? EXIT_USAGE : status_of_party(e->party);
}

bool is_no_device(const char *device)
{
	if (!device || target_is_word(device))
		return false;
	fprintf(stderr, _("warpbook: --device takes vm, gpu, gpu:1 (and so on) or auto, not '%s'\n"), device);
	return true;
}
