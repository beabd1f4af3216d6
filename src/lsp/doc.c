/* doc.c - the open files: their texts, what each of them is, and whether the user trusts its folder. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/path.h"
#include "base/text.h"
#include "lsp/server.h"
#include "lsp/text.h"

/* ---- paths ------------------------------------------------------------------------------------------ */

static int hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The path of a file: URI, into path[PATH_MAX]; "": it is none of this machine. */
static void uri_path(const char *uri, char *path)
{
	size_t n = 0;

	path[0] = '\0';
	if (strncmp(uri, "file://", 7))
		return;
	uri += 7;
	if (!strncmp(uri, "localhost/", 10))
		uri += 9;
	if (*uri != '/')
		return;
	for (; *uri && n + 1 < PATH_MAX; uri++) {
		const bool coded = *uri == '%' && hex(uri[1]) >= 0 && hex(uri[2]) >= 0;
		const char c = coded ? (char)(hex(uri[1]) * 16 + hex(uri[2])) : *uri;

		if (!c) /* no path has it */
			break;
		path[n++] = c;
		uri += coded ? 2 : 0;
	}
	n -= n > 1 && path[n - 1] == '/'; /* a folder, as some editors write it */
	path[*uri ? 0 : n] = '\0';
}

/* The path without links; of a file that is not there yet, that of its folder. */
static bool real_path(const char *path, char real[PATH_MAX])
{
	char folder[PATH_MAX];
	struct stat st;

	if (realpath(path, real))
		return true;
	if (!lstat(path, &st) || errno != ENOENT)
		return false;
	snprintf(folder, sizeof folder, "%.*s/", (int)(path_base(path) - path), path);
	return realpath(folder, real) != NULL;
}

/* A link out of a trusted folder leads to a folder that is not. */
static bool lies_in(const char *path, const char *folder)
{
	char real[PATH_MAX], top[PATH_MAX];

	return real_path(path, real) && realpath(folder, top) && path_within(real, top);
}

static bool lies_in_one(const char *path, const json_t *folders)
{
	const json_t *folder;
	size_t i;

	json_array_foreach(folders, i, folder)
		if (lies_in(path, json_string_value(folder)))
			return true;
	return false;
}

bool server_trusts(const struct server *s, const char *path)
{
	return lies_in_one(path, s->trusted) || (s->trusts_folders && lies_in_one(path, s->folders));
}

/* Appends an absolute path, or one that begins with "~/". */
static void add_folder(json_t *folders, const char *path)
{
	const char *home = getenv("HOME");

	if (path[0] == '~' && (path[1] == '/' || !path[1]) && home)
		json_array_append_new(folders, json_sprintf("%s%s", home, path + 1));
	else if (path[0] == '/')
		json_array_append_new(folders, json_string(path));
}

static void add_uri(json_t *folders, const json_t *uri)
{
	char path[PATH_MAX];

	if (!json_is_string(uri))
		return;
	uri_path(json_string_value(uri), path);
	add_folder(folders, path);
}

void server_trust(struct server *s, const json_t *params)
{
	const json_t *trust = json_object_get(json_object_get(params, "initializationOptions"), "trust"), *one;
	size_t i;

	s->trusts_folders = json_is_true(trust);
	json_array_foreach(trust, i, one)
		if (json_is_string(one))
			add_folder(s->trusted, json_string_value(one));
	json_array_foreach(json_object_get(params, "workspaceFolders"), i, one)
		add_uri(s->folders, json_object_get(one, "uri"));
	if (!json_array_size(s->folders))
		add_uri(s->folders, json_object_get(params, "rootUri"));
}

void server_refold(struct server *s, const json_t *event)
{
	const json_t *one;
	char path[PATH_MAX];
	size_t i;

	json_array_foreach(json_object_get(event, "removed"), i, one) {
		const char *uri = json_string_value(json_object_get(one, "uri"));

		uri_path(uri ? uri : "", path);
		for (size_t k = json_array_size(s->folders); k-- > 0;)
			if (!strcmp(json_string_value(json_array_get(s->folders, k)), path))
				json_array_remove(s->folders, k);
	}
	json_array_foreach(json_object_get(event, "added"), i, one)
		add_uri(s->folders, json_object_get(one, "uri"));
}

/* ---- files ------------------------------------------------------------------------------------------ */

static bool text_has_main(const struct buf *text)
{
	const char *start = buf_text(text);

	for (const char *at = start; (at = strstr(at, "main")); at += 4)
		if ((at == start || !text_is_word(at[-1])) && at[4 + strspn(at + 4, " \t")] == '(')
			return true;
	return false;
}

/* ".../NN_topic/name.cu" answers NN_topic/name. A file with an exercise's name elsewhere does so unless it is a program. */
static const char *exercise_of(const struct server *s, const struct doc *d)
{
	const char *name = path_base(d->path), *dot = strrchr(name, '.'), *id = NULL;
	char word[PATH_MAX];
	size_t stem;
	struct error ignored = { 0 };

	if (!dot || (strcmp(dot, ".cu") && strcmp(dot, ".py")))
		return NULL;
	stem = (size_t)(dot - d->path);
	if (stem > 5 && !memcmp(d->path + stem - 5, ".fast", 5))
		stem -= 5;
	for (size_t i = 0; i < s->catalog.nids; i++) {
		const size_t n = strlen(s->catalog.ids[i]);

		if (stem > n && d->path[stem - n - 1] == '/' && !strncmp(d->path + stem - n, s->catalog.ids[i], n))
			return s->catalog.ids[i];
	}
	snprintf(word, sizeof word, "%.*s", (int)(d->path + stem - name), name);
	return d->python || d->has_main || catalog_resolve(&s->catalog, word, &id, &ignored) ? NULL : id;
}

void doc_classify(struct server *s, struct doc *d)
{
	d->python = text_ends(d->path, ".py");
	d->has_main = text_has_main(&d->text);
	d->exercise = exercise_of(s, d);
}

struct doc *doc_find(const struct server *s, const char *uri)
{
	struct doc *d = s->docs;

	while (d && uri && strcmp(d->uri, uri))
		d = d->next;
	return uri ? d : NULL;
}

/* An editor also opens files that are not there yet, and texts that it has kept without saving them. */
static bool differs_from_file(const struct doc *d)
{
	struct buf saved = BUF_INIT;
	struct error ignored;
	bool differs = file_read(d->path, SOURCE_MAX_BYTES, &saved, &ignored);
	const size_t skip = differs ? 0 : text_mark(buf_text(&saved), saved.len); /* editors show none */

	differs = differs || saved.len - skip != d->text.len || memcmp(saved.data + skip, buf_text(&d->text), d->text.len) != 0;
	buf_release(&saved);
	return differs;
}

struct doc *doc_open(struct server *s, const json_t *item)
{
	const char *uri = json_string_value(json_object_get(item, "uri"));
	const json_t *text = json_object_get(item, "text");
	struct doc *d = doc_find(s, uri);

	if (d) { /* once more: the text is the new one */
		text_change(&d->text, item);
		mends_clear(s, d);
		doc_classify(s, d);
		return d;
	}
	if (!uri || !(d = calloc(1, sizeof *d)))
		return NULL;
	if (!(d->uri = strdup(uri))) {
		free(d);
		return NULL;
	}
	uri_path(uri, d->path);
	if (json_is_string(text))
		buf_append(&d->text, json_string_value(text), json_string_length(text));
	d->dirty = differs_from_file(d);
	doc_classify(s, d);
	d->next = s->docs;
	s->docs = d;
	return d;
}

void doc_close(struct server *s, struct doc *d)
{
	struct doc **at = &s->docs;

	while (*at != d)
		at = &(*at)->next;
	*at = d->next;
	json_decref(d->published);
	json_decref(d->profile);
	mends_clear(s, d);
	buf_release(&d->text);
	free(d->uri);
	free(d);
}
