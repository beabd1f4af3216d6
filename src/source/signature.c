/*
 * signature.c - finds kernels and their parameter names in the source text.
 *
 * PTX numbers parameters; a learner knows them by name. This is not a C++ parser: it reads
 * words and punctuation, skips comments, literals and preprocessor lines, and after each
 * `__global__` takes the first word before a parameter list. It does not find a kernel that
 * a macro makes.
 */
#include "config.h"

#include "source/learner_source.h"

#include <string.h>

#include "source/tokens.h"

/* ---- kernels --------------------------------------------------------------------- */

/* Words before a kernel's name that take arguments. */
static const char *const attributes[] = {
	"__launch_bounds__", "__attribute__", "__align__", "alignas", "decltype", "__declspec",
	"__cluster_dims__", "__maxnreg__", "noexcept",
};

/* Starts after `__global__`: finds the name and stops after its "(". */
static bool kernel_name(struct reader *r, struct token *name)
{
	struct token before = { 0 }, t;

	for (t = word_next(r); t.kind != TOKEN_END; before = t, t = word_next(r)) {
		if (word_is(&t, ";") || word_is(&t, "{") || word_is(&t, "}"))
			return false;
		if (!word_is(&t, "(") && !word_is(&t, "["))
			continue;
		if (word_is(&t, "(") && before.kind == TOKEN_WORD && !WORD_IS_ONE_OF(&before, attributes)) {
			*name = before;
			return true;
		}
		words_skip_group(r);
	}
	return false;
}

/* Finds the next kernel in the text; leaves the reader after the "(" of its parameters. */
static bool kernel_next(struct reader *r, struct token *name)
{
	struct token t;

	while ((t = word_next(r)).kind != TOKEN_END)
		if (word_is(&t, "__global__") && kernel_name(r, name))
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
			known = word_is(&name, (*names)[i]);
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

/* The reader's state for the current parameter. */
struct parameter {
	struct token name;   /* the last word that can be its name */
	size_t words;        /* words of the type, and the name */
	bool qualified;      /* the word before was `::` */
	bool declared;       /* past the name: in its array bounds or default */
	size_t tokens;
	bool is_void;        /* `void` and nothing else: no parameter */
};

static void parameter_take(struct parameter *p, const struct token *t)
{
	p->is_void = p->tokens++ == 0 && word_is(t, "void");
	if (word_is(t, "::")) {
		p->qualified = true;
		return;
	}
	if (word_is(t, "="))
		p->declared = true;
	if (t->kind != TOKEN_WORD || p->declared)
		return;
	if (p->qualified) {
		p->name.len = 0;
	} else if (!WORD_IS_ONE_OF(t, not_names)) {
		p->name = *t;
		p->words++;
	} else if (!word_is(t, "struct") && !word_is(t, "const") && !word_is(t, "volatile")) {
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
	struct token t = word_next(&inside);

	if (!word_is(&t, "*") && !word_is(&t, "&")) {
		words_skip_group(r);
		return;
	}
	*r = inside;
	p->tokens++;
	while ((t = word_next(r)).kind != TOKEN_END && !word_is(&t, ")")) {
		if (t.kind == TOKEN_WORD) {
			p->name = t;
			p->words = 2;
		} else if (word_is(&t, "(") || word_is(&t, "[")) {
			words_skip_group(r);
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
		struct token t = word_next(r);

		if (t.kind == TOKEN_END || word_is(&t, ")"))
			return false;
		if (word_is(&t, ",") && angle == 0)
			return true;
		if (word_is(&t, "<") && !p->declared)
			angle++;
		else if (word_is(&t, ">") && angle > 0)
			angle--;
		else if (word_is(&t, "("))
			parameter_declarator(r, p);
		else if (word_is(&t, "[") || word_is(&t, "{"))
			words_skip_group(r);
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

		if (!word_is(&name, kernel))
			continue;
		count = parameters_read(&r, arena, names);
		if (line)
			*line = name.line;
		after = word_next(&r);
		if (word_is(&after, "{"))
			break;
	}
	return count;
}

/* The next declaration or definition of a function with that name: after a type's last word, `*` or `&`. */
static bool function_next(struct reader *r, const char *function, struct token *name)
{
	struct token before = { 0 }, t;

	for (t = word_next(r); t.kind != TOKEN_END; before = t, t = word_next(r)) {
		struct reader ahead = *r;
		struct token after;

		if (!word_is(&t, function) || word_is(&before, "return") ||
		    !(before.kind == TOKEN_WORD || word_is(&before, "*") || word_is(&before, "&")))
			continue;
		after = word_next(&ahead);
		if (!word_is(&after, "("))
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
		after = word_next(&r);
		if (word_is(&after, "{"))
			break;
	}
	return count;
}
