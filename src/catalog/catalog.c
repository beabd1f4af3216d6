/*
 * catalog.c - the list of exercises and its order; finds the exercise that a word names.
 *
 * It reads the folders of exercises/ of all packs, in the course's order; order.lua in
 * each lists its exercises, and may say `limits = "plain"` (exercise.plain). It does not open the definitions, so that a broken
 * one does not hide the others.
 */
#include "config.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "catalog/course.h"
#include "catalog/internal.h"
#include "script/nearest.h"
#include "script/script.h"

struct listing { struct catalog *c; size_t *cap; const struct pack *pack; const char *lesson; size_t from; /* of the lesson */ };

/* The list has the exercise already: may this pack replace it? */
static int is_replaced(struct script *s, const struct listing *l, int i, const char *id, struct error *err)
{
	const struct pack *rival = course_rival(l->pack, id);

	if (!rival || course_owner(id) != l->pack)
		return script_error_item(s, err, i, "'%s' appears here twice", strchr(id, '/') + 1);
	if (pack_may_replace(l->pack, id))
		return 0;
	script_error_item(s, err, i, "the pack '%s' has an exercise '%s', too", rival->name, id);
	return error_remedy(err, "give this one another name, or write replaces = { \"%s\" } in its pack's " PACK_MANIFEST, id);
}

static int id_add(struct script *s, struct listing *l, int i, struct error *err)
{
	struct catalog *c = l->c;
	const char *name = NULL, *path, *id, **slot;

	if (script_item_string(s, &c->arena, i, &name, err) != 1)
		return -1;
	path = arena_printf(&c->arena, "%s/exercises/%s/%s.lua", l->pack->folder, l->lesson, name);
	if (!path)
		return error_nomem(err);
	if (strchr(name, '/') || !path_exists(path)) {
		script_error_item(s, err, i, "there is no exercise '%s'", name);
		return error_remedy(err, "write %s.lua beside order.lua, or take the name out", name);
	}
	id = arena_printf(&c->arena, "%s/%s", l->lesson, name);
	if (!id)
		return error_nomem(err);
	for (size_t k = l->from; k < c->nids; k++)
		if (!strcmp(c->ids[k], id))
			return is_replaced(s, l, i, id, err);
	if (course_leaves_out(id))
		return 0;
	slot = arena_push(&c->arena, &c->ids, &c->nids, l->cap, sizeof *c->ids);
	if (!slot)
		return error_nomem(err);
	*slot = id;
	return 0;
}

static int order_read(struct script *s, void *ctx, struct error *err)
{
	struct listing *l = ctx;
	const char *limits = NULL;

	if (script_only(s, (const char *const[]){ SCRIPT_ITEMS, "limits", NULL }, err) ||
	    script_string(s, &l->c->arena, "limits", false, &limits, err))
		return -1;
	if (limits && strcmp(limits, LIMITS_PLAIN)) {
		script_error(s, err, "limits", "can only be \"" LIMITS_PLAIN "\"");
		return error_remedy(err, "leave it out, unless the lesson comes before the one that explains what the limits "
					 "count");
	}
	for (int i = 1; i <= script_length(s); i++)
		if (id_add(s, l, i, err))
			return -1;
	return 0;
}

/* A pack may translate the exercises of others, and have none of its own there: see overlay.h. */
static bool has_translations_only(const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	size_t n = 0;
	bool only = dir != NULL;

	while (only && (entry = readdir(dir))) {
		n += entry->d_name[0] != '.';
		only = entry->d_name[0] == '.' || text_ends(entry->d_name, ".po");
	}
	if (dir)
		closedir(dir);
	return only && n > 0;
}

static int folder_read(struct listing *l, struct error *err)
{
	const char *folder = arena_printf(&l->c->arena, "%s/exercises/%s", l->pack->folder, l->lesson);
	const char *path = folder ? arena_printf(&l->c->arena, "%s/order.lua", folder) : NULL;
	struct script *s;
	int status;

	if (!path)
		return error_nomem(err);
	if (!path_exists(folder) || has_translations_only(folder))
		return 0;
	if (!path_exists(path)) {
		error_set(err, PARTY_AUTHOR, "the folder 'exercises/%s' has no order.lua", l->lesson);
		return error_remedy(err, "write one: return { \"name\", ... } in the order in which to suggest them");
	}
	s = script_open(path, NULL, err);
	if (!s)
		return -1;
	status = script_protect(s, order_read, l, err);
	script_close(s);
	return status;
}

static int catalog_read(struct catalog *c, struct error *err)
{
	const struct pack *packs;
	const char **topics;
	size_t npacks, ntopics, cap = 0;

	if (course_packs(&packs, &npacks, err) || course_topics("exercises", &c->arena, &topics, &ntopics, err))
		return -1;
	for (size_t i = 0; i < ntopics; i++) {
		struct listing l = { .c = c, .cap = &cap, .lesson = topics[i], .from = c->nids };

		for (size_t k = 0; k < npacks; k++) {
			l.pack = &packs[k];
			if (folder_read(&l, err))
				return -1;
		}
		course_arrange(c->ids + l.from, c->nids - l.from);
	}
	return 0;
}

int catalog_open(struct catalog *c, struct error *err)
{
	int status;

	memset(c, 0, sizeof *c);
	status = catalog_read(c, err);
	if (status)
		catalog_release(c);
	return status;
}

void catalog_release(struct catalog *c)
{
	arena_release(&c->arena);
	memset(c, 0, sizeof *c);
}

static const char *name_of(const char *id)
{
	return strchr(id, '/') + 1;
}

/* "1" and "01" are the lesson "01_kernels"; so is its full name. */
static bool lesson_matches(const char *id, const char *word, size_t len)
{
	size_t lesson = strcspn(id, "/");
	char *end;

	if (lesson == len && !memcmp(id, word, len))
		return true;
	return len > 0 && len < 4 && strspn(word, "0123456789") == len && strtol(word, &end, 10) == strtol(id, NULL, 10);
}

static bool id_matches(const char *id, const char *lesson, size_t lesson_len, const char *name, size_t name_len)
{
	const char *own = name_of(id);

	return strlen(own) == name_len && !memcmp(own, name, name_len) &&
	       (!lesson || lesson_matches(id, lesson, lesson_len));
}

static int report_unknown(const struct catalog *c, const char *word, const char *name, size_t len, struct error *err)
{
	const char **names = calloc(c->nids + 1, sizeof *names), *near;
	char wanted[64];

	snprintf(wanted, sizeof wanted, "%.*s", (int)(len < 63 ? len : 63), name);
	error_set(err, PARTY_LEARNER, "there is no exercise '%.200s'", word);
	error_word(err);
	error_remedy(err, "`warpbook list` shows them all");
	if (names) {
		for (size_t i = 0; i < c->nids; i++)
			names[i] = name_of(c->ids[i]);
		near = word_nearest(wanted, names, c->nids);
		if (near)
			error_remedy(err, "did you mean '%s'? `warpbook list` shows them all", near);
	}
	free(names);
	return -1;
}

int catalog_resolve(const struct catalog *c, const char *word, const char **id, struct error *err)
{
	const char *name = path_base(word), *lesson = NULL, *end = word + strlen(word);
	size_t lesson_len = 0, len = strlen(name);
	bool is_file = text_ends(name, ".cu") || exercise_is_python(name);
	const char *found = NULL, *second = NULL;

	if (is_file)
		len -= exercise_is_fast(name) ? strlen(".fast.cu") : 3;
	if (name > word) {
		end = name - 1;
		for (lesson = end; lesson > word && lesson[-1] != '/'; lesson--)
			;
		lesson_len = (size_t)(end - lesson);
	}
	for (size_t i = 0; i < c->nids; i++)
		if (id_matches(c->ids[i], lesson, lesson_len, name, len)) {
			second = found;
			found = c->ids[i];
			if (second)
				break;
		}
	/* A file may be in any folder: the folder only decides between exercises with the same name. */
	if (!found && is_file && lesson)
		return catalog_resolve(c, name, id, err);
	if (second) {
		error_set(err, PARTY_LEARNER, "'%s' is the name of several exercises", word);
		error_word(err);
		return error_remedy(err, "write '%s' or '%s'", second, found);
	}
	if (!found)
		return report_unknown(c, word, name, len, err);
	*id = found;
	return 0;
}
