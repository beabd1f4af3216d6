/*
 * profile_kept.c - the counts of the last version that was profiled: { "current": VERSION, "last": VERSION }, each as
 * profile_json writes it. Profiling the same file again leaves "last" unchanged. Times are not read back, but modelled again for
 * the chosen GPU.
 *
 * The learner may change or delete the file: if it does not have the structure of a profile, it counts as missing.
 */
#include "config.h"

#include "draw/profile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "simt/counts.h"

#define BYTES_MOST ((size_t)8 << 20)
#define LINES_MOST 100000

/* FOLDER/NN_topic-name.json */
static int path_of(const char *folder, const char *exercise, char path[PATH_MAX])
{
	int n = snprintf(path, PATH_MAX, "%s/%s.json", folder, exercise);
	char *slash = n > 0 && n < PATH_MAX ? strrchr(path, '/') : NULL;

	if (!slash)
		return -1;
	if (slash > path + strlen(folder))
		*slash = '-';
	return 0;
}

static uint64_t number(const json_t *o, const char *key)
{
	json_int_t n = json_integer_value(json_object_get(o, key));

	return n > 0 ? (uint64_t)n : 0;
}

static bool dim_read(const json_t *o, struct dim3u *d)
{
	uint32_t *parts[] = { &d->x, &d->y, &d->z };

	for (size_t i = 0; i < 3; i++) {
		json_int_t n = json_integer_value(json_array_get(o, i));

		if (n < 1 || n > UINT32_MAX)
			return false;
		*parts[i] = (uint32_t)n;
	}
	return true;
}

static struct profile_side *side_read(const json_t *o, struct arena *arena)
{
	const json_t *lines = json_object_get(o, "lines"), *row;
	const char *sha = json_string_value(json_object_get(o, "source_sha256")),
		*path = json_string_value(json_object_get(o, "file"));
	struct profile_side *s = arena_alloc(arena, sizeof *s);
	size_t i, n = json_array_size(lines);

	if (!s || !sha || strlen(sha) != 64 || !path || !n || n > LINES_MOST)
		return NULL;
	memset(s, 0, sizeof *s);
	memcpy(s->source_sha256, sha, sizeof s->source_sha256);
	s->path = arena_strdup(arena, path);
	s->lines = arena_array(arena, n, sizeof *s->lines);
	if (!s->path || !s->lines || !dim_read(json_object_get(o, "grid"), &s->grid) ||
	    !dim_read(json_object_get(o, "block"), &s->block))
		return NULL;
	s->shared_bytes = number(o, "shared_bytes");
	s->touched = number(o, "touched_bytes");
	counts_read(json_object_get(o, "totals"), &s->counts);
	json_array_foreach((json_t *)lines, i, row) {
		const char *text = json_string_value(json_object_get(row, "source"));
		uint64_t line = number(row, "line");

		s->lines[i].line = line < INT_MAX ? (int)line : 0;
		s->lines[i].text = arena_strdup(arena, text ? text : "");
		counts_read(json_object_get(row, "counters"), &s->lines[i].counts);
	}
	s->nlines = n;
	return arena->failed ? NULL : s;
}

static json_t *file_load(const char *path)
{
	struct buf text = BUF_INIT;
	struct error ignored;
	json_t *o = NULL;

	if (path_exists(path) && file_read(path, BYTES_MOST, &text, &ignored) == 0)
		o = json_loadb(buf_text(&text), text.len, 0, NULL);
	buf_release(&text);
	return o;
}

static void file_keep(const char *folder, const char *path, json_t *o)
{
	char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
	struct error ignored;

	if (text && path_make_dirs(folder, &ignored) == 0)
		file_write(path, text, strlen(text), &ignored);
	free(text);
}

void profile_keep(struct profile *p, const char *folder, struct arena *arena)
{
	char path[PATH_MAX];
	struct profile_side *current;
	json_t *old, *last;

	if (path_of(folder, p->exercise, path))
		return;
	old = file_load(path);
	current = side_read(json_object_get(old, "current"), arena);
	last = json_object_get(old, current && strcmp(current->source_sha256, p->own.source_sha256) ? "current" : "last");
	p->last = side_read(last, arena);
	if (p->last && !strcmp(p->last->source_sha256, p->own.source_sha256))
		p->last = NULL;
	if (p->last)
		profile_model(p->last, &p->gpu.figures);
	if (!current || strcmp(current->source_sha256, p->own.source_sha256)) {
		json_t *fresh = json_pack("{s:o}", "current", profile_side_json(&p->own, true));

		if (fresh && p->last)
			json_object_set(fresh, "last", last);
		file_keep(folder, path, fresh);
		json_decref(fresh);
	}
	json_decref(old);
}
