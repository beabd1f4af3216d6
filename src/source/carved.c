/*
 * carved.c - arrays that a kernel carves by hand out of one array in shared memory: finds the two that a race is about.
 *
 *	extern __shared__ char pool[];
 *	float *keys = (float *)pool;               a part: fixed, since it is the same for all threads,
 *	int *counts = (int *)(keys + n);           and a second one, at a different place
 *
 * PTX lacks these names, and has only sums of offsets and indices. The source has both: a part is a pointer that the kernel sets
 * once, in its declaration, to a sum that starts from the array and is the same in all threads. If threads race for bytes
 * that one line reaches through one part and the other line through another part, the two overlap. Only lines that mention
 * exactly one part count; an expression that this file does not understand is no part.
 */
#include "config.h"

#include "source/learner_source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "source/tokens.h"

#define PARTS_MAX  32
#define PLAINS_MAX 64
#define INIT_MAX   48

struct part {
	struct token name;
	int from;               /* the part that the sum starts from; -1: an array in shared memory */
	bool same_place;        /* the same place as that one: the sum adds nothing */
};

struct view {
	const char *source; size_t len;
	struct token *tokens; size_t n; /* of the function */
	struct part parts[PARTS_MAX]; size_t nparts;
	struct token plains[PLAINS_MAX]; size_t nplains; /* numbers that are the same in all threads of the block */
};

static bool same(const struct token *a, const struct token *b)
{
	return a->kind == TOKEN_WORD && b->kind == TOKEN_WORD && a->len == b->len && !memcmp(a->text, b->text, a->len);
}

static bool is_one_of(const struct token *t, const char *const *words)
{
	for (; *words; words++)
		if (word_is(t, *words))
			return true;
	return false;
}

static bool is_number_type(const struct token *t)
{
	static const char *const words[] = { "int", "unsigned", "signed", "long", "short", "size_t", "uint32_t", "int32_t",
					     "uint64_t", "int64_t", NULL };

	return is_one_of(t, words);
}

/* Words that a pointer expression may contain without a change of its value. */
static bool is_of_cast(const struct token *t)
{
	static const char *const words[] = { "float", "double", "char", "bool", "void", "half", "__half", "__half2", "uchar",
					     "uint8_t", "int8_t", "uint16_t",
					     "int16_t", "float2", "float4", "int2", "int4", "double2", "const", "volatile",
					     "reinterpret_cast", "static_cast",
					     "sizeof", "uintptr_t", NULL };

	return is_number_type(t) || is_one_of(t, words);
}

/* ---- the function ---- */

/* The tokens of the outermost braces that contain both lines, and of the parameters before them. */
static bool function_read(struct view *v, int line, int other_line, struct arena *arena)
{
	struct reader r = { v->source, v->source + v->len, 1, true };
	size_t room = v->len / 2 + 2, depth = 0;
	bool has = false, has_other = false;
	struct token t;

	v->tokens = arena_array(arena, room, sizeof *v->tokens);
	while (v->tokens && (t = word_next(&r)).kind != TOKEN_END && v->n < room) {
		v->tokens[v->n++] = t;
		has |= depth && t.line == line;
		has_other |= depth && t.line == other_line;
		depth += word_is(&t, "{");
		if (word_is(&t, "}") && depth && !--depth) {
			if (has || has_other)
				return has && has_other;
			v->n = 0;
		} else if (word_is(&t, ";") && !depth) {
			v->n = 0;
		}
	}
	return false;
}

static const struct token *at(const struct view *v, size_t k)
{
	static const struct token end = { TOKEN_END, "", 0, 0 };

	return k < v->n ? &v->tokens[k] : &end;
}

/* Is the token at k a single `=`? */
static bool is_assign(const struct view *v, size_t k)
{
	return word_is(at(v, k), "=") && !word_is(at(v, k + 1), "=");
}

/* Does anything but the declaration at `declared` change the variable, or take its address? */
static bool is_changed(const struct view *v, size_t declared)
{
	const struct token *name = at(v, declared);

	for (size_t k = 0; k < v->n; k++) {
		const struct token *before = at(v, k - 1), *next = at(v, k + 1), *after = at(v, k + 2);
		bool twice = next->text + 1 == after->text && next->len == 1 && *next->text == *after->text;

		if (word_is(at(v, k), "swap"))
			return true;
		if (k == declared || !same(at(v, k), name) || word_is(before, ".") || word_is(before, ">"))
			continue;
		if (is_assign(v, k + 1) || (strchr("+-*/%&|^<>", *next->text) && *next->text && is_assign(v, k + 2)) ||
		    (twice && strchr("+-", *next->text)))
			return true;
		if ((word_is(before, "+") || word_is(before, "-")) && at(v, k - 2)->text + 1 == before->text &&
		    *at(v, k - 2)->text == *before->text)
			return true;
		if (word_is(before, "&") && !word_is(next, "["))
			return true;
	}
	return false;
}

/* ---- what is the same for all threads ---- */

static bool is_plain(const struct view *v, const struct token *t)
{
	for (size_t k = 0; k < v->nplains; k++)
		if (same(&v->plains[k], t))
			return true;
	return false;
}

/* `#define NAME 64`, `constexpr int NAME = 64`: a number, or a sum or product of numbers. */
static bool is_constant(const struct view *v, const struct token *name)
{
	const char *end = v->source + v->len;

	for (const char *p = v->source; (p = memmem(p, (size_t)(end - p), name->text, name->len)); p += name->len) {
		const char *line = p, *value = p + name->len;

		while (line > v->source && line[-1] != '\n')
			line--;
		while (value < end && strchr(" \t=", *value) && *value)
			value++;
		if (value == p + name->len || value == end || (!isdigit((unsigned char)*value) && *value != '('))
			continue;
		line += strspn(line, " \t");
		if (strncmp(line, "#define ", 8) && strncmp(line, "constexpr ", 10) && strncmp(line, "const ", 6) &&
		    strncmp(line, "static const", 12))
			continue;
		while (value < end && *value != '\n' && *value != ';' && strchr("0123456789+-*/() uUlL", *value))
			value++;
		return value == end || strchr("\n\r;/", *value);
	}
	return false;
}

/* blockDim.x, gridDim.y: three tokens. */
static bool is_size(const struct view *v, size_t k)
{
	return (word_is(at(v, k), "blockDim") || word_is(at(v, k), "gridDim")) && word_is(at(v, k + 1), ".");
}

/* `(T *)`, `<T *>`, `sizeof(T)`: T is a type. */
static bool is_type_named(const struct view *v, size_t k)
{
	bool pointed = word_is(at(v, k + 1), "*") && (word_is(at(v, k + 2), ")") || word_is(at(v, k + 2), ">"));

	return at(v, k)->kind == TOKEN_WORD && (pointed || (word_is(at(v, k - 1), "(") && word_is(at(v, k - 2), "sizeof")));
}

static int part_named(const struct view *v, const struct token *t)
{
	for (size_t k = 0; k < v->nparts; k++)
		if (same(&v->parts[k].name, t))
			return (int)k;
	return -1;
}

/*
 * Reads the value that begins at k, up to a comma or semicolon. Is it the same in all threads? *from: the part in it, or -1;
 * *adds: whether something is added to that part.
 */
static bool value_read(const struct view *v, size_t k, int *from, bool *adds)
{
	int depth = 0;
	size_t began = k;

	*from = -1;
	*adds = false;
	for (; k < v->n && k - began < INIT_MAX; k++) {
		const struct token *t = at(v, k);
		int part = part_named(v, t);

		if (depth <= 0 && (word_is(t, ",") || word_is(t, ";")))
			return k > began;
		depth += word_is(t, "(");
		depth -= word_is(t, ")");
		if (part >= 0 && *from < 0 && !word_is(at(v, k - 1), "*")) {
			*from = part;
			*adds |= word_is(at(v, k + 1), "[") && !word_is(at(v, k + 2), "0");
			continue;
		}
		if (is_size(v, k)) {
			k += 2;
			continue;
		}
		*adds |= word_is(t, "+") || word_is(t, "-");
		if (t->kind == TOKEN_NUMBER || (t->kind == TOKEN_PUNCTUATION && strchr("()*+-/%<>&[]", *t->text)) ||
		    is_of_cast(t) || is_type_named(v, k) || is_plain(v, t) || is_constant(v, t))
			continue;
		return false;
	}
	return false;
}

/* ---- declarations ---- */


static void part_add(struct view *v, const struct token *name, int from, bool same_place)
{
	if (v->nparts < PARTS_MAX)
		v->parts[v->nparts++] = (struct part){ *name, from, same_place };
}

/* `__shared__ char pool[...]`, in the function or before it. */
static void arrays_read(struct view *v)
{
	struct reader r = { v->source, v->source + v->len, 1, true };
	struct token t, last = { 0 };
	bool shared = false;

	while ((t = word_next(&r)).kind != TOKEN_END) {
		if (shared && word_is(&t, "[") && part_named(v, &last) < 0)
			part_add(v, &last, -1, false);
		if (word_is(&t, ";"))
			shared = false;
		shared |= word_is(&t, "__shared__");
		if (word_is(&t, "(") && shared)
			words_skip_group(&r);
		else
			last = t;
	}
}

static bool is_declared_once(const struct view *v, size_t declared)
{
	for (size_t k = 1; k < v->n; k++)
		if (k != declared && same(at(v, k), at(v, declared)) && (is_number_type(at(v, k - 1)) ||
									 word_is(at(v, k - 1), "auto")))
			return false;
	return true;
}

/* Numbers among the kernel's parameters: `int n` before the first brace. */
static void parameters_read(struct view *v)
{
	for (size_t k = 1; k < v->n && !word_is(at(v, k), "{"); k++)
		if (at(v, k)->kind == TOKEN_WORD && is_number_type(at(v, k - 1)) &&
		    (word_is(at(v, k + 1), ",") || word_is(at(v, k + 1), ")")) && v->nplains < PLAINS_MAX && !is_changed(v, k) &&
		    is_declared_once(v, k))
			v->plains[v->nplains++] = *at(v, k);
}

static void declarations_read(struct view *v)
{
	for (size_t k = 2; k < v->n; k++) {
		const struct token *name = at(v, k), *before = at(v, k - 1);
		bool pointer = word_is(before, "*") || word_is(before, "auto") ||
			       (word_is(before, "const") && word_is(at(v, k - 2), "*")) || word_is(before, "__restrict__");
		int from;
		bool adds;

		if (name->kind != TOKEN_WORD || !is_assign(v, k + 1) || part_named(v, name) >= 0 ||
		    (!pointer && !is_number_type(before)))
			continue;
		if (!value_read(v, k + 2, &from, &adds) || is_changed(v, k) || !is_declared_once(v, k))
			continue;
		if (pointer && from >= 0)
			part_add(v, name, from, !adds);
		else if (!pointer && from < 0 && v->nplains < PLAINS_MAX)
			v->plains[v->nplains++] = *name;
	}
}

/* ---- the two lines ---- */

/* The one part that the line mentions; -1: none or several. */
static int part_on(const struct view *v, int line)
{
	int found = -1;

	for (size_t k = 0; k < v->n; k++) {
		int part = at(v, k)->line == line ? part_named(v, at(v, k)) : -1;

		if (part >= 0 && found >= 0 && part != found)
			return -1;
		found = part >= 0 ? part : found;
	}
	return found;
}

static int place_of(const struct view *v, int part)
{
	while (v->parts[part].from >= 0 && v->parts[part].same_place)
		part = v->parts[part].from;
	return part;
}

static int array_of(const struct view *v, int part)
{
	while (v->parts[part].from >= 0)
		part = v->parts[part].from;
	return part;
}

bool source_carved(const char *source, size_t len, int line, int other_line, struct arena *arena, struct source_carved *out)
{
	struct view *v = arena_alloc(arena, sizeof *v);
	int a, b, array;

	if (!v)
		return false;
	*v = (struct view){ .source = source, .len = len };
	if (line == other_line || !function_read(v, line, other_line, arena))
		return false;
	arrays_read(v);
	parameters_read(v);
	declarations_read(v);
	a = part_on(v, line);
	b = part_on(v, other_line);
	if (a < 0 || b < 0 || place_of(v, a) == place_of(v, b) || (array = array_of(v, a)) != array_of(v, b))
		return false;
	*out = (struct source_carved){ .array = arena_strndup(arena, v->parts[array].name.text, v->parts[array].name.len) };
	for (int k = 0; k < 2; k++) {
		const struct part *p = &v->parts[k ? b : a];

		out->part[k] = arena_strndup(arena, p->name.text, p->name.len);
		out->line[k] = p->name.line;
	}
	return out->array && out->part[0] && out->part[1];
}

void source_carved_explain(const char *source, size_t len, const struct source_race *race, struct arena *arena,
			   const char **message, const char **advice)
{
	static const char others[] = " do the same: ";
	const char *given = *advice ? *advice : "", *more = strstr(given, others), *text, *next;
	bool in_order = race->line < race->other_line;
	struct source_carved x;

	if (!source_carved(source, len, in_order ? race->line : race->other_line, in_order ? race->other_line : race->line,
			   arena, &x))
		return;
	text = arena_printf(arena, "`%s` (line %d) and `%s` (line %d) overlap in `%s`: %s", x.part[0], x.line[0], x.part[1],
			    x.line[1], x.array, *message);
	next = arena_printf(arena, "%.*sadd up the sizes in bytes: where does each of the two begin and end? If they are to "
			    "share these bytes, put %s between line %d and line %d",
			    more ? (int)(more - given + (long)strlen(others)) : 0, given,
			    strstr(given, "__syncwarp()") ? "__syncwarp()" : "__syncthreads()", race->other_line, race->line);
	if (text && next) {
		*message = text;
		*advice = next;
	}
}
