/*
 * complete.c - `warpbook complete -- WORD...`: lists the possible completions of a command line's last word.
 *
 * The completions of bash, zsh and fish (packaging/completion) call this hidden command and show
 * its output. Commands and options come from the command table, exercises and lessons from
 * the folders, so no shell keeps a list of its own.
 *
 * It prints one line for each candidate, with a tab and its description if there is one; the lines
 * ":files" and ":folders" say that the names of files or folders are also candidates.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/gpu.h"
#include "catalog/ladder.h"
#include "cmd/cmd.h"
#include "desk/packs.h"
#include "lesson/lesson.h"

/* The command line: the words before the one being completed, and that word. */
struct words {
	char **words; int n;
	const char *typed;
};

static void offer(const struct words *line, const char *candidate, const char *description)
{
	if (strncmp(candidate, line->typed, strlen(line->typed)))
		return;
	if (description && *description)
		printf("%s\t%.*s\n", candidate, (int)strcspn(description, "\n"), description);
	else
		printf("%s\n", candidate);
}

/* ---- kinds of words --------------------------------------------------------------------- */

/* Offers exercises by id; if no id begins with the word, by name. */
static void offer_exercises(const struct words *line)
{
	struct error err = { 0 };
	struct catalog c = { 0 };
	bool by_id = false;

	if (catalog_open(&c, &err) == 0) {
		for (size_t i = 0; i < c.nids; i++)
			by_id |= !strncmp(c.ids[i], line->typed, strlen(line->typed));
		for (size_t i = 0; i < c.nids; i++)
			offer(line, by_id ? c.ids[i] : strchr(c.ids[i], '/') + 1, NULL);
	}
	catalog_release(&c);
}

static void offer_lessons(const struct words *line)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char **ids;
	size_t n;

	if (lesson_list(&arena, &ids, &n, &err) == 0)
		for (size_t i = 0; i < n; i++)
			offer(line, ids[i], NULL);
	arena_release(&arena);
}

static void offer_ladders(const struct words *line)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char **names;
	size_t n;

	if (ladder_list(&arena, &names, &n, &err) == 0)
		for (size_t i = 0; i < n; i++)
			offer(line, names[i], NULL);
	arena_release(&arena);
}

static void offer_files(const struct words *line)
{
	(void)line;
	puts(":files");
}

static void offer_folders(const struct words *line)
{
	(void)line;
	puts(":folders");
}

static void offer_packs(const struct words *line)
{
	struct arena arena = { 0 };
	const char **names;
	size_t n;

	if (packs_installed(&arena, &names, &n, NULL) == 0)
		for (size_t i = 0; i < n; i++)
			offer(line, names[i], NULL);
	arena_release(&arena);
}

/* The capitalised words in a command's arguments and in an option's value. */
static const struct { const char *name; void (*offer)(const struct words *line); } kinds[] = {
	{ "EX", offer_exercises }, { "LESSON", offer_lessons }, { "DEMO", offer_ladders }, { "FILE", offer_files },
		{ "=FILE", offer_files },
	{ "FOLDER", offer_folders }, { "DIR", offer_folders }, { "PACK", offer_packs },
};

static void offer_kind(const struct words *line, const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].name) == len && !memcmp(kinds[i].name, name, len))
			kinds[i].offer(line);
}

/* Options whose value is one of a few words. */
static const struct { const char *option, *words[8]; } choices[] = {
	{ "device", { "vm", "gpu", "auto" } },
	{ "speed", { "gpu", "none" } },
	{ "sort", { "line", "share", "instructions", "sectors_per_request", "shared_passes", "barriers", "atomics" } },
	{ "compiler", { "nvcc", "clang" } },
	{ "kind", { "kernel", "host" } }, { "build", { "checked", "stepping" } },
	{ "lang", { "python", "cuda" } },
	{ "beside", { "stub" } }, { "pace", { "key" } },
	{ "check", { "all", "none", "bounds", "init", "race", "sync" } },
};

static void offer_gpus(const struct words *line)
{
	struct arena arena = { 0 };
	struct error err = { 0 };
	const char **names;
	size_t n;

	if (gpu_list(&arena, &names, &n, &err) == 0)
		for (size_t i = 0; i < n; i++)
			offer(line, names[i], NULL);
	arena_release(&arena);
}

static void offer_value(const struct words *line, const struct option_row *option)
{
	if (!strcmp(option->name, "gpu"))
		offer_gpus(line);
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (!strcmp(choices[i].option, option->name))
			for (size_t k = 0; choices[i].words[k]; k++)
				offer(line, choices[i].words[k], NULL);
	offer_kind(line, option->value, strlen(option->value));
}

/* ---- the line --------------------------------------------------------------------------- */

/* The row of "--name" or "--name=value", or NULL. */
static const struct option_row *option_of(const struct option_row *const *rows, size_t n, const char *word)
{
	size_t len = strcspn(word, "=");

	for (size_t i = 0; i < n; i++)
		if (len > 2 && !strncmp(word, "--", 2) && strlen(rows[i]->name) == len - 2 &&
		    !memcmp(rows[i]->name, word + 2, len - 2))
			return rows[i];
	return NULL;
}

static bool takes_next(const struct option_row *option, const char *word)
{
	return option && option->value && option->kind != OPTION_MAYBE && !strchr(word, '=');
}

/* "--device=" with each possible value. */
static void offer_assigned(const struct words *line, const struct option_row *option)
{
	printf(":after %.*s\n", (int)strcspn(line->typed, "=") + 1, line->typed);
	offer_value(&(struct words){ .typed = strchr(line->typed, '=') + 1 }, option);
}

static void offer_options(const struct words *line, const struct option_row *const *rows, size_t n)
{
	char name[64];

	for (size_t i = 0; i < n; i++) {
		snprintf(name, sizeof name, "--%s", rows[i]->name);
		offer(line, name, rows[i]->help);
	}
}

/* Offers candidates for argument number `index`, by its word in the usage line: "[EX|FILE]", "FILE...". */
static void offer_argument(const struct words *line, const struct command *c, int index)
{
	const char *p = c->arguments, *last = NULL;
	size_t len = 0;

	for (int i = 0; i <= index && *p; i++) {
		p += strspn(p, " [");
		last = p;
		len = strcspn(p, " ].");
		p += len;
		if (!strncmp(p, "...", 3))
			break;
		p += strspn(p, "]");
	}
	if (!last || (index >= c->max_args))
		return;
	for (const char *end = last + len; last < end;) {
		size_t word = strcspn(last, "|] .");

		if (last + word > end)
			word = (size_t)(end - last);
		offer_kind(line, last, word);
		last += word + 1;
	}
}

static void offer_words(const struct words *line, const struct command *c)
{
	const struct option_row *rows[COMMAND_MAX_OPTIONS];
	size_t n = command_options(c, rows);
	const struct option_row *pending = NULL;
	bool only_arguments = false;
	int index = 0;

	for (int i = 0; i < line->n; i++) {
		const char *word = line->words[i];

		if (pending)
			pending = NULL;
		else if (!strcmp(word, "--"))
			only_arguments = true;
		else if (only_arguments || word[0] != '-')
			index++;
		else if (takes_next(option_of(rows, n, word), word))
			pending = option_of(rows, n, word);
	}
	if (pending)
		offer_value(line, pending);
	else if (only_arguments || line->typed[0] != '-')
		offer_argument(line, c, index);
	else if (option_of(rows, n, line->typed) && strchr(line->typed, '='))
		offer_assigned(line, option_of(rows, n, line->typed));
	else
		offer_options(line, rows, n);
}

static void offer_commands(const struct words *line, const struct command *const *all, size_t prefix)
{
	for (size_t i = 0; all[i]; i++)
		if (!all[i]->hidden)
			offer(line, all[i]->name + prefix, all[i]->summary);
	offer(line, "help", "list the commands");
	if (!prefix && line->typed[0] == '-') {
		offer(line, "--help", "list the commands");
		offer(line, "--version", "print the version");
	}
}

static const struct command *sub_find(const struct command *c, const char *word)
{
	for (size_t i = 0; c->subs[i]; i++)
		if (!strcmp(c->subs[i]->name + strlen(c->name) + 1, word))
			return c->subs[i];
	return NULL;
}

static int run(int nargs, char **args)
{
	struct words line = { args + 1, nargs - 2, args[nargs - 1] };
	const struct command *c;

	if (nargs < 2)
		return EXIT_DONE;
	if (line.n == 0) {
		offer_commands(&line, commands, 0);
		return EXIT_DONE;
	}
	c = command_find(*line.words++);
	line.n--;
	if (c && c->subs && line.n == 0)
		offer_commands(&line, c->subs, strlen(c->name) + 1);
	if (c && c->subs && line.n > 0 && sub_find(c, *line.words)) {
		c = sub_find(c, *line.words++);
		line.n--;
	} else if (c && c->subs) {
		int argc = line.n + 1;

		c = c->otherwise ? c->otherwise(&argc, line.words - 1) : NULL;
		line.n = argc - 1;
	}
	if (c && !c->hidden)
		offer_words(&line, c);
	return EXIT_DONE;
}

/* foreign: the words of another command line are arguments. */
const struct command command_complete = {
	.name = "complete", .arguments = "-- WORD...", .summary = N_("complete a command line (used by the shells' completions)"),
	.min_args = 1, .max_args = INT_MAX, .hidden = true, .foreign = true, .run = run,
};
