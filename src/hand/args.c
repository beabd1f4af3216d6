/* args.c - the words of --arg: see args.h. */
#include "config.h"

#include "hand/args.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "script/nearest.h"

/* The context in which one argument is read. */
struct reading {
	const char *text;               /* as given */
	const struct hand_param *param;
	size_t number;                  /* 1-based, of the parameter */
	struct arena *arena;
	struct error *err;
	uint64_t seed;
};

/* "`x`, parameter 2 (float const*)" */
static const char *param_words(const struct reading *r)
{
	const struct hand_param *p = r->param;
	const char *words = arena_printf(r->arena, "%s%s%sparameter %zu%s%s%s", *p->name ? "`" : "", p->name,
					 *p->name ? "`, " : "", r->number, p->cpp ? " (" : "", p->cpp ? p->cpp : "",
					 p->cpp ? ")" : "");

	return words ? words : "a parameter";
}

__attribute__((format(printf, 2, 3)))
static int reject(const struct reading *r, const char *fmt, ...)
{
	char why[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	return error_set(r->err, PARTY_LEARNER, "--arg '%.100s' for %s: %s", r->text, param_words(r), why);
}

/* ---- a buffer's contents -------------------------------------------------------------------- */

static void fill_iota(const struct hand_arg *a)
{
	for (uint64_t i = 0; i < a->count; i++)
		number_store(a->type, (double)i, a->bytes + i * a->type->bytes);
}

/* Floats below 1 and integers below 100 in magnitude; negative ones too if the type is signed. */
static void fill_random(const struct reading *r, const struct hand_arg *a)
{
	bool two_sides = a->type->kind != NUMBER_UNSIGNED;
	struct rng rng;

	rng_init(&rng, r->seed + r->number * UINT64_C(0x9E3779B97F4A7C15));
	for (uint64_t i = 0; i < a->count; i++) {
		double unit = two_sides ? 2 * rng_unit(&rng) - 1 : rng_unit(&rng);

		number_store(a->type, a->type->kind == NUMBER_FLOAT ? unit : unit * 100, a->bytes + i * a->type->bytes);
	}
}

static int fill_file(const struct reading *r, struct hand_arg *a, const char *path, bool counted)
{
	struct buf bytes = BUF_INIT;
	uint64_t have;
	int status = -1;

	if (file_read(path, HAND_MEMORY_BYTES, &bytes, r->err)) {
		r->err->party = PARTY_LEARNER; /* the learner named the file */
		buf_release(&bytes);
		return -1;
	}
	have = bytes.len / a->type->bytes;
	if (!counted)
		a->count = have;
	a->len = a->count * a->type->bytes;
	if (bytes.len < a->len || bytes.len % a->type->bytes)
		reject(r, "'%s' holds %zu bytes, not %" PRIu64 " of %s", path, bytes.len, counted ? a->count : have + 1,
		       a->type->name);
	else if (!(a->bytes = arena_alloc(r->arena, a->len + 1)))
		error_nomem(r->err);
	else
		status = 0;
	if (status == 0)
		memcpy(a->bytes, buf_text(&bytes), a->len);
	buf_release(&bytes);
	return status;
}

static size_t list_length(const char *text)
{
	size_t n = 1;

	for (const char *p = text; (p = strchr(p, ',')); p++)
		n++;
	return n;
}

/* Numbers separated by commas. */
static int read_list(const struct reading *r, const struct number_row *type, const char *text, uint8_t *out)
{
	for (;;) {
		size_t n = strcspn(text, ",");

		if (number_read(type, text, n, out))
			return reject(r, "'%.*s' is not a valid %s", n > 60 ? 60 : (int)n, text, type->name);
		out += type->bytes;
		if (!text[n])
			return 0;
		text += n + 1;
	}
}

static int fill_list(const struct reading *r, struct hand_arg *a, const char *text, bool counted)
{
	uint64_t n = list_length(text);

	if (!counted)
		a->count = n;
	else if (n > 1 && n != a->count)
		return reject(r, "%" PRIu64 " values for %" PRIu64 " elements", n, a->count);
	a->len = a->count * a->type->bytes;
	a->bytes = arena_alloc(r->arena, a->len + NUMBER_MAX_BYTES);
	if (!a->bytes)
		return error_nomem(r->err);
	if (read_list(r, a->type, text, a->bytes))
		return -1;
	for (uint64_t i = 1; n == 1 && i < a->count; i++)
		memcpy(a->bytes + i * a->type->bytes, a->bytes, a->type->bytes);
	return 0;
}

static int fill_buffer(const struct reading *r, struct hand_arg *a, const char *fill, bool counted)
{
	if (*fill == '@')
		return fill_file(r, a, fill + 1, counted);
	if (!counted && (!*fill || isalpha((unsigned char)*fill)))
		return reject(r, "how many elements? write a number between the brackets");
	if (!*fill || !strcmp(fill, "poison"))
		return 0;
	if (strcmp(fill, "zero") && strcmp(fill, "iota") && strcmp(fill, "random"))
		return fill_list(r, a, fill, counted);
	a->bytes = arena_alloc(r->arena, a->len + 1);
	if (!a->bytes)
		return error_nomem(r->err);
	if (!strcmp(fill, "iota"))
		fill_iota(a);
	else if (!strcmp(fill, "random"))
		fill_random(r, a);
	return 0;
}

/* ---- one argument ------------------------------------------------------------------------------- */

static int element_type(const struct reading *r, const char *word, size_t len, struct hand_arg *a)
{
	const struct number_row *known = r->param->is_pointer ? r->param->type : NULL;
	struct buf names = BUF_INIT;

	a->type = len ? number_find(word, len) : known;
	number_list_names(&names);
	if (!a->type && len)
		reject(r, "there is no type '%.*s': %s", len > 60 ? 60 : (int)len, word, buf_text(&names));
	else if (!a->type)
		reject(r, "of what? write a type before the bracket: %s", buf_text(&names));
	buf_release(&names);
	if (!a->type)
		return -1;
	/* Accepts int for a kernel's unsigned, which is harmless; rejects int for its float. */
	if (known && (known->bytes != a->type->bytes || (known->kind == NUMBER_FLOAT) != (a->type->kind == NUMBER_FLOAT)))
		return reject(r, "the kernel takes elements of %s", known->name);
	return 0;
}

/* text: from the type on; bracket: the `[` in it. */
static int read_buffer(const struct reading *r, const char *text, const char *bracket, struct hand_arg *a)
{
	char *end;
	const char *close = strchr(bracket, ']');
	bool counted = close != bracket + 1;

	if (!r->param->may_be_pointer)
		return reject(r, "it takes a number, not a buffer");
	if (!close || (close[1] && close[1] != ':'))
		return reject(r, "a buffer is written TYPE[COUNT] or TYPE[COUNT]:FILL");
	if (element_type(r, text, (size_t)(bracket - text), a))
		return -1;
	errno = 0;
	a->count = counted ? strtoull(bracket + 1, &end, 10) : 0;
	if (counted && (end != close || errno || !isdigit((unsigned char)bracket[1])))
		return reject(r, "'%.*s' is not a number of elements", close - bracket > 60 ? 60 : (int)(close - bracket - 1),
			      bracket + 1);
	/* For a float4 *, [N] means N float4s, and f32[N] means N floats. */
	a->width = bracket == text && r->param->is_pointer ? r->param->width : 1;
	if (a->count > HAND_MEMORY_BYTES / a->type->bytes / a->width)
		return reject(r, "%" PRIu64 " elements of %s are more than the device's memory of 1 GiB", a->count,
			      a->type->name);
	a->kind = ARG_BUFFER;
	a->count *= a->width;
	a->len = a->count * a->type->bytes;
	a->read_only = r->param->is_const;
	return fill_buffer(r, a, close[1] ? close + 2 : "", counted);
}

static int read_hex(const struct reading *r, const char *digits, struct hand_arg *a)
{
	size_t n = strlen(digits);

	if (n != 2 * r->param->size || strspn(digits, "0123456789abcdefABCDEF") != n)
		return reject(r, "it has %" PRIu64 " bytes: write %" PRIu64 " hexadecimal digits", r->param->size,
			      2 * r->param->size);
	for (uint64_t i = 0; i < r->param->size; i++) {
		char pair[3] = { digits[2 * i], digits[2 * i + 1], '\0' };

		a->bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
	}
	return 0;
}

/* Guesses the type of a number written without one, from the parameter's size and the number's form. */
static const struct number_row *guessed_type(const struct reading *r, const char *text)
{
	bool is_real = strpbrk(text, ".eEnN") && !strpbrk(text, "xX");

	switch (r->param->size) {
	case 1: return number_find("i8", 2);
	case 2: return number_find(is_real ? "f16" : "i16", 3);
	case 4: return number_find(is_real ? "f32" : "i32", 3);
	case 8: return number_find(is_real ? "f64" : "i64", 3);
	default: return NULL;
	}
}

static int read_value(const struct reading *r, const char *text, struct hand_arg *a)
{
	const char *colon = strchr(text, ':');
	const struct number_row *type = r->param->type;

	a->kind = ARG_VALUE;
	a->len = r->param->size;
	a->bytes = arena_alloc(r->arena, a->len + NUMBER_MAX_BYTES);
	if (!a->bytes)
		return error_nomem(r->err);
	if (!strcmp(text, "null") && r->param->may_be_pointer)
		return 0;
	if (r->param->is_pointer)
		return reject(r, "it takes a buffer, such as %s[1024]", type ? type->name : "f32");
	if (!strncmp(text, "hex:", 4))
		return read_hex(r, text + 4, a);
	if (colon) {
		const struct number_row *said = number_find(text, (size_t)(colon - text));

		if (!said)
			return reject(r, "there is no type '%.*s'", (int)(colon - text), text);
		if (type && said != type && (said->bytes != type->bytes || said->kind == NUMBER_FLOAT ||
					     type->kind == NUMBER_FLOAT))
			return reject(r, "the kernel takes %s", type->name);
		type = said;
		text = colon + 1;
	}
	if (!type)
		type = guessed_type(r, text);
	if (!type)
		return reject(r, "it has %" PRIu64 " bytes: write TYPE:VALUE,VALUE... or hex:DIGITS", r->param->size);
	if (list_length(text) * type->bytes != r->param->size)
		return reject(r, "%zu of %s are %zu bytes, the parameter has %" PRIu64, list_length(text), type->name,
			      list_length(text) * type->bytes, r->param->size);
	return read_list(r, type, text, a->bytes);
}

static int read_argument(const struct reading *r, const char *text, struct hand_arg *a)
{
	size_t word = strcspn(text, "[:,");

	if (text[word] == '[')
		return read_buffer(r, text, text + word, a);
	return read_value(r, text, a);
}

/* ---- all of them ----------------------------------------------------------------------------------- */

/* The length of "NAME" if the text begins with "NAME=", otherwise 0. */
static size_t name_length(const char *text)
{
	size_t n = 0;

	if (!isalpha((unsigned char)text[0]) && text[0] != '_')
		return 0;
	while (text_is_word(text[n]))
		n++;
	return text[n] == '=' ? n : 0;
}

static size_t param_named(const struct hand_params *params, const char *name, size_t len)
{
	size_t i = 0;

	while (i < params->n && (strlen(params->list[i].name) != len || memcmp(params->list[i].name, name, len)))
		i++;
	return i;
}

static bool all_named(const struct hand_params *params)
{
	for (size_t i = 0; i < params->n; i++)
		if (!*params->list[i].name)
			return false;
	return params->n > 0;
}

static int unknown_name(const struct hand_params *params, const char *text, size_t len, struct arena *arena,
			struct error *err)
{
	const char **names = arena_array(arena, params->n + 1, sizeof *names), *word = arena_strndup(arena, text, len);
	const char *near;

	if (!names || !word)
		return error_nomem(err);
	for (size_t i = 0; i < params->n; i++)
		names[i] = params->list[i].name;
	near = word_nearest(word, names, params->n);
	error_set(err, PARTY_LEARNER, "--arg '%.100s': the kernel has no parameter '%s'", text, word);
	if (near)
		error_remedy(err, "did you mean '%s'?", near);
	return -1;
}

static int miscounted(const struct hand_words *given, const struct hand_params *params, const char *signature,
		      struct error *err)
{
	struct buf names = BUF_INIT;

	for (size_t i = 0; i < params->n; i++)
		buf_printf(&names, "%s%s%s", i ? ", " : "", params->list[i].name, *params->list[i].name ? "" : "?");
	error_set(err, PARTY_LEARNER, "%.300s takes %zu argument%s, %zu %s given", signature, params->n,
		  params->n == 1 ? "" : "s", given->n, given->n == 1 ? "is" : "are");
	if (params->n)
		error_remedy(err, "give one --arg for each parameter: %.300s", buf_text(&names));
	buf_release(&names);
	return -1;
}

/* texts[i]: the argument for parameter i. Named ones go to their parameter, the others fill the rest in order. */
static int assign(const struct hand_words *given, const struct hand_params *params, const char *signature,
		  const char **texts, struct arena *arena, struct error *err)
{
	bool named = all_named(params);

	if (given->n != params->n)
		return miscounted(given, params, signature, err);
	for (size_t g = 0; g < given->n; g++) {
		size_t len = name_length(given->list[g]), at = param_named(params, given->list[g], len);

		if (!len || !named)
			continue;
		if (at == params->n)
			return unknown_name(params, given->list[g], len, arena, err);
		if (texts[at])
			return error_set(err, PARTY_LEARNER, "--arg '%.100s': '%s' is given twice", given->list[g],
					 params->list[at].name);
		texts[at] = given->list[g];
	}
	for (size_t g = 0, at = 0; g < given->n; g++) {
		if (named && name_length(given->list[g]))
			continue;
		while (at < params->n && texts[at])
			at++;
		texts[at] = given->list[g];
	}
	return 0;
}

/* "same:x", once all labels are known. */
static int same_find(const struct reading *r, const char *name, const struct hand_arg *args, size_t n, struct hand_arg *a)
{
	if (!r->param->may_be_pointer)
		return reject(r, "it takes a number, not a buffer");
	for (size_t i = 0; i < n; i++)
		if (args[i].kind == ARG_BUFFER && !strcmp(args[i].label, name)) {
			a->same = i;
			return 0;
		}
	return reject(r, "there is no buffer '%s'", name);
}

int hand_args_read(const struct hand_words *given, const struct hand_params *params, const char *signature,
		 uint64_t seed, struct arena *arena, struct hand_arg **out, struct error *err)
{
	const char **texts = arena_array(arena, params->n + 1, sizeof *texts);
	struct hand_arg *args = *out = arena_array(arena, params->n + 1, sizeof *args);

	if (!texts || !args)
		return error_nomem(err);
	if (assign(given, params, signature, texts, arena, err))
		return -1;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < params->n; i++) {
			const struct reading r = { texts[i], &params->list[i], i + 1, arena, err, seed };
			size_t len = name_length(texts[i]);
			const char *rest = texts[i] + (len ? len + 1 : 0);
			bool same = !strncmp(rest, "same:", 5);

			if (pass == 0) {
				args[i].label = len ? arena_strndup(arena, texts[i], len)
						: *params->list[i].name ? params->list[i].name
						: arena_printf(arena, "arg%zu", i + 1);
				args[i].kind = ARG_SAME;
				if (!args[i].label)
					return error_nomem(err);
			}
			if (pass == 0 ? !same && read_argument(&r, rest, &args[i])
				      : same && same_find(&r, rest + 5, args, params->n, &args[i]))
				return -1;
		}
	return 0;
}
