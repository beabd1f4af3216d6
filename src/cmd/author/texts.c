/*
 * texts.c - `warpbook author texts LANGUAGE [FOLDER]`: brings the translations of a pack up to date with its lessons and
 * exercises, and counts for `author check` what is missing.
 */
#include "config.h"

#include "cmd/author/texts.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/course.h"
#include "catalog/ladder.h"
#include "catalog/overlay.h"
#include "cmd/author/author.h"
#include "lesson/glossary.h"
#include "lesson/lesson.h"

static const char *const kinds[] = { "lessons", "exercises" };
/* In place of topics. */
static const char glossary[] = "";   /* lessons/LANGUAGE.po has its terms */
static const char demos[] = "demos"; /* lessons/demos/LANGUAGE.po: the texts of the ladders */
static const struct { const char *topic, *where; } extras[] = {
	{ glossary, "lessons/glossary.lua" }, { demos, "lessons/demos" },
};

static int demos_open(struct error *err)
{
	struct arena a = { 0 };
	const char **names;
	struct ladder *l;
	size_t n;
	int status = ladder_list(&a, &names, &n, err);

	for (size_t i = 0; !status && i < n; i++) {
		status = ladder_open(&l, names[i], err);
		ladder_close(l);
	}
	arena_release(&a);
	return status;
}

/* Opens what the folder's file translates; its texts go through the file that is gathered. */
static int topic_open(const char *kind, const char *topic, struct error *err)
{
	struct catalog catalog;
	struct lesson *l;
	struct exercise *e;
	struct glossary *g;
	int status = 0;

	if (topic == glossary) {
		status = glossary_open(&g, err);
		glossary_close(g);
		return status;
	}
	if (topic == demos)
		return demos_open(err);
	if (kind == kinds[0]) {
		if (lesson_open(&l, topic, err))
			return -1;
		lesson_close(l);
		return 0;
	}
	if (catalog_open(&catalog, err))
		return -1;
	for (size_t i = 0; !status && i < catalog.nids; i++) {
		const char *path[] = { NULL, "answer.py" };
		size_t len = strlen(topic);

		if (strncmp(catalog.ids[i], topic, len) != 0 || catalog.ids[i][len] != '/')
			continue;
		for (int python = 0; !status && python < 2; python++) {
			status = exercise_open_for(&e, catalog.ids[i], path[python], err);
			if (status && python)
				status = 0; /* no answer in Python */
			else if (!status)
				exercise_close(e);
		}
	}
	catalog_release(&catalog);
	return status;
}

/* The folder of a topic, or the file of a language in it; false: too long. */
static bool path_of(char *path, size_t size, const struct pack *pack, const char *kind, const char *topic, const char *language)
{
	return (size_t)snprintf(path, size, "%s/%s%s%s%s%s%s", pack->folder, kind, *topic ? "/" : "", topic, language ? "/" : "",
				language ? language : "", language ? ".po" : "") < size;
}

static int last_pack(const struct pack **pack, struct error *err)
{
	const struct pack *packs;
	size_t n;

	if (course_packs(&packs, &n, err))
		return -1;
	*pack = &packs[n - 1];
	return 0;
}

static int row_add(struct arena *a, const char *path, const char *kind, const char *topic, struct texts_row *row,
		struct buf *append,
		   struct error *err)
{
	struct overlay_state state;
	int status;

	if (overlay_gather(path, err))
		return -1;
	status = topic_open(kind, topic, err);
	state = overlay_gathered(a, append);
	*row = (struct texts_row){ arena_strdup(a, path), arena_printf(a, "%s%s%s/%s", kind, *topic ? "/" : "", topic,
		   path_base(path)),
			state.sentences,
				   state.untold, state.changed, state.line, state.first };
	return a->failed ? error_nomem(err) : status;
}

/* The files of one folder. */
static int folder_examine(struct arena *a, const char *folder, const char *kind, const char *topic, struct texts_row **rows,
		size_t *n,
			  size_t *cap, struct error *err)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	char path[PATH_MAX];
	int status = 0;

	while (dir && !status && (entry = readdir(dir))) {
		if (!text_ends(entry->d_name, ".po") || !path_join(path, sizeof path, folder, entry->d_name))
			continue;
		if (!arena_push(a, rows, n, cap, sizeof **rows))
			status = error_nomem(err);
		else
			status = row_add(a, path, kind, topic, &(*rows)[*n - 1], NULL, err);
	}
	if (dir)
		closedir(dir);
	return status;
}

int texts_examine(struct arena *a, struct texts_row **rows, size_t *n, struct error *err)
{
	const struct pack *pack;
	size_t cap = 0;

	char folder[PATH_MAX];

	*rows = NULL;
	*n = 0;
	if (last_pack(&pack, err))
		return -1;
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		const char **topics;
		size_t ntopics;

		if (course_topics(kinds[k], a, &topics, &ntopics, err))
			return -1;
		for (size_t i = 0; i < ntopics; i++) {
			if (path_of(folder, sizeof folder, pack, kinds[k], topics[i], NULL) &&
			    folder_examine(a, folder, kinds[k], topics[i], rows, n, &cap, err))
				return -1;
		}
	}
	for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
		if (path_of(folder, sizeof folder, pack, kinds[0], extras[i].topic, NULL) &&
		    folder_examine(a, folder, kinds[0], extras[i].topic, rows, n, &cap, err))
			return -1;
	return 0;
}

/* ---- the command ------------------------------------------------------------------------------------- */

static const char *only;

static int head_write(const char *path, const char *language, struct error *err)
{
	struct buf head = BUF_INIT;
	int status;

	buf_printf(&head, "msgid \"\"\nmsgstr \"\"\n\"Language: %s\\n\"\n\"MIME-Version: 1.0\\n\"\n"
			  "\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"\n", language);
	status = file_write(path, buf_text(&head), head.len, err);
	buf_release(&head);
	return status;
}

/* A pack of translations has no such folders yet. */
static int folders_make(const char *path, struct error *err)
{
	char folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.*s", (int)(path_base(path) - path - 1), path);
	return path_make_dirs(folder, err);
}

static int file_update(const char *path, const char *kind, const char *topic, const char *language, struct error *err)
{
	struct arena a = { 0 };
	struct buf text = BUF_INIT, missing = BUF_INIT;
	struct texts_row row;
	int status = 0;

	if (!path_exists(path))
		status = folders_make(path, err) || head_write(path, language, err) ? -1 : 0;
	if (!status)
		status = row_add(&a, path, kind, topic, &row, &missing, err);
	if (!status && missing.len) {
		status = file_read(path, (size_t)8 << 20, &text, err);
		buf_append(&text, buf_text(&missing), missing.len);
		if (!status)
			status = file_write(path, buf_text(&text), text.len, err);
	}
	if (!status)
		printf(_("%s: %zu sentences, %zu to translate, %zu whose original has changed\n"), row.subject, row.sentences,
		       row.untold, row.changed);
	buf_release(&text);
	buf_release(&missing);
	arena_release(&a);
	return status;
}

/* Where the pack has them. */
static int extras_update(const struct pack *pack, const char *language, struct error *err)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
		if (path_join(path, sizeof path, pack->folder, extras[i].where) && path_exists(path) &&
		    path_of(path, sizeof path, pack, kinds[0], extras[i].topic, language) &&
		    file_update(path, kinds[0], extras[i].topic, language, err))
			return -1;
	return 0;
}

static int run(int nargs, char **args)
{
	const struct pack *pack;
	struct arena a = { 0 };
	struct error err = { 0 };
	int status = author_folder(nargs > 1 ? args[1] : NULL, &err) || last_pack(&pack, &err) ? -1 : 0;

	for (size_t k = 0; !status && k < sizeof kinds / sizeof *kinds; k++) {
		const char **topics;
		size_t n = 0;

		status = course_topics(kinds[k], &a, &topics, &n, &err);
		for (size_t i = 0; !status && i < n; i++) {
			char path[PATH_MAX];

			if (only && strcmp(only, topics[i]) != 0)
				continue;
			if (path_of(path, sizeof path, pack, kinds[k], topics[i], args[0]))
				status = file_update(path, kinds[k], topics[i], args[0], &err);
		}
	}
	if (!status && !only)
		status = extras_update(pack, args[0], &err);
	arena_release(&a);
	return status ? report_error(&err) : EXIT_DONE;
}

static const struct option_row options[] = {
	{ "only", OPTION_TEXT, "TOPIC", N_("this lesson with its exercises: 01_kernels"), &only, 0 },
	{ NULL, OPTION_FLAG, NULL, NULL, NULL, 0 },
};

const struct command command_author_texts = {
	.name = "author texts", .arguments = "LANGUAGE [FOLDER]", .summary = N_("bring translations of lessons up to date"),
	.help = N_("LANGUAGE is a code such as de or pt_BR. Each folder of lessons and exercises gets, in LANGUAGE.po, the\n"
		   "sentences that are not translated yet; doc/translating.md says how to go on.\n"),
	.options = options, .min_args = 1, .max_args = 2, .run = run,
};
