/* context.c - opens catalog, workspace and progress, and finds the exercise that a word names. */
#include "config.h"

#include "cmd/context.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"

static void read_progress(struct context *d, bool warns)
{
	struct store *store;
	struct error err = { 0 };

	if (!d->workspace.root[0] || !path_exists(d->workspace.database))
		return;
	if (store_open(&store, d->workspace.database, true, &err)) {
		if (warns)
			error_print(stderr, "warpbook", &err);
		return;
	}
	if (store_progress_all(store, &d->arena, &d->progress, &d->nprogress, &err)) {
		error_print(stderr, "warpbook", &err);
		d->nprogress = 0;
	}
	store_close(store);
}

int context_open(struct context *d, enum context_needs needs, struct error *err)
{
	struct error none = { 0 };

	memset(d, 0, sizeof *d);
	if (catalog_open(&d->catalog, err))
		return -1;
	if (workspace_find(&d->workspace, &none)) {
		d->workspace.root[0] = '\0';
		if (needs == CONTEXT_WORKSPACE) {
			*err = none;
			return -1;
		}
	}
	read_progress(d, needs != CONTEXT_RECORDS);
	return 0;
}

void context_close(struct context *d)
{
	catalog_release(&d->catalog);
	arena_release(&d->arena);
}

struct store_progress context_progress(const struct context *d, const char *id)
{
	for (size_t i = 0; i < d->nprogress; i++)
		if (!strcmp(d->progress[i].exercise, id))
			return d->progress[i];
	return (struct store_progress){ .exercise = id, .last_verdict = "", .last_message = "" };
}

bool context_next_lesson(const struct context *d, struct context_lesson *l)
{
	const char **ids = d->catalog.ids;
	size_t n;

	if (l->to == d->catalog.nids)
		return false;
	*l = (struct context_lesson){ .from = l->to, .to = l->to };
	n = strcspn(ids[l->from], "/");
	snprintf(l->id, sizeof l->id, "%.*s", (int)n, ids[l->from]);
	for (; l->to < d->catalog.nids && !strncmp(ids[l->to], ids[l->from], n + 1); l->to++) {
		struct store_progress p = context_progress(d, ids[l->to]);

		l->passed += p.passed;
		l->tried += !p.passed && p.attempts;
	}
	return true;
}

const char *context_next(const struct context *d)
{
	for (size_t i = 0; i < d->catalog.nids; i++)
		if (!context_progress(d, d->catalog.ids[i]).passed)
			return d->catalog.ids[i];
	return d->catalog.nids ? d->catalog.ids[0] : NULL;
}

static bool is_source_file(const char *word)
{
	return text_ends(word, ".cu") || exercise_is_python(word);
}

int context_exercise(const struct context *d, const char *word, const char **id, struct error *err)
{
	if (word)
		return catalog_resolve(&d->catalog, word, id, err);
	*id = context_next(d);
	return *id ? 0 : error_set(err, PARTY_AUTHOR, "the catalog has no exercises");
}

const char *context_language(const struct context *d, const char *id, const char *word, char *path, size_t size)
{
	if ((word && exercise_is_python(word)) || !d->workspace.root[0] || workspace_exercise_path(&d->workspace, id, path, size))
		return word;
	return path;
}

int context_choose(const struct context *d, const char *word, const char *as, const char **id, char *path, size_t size,
		struct error *err)
{
	bool file = word && is_source_file(word);

	if (context_exercise(d, file && as ? as : word, id, err)) {
		if (file && !as)
			error_remedy(err, "name the file after its exercise, or name the exercise with --as EX");
		return -1;
	}
	if (file) {
		if ((size_t)snprintf(path, size, "%s", word) >= size)
			return error_set(err, PARTY_LEARNER, "the file name '%.100s...' is too long", word);
		return 0;
	}
	if (!d->workspace.root[0]) {
		error_set(err, PARTY_LEARNER, "there is no workspace to find '%s' in", *id);
		return error_remedy(err, "make one with `warpbook init`, or name a file");
	}
	return workspace_exercise_path(&d->workspace, *id, path, size)
		       ? error_set(err, PARTY_MACHINE, "the workspace's path is too long") : 0;
}

int context_store(const struct context *d, struct store **store, struct error *err)
{
	return store_open(store, d->workspace.database, false, err);
}
