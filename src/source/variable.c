/*
 * variable.c - what a name stands for on a line: the declaration that is in scope there.
 *
 * It reads the text up to the line, and keeps for each open brace what was declared within it. A declaration is a type, then for
 * each name its `*` and `&`; the words of a statement are kept from its beginning on, and of brackets that are closed only the
 * closing one. Where an #if has two declarations that differ, nothing is known. Text that is laid out as usual, with the brace of
 * a function in the first column, cannot be misread beyond that function, whatever an #if does to its braces.
 * A typedef or a `using` declares the name of a type in the same way: a type that is one word is looked up as such a name.
 */
#include "config.h"

#include "source/learner_source.h"

#include <string.h>

#include "base/text.h"
#include "source/tokens.h"

#define WORDS_MOST  128 /* of the open statements */
#define OPENED_MOST 32
#define SCOPES_MOST 64
#define FOUND_MOST  16

enum scope_kind { SCOPE_OTHER, SCOPE_CLASS, SCOPE_FUNCTION };

/* first: of its words; opened: brackets that were open around it; name: of a class, empty if it has none. */
struct scope { enum scope_kind kind; size_t first; unsigned opened; struct token name; };

struct found { struct source_variable is; unsigned depth; };

struct view {
	const char *source;
	struct token name;
	struct token of; /* only a member of that class is looked for; empty: any variable */
	bool is_alias; /* the name of a type is looked for, and not that of a variable */
	struct reader behind; /* what follows the next word */
	struct token words[WORDS_MOST];
	size_t n;
	size_t opened[OPENED_MOST]; /* where the brackets that are open are in words */
	unsigned nopened;
	struct scope scopes[SCOPES_MOST]; /* [0]: the file */
	unsigned depth;
	struct found found[FOUND_MOST]; /* in the order of depth */
	size_t nfound;
	struct source_variable member; /* of a class that has ended: its functions may stand behind it */
	bool lost; /* there was no room */
};

static bool is_word(const struct token *a, const struct token *b)
{
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

/* ---- what is kept ----------------------------------------------------------------------------------------- */

static bool is_same(const struct source_variable *a, const struct source_variable *b)
{
	return a->kind == b->kind && a->is_nested == b->is_nested && a->type_len == b->type_len &&
	       !memcmp(a->type, b->type, a->type_len);
}

static void keep(struct view *v, const struct source_variable *is, unsigned depth)
{
	struct found *last = v->nfound ? &v->found[v->nfound - 1] : NULL;

	if (last && last->depth == depth && !is_same(&last->is, is))
		last->is.kind = SOURCE_UNKNOWN;
	else if (!last || last->depth != depth)
		v->found[v->nfound++] = (struct found){ *is, depth };
	v->lost |= v->nfound == FOUND_MOST;
}

static void member_keep(struct view *v, const struct source_variable *is)
{
	if (v->member.type && !is_same(&v->member, is))
		v->member.kind = SOURCE_UNKNOWN;
	else
		v->member = *is;
}

/* What was declared deeper than that is out of scope. */
static void drop(struct view *v, unsigned depth, bool is_class)
{
	for (; v->nfound && v->found[v->nfound - 1].depth > depth; v->nfound--)
		if (is_class)
			member_keep(v, &v->found[v->nfound - 1].is);
}

/* ---- what a declaration is -------------------------------------------------------------------------------- */

static bool is_qualifier(const struct token *t)
{
	static const char *const words[] = { "const", "volatile", "static", "extern", "constexpr", "inline", "thread_local",
					     "mutable", "register", "struct", "class", "typename", "__device__", "__constant__",
					     "__managed__", "__shared__", "__restrict__" };

	return WORD_IS_ONE_OF(t, words);
}

static bool begins_no_declaration(const struct token *t)
{
	static const char *const words[] = { "return", "delete", "new", "goto", "else", "case", "throw", "sizeof", "using",
					     "typedef", "namespace", "do", "operator", "friend", "template", "enum", "co_return",
					     "co_yield", "not" };

	return WORD_IS_ONE_OF(t, words);
}

static bool is_pointer_mark(const struct token *t)
{
	static const char *const marks[] = { "*", "&", "const", "volatile", "__restrict__", "restrict", "__restrict" };

	return WORD_IS_ONE_OF(t, marks);
}

/* Behind the arguments of a template that begin at `at`; `at` if these are none. */
static size_t template_end(const struct view *v, size_t at, size_t end)
{
	static const char *const allowed[] = { ",", "::", "*", "&", ")", "]", "<", ">", "+", "-", "/", "%", "." };
	int depth = 0;

	for (size_t i = at; i < end; i++) {
		const struct token *t = &v->words[i];

		if (t->kind == TOKEN_PUNCTUATION && !WORD_IS_ONE_OF(t, allowed))
			break;
		depth += word_is(t, "<");
		depth -= word_is(t, ">");
		if (!depth)
			return i + 1;
	}
	return at;
}

/* Behind the words of a type, `const std::vector<float>`, and the name that may follow it. */
static size_t type_end(const struct view *v, size_t from, size_t end)
{
	static const char *const with_brackets[] = { "decltype", "alignas", "__align__", "__launch_bounds__", "__attribute__" };
	size_t at = from, next;

	for (; at < end; at = next) {
		const struct token *t = &v->words[at];

		next = at + 1;
		if (t->kind == TOKEN_WORD && begins_no_declaration(t))
			return from;
		if (at > from && word_is(t, "<"))
			next = template_end(v, at, end);
		else if (t->kind != TOKEN_WORD && !word_is(t, "::") &&
			 !(at > from && word_is(t, ")") && WORD_IS_ONE_OF(t - 1, with_brackets)))
			break;
		if (next == at)
			break;
	}
	return at;
}

/* Its type: the words from `from` to `to`. False: these are none. */
static bool type_take(const struct view *v, size_t from, size_t to, struct source_variable *is)
{
	while (from < to && is_qualifier(&v->words[from]))
		from++;
	while (from < to && is_qualifier(&v->words[to - 1]))
		to--;
	if (from >= to)
		return false;
	is->type = v->words[from].text;
	is->type_len = (size_t)(v->words[to - 1].text + v->words[to - 1].len - is->type);
	return true;
}

/* Do the words from `from` on declare the last of them, the name? Before a comma there may be other names of the type. */
static bool declares(const struct view *v, size_t from, struct source_variable *is)
{
	const size_t last = v->n - 1, end = type_end(v, from, last);
	size_t at = end, to = end;

	for (size_t i = end; i < last; i++)
		at = word_is(&v->words[i], ",") ? i + 1 : at;
	if (end == from || (at > end && !is_pointer_mark(&v->words[end]) &&
			    (--to < from + 1 || v->words[to].kind != TOKEN_WORD || word_is(&v->words[to - 1], "::"))))
		return false;
	is->is_nested = false;
	is->kind = SOURCE_OBJECT;
	for (; at < last; at++) {
		if (!is_pointer_mark(&v->words[at]))
			return false;
		is->is_nested |= word_is(&v->words[at], "*") && is->kind == SOURCE_POINTER;
		is->kind = word_is(&v->words[at], "*") ? SOURCE_POINTER : is->kind;
	}
	return type_take(v, from, to, is);
}

/* Adds the words before one of the ends to the statement. False: there is no room. */
static bool words_until(struct view *v, struct token t, const char *const *ends, size_t n)
{
	for (; t.kind != TOKEN_END && !word_is_one_of(&t, ends, n); t = word_next(&v->behind)) {
		if (v->n + 2 >= WORDS_MOST)
			return false;
		v->words[v->n++] = t;
	}
	return true;
}

/* The type of `auto h =`, if what follows says it: a new-expression, a cast to a pointer, an object of a library's template. */
static bool value_declares(struct view *v, struct source_variable *is)
{
	static const char *const ends[] = { "[", "(", ")", "{", ";" }, *const casts[] = { "static_cast", "reinterpret_cast" },
				 *const libraries[] = { "std", "thrust" };
	const struct token first = word_next(&v->behind), star = { TOKEN_PUNCTUATION, "*", 1, first.line };
	const bool is_new = word_is(&first, "new"), is_cast = WORD_IS_ONE_OF(&first, casts);
	const size_t n = v->n;
	struct token t = is_new || is_cast || word_is(&first, "(") ? word_next(&v->behind) : first;
	bool declared = is_new || WORD_IS_ONE_OF(&first, libraries) || word_is(&first, "(") || (is_cast && word_is(&t, "<"));

	t = is_cast ? word_next(&v->behind) : t;
	declared = declared && words_until(v, t, ends, sizeof ends / sizeof *ends) && v->n > n;
	v->n -= declared && is_cast;
	if (declared && is_new)
		v->words[v->n++] = star;
	v->words[v->n++] = v->name;
	declared = declared && declares(v, n, is) && (is->kind == SOURCE_POINTER || WORD_IS_ONE_OF(&first, libraries));
	v->n = n;
	return declared;
}

/* ---- where it stands -------------------------------------------------------------------------------------- */

static const struct scope *scope_of(const struct view *v)
{
	return &v->scopes[v->depth];
}

static bool has(const struct view *v, size_t from, size_t to, const char *word)
{
	for (size_t i = from; i < to; i++)
		if (word_is(&v->words[i], word))
			return true;
	return false;
}

enum group { GROUP_NONE, GROUP_PARAMETERS, GROUP_CONTROL, GROUP_EXPRESSION };

/* What the innermost open bracket of the statement encloses. */
static enum group group_of(const struct view *v)
{
	static const char *const control[] = { "for", "if", "while", "switch", "catch" };
	const struct scope *s = scope_of(v);
	size_t at;

	if (v->nopened == s->opened)
		return GROUP_NONE;
	at = v->opened[v->nopened - 1];
	if (!word_is(&v->words[at], "(") || at == s->first)
		return GROUP_EXPRESSION;
	if (WORD_IS_ONE_OF(&v->words[at - 1], control))
		return GROUP_CONTROL;
	if (word_is(&v->words[at - 1], "]"))
		return GROUP_PARAMETERS; /* of a lambda */
	return s->kind != SCOPE_FUNCTION && v->nopened == s->opened + 1 && v->words[at - 1].kind == TOKEN_WORD &&
	       !has(v, s->first, at, "=") ? GROUP_PARAMETERS : GROUP_EXPRESSION;
}

/* May a declared name be followed by that? */
static bool may_follow(enum group group, const struct token *next)
{
	static const char *const ends[] = { ";", "=", "[", ",", "(", "{", ":" }, *const of_control[] = { "=", ":", "{" },
		*const of_parameter[] = { ",", ")", "=", "[" };

	return group == GROUP_NONE ? WORD_IS_ONE_OF(next, ends) :
	       group == GROUP_CONTROL ? WORD_IS_ONE_OF(next, of_control) :
	       group == GROUP_PARAMETERS && WORD_IS_ONE_OF(next, of_parameter);
}

/* The last word is the name. */
static void name_see(struct view *v, const struct token *next)
{
	const enum group group = group_of(v);
	const bool is_function = group == GROUP_NONE && scope_of(v)->kind != SCOPE_FUNCTION && word_is(next, "(");
	size_t from = group == GROUP_NONE ? scope_of(v)->first : v->opened[v->nopened - 1] + 1;
	struct source_variable is = { .kind = SOURCE_UNKNOWN };

	if (!may_follow(group, next))
		return;
	for (size_t i = from; i < v->n && group == GROUP_PARAMETERS; i++)
		from = word_is(&v->words[i], ",") ? i + 1 : from;
	if (v->is_alias && (group != GROUP_NONE || !word_is(&v->words[from++], "typedef")))
		return;
	if (!declares(v, from, &is) || (is_function && is.kind == SOURCE_POINTER))
		return;
	if (word_is(next, "[")) {
		is.is_nested = is.kind == SOURCE_POINTER;
		is.kind = group == GROUP_PARAMETERS ? SOURCE_POINTER : SOURCE_ARRAY;
	}
	if (is.type_len == 4 && !memcmp(is.type, "auto", 4) && !(word_is(next, "=") && value_declares(v, &is)))
		is.kind = SOURCE_UNKNOWN;
	is.is_global = group == GROUP_NONE && scope_of(v)->kind == SCOPE_OTHER;
	is.is_member = group == GROUP_NONE && scope_of(v)->kind == SCOPE_CLASS;
	if (!v->of.len || (is.is_member && (!scope_of(v)->name.len || is_word(&scope_of(v)->name, &v->of))))
		keep(v, &is, v->depth + (group != GROUP_NONE));
}

/* ---- the text --------------------------------------------------------------------------------------------- */

/* A statement that is too long is a list of values: what begins with a number declares nothing. */
static void word_add(struct view *v, const struct token *t)
{
	if (v->n == WORDS_MOST) {
		v->n = v->nopened > scope_of(v)->opened ? v->opened[v->nopened - 1] + 1 : scope_of(v)->first;
		v->lost |= v->n + 2 >= WORDS_MOST;
		v->n = v->lost ? 0 : v->n;
		v->words[v->n++] = (struct token){ TOKEN_NUMBER, t->text, 1, t->line };
	}
	v->words[v->n++] = *t;
}

static void statement_end(struct view *v)
{
	v->n = scope_of(v)->first;
	v->nopened = scope_of(v)->opened;
}

static enum scope_kind scope_begun(const struct view *v)
{
	static const char *const behind_function[] = { ")", "const", "noexcept", "override", "final" };
	const size_t first = scope_of(v)->first;
	const bool is_class = has(v, first, v->n, "struct") || has(v, first, v->n, "class") || has(v, first, v->n, "union");

	if (is_class && !WORD_IS_ONE_OF(&v->words[v->n - 1], behind_function))
		return SCOPE_CLASS;
	if (scope_of(v)->kind == SCOPE_FUNCTION || v->n == first)
		return SCOPE_FUNCTION;
	return has(v, first, v->n, ")") && !has(v, first, v->n, "=") ? SCOPE_FUNCTION : SCOPE_OTHER;
}

/* The class's name, before its bases. */
static struct token class_name(const struct view *v)
{
	static const char *const keys[] = { "struct", "class", "union" };
	size_t at = scope_of(v)->first;

	while (at + 1 < v->n && !word_is(&v->words[at + 1], ":"))
		at++;
	return v->words[at].kind == TOKEN_WORD && !WORD_IS_ONE_OF(&v->words[at], keys) ? v->words[at] : (struct token){ 0 };
}

static void scope_open(struct view *v)
{
	const enum scope_kind kind = scope_begun(v);
	const struct token name = kind == SCOPE_CLASS ? class_name(v) : (struct token){ 0 };

	if (v->depth + 1 == SCOPES_MOST) {
		v->lost = true;
		return;
	}
	v->scopes[++v->depth] = (struct scope){ kind, v->n, v->nopened, name };
}

/* next: behind its brace, the name that a typedef gives to a class without one. */
static void scope_close(struct view *v, const struct token *next)
{
	const struct scope closed = *scope_of(v);

	if (!v->depth)
		return;
	v->depth--;
	drop(v, v->depth, closed.kind == SCOPE_CLASS && (!v->of.len || closed.name.len || is_word(next, &v->of)));
	v->n = closed.first;
	v->nopened = closed.opened;
	if (v->nopened == scope_of(v)->opened)
		statement_end(v);
}

static void functions_close(struct view *v, const struct token *next)
{
	while (scope_of(v)->kind == SCOPE_FUNCTION)
		scope_close(v, next);
	statement_end(v);
}

static void group_close(struct view *v, const struct token *t)
{
	bool is_control = group_of(v) == GROUP_CONTROL;

	if (v->nopened == scope_of(v)->opened)
		return;
	v->n = v->opened[--v->nopened];
	if (is_control && v->nopened == scope_of(v)->opened)
		v->n = scope_of(v)->first; /* the next statement begins */
	else
		word_add(v, t);
}

/* `using h = float *`: as if h were declared with that type. */
static void using_see(struct view *v)
{
	const size_t first = scope_of(v)->first;
	struct source_variable is = { .kind = SOURCE_UNKNOWN };

	if (!v->is_alias || v->n < first + 4 || v->n == WORDS_MOST || !word_is(&v->words[first], "using") ||
	    !word_is(&v->words[first + 2], "=") || !is_word(&v->words[first + 1], &v->name))
		return;
	v->words[v->n++] = v->name;
	if (declares(v, first + 3, &is))
		keep(v, &is, v->depth);
}

static void semicolon(struct view *v)
{
	if (v->nopened > scope_of(v)->opened) {
		v->n = v->opened[v->nopened - 1] + 1;
		return;
	}
	drop(v, v->depth, false);
	using_see(v);
	statement_end(v);
}

static bool is_label(const struct view *v)
{
	static const char *const labels[] = { "public", "private", "protected", "default" };

	return v->n == scope_of(v)->first + 1 && WORD_IS_ONE_OF(&v->words[v->n - 1], labels);
}

static void punctuation_see(struct view *v, const struct token *t, const struct token *next)
{
	const bool in_first_column = t->text == v->source || t->text[-1] == '\n';

	if (word_is(t, "{"))
		scope_open(v);
	else if (word_is(t, "}") && in_first_column && scope_of(v)->kind == SCOPE_FUNCTION)
		functions_close(v, next);
	else if (word_is(t, "}"))
		scope_close(v, next);
	else if (word_is(t, ";"))
		semicolon(v);
	else if (word_is(t, ")") || word_is(t, "]"))
		group_close(v, t);
	else if (word_is(t, ":") && is_label(v))
		statement_end(v);
	else
		word_add(v, t);
	if ((word_is(t, "(") || word_is(t, "[")) && v->n) {
		if (v->nopened == OPENED_MOST)
			v->lost = true;
		else
			v->opened[v->nopened++] = v->n - 1;
	}
}

static void see(struct view *v, const struct token *t, const struct token *next)
{
	if (t->kind == TOKEN_PUNCTUATION) {
		punctuation_see(v, t, next);
		return;
	}
	if (word_is(t, "__global__"))
		functions_close(v, next);
	word_add(v, t);
	if (is_word(t, &v->name))
		name_see(v, next);
}

/* A call of CUDA on that line: what it uses was declared before. */
static bool is_reached(const struct token *t, int line)
{
	return t->kind == TOKEN_END || t->line > line || (t->line == line && t->len > 4 && !memcmp(t->text, "cuda", 4));
}

/* of: its class, or empty: any variable. An alias of a class that has ended says nothing for a name outside of it. */
static struct source_variable declared_at(const char *source, size_t len, int line, const char *name, size_t name_len,
					  struct token of, bool is_alias)
{
	struct view v = { .source = source, .name = { TOKEN_WORD, name, name_len, line }, .of = of, .is_alias = is_alias };
	struct reader r = { source, source + len, 1, true };
	struct token t = word_next(&r);

	while (!is_reached(&t, line) && !v.lost) {
		struct token next = word_next(&r);

		v.behind = r;
		see(&v, &t, &next);
		t = next;
	}
	if (v.lost || (is_alias && !v.nfound))
		return (struct source_variable){ .kind = SOURCE_UNKNOWN };
	return v.nfound ? v.found[v.nfound - 1].is : v.member;
}

static bool is_one_word(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!text_is_word(text[i]))
			return false;
	return len;
}

/* Puts what the alias stands for in place of the type. */
static void alias_replace(struct source_variable *is, const struct source_variable *alias)
{
	const bool is_pointer = alias->kind == SOURCE_POINTER;

	is->is_nested |= alias->is_nested || (is_pointer && is->kind != SOURCE_OBJECT);
	is->kind = alias->kind == SOURCE_OBJECT ? is->kind : is->kind == SOURCE_OBJECT ? alias->kind :
		   is_pointer ? is->kind : SOURCE_UNKNOWN;
	is->type = alias->type;
	is->type_len = alias->type_len;
}

#define ALIASES_MOST 8 /* of aliases */

static const struct token any = { 0 };

static struct source_variable variable_at(const char *source, size_t len, int line, const char *name, size_t name_len);

/* The class of an object's type: "Box" of "n::Box<float>". */
static struct token class_of(const struct source_variable *object)
{
	const char *end = memchr(object->type, '<', object->type_len), *at;

	at = end = end ? end : object->type + object->type_len;
	while (at > object->type && text_is_word(at[-1]))
		at--;
	return (struct token){ TOKEN_WORD, at, (size_t)(end - at), 0 };
}

/* Of a name such as `a.b`, where `b` begins at `member`. */
static struct source_variable member_at(const char *source, size_t len, int line, const char *name, const char *member,
					size_t member_len)
{
	static const char self[] = "this";
	const size_t before = (size_t)(member - name);
	const size_t mark = member[-1] == '.' ? 1 : before > 1 && !memcmp(member - 2, "->", 2) ? 2 : 0;
	const size_t object_len = before - mark;
	const bool is_own = object_len == sizeof self - 1 && !memcmp(name, self, object_len);
	struct source_variable object = { .kind = SOURCE_UNKNOWN }, is = object;

	if (!mark)
		return is;
	if (!is_own)
		object = variable_at(source, len, line, name, object_len);
	if (is_own || ((object.kind == SOURCE_OBJECT || object.kind == SOURCE_POINTER) && class_of(&object).len))
		is = declared_at(source, len, line, member, member_len, is_own ? any : class_of(&object), false);
	return is.is_member ? is : (struct source_variable){ .kind = SOURCE_UNKNOWN };
}

static struct source_variable variable_at(const char *source, size_t len, int line, const char *name, size_t name_len)
{
	const char *member = name + name_len;
	struct source_variable is, alias;

	while (member > name && text_is_word(member[-1]))
		member--;
	is = member > name ?
	     member_at(source, len, line, name, member, (size_t)(name + name_len - member)) :
	     declared_at(source, len, line, name, name_len, any, false);
	for (unsigned n = 0; n < ALIASES_MOST && is.kind != SOURCE_UNKNOWN && is_one_word(is.type, is.type_len); n++) {
		alias = declared_at(source, len, line, is.type, is.type_len, any, true);
		if (!alias.type || (alias.type_len == is.type_len && !memcmp(alias.type, is.type, is.type_len)))
			break;
		alias_replace(&is, &alias);
	}
	return is;
}

struct source_variable source_variable_at(const char *source, size_t len, int line, const char *name)
{
	return variable_at(source, len, line, name, strlen(name));
}
