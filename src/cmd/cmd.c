/* cmd.c - the command table, options from tables, and reporting that all commands share. */
#include "config.h"

#include "cmd/cmd.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/source.h"

#define MAX_OPTIONS 16

const struct command *const commands[] = {
#define COMMAND(id) &command_##id,
#include "cmd/commands.def"
#undef COMMAND
	NULL,
};

struct output_mode output;

static bool want_help;

static const struct option_row common_options[] = {
	{ "plain", OPTION_FLAG, NULL, "plain text: no colour, nothing that moves", &output.plain },
	{ "json", OPTION_FLAG, NULL, "one JSON document on standard output", &output.json },
	{ "help", OPTION_FLAG, NULL, "this text", &want_help },
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

static size_t collect_rows(const struct command *c, const struct option_row *rows[MAX_OPTIONS])
{
	size_t n = 0;

	for (const struct option_row *o = c->options; o && o->name; o++)
		rows[n++] = o;
	for (const struct option_row *o = common_options; o->name; o++)
		rows[n++] = o;
	return n;
}

static void print_help(const struct command *c)
{
	const struct option_row *rows[MAX_OPTIONS];
	size_t n = collect_rows(c, rows);

	printf("usage: warpbook %s%s%s [options]\n\n%s\n", c->name, *c->arguments ? " " : "", c->arguments, c->summary);
	if (c->help)
		printf("\n%s", c->help);
	printf("\noptions:\n");
	for (size_t i = 0; i < n; i++)
		printf("  --%-9s %-6s %s\n", rows[i]->name, rows[i]->value ? rows[i]->value : "", rows[i]->help);
	printf("\nexit status: 0 done (check: passed), 1 yours to mend, 2 wrong usage, 3 the exercise is\n"
	       "broken, 4 this machine could not do it, 5 a bug of warpbook, 130 interrupted\n");
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
	case OPTION_NUMBER:
		errno = 0;
		*(uint64_t *)row->target = strtoull(value, &end, 10);
		if (errno || end == value || *end || value[0] == '-') {
			fprintf(stderr, "warpbook: --%s takes a number, not '%s'\n", row->name, value);
			return -1;
		}
		return 0;
	}
	return -1;
}

static int usage_error(const struct command *c)
{
	fprintf(stderr, "          see `warpbook %s --help`\n", c->name);
	return EXIT_USAGE;
}

int command_run(const struct command *c, int argc, char **argv)
{
	const struct option_row *rows[MAX_OPTIONS];
	struct option longs[MAX_OPTIONS + 1] = { { 0 } };
	size_t n = collect_rows(c, rows);
	const char *no_color = getenv("NO_COLOR");
	int found;

	for (size_t i = 0; i < n; i++)
		longs[i] = (struct option){ rows[i]->name, rows[i]->value ? required_argument : no_argument, NULL, (int)i + 256 };
	argv[0] = (char *)(uintptr_t)"warpbook";
	optind = 1;
	while ((found = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		if (found == 'h')
			want_help = true;
		else if (found < 256 || set_option(rows[found - 256], optarg))
			return usage_error(c);
	}
	if (want_help) {
		print_help(c);
		return EXIT_DONE;
	}
	argc -= optind;
	argv += optind;
	if (argc < c->min_args || argc > c->max_args) {
		fprintf(stderr, "warpbook: '%s' takes %s\n", c->name, *c->arguments ? c->arguments : "no arguments");
		return usage_error(c);
	}
	output.colour = !output.plain && !output.json && isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
			getenv("TERM") && strcmp(getenv("TERM"), "dumb") != 0;
	return c->run(argc, argv);
}

int output_finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	if (errno != EPIPE) /* whoever reads has had enough */
		fprintf(stderr, "warpbook: cannot write the output: %s\n", strerror(errno));
	return status ? status : EXIT_MACHINE;
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
	int failed = !document || json_dumpf(document, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;

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
	return status_of_party(e->party);
}
