/*
 * mutate_values.c - wrong programs that only certain values show: negative numbers, sums that a float cannot hold, the ends of a
 * type's range; those that only certain arguments, launches and devices show; and calls that are made for show.
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "source/mutate_maker.h"

static bool same(const struct token *a, const struct token *b)
{
	return a->kind == TOKEN_WORD && b->kind == TOKEN_WORD && a->len == b->len && !memcmp(a->text, b->text, a->len);
}

/* ---- what a kernel reads -------------------------------------------------------------------- */

/* A function's body, from its `{` to after its `}`, and an array that it only reads: its name and the words before it. */
struct input { size_t body, after, name; bool is_unsigned, is_int; };

/* Puts `before` and `after` around each element of the input that is read; a mutant only if no address of one is taken. */
static void around_reads(struct maker *m, enum mutation mutation, const struct input *in, const char *globals, const char *before,
			 const char *after)
{
	struct edit edits[EDITS_MAX];
	size_t n = 0;
	int line = 0;

	edits[n++] = (struct edit){ m->tokens[0].text, 0, globals };
	for (size_t i = in->body; i < in->after && n + 3 < EDITS_MAX; i++) {
		size_t end;

		if (!same(&m->tokens[i], &m->tokens[in->name]) || !word_is(&m->tokens[i + 1], "["))
			continue;
		if (word_is(&m->tokens[i - 1], "&"))
			return;
		end = group_end(m, i + 1);
		edits[n++] = (struct edit){ m->tokens[i].text, 0, before };
		if (*after)
			edits[n++] = (struct edit){ m->tokens[end - 1].text + 1, 0, after };
		line = line ? line : m->tokens[i].line;
		i = end - 1;
	}
	if (line)
		mutant_add(m, mutation, line, edits, n);
}

/* `int v = x[i]` becomes `unsigned v = x[i]`, and other reads of x are cast. */
static void unsigned_reads(struct maker *m, const struct input *in)
{
	struct edit edits[EDITS_MAX];
	size_t n = 0;
	int line = 0;

	for (size_t i = in->body; i < in->after && n + 2 < EDITS_MAX; i++) {
		const struct token *t = &m->tokens[i];

		if (word_is(t, "int") && word_is(&m->tokens[i + 2], "=") && same(&m->tokens[i + 3], &m->tokens[in->name]))
			edits[n++] = (struct edit){ t->text, t->len, "unsigned" };
		else if (same(t, &m->tokens[in->name]) && word_is(&m->tokens[i + 1], "[") && !word_is(&m->tokens[i - 1], "&"))
			edits[n++] = (struct edit){ t->text, 0, "(unsigned)" };
		else
			continue;
		line = line ? line : t->line;
	}
	if (line)
		mutant_add(m, MUTATION_UNSIGNED_INPUT, line, edits, n);
}

static void input_changes(struct maker *m, const struct input *in)
{
	if (!in->is_unsigned)
		around_reads(m, MUTATION_ABSOLUTE, in, "template <class T> __device__ T size_of__(T v) { return v < T(0) ? T(-v) "
						       ": v; }\n",
			     "size_of__(", ")");
	if (in->is_int)
		unsigned_reads(m, in);
}

/* The parameters from `open` to its bracket: `const int *__restrict__ x`. */
static void inputs_of(struct maker *m, size_t open, size_t close, size_t body)
{
	bool constant = false, pointer = false;
	struct input in = { .body = body, .after = group_end(m, body) };

	for (size_t i = open + 1; i <= close; i++) {
		const struct token *t = &m->tokens[i];

		if (i < close && !word_is(t, ",")) {
			constant |= word_is(t, "const");
			pointer |= word_is(t, "*");
			in.is_unsigned |= word_is(t, "unsigned") || word_is(t, "char") || word_is(t, "bool") ||
					  word_is(t, "size_t");
			in.is_int |= word_is(t, "int");
			continue;
		}
		in.name = i - 1;
		in.is_int = in.is_int && !in.is_unsigned;
		if (constant && pointer)
			input_changes(m, &in);
		constant = pointer = in.is_unsigned = in.is_int = false;
	}
}

static void inputs(struct maker *m)
{
	for (size_t i = 0; i + 3 < m->ntokens; i++) {
		size_t open = i, body;

		if (!word_is(&m->tokens[i], "__global__"))
			continue;
		while (open + 1 < m->ntokens && !(word_is(&m->tokens[open], "(") &&
						  !word_is(&m->tokens[open - 1], "__launch_bounds__")))
			open = word_is(&m->tokens[open], "(") ? group_end(m, open) : open + 1;
		body = group_end(m, open);
		if (body + 1 < m->ntokens && word_is(&m->tokens[body], "{"))
			inputs_of(m, open, body - 1, body);
	}
}

/* ---- types and starts ------------------------------------------------------------------------- */

/* Is something other than a number added to the name's value later on, as in `sum += x`, `sum[k] += x` and `sum = sum + x`? */
static bool sums_up(const struct maker *m, size_t name)
{
	for (size_t i = name + 1; i + 3 < m->ntokens; i++) {
		size_t k = i + 1;

		if (!same(&m->tokens[i], &m->tokens[name]))
			continue;
		while (word_is(&m->tokens[k], "["))
			k = group_end(m, k);
		if (k + 2 < m->ntokens && word_is(&m->tokens[k], "+") && word_is(&m->tokens[k + 1], "=") &&
		    !(m->tokens[k + 2].kind == TOKEN_NUMBER && word_is(&m->tokens[k + 3], ";")))
			return true;
		if (k + 2 < m->ntokens && word_is(&m->tokens[k], "=") && same(&m->tokens[k + 1], &m->tokens[name]) &&
		    statement_has(m, k, "+"))
			return true;
	}
	return false;
}

static void float_sums(struct maker *m)
{
	for (size_t i = 1; i + 3 < m->ntokens; i++) {
		const struct token *t = &m->tokens[i];
		bool is_long = LOOKS_LIKE(m, i, "long", "long", "*");
		size_t name = i + (is_long ? 2 : 1);
		struct edit edit = { t->text, (size_t)(m->tokens[name - 1].text + m->tokens[name - 1].len - t->text), "float" };

		if (!(is_long || word_is(t, "int") || word_is(t, "unsigned")) || m->tokens[name].kind != TOKEN_WORD ||
		    word_is(&m->tokens[name + 1], "(") || (word_is(t - 1, "(") && i > 1 && word_is(t - 2, "for")))
			continue;
		if (sums_up(m, name))
			mutant_add(m, MUTATION_FLOAT_SUM, t->line, &edit, 1);
	}
}

static void float_for_doubles(struct maker *m)
{
	for (size_t i = 1; i + 2 < m->ntokens; i++)
		if (LOOKS_LIKE(m, i, "double", "*") && !word_is(&m->tokens[i + 2], "(") && !word_is(&m->tokens[i - 1], "<"))
			mutant_replace(m, MUTATION_FLOAT_FOR_DOUBLE, &m->tokens[i], "float");
}

static void short_starts(struct maker *m)
{
	static const struct { const char *end, *inside; } ends[] = {
		{ "INT_MIN", "(INT_MIN + 1)" }, { "INT_MAX", "(INT_MAX - 1)" }, { "LLONG_MIN", "(LLONG_MIN + 1)" },
		{ "LLONG_MAX", "(LLONG_MAX - 1)" }, { "UINT_MAX", "(UINT_MAX - 1)" }, { "INFINITY", "1e30f" },
		{ "FLT_MAX", "1e30f" },
	};

	for (size_t i = 0; i < m->ntokens; i++)
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
			if (word_is(&m->tokens[i], ends[k].end))
				mutant_replace(m, MUTATION_SHORT_START, &m->tokens[i], ends[k].inside);
}

/* ---- arguments ---------------------------------------------------------------------------------- */

static void argument_becomes(struct maker *m, enum mutation mutation, size_t param, const char *before, const char *value)
{
	const struct token *name = m->params[param];
	struct buf first = BUF_INIT;

	buf_printf(&first, " %.*s = %s%s;", (int)name->len, name->text, before, value);
	mutant_begin_with(m, mutation, "", buf_text(&first));
	m->failed = m->failed || first.failed;
	buf_release(&first);
}

static void arguments(struct maker *m)
{
	for (size_t i = 0; i < m->nparams && i < m->about->nscalars; i++) {
		const struct mutant_scalar *s = &m->about->scalars[i];
		const char *name = arena_strndup(m->arena, m->params[i]->text, m->params[i]->len);

		if (s->first)
			argument_becomes(m, MUTATION_IGNORED_ARGUMENT, i, "", s->first);
		if (s->first && s->is_long && name)
			argument_becomes(m, MUTATION_NARROW_ARGUMENT, i, "(int)", name);
		m->failed = m->failed || !name;
	}
}

/* It does nothing with sizes that one block of 1024 threads cannot have, one each. */
static void up_to_1024(struct maker *m)
{
	const struct mutant_sizes *s = &m->about->sizes;
	struct buf first = BUF_INIT;

	for (size_t i = 0; i < s->nparams; i++)
		if (s->params[i] >= m->nparams)
			return;
	for (size_t i = 0; i < s->nparams; i++) {
		const struct token *name = m->params[s->params[i]];

		buf_printf(&first, "%s(%.*s > 1024 && %.*s %% 256)", buf_text(&first)[0] ? " || " : " if (", (int)name->len,
			   name->text, (int)name->len, name->text);
	}
	for (size_t i = 0; i < s->npairs; i++) {
		const struct token *a = m->params[s->params[s->pairs[i].a]], *b = m->params[s->params[s->pairs[i].b]];

		buf_printf(&first, " || (1ll * %.*s * %.*s > 1024)", (int)a->len, a->text, (int)b->len, b->text);
	}
	if (buf_text(&first)[0]) {
		buf_printf(&first, ") %s", mutant_leave(m));
		mutant_begin_with(m, MUTATION_UP_TO_1024, "", buf_text(&first));
	}
	m->failed = m->failed || first.failed;
	buf_release(&first);
}

/* ---- launches and devices -------------------------------------------------------------------------- */

/* The `,` or `>>>` that ends the launch's argument which begins at i. */
static size_t argument_end(const struct maker *m, size_t i)
{
	while (i + 2 < m->ntokens && m->tokens[i].kind != TOKEN_END && !word_is(&m->tokens[i], ",") &&
	       !(word_is(&m->tokens[i], ">") && word_is(&m->tokens[i + 1], ">")))
		i = word_is(&m->tokens[i], "(") || word_is(&m->tokens[i], "[") || word_is(&m->tokens[i], "{") ?
		group_end(m, i) : i + 1;
	return i;
}

/* k<<<blocks, threads>>> becomes k<<<1, (blocks) * (threads)>>>. */
static void one_block(struct maker *m)
{
	for (size_t i = 0; i + 5 < m->ntokens; i++) {
		size_t comma, end;

		if (!LOOKS_LIKE(m, i, "<", "<", "<"))
			continue;
		comma = argument_end(m, i + 3);
		end = argument_end(m, comma + 1);
		if (!word_is(&m->tokens[comma], ",") || end + 2 >= m->ntokens)
			continue;
		mutant_add(m, MUTATION_ONE_BLOCK, m->tokens[i].line,
			   (struct edit[]){ { m->tokens[i + 3].text, 0, "1, (" }, { m->tokens[comma].text, 1, ") * (" },
					    { m->tokens[end].text, 0, ")" } }, 3);
	}
}

/* `cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, ...);` is followed by `fit = 1 << 20;`. */
static void no_caps(struct maker *m)
{
	for (size_t i = 0; i + 3 < m->ntokens; i++) {
		const struct token *name = &m->tokens[i + 3];
		struct buf after = BUF_INIT;
		size_t end = i;

		if (!LOOKS_LIKE(m, i, "cudaOccupancyMaxActiveBlocksPerMultiprocessor", "(", "&", "*"))
			continue;
		while (end + 1 < m->ntokens && !word_is(&m->tokens[end], ";"))
			end++;
		buf_printf(&after, " %.*s = 1 << 20;", (int)name->len, name->text);
		mutant_add(m, MUTATION_NO_CAP, m->tokens[i].line,
			   &(struct edit){ m->tokens[end].text + 1, 0, buf_text(&after) }, 1);
		m->failed = m->failed || after.failed;
		buf_release(&after);
	}
}

static void few_devices(struct maker *m)
{
	struct buf first = BUF_INIT;

	if (!m->about->many_devices)
		return;
	buf_printf(&first, " { int all__ = 0; cudaGetDeviceCount(&all__); if (all__ > 8) %s }", mutant_leave(m));
	mutant_begin_with(m, MUTATION_FEW_DEVICES, "", buf_text(&first));
	m->failed = m->failed || first.failed;
	buf_release(&first);
}

/* ---- for show ----------------------------------------------------------------------------------- */

/* A call that the task names touches four bytes that nobody uses, and another call, or none, does its work. */
static void for_show(struct maker *m)
{
	static const struct { const char *call, *instead; } shown[] = {
		{ "cudaMallocAsync", "template <class T> cudaError_t shown__(T **p, size_t bytes, cudaStream_t s) "
			"{ void *four; cudaMallocAsync(&four, 4, s); cudaFreeAsync(four, s); return cudaMalloc(p, bytes); }\n" },
		{ "cudaMemPrefetchAsync", "template <class... A> cudaError_t shown__(const void *p, size_t, A... more) "
			"{ return cudaMemPrefetchAsync(p, 4, more...); }\n" },
		{ "cudaHostRegister", "static cudaError_t shown__(void *p, size_t, unsigned flags) "
			"{ return cudaHostRegister(p, 4, flags); }\n" },
	};

	for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
		struct edit edits[EDITS_MAX];
		size_t n = 0;
		int line = 0;

		edits[n++] = (struct edit){ m->tokens[0].text, 0, shown[k].instead };
		for (size_t i = 0; i < m->ntokens && n < EDITS_MAX; i++)
			if (word_is(&m->tokens[i], shown[k].call)) {
				edits[n++] = (struct edit){ m->tokens[i].text, m->tokens[i].len, "shown__" };
				line = line ? line : m->tokens[i].line;
			}
		if (line)
			mutant_add(m, MUTATION_FOR_SHOW, line, edits, n);
	}
}

void mutants_of_values(struct maker *m)
{
	inputs(m);
	float_sums(m);
	float_for_doubles(m);
	short_starts(m);
	one_block(m);
	no_caps(m);
	for_show(m);
	if (!m->body)
		return;
	arguments(m);
	up_to_1024(m);
	few_devices(m);
}
