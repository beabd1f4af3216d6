/* overlay.c - divides texts into what can be translated, and puts them together again: see overlay.h. */
#include "config.h"

#include "catalog/overlay.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/catalogue.h"
#include "base/language.h"
#include "base/path.h"
#include "base/table.h"
#include "base/text.h"
#include "catalog/course.h"

struct overlay {
	struct catalogue *catalogue;
	struct arena arena;
	bool gathers;
	bool *used;                  /* by message */
	struct table seen;           /* the sentences so far */
	const char **untold; size_t nuntold, cap;
	size_t sentences;
};

/* The file that is checked; its texts are not shown. */
static struct overlay *gathering;

static bool file_of(const char *folder, const char *language, char path[PATH_MAX])
{
	const struct pack *packs;
	char name[300];
	size_t n;

	snprintf(name, sizeof name, "%.200s/%s.po", folder, language);
	if (course_packs(&packs, &n, NULL))
		return false;
	while (n-- > 0)
		if (path_join(path, PATH_MAX, packs[n].folder, name) && path_exists(path))
			return true;
	return false;
}

int overlay_open(struct overlay **o, const char *folder, struct error *err)
{
	char path[PATH_MAX];

	*o = gathering;
	if (gathering || !language_now() || !file_of(folder, language_now(), path))
		return 0;
	*o = calloc(1, sizeof **o);
	if (!*o)
		return error_nomem(err);
	if (catalogue_open(&(*o)->catalogue, path, err) == 0)
		return 0;
	overlay_close(*o);
	*o = NULL;
	return -1;
}

void overlay_close(struct overlay *o)
{
	if (!o || o == gathering)
		return;
	catalogue_close(o->catalogue);
	table_release(&o->seen);
	arena_release(&o->arena);
	free(o);
}

/* ---- one message ------------------------------------------------------------------------------- */

/* The text with single blanks, as messages have it. */
static void squeeze(const char *text, size_t len, struct buf *out)
{
	bool blank = false;

	for (size_t i = 0; i < len; i++) {
		if (isspace((unsigned char)text[i])) {
			blank = out->len > 0;
			continue;
		}
		if (blank)
			buf_putc(out, ' ');
		blank = false;
		buf_putc(out, text[i]);
	}
}

static void mark_used(struct overlay *o, const char *id)
{
	size_t n;
	const struct message *messages = catalogue_messages(o->catalogue, &n);

	for (size_t i = 0; i < n; i++)
		if (!strcmp(messages[i].id, id))
			o->used[i] = true;
}

/* Appends the translation of a piece; false: there is none. */
static bool tell(struct overlay *o, const char *text, size_t len, struct buf *out)
{
	struct buf id = BUF_INIT;
	const char *told;

	squeeze(text, len, &id);
	told = id.len ? catalogue_find(o->catalogue, buf_text(&id)) : NULL;
	if (told)
		buf_puts(out, told);
	if (o->gathers)
		mark_used(o, buf_text(&id));
	buf_release(&id);
	return told != NULL;
}

/* A sentence that nothing longer has told. */
static void sentence(struct overlay *o, const char *text, size_t len, struct buf *out)
{
	struct buf id = BUF_INIT;
	bool told = tell(o, text, len, out);
	size_t *row = NULL;

	if (!told)
		buf_append(out, text, len);
	if (o->gathers) {
		squeeze(text, len, &id);
		row = table_at(&o->seen, text_hash(buf_text(&id), id.len));
	}
	if (row && *row == TABLE_NEW) {
		*row = o->sentences++;
		if (!told && arena_push(&o->arena, &o->untold, &o->nuntold, &o->cap, sizeof *o->untold))
			o->untold[o->nuntold - 1] = arena_strdup(&o->arena, buf_text(&id));
	}
	buf_release(&id);
}

/* ---- dividing ------------------------------------------------------------------------------------- */

/* The length of the first sentence: up to a full stop outside of `code`, behind which another one begins. */
static size_t sentence_length(const char *text, size_t len)
{
	bool code = false;

	for (size_t i = 0; i < len; i++) {
		size_t end = i + 1;

		code ^= text[i] == '`';
		if (code || !strchr(".!?", text[i]))
			continue;
		end += strspn(text + end, ")\"*");
		if (end < len && isspace((unsigned char)text[end]) && end + 1 < len &&
		    (isupper((unsigned char)text[end + 1]) || strchr("`*\"(", text[end + 1]) || text[end + 1] & 0x80))
			return end;
	}
	return len;
}

static bool has_letters(const char *text, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (isalpha((unsigned char)text[i]) && isalpha((unsigned char)text[i + 1]))
			return true;
	return false;
}

/* A paragraph, or an item without its mark. */
static void paragraph(struct overlay *o, const char *text, size_t len, struct buf *out)
{
	if (!has_letters(text, len)) {
		buf_append(out, text, len);
		return;
	}
	if (sentence_length(text, len) < len && tell(o, text, len, out))
		return;
	while (len) {
		size_t n = sentence_length(text, len), gap = n;

		sentence(o, text, n, out);
		while (gap < len && isspace((unsigned char)text[gap]))
			gap++;
		buf_append(out, text + n, gap - n);
		text += gap;
		len -= gap;
	}
}

/* Where the paragraph ends: at an empty line, at an item, or at a block of code. */
static size_t paragraph_length(const char *text)
{
	size_t i = 0;

	while (text[i] && !(text[i] == '\n' && (!text[i + 1] || text[i + 1] == '\n' || !strncmp(text + i + 1, "- ", 2) ||
						!strncmp(text + i + 1, "```", 3))))
		i++;
	return i;
}

static void whole(struct overlay *o, const char *text, struct buf *out)
{
	while (*text) {
		size_t len = strspn(text, " \t\n");

		if (!strncmp(text + len, "```", 3)) {
			const char *end = strstr(text + len + 3, "\n```");

			len = end ? (size_t)(end - text) + 4 : strlen(text);
			buf_append(out, text, len);
			text += len;
			continue;
		}
		if (!strncmp(text + len, "- ", 2))
			len += 2;
		buf_append(out, text, len);
		text += len;
		len = paragraph_length(text);
		paragraph(o, text, len, out);
		text += len;
	}
}

const char *overlay_text(struct overlay *o, struct arena *a, const char *text)
{
	struct buf out = BUF_INIT;
	const char *told = text;

	if (!o || !text || !*text)
		return text;
	whole(o, text, &out);
	if (!o->gathers && !out.failed && strcmp(buf_text(&out), text) != 0)
		told = arena_strdup(a, buf_text(&out));
	buf_release(&out);
	return told ? told : text;
}

/* ---- for authors ------------------------------------------------------------------------------------ */

int overlay_gather(const char *path, struct error *err)
{
	struct overlay *o = calloc(1, sizeof *o);
	size_t n;

	if (!o)
		return error_nomem(err);
	o->gathers = true;
	if (catalogue_open(&o->catalogue, path, err)) {
		overlay_close(o);
		return -1;
	}
	catalogue_messages(o->catalogue, &n);
	o->used = arena_array(&o->arena, n + 1, sizeof *o->used);
	if (!o->used) {
		overlay_close(o);
		return error_nomem(err);
	}
	gathering = o;
	return 0;
}

static void put_quoted(struct buf *out, const char *text)
{
	buf_putc(out, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
	buf_puts(out, "\"\n");
}

struct overlay_state overlay_gathered(struct arena *a, struct buf *append)
{
	struct overlay *o = gathering;
	struct overlay_state state = { o->sentences, o->nuntold, 0, 0, NULL };
	size_t n;
	const struct message *messages = catalogue_messages(o->catalogue, &n);

	for (size_t i = 0; i < n; i++)
		if (!o->used[i] && state.changed++ == 0) {
			state.line = messages[i].line;
			state.first = arena_strdup(a, messages[i].id);
		}
	for (size_t i = 0; append && i < o->nuntold; i++) {
		buf_puts(append, "\nmsgid ");
		put_quoted(append, o->untold[i] ? o->untold[i] : "");
		buf_puts(append, "msgstr \"\"\n");
	}
	gathering = NULL;
	overlay_close(o);
	return state;
}
