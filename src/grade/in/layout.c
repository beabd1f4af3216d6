/* layout.c - reads the names that learning platforms give: see layout.h. */
#include "config.h"

#include "grade/in/layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grade/in/unpack.h"

#define SUBMISSION "_assignsubmission_"
#define WORDS_MOST 32

const char *const layout_names[LAYOUTS] = { "folders", "files", "moodle", "canvas", "gradescope", "github" };

int layout_find(const char *word)
{
	for (int i = 0; i < LAYOUTS; i++)
		if (!strcmp(layout_names[i], word))
			return i;
	return -1;
}

/* ---- parts of names ---------------------------------------------------------------------------- */

/* The start of the run of digits that ends before `end`; `end` itself if there is none. */
static const char *digits_before(const char *name, const char *end)
{
	while (end > name && isdigit((unsigned char)end[-1]))
		end--;
	return end;
}

/* "Pat O'Brien_12345_assignsubmission_file_..." */
static bool split_moodle(const char *name, size_t *name_len, const char **id, size_t *id_len, const char **rest)
{
	const char *mark = strstr(name, SUBMISSION), *digits;

	if (!mark)
		return false;
	digits = digits_before(name, mark);
	if (digits == mark || digits <= name + 1 || digits[-1] != '_')
		return false;
	*name_len = (size_t)(digits - 1 - name);
	*id = digits;
	*id_len = (size_t)(mark - digits);
	*rest = mark + strlen(SUBMISSION);
	*rest += strcspn(*rest, "_");
	*rest += **rest == '_';
	return true;
}

bool layout_is_moodle(const char *name)
{
	size_t len, id_len;
	const char *id, *rest;

	return split_moodle(name, &len, &id, &id_len, &rest);
}

/* "lastfirst_LATE_12345_67890_add.cu": the login has no underscore. */
static bool split_canvas(const char *name, size_t *name_len, const char **id, size_t *id_len, const char **rest, bool *late)
{
	const char *p = strchr(name, '_'), *second;

	if (!p || p == name)
		return false;
	*name_len = (size_t)(p - name);
	*late = !strncmp(p, "_LATE_", 6);
	p += *late ? 6 : 1;
	*id = p;
	*id_len = strspn(p, "0123456789");
	if (!*id_len || p[*id_len] != '_')
		return false;
	second = p + *id_len + 1;
	p = second + strspn(second, "0123456789");
	*rest = p + 1;
	return p > second && *p == '_' && p[1];
}

/* ---- guessing the layout ------------------------------------------------------------------------- */

enum layout layout_guess(const struct layout_entry *entries, size_t n)
{
	size_t folders = 0, clones = 0, moodle = 0, canvas = 0, files = 0, len, id_len;
	const char *id, *rest;
	bool late;

	for (size_t i = 0; i < n; i++) {
		const struct layout_entry *e = &entries[i];

		if (!strcmp(e->name, LAYOUT_METADATA))
			return LAYOUT_GRADESCOPE;
		folders += e->folder;
		clones += e->clone;
		folders += e->archive;
		files += !e->folder && !e->archive;
		moodle += split_moodle(e->name, &len, &id, &id_len, &rest);
		canvas += !e->folder && split_canvas(e->name, &len, &id, &id_len, &rest, &late);
	}
	if (moodle)
		return LAYOUT_MOODLE;
	if (canvas > folders)
		return LAYOUT_CANVAS;
	if (clones && clones == folders)
		return LAYOUT_GITHUB;
	return files > folders ? LAYOUT_FILES : LAYOUT_FOLDERS;
}

const char *layout_prefix(const struct layout_entry *entries, size_t n, struct arena *arena)
{
	const char *first = NULL;
	size_t same = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		if (!entries[i].folder)
			continue;
		if (!first) {
			first = entries[i].name;
			same = strlen(first);
		}
		while (k < same && entries[i].name[k] == first[k])
			k++;
		same = k;
	}
	while (same && first[same - 1] != '-')
		same--;
	return arena_strndup(arena, first ? first : "", same);
}

/* ---- splitting a name ------------------------------------------------------------------------------- */

bool layout_is_answer(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (!strcasecmp(dot, ".cu") || !strcasecmp(dot, ".py"));
}

/* "STUDENT_add.cu", "STUDENT-add.cu"; the file's name is after the last separator. */
static void split_file(const char *name, bool one_exercise, size_t *len, const char **rest)
{
	const char *last = NULL, *dot = strrchr(name, '.');

	for (const char *p = name; *p && (!dot || p < dot); p++)
		if (*p == '_' || (*p == '-' && p > name && !isdigit((unsigned char)p[1])))
			last = p;
	if (one_exercise && layout_is_answer(name) && !last) {
		*len = (size_t)(dot - name);
		*rest = NULL;
	} else if (last && last > name) {
		*len = (size_t)(last - name);
		*rest = last + 1;
	} else {
		*len = 0;
		*rest = name;
	}
}

/* "pat.zip" is pat's whole submission; "a1-pat.zip" is a clone of it; "pat_add.cu.gz" is a file. */
static void split_archive(enum layout layout, const char *name, const char *prefix, const char **id, size_t *len, size_t *id_len,
			  const char **rest)
{
	size_t stem = strlen(name), skip = layout == LAYOUT_GITHUB ? strlen(prefix) : 0, end;

	unpack_is_archive(name, &stem);
	*id = name;
	*rest = name; /* it is opened as one of their files */
	if (stem > 3 && (!strncasecmp(name + stem - 3, ".cu", 3) || !strncasecmp(name + stem - 3, ".py", 3))) {
		end = stem - 3;
		while (end && name[end - 1] != '_' && name[end - 1] != '-')
			end--;
		if (end > 1) {
			*rest = name + end;
			stem = end - 1;
		}
	} else if (skip && skip < stem && !strncmp(name, prefix, skip)) {
		*id += skip;
		stem -= skip;
	}
	*len = *id_len = stem;
}

struct layout_name layout_split(enum layout layout, const struct layout_entry *entry, const char *prefix, bool one_exercise,
				struct arena *arena)
{
	const char *name = entry->name, *id = name, *rest = NULL;
	size_t len = strlen(name), id_len = len, skip;
	bool late = false;

	if (layout == LAYOUT_MOODLE && split_moodle(name, &len, &id, &id_len, &rest)) {
		if (entry->folder)
			rest = NULL;
	} else if (layout == LAYOUT_CANVAS && !entry->folder && split_canvas(name, &len, &id, &id_len, &rest, &late)) {
		;
	} else if (entry->archive && layout != LAYOUT_GRADESCOPE) {
		split_archive(layout, name, prefix, &id, &len, &id_len, &rest);
		name = id;
	} else if (!entry->folder && layout != LAYOUT_GRADESCOPE) {
		split_file(name, one_exercise, &len, &rest);
		id_len = len;
		if (!rest)
			rest = "";
	} else if (layout == LAYOUT_GITHUB) {
		skip = strlen(prefix);
		if (!strncmp(name, prefix, skip) && name[skip])
			id = name += skip;
		len = id_len = strlen(name);
	}
	return (struct layout_name){ .id = arena_strndup(arena, id, id_len), .name = arena_strndup(arena, name, len),
				     .file = rest ? arena_strdup(arena, rest) : NULL, .late = late };
}

int layout_file_number(const char *name, const char *wanted)
{
	const char *dot = strrchr(wanted, '.'), *p;
	size_t stem = (size_t)(dot - wanted);
	long number = 0;

	if (strncasecmp(name, wanted, stem))
		return -1;
	p = name + stem;
	if (strcasecmp(p, dot)) {
		p += strspn(p, " ");
		if (*p != '-' && *p != '_' && *p != '(')
			return -1;
		bool bracket = *p++ == '(';
		size_t digits = strspn(p, "0123456789");

		if (!digits || digits > 6)
			return -1;
		number = strtol(p, NULL, 10);
		p += digits;
		if (bracket && *p++ != ')')
			return -1;
	}
	return strcasecmp(p, dot) ? -1 : (int)number;
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *layout_plain_name(const char *name, bool sorted, struct arena *arena)
{
	char *text = arena_strdup(arena, name), *plain = arena_alloc(arena, strlen(name) + 1), *rest = NULL, *to = text;
	const char *words[WORDS_MOST];
	size_t n = 0;

	if (!text || !plain)
		return "";
	for (const char *p = text; *p; p++) { /* O'Brien is one word, also with a curly apostrophe */
		unsigned char c = (unsigned char)*p;

		if (!strncmp(p, "\xE2\x80\x99", 3))
			p += 2;
		else if (c != '\'')
			*to++ = (char)(c >= 0x80 || isalnum(c) ? tolower(c) : ' ');
	}
	*to = '\0';
	for (char *w = strtok_r(text, " ", &rest); w && n < WORDS_MOST; w = strtok_r(NULL, " ", &rest))
		words[n++] = w;
	if (sorted)
		qsort(words, n, sizeof *words, compare_words);
	to = plain;
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(words[i]);

		memcpy(to, words[i], len);
		to += len;
	}
	return plain;
}
