/*
 * signature.c - kernels and their parameter names, read off the source text.
 *
 * PTX numbers parameters; a learner knows them by name. This is no C++ parser: it walks over
 * words and punctuation, skipping comments, literals and preprocessor lines, and after each
 * `__global__` takes the first word that a parameter list follows. What it cannot follow (a
 * kernel made by a macro) is simply not found.
 */
#include "config.h"

#include "toolchain/toolchain.h"

#include <ctype.h>
#include <string.h>

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_PUNCTUATION };

struct token {
	enum token_kind kind;
	const char *text; /* into the source */
	size_t len;
	int line;
};

struct reader {
	const char *at, *end;
	int line;
	bool line_start;  /* nothing but blanks so far: a # starts a directive */
};

static bool is_word_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool token_is(const struct token *t, const char *text)
{
	return t->kind != TOKEN_END && strlen(text) == t->len && !memcmp(t->text, text, t->len);
}

/* ---- tokens ---------------------------------------------------------------------- */

static char peek(const struct reader *r, size_t ahead)
{
	return (size_t)(r->end - r->at) > ahead ? r->at[ahead] : '\0';
}

static void step(struct reader *r)
{
	if (*r->at == '\n') {
		r->line++;
		r->line_start = true;
	}
	r->at++;
}

/* To the end of the line, or of the lines that backslashes join. */
static void skip_line(struct reader *r)
{
	while (r->at < r->end && *r->at != '\n') {
		if (*r->at == '\\' && (peek(r, 1) == '\n' || (peek(r, 1) == '\r' && peek(r, 2) == '\n')))
			while (*r->at != '\n')
				step(r);
		step(r);
	}
}

static void skip_comment(struct reader *r)
{
	r->at += 2;
	while (r->at < r->end && !(*r->at == '*' && peek(r, 1) == '/'))
		step(r);
	r->at = r->end - r->at > 2 ? r->at + 2 : r->end;
}

/* A literal that the line's end closes too: a forgotten quote spoils one line, not the file. */
static void skip_literal(struct reader *r)
{
	char quote = *r->at;

	for (step(r); r->at < r->end && *r->at != '\n'; step(r)) {
		if (*r->at == quote) {
			step(r);
			return;
		}
		if (*r->at == '\\' && peek(r, 1))
			step(r);
	}
}

/* R"mark( ... )mark" */
static void skip_raw_literal(struct reader *r)
{
	const char *mark = r->at + 1, *open = memchr(mark, '(', (size_t)(r->end - mark));
	size_t n = open ? (size_t)(open - mark) : 0;

	if (!open || n > 16) {
		skip_literal(r);
		return;
	}
	for (r->at = open + 1; r->at < r->end; step(r)) {
		if (*r->at == ')' && (size_t)(r->end - r->at) > n + 1 && !memcmp(r->at + 1, mark, n) &&
		    r->at[n + 1] == '"') {
			r->at += n + 2;
			return;
		}
	}
}

static struct token token_take(struct reader *r, enum token_kind kind, size_t len)
{
	struct token t = { kind, r->at, len, r->line };

	r->at += len;
	r->line_start = false;
	return t;
}

static struct token token_next(struct reader *r)
{
	while (r->at < r->end) {
		char c = *r->at;
		size_t n = 1;

		if (isspace((unsigned char)c) || c == '\0') {
			step(r);
		} else if ((c == '#' && r->line_start) || (c == '/' && peek(r, 1) == '/')) {
			skip_line(r);
		} else if (c == '/' && peek(r, 1) == '*') {
			skip_comment(r);
		} else if (c == '"' || c == '\'') {
			r->line_start = false;
			skip_literal(r);
		} else if (is_word_byte(c)) {
			while (is_word_byte(peek(r, n)))
				n++;
			if (peek(r, n) == '"' && c == 'R' && n == 1) {
				r->at++;
				skip_raw_literal(r);
				continue;
			}
			return token_take(r, isdigit((unsigned char)c) ? TOKEN_NUMBER : TOKEN_WORD, n);
		} else {
			return token_take(r, TOKEN_PUNCTUATION, c == ':' && peek(r, 1) == ':' ? 2 : 1);
		}
	}
	return (struct token){ TOKEN_END, r->end, 0, r->line };
}

/* From behind an opening bracket to behind the one that closes it. */
static void skip_group(struct reader *r)
{
	int depth = 1;

	while (depth > 0) {
		struct token t = token_next(r);

		if (t.kind == TOKEN_END)
			return;
		depth += token_is(&t, "(") || token_is(&t, "[") || token_is(&t, "{");
		depth -= token_is(&t, ")") || token_is(&t, "]") || token_is(&t, "}");
	}
}

/* ---- kernels --------------------------------------------------------------------- */

static bool any_of(const struct token *t, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (token_is(t, words[i]))
			return true;
	return false;
}

#define ANY_OF(t, words) any_of((t), (words), sizeof (words) / sizeof *(words))

/* Words before a kernel's name that take arguments of their own. */
static const char *const attributes[] = {
	"__launch_bounds__", "__attribute__", "__align__", "alignas", "decltype", "__declspec",
	"__cluster_dims__", "__maxnreg__", "noexcept",
};

/* Stands behind `__global__`: finds the name and stops behind its "(". */
static bool kernel_name(struct reader *r, struct token *name)
{
	struct token before = { 0 }, t;

	for (t = token_next(r); t.kind != TOKEN_END; before = t, t = token_next(r)) {
		if (token_is(&t, ";") || token_is(&t, "{") || token_is(&t, "}"))
			return false;
		if (!token_is(&t, "(") && !token_is(&t, "["))
			continue;
		if (token_is(&t, "(") && before.kind == TOKEN_WORD && !ANY_OF(&before, attributes)) {
			*name = before;
			return true;
		}
		skip_group(r);
	}
	return false;
}

/* The next kernel in the text; the reader then stands behind the "(" of its parameters. */
static bool kernel_next(struct reader *r, struct token *name)
{
	struct token t;

	while ((t = token_next(r)).kind != TOKEN_END)
		if (token_is(&t, "__global__") && kernel_name(r, name))
			return true;
	return false;
}

size_t source_kernels(const char *source, size_t len, struct arena *arena, const char ***names)
{
	struct reader r = { source, source + len, 1, true };
	size_t count = 0, cap = 0;
	struct token name;

	*names = NULL;
	while (kernel_next(&r, &name)) {
		bool known = false;
		const char **slot;

		for (size_t i = 0; i < count && !known; i++)
			known = token_is(&name, (*names)[i]);
		if (known)
			continue;
		slot = arena_push(arena, names, &count, &cap, sizeof **names);
		if (!slot || !(*slot = arena_strndup(arena, name.text, name.len)))
			return 0;
	}
	return count;
}

/* ---- parameters -------------------------------------------------------------------- */

static const char *const not_names[] = {
	"const", "volatile", "__restrict__", "__restrict", "restrict", "__grid_constant__", "struct",
	"class", "union", "enum", "typename", "void", "bool", "char", "short", "int", "long", "signed",
	"unsigned", "float", "double", "auto", "register", "size_t", "__attribute__",
};

/* What one parameter has shown of itself so far. */
struct parameter {
	struct token name;   /* the last word that can be one */
	size_t words;        /* words of the type, and the name */
	bool qualified;      /* the word before was `::` */
	bool declared;       /* past the name: in its array bounds or default */
	size_t tokens;
	bool is_void;        /* `void` and nothing else: no parameter */
};

static void parameter_take(struct parameter *p, const struct token *t)
{
	p->is_void = p->tokens++ == 0 && token_is(t, "void");
	if (token_is(t, "::")) {
		p->qualified = true;
		return;
	}
	if (token_is(t, "="))
		p->declared = true;
	if (t->kind != TOKEN_WORD || p->declared)
		return;
	if (p->qualified) {
		p->name.len = 0;
	} else if (!ANY_OF(t, not_names)) {
		p->name = *t;
		p->words++;
	} else if (!token_is(t, "struct") && !token_is(t, "const") && !token_is(t, "volatile")) {
		p->name.len = 0;
		p->words++;
	}
	p->qualified = false;
}

/* A single word is a type without a name. */
static const char *parameter_name(const struct parameter *p, struct arena *arena)
{
	return arena_strndup(arena, p->name.text, p->words > 1 ? p->name.len : 0);
}

/* `(*name)(...)` and `(&name)[N]`: the name is the last word in the brackets. */
static void parameter_declarator(struct reader *r, struct parameter *p)
{
	struct reader inside = *r;
	struct token t = token_next(&inside);

	if (!token_is(&t, "*") && !token_is(&t, "&")) {
		skip_group(r);
		return;
	}
	*r = inside;
	p->tokens++;
	while ((t = token_next(r)).kind != TOKEN_END && !token_is(&t, ")")) {
		if (t.kind == TOKEN_WORD) {
			p->name = t;
			p->words = 2;
		} else if (token_is(&t, "(") || token_is(&t, "[")) {
			skip_group(r);
		}
	}
	p->declared = true;
}

/* Reads one parameter; true if a comma follows, so another does. */
static bool parameter_read(struct reader *r, struct parameter *p)
{
	int angle = 0;

	*p = (struct parameter){ 0 };
	for (;;) {
		struct token t = token_next(r);

		if (t.kind == TOKEN_END || token_is(&t, ")"))
			return false;
		if (token_is(&t, ",") && angle == 0)
			return true;
		if (token_is(&t, "<") && !p->declared)
			angle++;
		else if (token_is(&t, ">") && angle > 0)
			angle--;
		else if (token_is(&t, "("))
			parameter_declarator(r, p);
		else if (token_is(&t, "[") || token_is(&t, "{"))
			skip_group(r);
		else if (angle == 0)
			parameter_take(p, &t);
	}
}

static size_t parameters_read(struct reader *r, struct arena *arena, const char ***names)
{
	size_t count = 0, cap = 0;
	struct parameter p;
	bool more;

	*names = NULL;
	do {
		const char **slot;

		more = parameter_read(r, &p);
		if (p.is_void || (p.tokens == 0 && !more))
			continue;
		slot = arena_push(arena, names, &count, &cap, sizeof **names);
		if (!slot || !(*slot = parameter_name(&p, arena)))
			return 0;
	} while (more);
	return count;
}

size_t source_kernel_params(const char *source, size_t len, const char *kernel,
			    struct arena *arena, const char ***names, int *line)
{
	struct reader r = { source, source + len, 1, true };
	struct token name;
	size_t count = 0;

	*names = NULL;
	while (kernel_next(&r, &name)) {
		struct token after;

		if (!token_is(&name, kernel))
			continue;
		count = parameters_read(&r, arena, names);
		if (line)
			*line = name.line;
		after = token_next(&r);
		if (token_is(&after, "{"))
			break;
	}
	return count;
}

/* The next place where a function of that name is declared or defined: behind a type's last word, `*` or `&`. */
static bool function_next(struct reader *r, const char *function, struct token *name)
{
	struct token before = { 0 }, t;

	for (t = token_next(r); t.kind != TOKEN_END; before = t, t = token_next(r)) {
		struct reader ahead = *r;
		struct token after;

		if (!token_is(&t, function) || token_is(&before, "return") ||
		    !(before.kind == TOKEN_WORD || token_is(&before, "*") || token_is(&before, "&")))
			continue;
		after = token_next(&ahead);
		if (!token_is(&after, "("))
			continue;
		*r = ahead;
		*name = t;
		return true;
	}
	return false;
}

size_t source_function_params(const char *source, size_t len, const char *function,
			      struct arena *arena, const char ***names, int *line)
{
	struct reader r = { source, source + len, 1, true };
	struct token name;
	size_t count = 0;

	*names = NULL;
	*line = 0;
	while (function_next(&r, function, &name)) {
		struct token after;

		count = parameters_read(&r, arena, names);
		*line = name.line;
		after = token_next(&r);
		if (token_is(&after, "{"))
			break;
	}
	return count;
}
