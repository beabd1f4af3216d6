/* names.c - names of people and files: see names.h. */
#include "config.h"

#include "grade/in/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#include "base/order.h"
#include "grade/in/unpack.h"

#define WORDS_MOST 32

const char *name_prefix(const struct platform_entry *entries, size_t n, struct arena *arena)
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

size_t name_plain_len(const char *name)
{
	size_t n = strlen(name);
	bool more = true;

	while (more) {
		while (n && name[n - 1] == ' ')
			n--;
		more = n > 4 && !strncasecmp(name + n - 4, ".txt", 4);
		n -= more ? 4 : 0;
	}
	return n;
}

static bool ends_in(const char *name, size_t n, const char *end)
{
	return n > strlen(end) && !strncasecmp(name + n - strlen(end), end, strlen(end));
}

/* "add.cu", "add.py": the name of an answer. */
static bool name_is_answer(const char *name)
{
	size_t n = name_plain_len(name);

	return ends_in(name, n, ".cu") || ends_in(name, n, ".py");
}

/* "STUDENT_add.cu", "STUDENT-add.cu"; the file's name is after the last separator. */
static void split_file(const char *name, bool one_exercise, size_t *len, const char **rest)
{
	const char *last = NULL, *dot = strrchr(name, '.');

	for (const char *p = name; *p && (!dot || p < dot); p++)
		if (*p == '_' || (*p == '-' && p > name && !isdigit((unsigned char)p[1])))
			last = p;
	if (one_exercise && name_is_answer(name) && !last) {
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
static void split_archive(const char *name, const char *prefix, const char **id, size_t *len, const char **rest)
{
	size_t stem = strlen(name), skip = strlen(prefix), end;

	unpack_is_archive(name, &stem);
	*id = name;
	*rest = name; /* it is opened as one of their files */
	if (ends_in(name, stem, ".cu") || ends_in(name, stem, ".py")) {
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
	*len = stem;
}

struct platform_name name_split(const struct platform *p, const struct platform_entry *entry, const char *prefix,
				bool one_exercise, struct arena *arena)
{
	struct platform_name said;
	const char *id = entry->name, *rest = NULL;
	size_t len = strlen(id), skip = p->clones ? strlen(prefix) : 0;

	if (platform_match(p, entry, &said, arena))
		return said;
	if (entry->archive) {
		split_archive(entry->name, p->clones ? prefix : "", &id, &len, &rest);
	} else if (!entry->folder) {
		split_file(entry->name, one_exercise, &len, &rest);
		rest = rest ? rest : "";
	} else if (skip && !strncmp(id, prefix, skip) && id[skip]) {
		id += skip;
		len -= skip;
	}
	id = arena_strndup(arena, id, len);
	return (struct platform_name){ .id = id, .name = id, .file = rest ? arena_strdup(arena, rest) : NULL };
}

int name_file_number(const char *name, const char *wanted)
{
	const char *dot = strrchr(wanted, '.'), *p = name + strspn(name, " "), *end = name + name_plain_len(name);
	size_t stem = (size_t)(dot - wanted), tail = strlen(dot);
	long number = 0;

	if (strncasecmp(p, wanted, stem))
		return -1;
	p += stem;
	if ((size_t)(end - p) != tail || strncasecmp(p, dot, tail)) {
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
	return p <= end && (size_t)(end - p) == tail && !strncasecmp(p, dot, tail) ? (int)number : -1;
}

static const char *mapped(const char *text, utf8proc_option_t how, struct arena *arena)
{
	utf8proc_uint8_t *out = NULL;
	const char *kept;

	if (utf8proc_map((const utf8proc_uint8_t *)text, 0, &out,
			 UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | how) < 0)
		return arena_strdup(arena, text);
	kept = arena_strdup(arena, (const char *)out);
	free(out);
	return kept;
}

const char *name_composed(const char *text, struct arena *arena)
{
	return mapped(text, (utf8proc_option_t)0, arena);
}

const char *name_plain(const char *name, bool sorted, struct arena *arena)
{
	const char *folded = mapped(name, UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_LUMP, arena);
	char *text = folded ? arena_strdup(arena, folded) : NULL, *plain = folded ? arena_alloc(arena, strlen(folded) + 1) : NULL;
	char *rest = NULL, *to = text;
	const char *words[WORDS_MOST];
	size_t n = 0;

	if (!text || !plain)
		return "";
	for (const char *p = text; *p; p++) { /* O'Brien is one word */
		unsigned char c = (unsigned char)*p;

		if (c != '\'')
			*to++ = (char)(c >= 0x80 || isalnum(c) ? tolower(c) : ' ');
	}
	*to = '\0';
	for (char *w = strtok_r(text, " ", &rest); w && n < WORDS_MOST; w = strtok_r(NULL, " ", &rest))
		words[n++] = w;
	if (sorted)
		qsort(words, n, sizeof *words, order_texts);
	to = plain;
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(words[i]);

		memcpy(to, words[i], len);
		to += len;
	}
	*to = '\0';
	return plain;
}
