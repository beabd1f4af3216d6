/* shared_array.c - the type and the sizes of a __shared__ array, or of the host's array of rows, as the source declares it. */
#include "config.h"

#include "source/learner_source.h"

#include <stdlib.h>
#include <string.h>

#include "source/tokens.h"

#define TYPE_MOST 32

/* The number that a name stands for: `#define N 32`, `constexpr int N = 32`; 0: unknown. */
static uint64_t number_named(const char *source, size_t len, const struct token *name)
{
	static const char define[] = "#define";
	struct reader r = { source, source + len, 1, true };
	struct token before = { 0 }, t;

	while ((t = word_next(&r)).kind != TOKEN_END) {
		if (t.kind == TOKEN_NUMBER && word_is(&before, "=") && before.text > source) {
			const char *end = before.text;

			while (end > source && (end[-1] == ' ' || end[-1] == '\t'))
				end--;
			if ((size_t)(end - source) > name->len && !memcmp(end - name->len, name->text, name->len) &&
			    (end[-(long)name->len - 1] == ' ' || end[-(long)name->len - 1] == '\t'))
				return strtoull(t.text, NULL, 0);
		}
		before = t;
	}
	for (const char *at = source; (at = memmem(at, len - (size_t)(at - source), define, sizeof define - 1)); at++) {
		const char *word = at + sizeof define - 1, *end = source + len;

		while (word < end && (*word == ' ' || *word == '\t'))
			word++;
		if ((size_t)(end - word) > name->len && !memcmp(word, name->text, name->len) &&
		    (word[name->len] == ' ' || word[name->len] == '\t'))
			return strtoull(word + name->len, NULL, 0);
	}
	return 0;
}

/* Starts after an opening bracket: numbers and names with + and *; 0: any other expression. Reads the closing bracket. */
static uint64_t extent_read(const char *source, size_t len, struct reader *r)
{
	uint64_t sum = 0, product = 1;
	bool good = true, any = false;

	for (;;) {
		struct token t = word_next(r);

		if (t.kind == TOKEN_END || word_is(&t, "]"))
			return good && any ? sum + product : 0;
		if (word_is(&t, "+")) {
			sum += product;
			product = 1;
		} else if (t.kind == TOKEN_NUMBER || t.kind == TOKEN_WORD) {
			uint64_t n = t.kind == TOKEN_NUMBER ? strtoull(t.text, NULL, 0) : number_named(source, len, &t);

			product *= n;
			any = true;
			good = good && n;
		} else if (!word_is(&t, "*")) {
			good = false;
		}
	}
}

/* Starts after `__shared__`: the declarators up to the semicolon. True: one of them has the name. */
static bool declaration_read(const char *source, size_t len, struct reader *r, const char *name, char type[TYPE_MOST],
			     uint64_t shape[3])
{
	struct token t = word_next(r), last = { 0 };
	bool in_type = true;

	*type = '\0';
	for (; t.kind != TOKEN_END && !word_is(&t, ";") && !word_is(&t, "="); t = word_next(r)) {
		if (word_is(&t, "(")) {
			words_skip_group(r);
			continue;
		}
		if (t.kind == TOKEN_WORD && !word_is(&t, "extern") && !word_is(&t, "volatile") && !word_is(&t, "__align__") &&
		    !word_is(&t, "const") && !word_is(&t, "alignas")) {
			/* A word before another word belongs to the type. */
			if (in_type && last.kind == TOKEN_WORD && strlen(type) + last.len + 2 < TYPE_MOST) {
				if (*type)
					strcat(type, " ");
				strncat(type, last.text, last.len);
			}
			last = t;
			continue;
		}
		if (word_is(&t, "*"))
			return false;
		if (!word_is(&t, "[") && !word_is(&t, ","))
			continue;
		in_type = false;
		memset(shape, 0, 3 * sizeof *shape);
		for (size_t k = 0; word_is(&t, "["); k++) {
			uint64_t n = extent_read(source, len, r);

			if (k < 3)
				shape[k] = n ? n : UINT64_MAX;
			t = word_next(r);
		}
		if (word_is(&last, name))
			return true;
		if (word_is(&t, ";") || t.kind == TOKEN_END)
			return false;
	}
	memset(shape, 0, 3 * sizeof *shape);
	return word_is(&last, name);
}

bool source_shared_array(const char *source, size_t len, const char *name, struct arena *arena, const char **type,
			 uint64_t shape[3])
{
	struct reader r = { source, source + len, 1, true };
	char text[TYPE_MOST];
	struct token t;

	while ((t = word_next(&r)).kind != TOKEN_END) {
		if (!word_is(&t, "__shared__"))
			continue;
		if (declaration_read(source, len, &r, name, text, shape)) {
			*type = arena_strdup(arena, text);
			return *type != NULL;
		}
	}
	return false;
}

/* ---- rows of the host ---------------------------------------------------------------------------------- */

static uint64_t type_bytes(const struct token *t)
{
	static const struct { const char *name; unsigned bytes; } types[] = {
		{ "char", 1 }, { "short", 2 }, { "int", 4 }, { "unsigned", 4 }, { "float", 4 }, { "double", 8 },
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (t->kind == TOKEN_WORD && word_is(t, types[i].name))
			return types[i].bytes;
	return 0;
}

/* The second of two extents that follow; 0: there are not two, or one is not known. */
static uint64_t columns_read(const char *source, size_t len, struct reader *r)
{
	uint64_t n[2] = { 0 };

	for (int k = 0; k < 2; k++) {
		struct token t = word_next(r);

		n[k] = word_is(&t, "[") ? extent_read(source, len, r) : 0;
		if (!n[k])
			return 0;
	}
	return n[1];
}

/* A statement without brackets is a declaration of the name if it begins with the type: `static float a[8], m[4][100]`. */
uint64_t source_row_bytes(const char *source, size_t len, const char *name)
{
	struct reader r = { source, source + len, 1, true };
	uint64_t elem = 0, bytes = 0;
	unsigned declared = 0;
	int depth = 0;

	for (struct token t = word_next(&r), before = { 0 }; t.kind != TOKEN_END; before = t, t = word_next(&r)) {
		depth += word_is(&t, "(") || word_is(&t, "[");
		depth -= word_is(&t, ")") || word_is(&t, "]");
		if (word_is(&t, ";") || word_is(&t, "{") || word_is(&t, "}") || word_is(&t, ")") || (depth && word_is(&t, ","))) {
			elem = 0;
		} else if (type_bytes(&t)) {
			elem = word_is(&before, "long") || word_is(&before, "short") ? 0 : type_bytes(&t);
		} else if (elem && word_is(&t, name)) {
			struct reader ahead = r;

			bytes = word_is(&before, "*") ? 0 : elem * columns_read(source, len, &ahead);
			declared++;
		} else if (word_is(&t, "=") && !depth) {
			elem = 0;
		}
	}
	return declared == 1 ? bytes : 0;
}
