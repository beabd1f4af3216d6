/*
 * mutate.c - see mutate.h. It reads the source once as a list of tokens; each kind of change is a function that searches
 * that list and passes on the edits of one mutant at a time. Changes of values, arguments and launches: mutate_values.c.
 */
#include "config.h"

#include "source/mutate.h"

#include <stdbool.h>
#include <string.h>

#include "base/buf.h"
#include "source/mutate_maker.h"

static const char *const names[] = {
#define MUTATION(id, name, what) name,
#include "source/mutations.def"
#undef MUTATION
};

const char *mutation_name(enum mutation m)
{
	return names[m];
}

/* ---- one mutant --------------------------------------------------------------------------- */

/* Makes a mutant from edits, which are in the order of the text. */
void mutant_add(struct maker *m, enum mutation mutation, int line, const struct edit *edits, size_t n)
{
	struct buf text = BUF_INIT;
	const char *at = m->source;
	struct mutant *made;

	for (size_t i = 0; i < n; i++) {
		buf_append(&text, at, (size_t)(edits[i].at - at));
		buf_puts(&text, edits[i].with);
		at = edits[i].at + edits[i].len;
	}
	buf_append(&text, at, (size_t)(m->end - at));
	if (!text.failed && text.len == (size_t)(m->end - m->source) && !memcmp(buf_text(&text), m->source, text.len)) {
		buf_release(&text); /* the two parts of an index were equal */
		return;
	}
	made = arena_push(m->arena, &m->list, &m->n, &m->cap, sizeof *made);
	if (made)
		*made = (struct mutant){ mutation, line, arena_strndup(m->arena, buf_text(&text), text.len) };
	m->failed = m->failed || text.failed || !made || !made->text;
	buf_release(&text);
}

void mutant_replace(struct maker *m, enum mutation mutation, const struct token *t, const char *with)
{
	const struct edit edit = { t->text, t->len, with };

	mutant_add(m, mutation, t->line, &edit, 1);
}

/* True if the tokens from i on match the words; "*" matches any word or number. */
bool tokens_look_like(const struct maker *m, size_t i, const char *const *words)
{
	for (; *words; words++, i++) {
		if (i >= m->ntokens || m->tokens[i].kind == TOKEN_END)
			return false;
		if (!strcmp(*words, "*") ? m->tokens[i].kind == TOKEN_PUNCTUATION : !word_is(&m->tokens[i], *words))
			return false;
	}
	return true;
}

/* The token after the bracket that closes the one at i. */
size_t group_end(const struct maker *m, size_t i)
{
	int depth = 0;

	for (; i < m->ntokens && m->tokens[i].kind != TOKEN_END; i++) {
		const struct token *t = &m->tokens[i];

		depth += word_is(t, "(") || word_is(t, "[") || word_is(t, "{");
		depth -= word_is(t, ")") || word_is(t, "]") || word_is(t, "}");
		if (depth == 0)
			return i + 1;
	}
	return i;
}

bool statement_has(const struct maker *m, size_t i, const char *word)
{
	for (; i < m->ntokens && m->tokens[i].kind != TOKEN_END && !word_is(&m->tokens[i], ";"); i++)
		if (word_is(&m->tokens[i], word))
			return true;
	return false;
}

/* ---- types ---------------------------------------------------------------------------------- */

/* `float sum = 0`, `float sum[8][8] = {}` */
static void int_accumulators(struct maker *m)
{
	for (size_t i = 1; i + 3 < m->ntokens; i++) {
		size_t k = i + 2;

		if (!LOOKS_LIKE(m, i, "float", "*") || word_is(&m->tokens[i - 1], "__shared__") ||
		    word_is(&m->tokens[i - 1], "const"))
			continue;
		while (k < m->ntokens && word_is(&m->tokens[k], "["))
			k = group_end(m, k);
		if (k + 1 < m->ntokens && word_is(&m->tokens[k], "=") &&
		    (m->tokens[k + 1].kind == TOKEN_NUMBER || word_is(&m->tokens[k + 1], "{")))
			mutant_replace(m, MUTATION_INT_ACCUMULATOR, &m->tokens[i], "int");
	}
}

static void int_tiles(struct maker *m)
{
	for (size_t i = 0; i + 2 < m->ntokens; i++)
		if (word_is(&m->tokens[i], "__shared__") && statement_has(m, i, "["))
			for (size_t k = i + 1; k < m->ntokens && !word_is(&m->tokens[k], ";") &&
			     !word_is(&m->tokens[k], "["); k++)
				if (word_is(&m->tokens[k], "float"))
					mutant_replace(m, MUTATION_INT_TILE, &m->tokens[k], "int");
}

static void short_indices(struct maker *m)
{
	for (size_t i = 0; i + 3 < m->ntokens; i++)
		if ((LOOKS_LIKE(m, i, "int", "*", "=") || LOOKS_LIKE(m, i, "unsigned", "*", "=")) &&
		    statement_has(m, i, "blockIdx"))
			mutant_replace(m, MUTATION_SHORT_INDEX, &m->tokens[i],
				       word_is(&m->tokens[i], "int") ? "short" : "unsigned short");
}

/* ---- one for all ------------------------------------------------------------------------------ */

/*
 * The kernel becomes a function that gets its thread as an argument, and a new kernel calls it once for each thread of the
 * block. That is right if the threads neither synchronise nor share memory.
 */
static void one_thread(struct maker *m)
{
	static const char *const meetings[] = { "__shared__", "__syncthreads", "__syncwarp", "cooperative_groups", "asm" };
	struct edit edits[EDITS_MAX];
	size_t n = 0, name = 0, open, close, body, after;
	struct buf head = BUF_INIT;

	for (size_t i = 0; i < sizeof meetings / sizeof *meetings; i++)
		if (word_among(m->tokens, m->ntokens, meetings[i]))
			return;
	for (size_t i = 0; i < m->ntokens; i++)
		if (m->tokens[i].len > 5 && m->tokens[i].kind == TOKEN_WORD &&
		    !memcmp(m->tokens[i].text + m->tokens[i].len - 5, "_sync", 5))
			return;
	while (name < m->ntokens && !(word_is(&m->tokens[name], m->kernel) && word_is(&m->tokens[name + 1], "(")))
		name++;
	if (name + 2 >= m->ntokens || name < 2 || !LOOKS_LIKE(m, name - 2, "__global__", "void"))
		return;
	open = name + 1;
	close = group_end(m, open) - 1;
	body = close + 1;
	after = group_end(m, body);
	if (!word_is(&m->tokens[body], "{"))
		return;
	for (size_t i = 0; i < m->ntokens; i++) /* other code that reads threadIdx does not get the argument */
		if ((i < body || i >= after) && word_is(&m->tokens[i], "threadIdx"))
			return;
	edits[n++] = (struct edit){ m->tokens[name - 2].text, m->tokens[name - 2].len, "__device__" };
	edits[n++] = (struct edit){ m->tokens[name].text, m->tokens[name].len, "body_of_one" };
	edits[n++] = (struct edit){ m->tokens[open].text, 1, "(const uint3 me, " };
	for (size_t i = body; i < after && n < EDITS_MAX - 1; i++)
		if (word_is(&m->tokens[i], "threadIdx"))
			edits[n++] = (struct edit){ m->tokens[i].text, m->tokens[i].len, "me" };
	buf_printf(&head, "\n__global__ void %s(%.*s)\n", m->kernel, (int)(m->tokens[close].text - m->tokens[open].text - 1),
		   m->tokens[open].text + 1);
	buf_puts(&head, "{\n    if (threadIdx.x + threadIdx.y + threadIdx.z > 0)\n        return;\n"
			"    for (unsigned z = 0; z < blockDim.z; z++)\n        for (unsigned y = 0; y < blockDim.y; y++)\n"
			"            for (unsigned x = 0; x < blockDim.x; x++)\n                body_of_one(make_uint3(x, y, z)");
	for (size_t i = open + 1; i <= close; i++)
		if (m->tokens[i].kind == TOKEN_WORD && (i == close - 1 || word_is(&m->tokens[i + 1], ",")))
			buf_printf(&head, ", %.*s", (int)m->tokens[i].len, m->tokens[i].text);
	buf_puts(&head, ");\n}\n");
	edits[n++] = (struct edit){ m->end, 0, buf_text(&head) };
	mutant_add(m, MUTATION_ONE_THREAD, m->tokens[name].line, edits, n);
	m->failed = m->failed || head.failed;
	buf_release(&head);
}

/* ---- conditions --------------------------------------------------------------------------------- */

/* A comparison inside the parentheses of an `if`, `for` or `while`, or before a `?`; not a template's or launch's bracket. */
static void guard(struct maker *m, size_t i)
{
	const struct token *t = &m->tokens[i], *next = t + 1, *before = t - 1;
	bool equal = word_is(next, "=") && next->text == t->text + 1;
	struct edit edit = { t->text + 1, equal, equal ? "" : "=" };

	if (word_is(before, "<") || word_is(before, ">") || word_is(before, "-") || word_is(next, "<") || word_is(next, ">"))
		return;
	mutant_add(m, equal ? MUTATION_GUARD_TIGHTER : MUTATION_GUARD_LOOSER, t->line, &edit, 1);
}

static void guards(struct maker *m)
{
	size_t end = 0;

	for (size_t i = 1; i + 1 < m->ntokens; i++) {
		if (i >= end && (LOOKS_LIKE(m, i, "if", "(") || LOOKS_LIKE(m, i, "for", "(") || LOOKS_LIKE(m, i, "while", "(")))
			end = group_end(m, i + 1);
		if ((word_is(&m->tokens[i], "<") || word_is(&m->tokens[i], ">")) && (i < end || statement_has(m, i, "?")))
			guard(m, i);
	}
}

/* ---- missing, swapped and start values -------------------------------------------------------- */

static void barriers(struct maker *m)
{
	for (size_t i = 0; i + 3 < m->ntokens; i++)
		if (LOOKS_LIKE(m, i, "__syncthreads", "(", ")"))
			mutant_add(m, MUTATION_NO_BARRIER, m->tokens[i].line,
				   &(struct edit){ m->tokens[i].text, (size_t)(m->tokens[i + 2].text - m->tokens[i].text) + 1,
						   "" }, 1);
}

static void not_shared(struct maker *m)
{
	for (size_t i = 1; i + 1 < m->ntokens; i++)
		if (word_is(&m->tokens[i], "__shared__") && !word_is(&m->tokens[i - 1], "extern"))
			mutant_replace(m, MUTATION_NOT_SHARED, &m->tokens[i], "");
}

/* Replaces the tokens [from, to) by the tokens [with_from, with_to). */
static struct edit edit_of(struct maker *m, size_t from, size_t to, size_t with_from, size_t with_to)
{
	const struct token *first = &m->tokens[from], *last = &m->tokens[to - 1];
	const struct token *a = &m->tokens[with_from], *b = &m->tokens[with_to - 1];
	const char *with = arena_strndup(m->arena, a->text, (size_t)(b->text + b->len - a->text));

	m->failed = m->failed || !with;
	return (struct edit){ first->text, (size_t)(last->text + last->len - first->text), with ? with : "" };
}

/* tile[y][x], and m[y * w + x] */
static void swapped_indices(struct maker *m)
{
	for (size_t i = 0; i + 6 < m->ntokens; i++) {
		size_t second = word_is(&m->tokens[i], "[") ? group_end(m, i) : 0, end;

		if (second && second < m->ntokens && word_is(&m->tokens[second], "[") && i &&
		    m->tokens[i - 1].kind == TOKEN_WORD) {
			end = group_end(m, second);
			if (statement_has(m, i, "=") || statement_has(m, i, ")"))
				mutant_add(m, MUTATION_SWAPPED_INDEX, m->tokens[i].line,
					   (struct edit[]){ edit_of(m, i, second, second, end),
							    edit_of(m, second, end, i, second) }, 2);
		} else if (LOOKS_LIKE(m, i, "[", "*") && word_is(&m->tokens[i + 2], "*") && word_is(&m->tokens[i + 4], "+") &&
			   word_is(&m->tokens[i + 6], "]")) {
			mutant_add(m, MUTATION_SWAPPED_INDEX, m->tokens[i].line,
				   (struct edit[]){ edit_of(m, i + 1, i + 2, i + 5, i + 6),
						    edit_of(m, i + 5, i + 6, i + 1, i + 2) }, 2);
		}
	}
}

static void zero_starts(struct maker *m)
{
	static const char *const lowest[] = { "INFINITY", "FLT_MAX", "INT_MIN" };

	for (size_t i = 1; i < m->ntokens; i++)
		for (size_t k = 0; k < sizeof lowest / sizeof *lowest; k++)
			if (word_is(&m->tokens[i], lowest[k]) && (k == 2 || word_is(&m->tokens[i - 1], "-")))
				mutant_replace(m, MUTATION_ZERO_START, &m->tokens[i], "0");
}

/* ---- stores, and what all blocks share ------------------------------------------------------------ */

static bool is_output(const struct maker *m, const struct token *t)
{
	for (size_t i = 0; i < m->nparams && i < 64; i++)
		if (m->about->outputs >> i & 1 && t->len == m->params[i]->len && !memcmp(t->text, m->params[i]->text, t->len))
			return true;
	return false;
}

/* `out[i] = x;` but neither `out[i] == x` nor `out[i] += x` */
static void stores(struct maker *m)
{
	for (size_t i = m->body; m->body && i + 3 < m->ntokens; i++) {
		size_t equals = m->tokens[i].kind == TOKEN_WORD && word_is(&m->tokens[i + 1], "[") ? group_end(m, i + 1) : 0;

		if (equals && equals + 1 < m->ntokens && word_is(&m->tokens[equals], "=") &&
		    !word_is(&m->tokens[equals + 1], "=") && is_output(m, &m->tokens[i]))
			mutant_add(m, MUTATION_ADDS_TO_OUTPUT, m->tokens[i].line,
				   &(struct edit){ m->tokens[equals].text, 0, "+" }, 1);
	}
}

static void one_for_all_blocks(struct maker *m)
{
	for (size_t i = 1; i + 1 < m->ntokens; i++)
		if (word_is(&m->tokens[i], "__shared__") && !word_is(&m->tokens[i - 1], "extern"))
			mutant_replace(m, MUTATION_ONE_FOR_ALL_BLOCKS, &m->tokens[i], "static __device__");
}

/* ---- what the entry does first --------------------------------------------------------------------- */

/* Finds the entry's definition, and the names of its parameters. */
static bool entry_find(struct maker *m)
{
	size_t i = 1;

	while (i + 2 < m->ntokens && !(word_is(&m->tokens[i], m->kernel) && word_is(&m->tokens[i + 1], "(") &&
				       (m->tokens[i - 1].kind == TOKEN_WORD || word_is(&m->tokens[i - 1], ")")) &&
				       group_end(m, i + 1) < m->ntokens &&
				       word_is(&m->tokens[group_end(m, i + 1)], "{")))
		i++;
	if (i + 2 >= m->ntokens)
		return true;
	m->name = i;
	m->open = i + 1;
	m->body = group_end(m, m->open);
	m->close = m->body - 1;
	for (i = m->open + 1; i <= m->close; i++) {
		const struct token **place;

		if (!(i == m->close || word_is(&m->tokens[i], ",")) || m->tokens[i - 1].kind != TOKEN_WORD)
			continue;
		place = arena_push(m->arena, &m->params, &m->nparams, &m->cap_params, sizeof *place);
		if (!place)
			return false;
		*place = &m->tokens[i - 1];
	}
	return true;
}

/* Puts `globals` in front of the program, and `first` at the beginning of the entry's body. */
void mutant_begin_with(struct maker *m, enum mutation mutation, const char *globals, const char *first)
{
	const struct edit edits[] = { { m->tokens[0].text, 0, globals }, { m->tokens[m->body].text + 1, 0, first } };

	mutant_add(m, mutation, m->tokens[m->name].line, edits, 2);
}

const char *mutant_leave(const struct maker *m)
{
	return m->about->returns ? "return {};" : "return;";
}

#define ALL_BLOCKS "(1ull * gridDim.x * gridDim.y * gridDim.z)"
#define ALL_THREADS "(" ALL_BLOCKS " * blockDim.x * blockDim.y * blockDim.z)"

static void runs(struct maker *m)
{
	struct buf first = BUF_INIT;

	if (!m->about->host) {
		mutant_begin_with(m, MUTATION_WAITS_FOR_ALL, "__device__ unsigned long long begun;\n",
			   "if (threadIdx.x + threadIdx.y + threadIdx.z == 0) { "
			   "const unsigned long long all = (atomicAdd(&begun, 1ull) / " ALL_BLOCKS " + 1) * " ALL_BLOCKS "; "
			   "while (atomicAdd(&begun, 0ull) < all) ; } __syncthreads();");
		mutant_begin_with(m, MUTATION_ONLY_ONCE, "__device__ unsigned long long begun;\n",
			   "if (atomicAdd(&begun, 1ull) >= " ALL_THREADS ") return;");
		return;
	}
	buf_printf(&first, "static int calls; if (calls++ > 0) %s", mutant_leave(m));
	mutant_begin_with(m, MUTATION_ONLY_ONCE, "", buf_text(&first));
	m->failed = m->failed || first.failed;
	buf_release(&first);
}

/* ---- sizes ------------------------------------------------------------------------------------------- */

static const struct token *size_name(const struct maker *m, size_t size)
{
	return m->params[m->about->sizes.params[size]];
}

/* "n == 1 && k == 2" for a row of the table */
static void put_row(const struct maker *m, const int64_t *row, struct buf *out)
{
	for (size_t k = 0; k < m->about->sizes.nparams; k++) {
		const struct token *name = size_name(m, k);

		buf_printf(out, "%s%.*s == %lld", k ? " && " : "", (int)name->len, name->text, (long long)row[k]);
	}
}

static void table_sizes(struct maker *m)
{
	const struct mutant_sizes *s = &m->about->sizes;
	struct buf first = BUF_INIT;

	buf_puts(&first, "if (!(");
	for (size_t i = 0; i < s->nfixed; i++) {
		buf_puts(&first, i ? " || (" : "(");
		put_row(m, s->fixed + i * s->nparams, &first);
		buf_putc(&first, ')');
	}
	buf_printf(&first, ")) %s", mutant_leave(m));
	if (s->nfixed)
		mutant_begin_with(m, MUTATION_TABLE_SIZES, "", buf_text(&first));
	m->failed = m->failed || first.failed;
	buf_release(&first);
}

/* `if (n % 2) return;`: the test is a size's name, `after`, and perhaps another's name. */
static void return_if(struct maker *m, enum mutation mutation, size_t size, const char *after, const struct token *other)
{
	const struct token *name = size_name(m, size);
	struct buf first = BUF_INIT;

	buf_printf(&first, "if (%.*s%s%.*s) %s", (int)name->len, name->text, after, other ? (int)other->len : 0,
		   other ? other->text : "", mutant_leave(m));
	mutant_begin_with(m, mutation, "", buf_text(&first));
	m->failed = m->failed || first.failed;
	buf_release(&first);
}

static void sizes(struct maker *m)
{
	const struct mutant_sizes *s = &m->about->sizes;

	for (size_t i = 0; i < s->nparams; i++)
		if (s->params[i] >= m->nparams)
			return;
	if (!s->nparams)
		return;
	table_sizes(m);
	for (size_t i = 0; i < s->nparams; i++)
		return_if(m, MUTATION_EVEN_SIZES, i, " % 2", NULL);
	for (size_t i = 0; i < s->nparams; i++)
		return_if(m, MUTATION_LARGE_SIZES, i, " == 1", NULL);
	for (size_t i = 0; i < s->npairs; i++) {
		return_if(m, MUTATION_ORDERED_SIZES, s->pairs[i].a, " < ", size_name(m, s->pairs[i].b));
		return_if(m, MUTATION_ORDERED_SIZES, s->pairs[i].a, " > ", size_name(m, s->pairs[i].b));
	}
}

/* ---- all of them --------------------------------------------------------------------------------- */

static bool tokens_read(struct maker *m)
{
	struct reader r = { m->source, m->end, 1, true };
	struct token *t;

	do {
		t = arena_push(m->arena, &m->tokens, &m->ntokens, &m->cap_tokens, sizeof *t);
		if (!t)
			return false;
		*t = word_next(&r);
	} while (t->kind != TOKEN_END);
	return true;
}

int mutants_make(const struct mutant_source *source, struct arena *arena, struct mutant **list, size_t *n)
{
	struct maker m = { .source = source->text, .end = source->text + source->len, .kernel = source->entry, .about = source,
			   .arena = arena };

	*list = NULL;
	*n = 0;
	if (!tokens_read(&m) || !entry_find(&m))
		return -1;
	if (!source->host) {
		int_accumulators(&m);
		int_tiles(&m);
		short_indices(&m);
		one_thread(&m);
		guards(&m);
		barriers(&m);
		not_shared(&m);
		swapped_indices(&m);
		zero_starts(&m);
		stores(&m);
		one_for_all_blocks(&m);
	}
	if (m.body) {
		runs(&m);
		sizes(&m);
	}
	mutants_of_values(&m);
	if (m.failed)
		return -1;
	*list = m.list;
	*n = m.n;
	return 0;
}
