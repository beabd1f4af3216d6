/*
 * mend.c - see mend.h. Each kind of edit looks for its place among the tokens around the finding's line, and gives up wherever
 * the text has another shape than it knows.
 */
#include "config.h"

#include "source/mend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source/mend_state.h"

#define NONE ((size_t)-1)

/* ---- tokens ------------------------------------------------------------------------------------------------ */

static bool is(const struct mender *m, size_t k, const char *text)
{
	return k < m->n && word_is(&m->tokens[k], text);
}

static bool is_name(const struct mender *m, size_t k)
{
	return k < m->n && m->tokens[k].kind == TOKEN_WORD;
}

static bool is_one(const struct mender *m, size_t k, const char *const *words)
{
	while (*words && !is(m, k, *words))
		words++;
	return *words != NULL;
}
#define IS_ONE(m, k, ...) is_one(m, k, (const char *const[]){ __VA_ARGS__, NULL })

static bool same(const struct mender *m, size_t a, size_t b)
{
	return m->tokens[a].len == m->tokens[b].len && !memcmp(m->tokens[a].text, m->tokens[b].text, m->tokens[a].len);
}

static size_t first_on(const struct mender *m, int line)
{
	size_t k = 0;

	while (k + 1 < m->n && m->tokens[k].line < line)
		k++;
	return k + 1 < m->n && m->tokens[k].line == line ? k : NONE;
}

static size_t last_on(const struct mender *m, int line)
{
	size_t k = first_on(m, line);

	while (k != NONE && k + 2 < m->n && m->tokens[k + 1].line == line)
		k++;
	return k;
}

/* The bracket that closes the one at k, or, from a closing one, that opens it. */
static size_t partner(const struct mender *m, size_t k)
{
	const bool back = IS_ONE(m, k, ")", "]", "}");
	int depth = 0;

	for (; k + 1 < m->n; back ? k-- : k++) {
		depth += IS_ONE(m, k, "(", "[", "{") ? 1 : IS_ONE(m, k, ")", "]", "}") ? -1 : 0;
		if (!depth)
			return k;
		if (back && !k)
			break;
	}
	return NONE;
}

static const char *end_of(const struct mender *m, size_t k)
{
	return m->tokens[k].text + m->tokens[k].len;
}

/* The text from token a to token b, both included. */
static void put_text(const struct mender *m, struct buf *out, size_t a, size_t b)
{
	buf_append(out, m->tokens[a].text, (size_t)(end_of(m, b) - m->tokens[a].text));
}

const char *mend_indent(const struct mender *m, const char *at, int *n)
{
	const char *begin = at;

	while (begin > m->source && (begin[-1] == ' ' || begin[-1] == '\t'))
		begin--;
	*n = (int)(at - begin);
	return begin == m->source || begin[-1] == '\n' ? begin : NULL;
}

/* New lines end as the text's own do. */
static const char *lines_as_in(const struct mender *m, const char *put)
{
	const char *end = memchr(m->source, '\n', m->len);
	struct buf with = BUF_INIT;
	const char *kept;

	if (!end || end == m->source || end[-1] != '\r')
		return arena_strdup(m->arena, put);
	for (; *put; put++) {
		if (*put == '\n')
			buf_putc(&with, '\r');
		buf_putc(&with, *put);
	}
	kept = with.failed ? NULL : arena_strdup(m->arena, buf_text(&with));
	buf_release(&with);
	return kept;
}

void mend_add(struct mender *m, const char *at, size_t cut, struct buf *put, struct buf *title)
{
	struct mend one = { .at = (size_t)(at - m->source), .cut = cut, .line = 1 };

	for (const char *p = m->source; p < at; p++)
		one.line += *p == '\n';
	one.put = lines_as_in(m, buf_text(put));
	one.title = arena_strdup(m->arena, buf_text(title));
	if (m->count < m->most && one.put && one.title && !put->failed && !title->failed)
		m->list[m->count++] = one;
	buf_release(put);
	buf_release(title);
}

/* ---- the function around a place ------------------------------------------------------------------------------ */

struct function { size_t params, open, close; bool kernel; };

/* `NAME(...) {` outside of other functions, around token k. */
static bool function_around(const struct mender *m, size_t k, struct function *f)
{
	for (size_t i = 1; i < k; i++) {
		size_t close;

		if (!is(m, i, "{") || !is(m, i - 1, ")"))
			continue;
		close = partner(m, i);
		if (close == NONE || close < k) {
			i = close == NONE ? i : close;
			continue;
		}
		*f = (struct function){ .params = partner(m, i - 1), .open = i, .close = close };
		if (f->params == NONE)
			return false;
		for (size_t j = f->params; j-- > 0 && !IS_ONE(m, j, ";", "}");)
			f->kernel = f->kernel || is(m, j, "__global__");
		return true;
	}
	return false;
}

/* Where the statement of token k begins; braceless `if` and `for` before it belong to it. NONE: not to be told. */
static size_t statement_begin(const struct mender *m, size_t k)
{
	while (k > 0 && !IS_ONE(m, k - 1, ";", "{", "}")) {
		k--;
		if (IS_ONE(m, k, ")", "]")) {
			k = partner(m, k);
			if (k == NONE)
				return NONE;
		}
	}
	return is(m, k, "else") ? NONE : k;
}

/* The one parameter that is a whole number; NONE: there is none, or several. */
static size_t whole_parameter(const struct mender *m, const struct function *f)
{
	size_t found = NONE, close = partner(m, f->params);

	for (size_t k = f->params + 1, begin = k; close != NONE && k <= close; k++) {
		bool whole = false, other = false;

		if (IS_ONE(m, k, "(", "["))
			k = partner(m, k);
		if (k == NONE)
			return NONE;
		if (k != close && !is(m, k, ","))
			continue;
		for (size_t j = begin; j + 1 < k; j++) {
			whole = whole || IS_ONE(m, j, "int", "unsigned", "long", "short", "size_t", "int32_t", "uint32_t",
						"int64_t", "uint64_t");
			other = other || IS_ONE(m, j, "*", "&", "<", "[");
		}
		if (whole && !other && found != NONE)
			return NONE;
		if (whole && !other && is_name(m, k - 1))
			found = k - 1;
		begin = k + 1;
	}
	return found;
}

/* The name in `NAME = ...` of the last declaration of that name before `use`; NONE: there is none. */
static size_t declared(const struct mender *m, const struct function *f, size_t use)
{
	for (size_t k = use; --k > f->open;)
		if (same(m, k, use) && is(m, k + 1, "=") && !is(m, k + 2, "=") && is_name(m, k - 1))
			return k;
	return NONE;
}

static size_t statement_end(const struct mender *m, size_t k)
{
	while (k + 1 < m->n && !is(m, k, ";"))
		k++;
	return k;
}

static bool range_has(const struct mender *m, size_t from, size_t to, const char *word)
{
	for (size_t k = from; k < to; k++)
		if (is(m, k, word))
			return true;
	return false;
}

/* ---- a guard ---------------------------------------------------------------------------------------------------- */

static bool declares(const struct mender *m, size_t first)
{
	return !IS_ONE(m, first + 1, "[", "(", "=", "+", "-", ".");
}

static bool can_leave(const struct mender *m, const struct function *f, size_t first)
{
	static const char sync[] = "sync";

	for (size_t k = first; k < f->close; k++)
		for (size_t i = 0; i + sizeof sync - 1 <= m->tokens[k].len; i++)
			if (!memcmp(m->tokens[k].text + i, sync, sizeof sync - 1))
				return false;
	return !is(m, first - 1, ")") && !is(m, first - 1, "else");
}

/* `if (i < n)` before the statement, or, for all that follows, `if (i >= n) return;`. */
static void guard_add(struct mender *m, const struct function *f, size_t first, size_t index, size_t bound, bool leaves)
{
	const struct token *i = &m->tokens[index], *n = &m->tokens[bound];
	struct buf put = BUF_INIT, title = BUF_INIT;
	int width;
	const char *indent = mend_indent(m, m->tokens[first].text, &width);

	if (leaves && !can_leave(m, f, first))
		return;
	buf_printf(&put, "if (%.*s %s %.*s)", (int)i->len, i->text, leaves ? ">=" : "<", (int)n->len, n->text);
	buf_printf(&title, "add the guard `%s`%s", buf_text(&put), leaves ? " return;" : "");
	if (indent)
		buf_printf(&put, "\n%.*s\t", width, indent);
	else
		buf_putc(&put, ' ');
	if (leaves && indent)
		buf_printf(&put, "return;\n%.*s", width, indent);
	else if (leaves)
		buf_puts(&put, "return; ");
	mend_add(m, m->tokens[first].text, 0, &put, &title);
}

/* Does the text before `first` test the same already? */
static bool is_guarded(const struct mender *m, const struct function *f, size_t first, size_t index, size_t bound)
{
	for (size_t k = f->open; k < first; k++)
		if (same(m, k, index) && IS_ONE(m, k + 1, "<", ">") && (same(m, k + 2, bound) || same(m, k + 3, bound)))
			return true;
	return false;
}

/* Is the index a variable that the thread's number gives? */
static bool is_of_thread(const struct mender *m, const struct function *f, size_t index)
{
	const size_t at = declared(m, f, index), end = at == NONE ? NONE : statement_end(m, at);

	return at != NONE && (range_has(m, at, end, "threadIdx") || range_has(m, at, end, "blockIdx"));
}

/* `i <= n` in a condition near the line becomes `i < n`. */
static void guard_narrow(struct mender *m, const struct function *f, size_t first, size_t last)
{
	for (size_t k = first; k-- > f->open && m->tokens[k].line + 3 >= m->tokens[first].line;)
		first = k;
	for (size_t k = first; k <= last; k++)
		if (is(m, k, "<") && is(m, k + 1, "=") && m->tokens[k + 1].text == end_of(m, k)) {
			struct buf put = BUF_INIT, title = BUF_INIT;

			buf_puts(&put, "<");
			buf_puts(&title, "write `<` for `<=`");
			mend_add(m, m->tokens[k].text, 2, &put, &title);
		}
}

static bool is_use(const struct mender *m, size_t k, size_t index)
{
	return is(m, k, "[") && same(m, k + 1, index) && is(m, k + 2, "]");
}

/* Not within the head of a loop: `j < x[i]` of `for (int j = 0; j < x[i]; j++)`. */
static bool is_whole(const struct mender *m, const struct function *f, size_t begin, size_t end)
{
	int open = 0;

	for (size_t k = f->open; k < end && open >= 0; k++) {
		if (k == begin && open)
			return false;
		open += is(m, k, "(") ? 1 : is(m, k, ")") ? -1 : 0;
	}
	return !open;
}

/* Before the statement with that index, of the tokens from first to last, which are on one line. */
static void guard_statement(struct mender *m, const struct function *f, size_t first, size_t last, size_t index)
{
	const size_t bound = whole_parameter(m, f), end = statement_end(m, index);
	size_t begin = statement_begin(m, index);
	bool leaves;

	if (begin == NONE || begin < first) /* on a line before, perhaps with an `if` */
		begin = first;
	if (bound == NONE || end > last || is(m, end + 1, "else") || range_has(m, begin, index, "else") ||
	    range_has(m, begin, end, "{") || !is_whole(m, f, begin, end) ||
	    IS_ONE(m, begin, "if", "for", "while", "do", "switch", "return", "else", "case", "default") ||
	    is_guarded(m, f, begin, index, bound))
		return;
	leaves = declares(m, begin);
	for (size_t k = end; k < last; k++)
		leaves = leaves || is_use(m, k, index);
	guard_add(m, f, begin, index, bound, leaves);
}

static void mend_guard(struct mender *m)
{
	size_t first = first_on(m, m->f->line), last = last_on(m, m->f->line);
	struct function f = { 0 };

	while (first <= last && first != NONE && !function_around(m, first, &f)) /* the kernel may begin on this line */
		first++;
	if (first > last || !f.kernel)
		return;
	if (last >= f.close)
		last = f.close - 1;
	guard_narrow(m, &f, first, last);
	for (size_t k = first; k < last; k++)
		if (is(m, k, "[") && is_name(m, k + 1) && is(m, k + 2, "]") && is_of_thread(m, &f, k + 1)) {
			guard_statement(m, &f, first, last, k + 1);
			return;
		}
}

/* ---- a barrier ---------------------------------------------------------------------------------------------------- */

static void barrier_add(struct mender *m, const char *at, const char *before, int width, const char *indent, const char *where)
{
	struct buf put = BUF_INIT, title = BUF_INIT;

	buf_printf(&put, "%s__syncthreads();\n%.*s", before, width, indent);
	buf_printf(&title, "put __syncthreads() %s", where);
	mend_add(m, at, 0, &put, &title);
}

/* Before the statement of the second line, or of the outermost block around it that the first line is not in. */
static void barrier_between(struct mender *m, size_t first, size_t second)
{
	const char *indent;
	char where[80];
	int width;
	size_t k = statement_begin(m, second);

	for (size_t j = k, inner = 0; k != NONE && j-- > first + 1;) {
		if (is(m, j, "}"))
			inner++;
		else if (is(m, j, "{") && inner)
			inner--;
		else if (is(m, j, "{"))
			j = k = statement_begin(m, j);
		if (k == NONE)
			return;
	}
	if (k == NONE || k <= first || !(indent = mend_indent(m, m->tokens[k].text, &width)))
		return;
	snprintf(where, sizeof where, "before line %d", m->tokens[k].line);
	barrier_add(m, m->tokens[k].text, "", width, indent, where);
}

/* At the end of the loop around the lines. */
static void barrier_of_loop(struct mender *m, const struct function *f, size_t at)
{
	for (size_t k = at, close; k-- > f->open;) {
		const size_t header = is(m, k, "{") && is(m, k - 1, ")") ? partner(m, k - 1) : NONE;
		const char *inner, *outer;
		int width, outside;
		char before[64];

		close = is(m, k, "{") ? partner(m, k) : NONE;
		if (close == NONE || close < at || header == NONE || !IS_ONE(m, header - 1, "for", "while"))
			continue;
		inner = mend_indent(m, m->tokens[k + 1].text, &width);
		outer = mend_indent(m, m->tokens[close].text, &outside);
		if (!inner || !outer || width < outside || width - outside >= (int)sizeof before)
			return;
		snprintf(before, sizeof before, "%.*s", width - outside, inner + outside);
		barrier_add(m, m->tokens[close].text, before, outside, outer, "at the end of the loop");
		return;
	}
}

static void mend_barrier(struct mender *m)
{
	const int other = m->f->other_line ? m->f->other_line : m->f->line;
	const int a = m->f->line < other ? m->f->line : other, b = m->f->line < other ? other : m->f->line;
	const size_t end = last_on(m, a), begin = first_on(m, b);
	struct function f = { 0 };

	if (end == NONE || begin == NONE || !function_around(m, begin, &f) || end < f.open || begin > f.close)
		return;
	if (a < b)
		barrier_between(m, end, begin);
	barrier_of_loop(m, &f, begin);
}

/* ---- an index in size_t --------------------------------------------------------------------------------------------- */

/* The tokens from a to before b, with `(size_t)` before each sum's first product. False: there is none. */
static bool put_wide(const struct mender *m, struct buf *out, size_t a, size_t b)
{
	const char *at = m->tokens[a].text;
	bool any = false;

	for (size_t k = a, term = a; k <= b; k++) {
		if (k < b && IS_ONE(m, k, "(", "[")) {
			k = partner(m, k);
			if (k == NONE)
				return false;
		} else if (k == b || IS_ONE(m, k, "+", "-")) {
			term = k + 1;
		} else if (is(m, k, "*") && term < k) {
			buf_append(out, at, (size_t)(m->tokens[term].text - at));
			buf_puts(out, "(size_t)");
			at = m->tokens[term].text;
			term = b; /* the rest of the product is wide, too */
			any = true;
		}
	}
	buf_append(out, at, (size_t)(end_of(m, b - 1) - at));
	return any && !out->failed;
}

/* `int i = y * width + x;` */
static void widen_declaration(struct mender *m, const struct function *f, size_t use)
{
	const size_t at = declared(m, f, use);
	struct buf put = BUF_INIT, title = BUF_INIT;
	size_t type = at;

	while (type != NONE && type > f->open && IS_ONE(m, type - 1, "int", "unsigned"))
		type--;
	if (at == NONE || type == at)
		return;
	buf_printf(&put, "size_t %.*s = ", (int)m->tokens[at].len, m->tokens[at].text);
	if (put_wide(m, &put, at + 2, statement_end(m, at))) {
		buf_printf(&title, "compute `%.*s` in size_t", (int)m->tokens[at].len, m->tokens[at].text);
		mend_add(m, m->tokens[type].text, (size_t)(end_of(m, statement_end(m, at) - 1) - m->tokens[type].text),
			 &put, &title);
	} else {
		buf_release(&put);
	}
}

static void mend_size(struct mender *m)
{
	const size_t first = first_on(m, m->f->line), last = last_on(m, m->f->line);
	struct function f = { 0 };

	if (first == NONE || !function_around(m, first, &f))
		return;
	for (size_t k = first; k <= last; k++) {
		const size_t close = is(m, k, "[") ? partner(m, k) : NONE;
		struct buf put = BUF_INIT, title = BUF_INIT;

		if (close == NONE || close == k + 1)
			continue;
		if (close == k + 2 && is_name(m, k + 1)) {
			widen_declaration(m, &f, k + 1);
		} else if (put_wide(m, &put, k + 1, close)) {
			buf_puts(&title, "compute the index in size_t");
			mend_add(m, m->tokens[k + 1].text, (size_t)(end_of(m, close - 1) - m->tokens[k + 1].text), &put, &title);
		}
		buf_release(&put);
	}
}

/* ---- a size in bytes -------------------------------------------------------------------------------------------------- */

#define ARGUMENTS 4
struct arguments { size_t begin[ARGUMENTS], end[ARGUMENTS]; size_t n; };

static bool arguments_read(const struct mender *m, size_t open, struct arguments *a)
{
	const size_t close = partner(m, open);

	*a = (struct arguments){ .n = 0 };
	for (size_t k = open + 1, begin = k; close != NONE && k <= close && a->n < ARGUMENTS; k++) {
		if (k != close && IS_ONE(m, k, "(", "[", "{") && (k = partner(m, k)) == NONE)
			return false;
		if (k != close && !is(m, k, ","))
			continue;
		a->begin[a->n] = begin;
		a->end[a->n++] = begin = k;
		begin++;
	}
	return close != NONE;
}

/* The name of the array that the call fills: the first argument that ends in a name. */
static size_t array_of(const struct arguments *a, const struct mender *m)
{
	for (size_t i = 0; i < a->n && i < 2; i++)
		if (a->end[i] > a->begin[i] && is_name(m, a->end[i] - 1) && (a->end[i] - a->begin[i] == 1 ||
									     IS_ONE(m, a->end[i] - 2, "&", ")")))
			return a->end[i] - 1;
	return NONE;
}

static void size_add(struct mender *m, size_t call, size_t which)
{
	struct buf put = BUF_INIT, title = BUF_INIT;
	struct arguments a;
	size_t name;
	bool sum = false;

	if (!arguments_read(m, call + 1, &a) || a.n <= which || a.end[which] == a.begin[which] ||
	    range_has(m, a.begin[which], a.end[which], "sizeof") || (name = array_of(&a, m)) == NONE)
		return;
	for (size_t k = a.begin[which]; k < a.end[which]; k++)
		sum = sum || IS_ONE(m, k, "+", "-", "?", "<", "|");
	buf_puts(&put, sum ? "(" : "");
	put_text(m, &put, a.begin[which], a.end[which] - 1);
	buf_printf(&put, "%s * sizeof(*%.*s)", sum ? ")" : "", (int)m->tokens[name].len, m->tokens[name].text);
	buf_printf(&title, "give the size in bytes: `* sizeof(*%.*s)` on line %d", (int)m->tokens[name].len, m->tokens[name].text,
		   m->tokens[call].line);
	mend_add(m, m->tokens[a.begin[which]].text, (size_t)(end_of(m, a.end[which] - 1) - m->tokens[a.begin[which]].text),
		 &put, &title);
}

/* Does the text name the line, as in "cudaMemcpy on line 15"? */
static bool text_names(const char *text, int line)
{
	for (const char *at = text ? strstr(text, "line ") : NULL; at; at = strstr(at + 1, "line "))
		if (atoi(at + 5) == line)
			return true;
	return false;
}

static void mend_bytes(struct mender *m)
{
	static const struct { const char *name; size_t which; } calls[] = {
		{ "cudaMalloc", 1 }, { "cudaMallocManaged", 1 }, { "cudaMallocHost", 1 }, { "cudaMallocAsync", 1 },
			{ "cudaMemcpy", 2 },
		{ "cudaMemcpyAsync", 2 }, { "cudaMemset", 2 }, { "cudaMemsetAsync", 2 },
	};

	for (size_t k = 0; k + 1 < m->n; k++) {
		const int line = m->tokens[k].line;

		if (!is_name(m, k) || !is(m, k + 1, "(") || (line != m->f->line && line != m->f->other_line &&
							     !text_names(m->f->advice, line) && !text_names(m->f->message, line)))
			continue;
		for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
			if (is(m, k, calls[i].name))
				size_add(m, k, calls[i].which);
	}
}

/* ---- all ----------------------------------------------------------------------------------------------------------------- */

static bool advises(const struct mender *m, const char *word)
{
	return m->f->advice && strstr(m->f->advice, word);
}

static bool tokens_read(struct mender *m)
{
	struct reader r = { m->source, m->source + m->len, 1, true };
	struct token t;

	do {
		t = word_next(&r);
		if (!arena_push(m->arena, &m->tokens, &m->n, &m->cap, sizeof t))
			return false;
		m->tokens[m->n - 1] = t;
	} while (t.kind != TOKEN_END);
	return m->n > 1;
}

size_t source_mends(const char *source, size_t len, bool python, const struct mend_finding *f, struct arena *arena,
		    struct mend *list, size_t most)
{
	struct mender m = { .source = source, .len = len, .f = f, .arena = arena, .list = list, .most = most };

	if (f->line <= 0)
		return 0;
	if (python) {
		mends_python(&m);
		return m.count;
	}
	if (!tokens_read(&m))
		return 0;
	if (advises(&m, "size_t"))
		mend_size(&m);
	if (advises(&m, "guard"))
		mend_guard(&m);
	if (advises(&m, "__syncthreads()"))
		mend_barrier(&m);
	if (advises(&m, "sizeof"))
		mend_bytes(&m);
	return m.count;
}
