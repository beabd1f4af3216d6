/*
 * mangle.c - demangles C++ function names, from their Itanium-mangled form.
 *
 * Recursive descent over the grammar of the "Itanium C++ ABI", chapter
 * "Mangling", for the parts that kernels use: builtin and class types, pointers,
 * references, arrays, pointers to functions, namespaces, templates over types
 * and numbers, lambdas and other local names, substitutions. A type is a pair of texts with the place of the
 * declarator between them: int (*)[4] is "int (*" and ")[4]". The spelling is
 * c++filt's.
 */
#include "config.h"

#include <string.h>

#include "ptx/ptx.h"

#define MAX_NESTING 64
#define MAX_SUBSTITUTIONS 128
#define MAX_TEMPLATE_ARGS 32
#define MAX_TEXT 4096 /* the longest text of a type: substitutions could double it at every step */

struct type {
	const char *left, *right;
	bool open; /* a function or an array: a declarator needs parentheses */
	int param; /* T_ itself: 1 and up. Around a local name, a substitution for it means the outer template's. */
};

struct demangler {
	struct arena arena;
	const char *at;
	int nesting;
	struct type substitutions[MAX_SUBSTITUTIONS];
	int nsubstitutions;
	struct type template_args[MAX_TEMPLATE_ARGS];
	int ntemplate_args;
	bool is_template;   /* the name ends in template arguments: the return type follows */
	bool is_const;      /* a member function that is declared const */
	const char *last;   /* the last component of the name, without template arguments; of an operator with its class */
};

static int demangle_type(struct demangler *d, struct type *t);
static const char *parameters(struct demangler *d);

static bool take(struct demangler *d, char c)
{
	if (*d->at != c)
		return false;
	d->at++;
	return true;
}

/* Demangling fails if a text was not created or grew too long. */
static const char *checked(const char *text)
{
	return text && strlen(text) <= MAX_TEXT ? text : NULL;
}

static int type_set(struct type *t, const char *left)
{
	*t = (struct type){ .left = checked(left), .right = "" };
	return t->left ? 0 : -1;
}

static const char *type_text(struct demangler *d, const struct type *t)
{
	return checked(arena_printf(&d->arena, "%s%s", t->left, t->right));
}

static int substitution_add(struct demangler *d, const struct type *t)
{
	if (d->nsubstitutions == MAX_SUBSTITUTIONS)
		return -1;
	d->substitutions[d->nsubstitutions++] = *t;
	return 0;
}

/* Decimal digits; -1 if there are none or too many. */
static long read_number(struct demangler *d)
{
	long n = 0;
	const char *start = d->at;

	while (*d->at >= '0' && *d->at <= '9') {
		if (n > 100000)
			return -1;
		n = n * 10 + *d->at++ - '0';
	}
	return d->at == start ? -1 : n;
}

/* _ is the first, 0_ the second; then base 36. */
static long read_sequence(struct demangler *d)
{
	long n = 0;

	if (take(d, '_'))
		return 0;
	for (; *d->at != '_'; d->at++) {
		char c = *d->at;

		if (n > 100000)
			return -1;
		if (c >= '0' && c <= '9')
			n = n * 36 + c - '0';
		else if (c >= 'A' && c <= 'Z')
			n = n * 36 + c - 'A' + 10;
		else
			return -1;
	}
	d->at++;
	return n + 1;
}

/* ---- names --------------------------------------------------------------------------- */

/* "3add"; an anonymous namespace has a special name. */
static const char *source_name(struct demangler *d)
{
	long n = read_number(d);
	const char *text = d->at;

	if (n <= 0 || strnlen(d->at, (size_t)n) < (size_t)n)
		return NULL;
	d->at += n;
	if (n >= 10 && !strncmp(text, "_GLOBAL__N", 10))
		return "(anonymous namespace)";
	return d->last = arena_strndup(&d->arena, text, (size_t)n);
}

/* cl: operator(), and the others that a class may have. */
static const char *operator_name(struct demangler *d)
{
	static const struct { const char code[3], *name; } rows[] = {
		{ "cl", "()" }, { "ix", "[]" }, { "pl", "+" }, { "mi", "-" }, { "ml", "*" }, { "dv", "/" }, { "rm", "%" },
		{ "an", "&" }, { "or", "|" }, { "eo", "^" }, { "aS", "=" }, { "pL", "+=" }, { "mI", "-=" }, { "mL", "*=" },
		{ "dV", "/=" }, { "rM", "%=" }, { "aN", "&=" }, { "oR", "|=" }, { "eO", "^=" }, { "ls", "<<" }, { "rs", ">>" },
		{ "lS", "<<=" }, { "rS", ">>=" }, { "eq", "==" }, { "ne", "!=" }, { "lt", "<" }, { "gt", ">" }, { "le", "<=" },
		{ "ge", ">=" }, { "nt", "!" }, { "aa", "&&" }, { "oo", "||" }, { "pp", "++" }, { "mm", "--" }, { "pt", "->" },
		{ "ng", "-" }, { "ps", "+" }, { "de", "*" }, { "ad", "&" }, { "co", "~" }, { "cm", "," },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strncmp(d->at, rows[i].code, 2)) {
			d->at += 2;
			return arena_printf(&d->arena, "operator%s", rows[i].name);
		}
	return NULL;
}

/* Ul i E _: the function's first lambda, with its parameters; E0_ is the second. */
static const char *lambda_name(struct demangler *d)
{
	const char *params;
	long n;

	d->at += 2;
	params = parameters(d);
	if (!params || !take(d, 'E') || (n = read_sequence(d)) < 0)
		return NULL;
	return d->last = arena_printf(&d->arena, "{lambda%s#%ld}", params, n + 1);
}

/* A component of a nested name: 3add, Ul_E_, C1 and D1 (constructor and destructor), cl. */
static const char *member_name(struct demangler *d)
{
	char code = *d->at;
	const char *class = d->last, *name;

	if ((code == 'C' || code == 'D') && d->at[1] >= '0' && d->at[1] <= '9') {
		d->at += 2;
		return class ? d->last = arena_printf(&d->arena, "%s%s", code == 'D' ? "~" : "", class) : NULL;
	}
	if (!strncmp(d->at, "Ul", 2))
		return lambda_name(d);
	if (code < 'a' || code > 'z')
		return source_name(d);
	name = operator_name(d);
	if (name) /* alone, it means nothing */
		d->last = class ? arena_printf(&d->arena, "%s::%s", class, name) : name;
	return name;
}

/* Lj4E, Lb1E, Lin3E: a number as a template argument. */
static const char *literal(struct demangler *d)
{
	static const struct { char code; const char *suffix; } suffixes[] = {
		{ 'i', "" }, { 'j', "u" }, { 'l', "l" }, { 'm', "ul" }, { 'x', "ll" }, { 'y', "ull" },
	};
	struct type type;
	char code = *d->at;
	bool negative;
	const char *digits;
	size_t n;

	if (demangle_type(d, &type))
		return NULL;
	negative = take(d, 'n');
	digits = d->at;
	n = strspn(digits, "0123456789");
	d->at += n;
	if (!n || !take(d, 'E'))
		return NULL;
	if (code == 'b')
		return *digits == '0' ? "false" : "true";
	for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
		if (suffixes[i].code == code)
			return arena_printf(&d->arena, "%s%.*s%s", negative ? "-" : "", (int)n, digits, suffixes[i].suffix);
	return arena_printf(&d->arena, "(%s)%s%.*s", type_text(d, &type), negative ? "-" : "", (int)n, digits);
}

static int template_arg(struct demangler *d, struct type *arg)
{
	return take(d, 'L') ? type_set(arg, literal(d)) : demangle_type(d, arg);
}

/* I f Li4E E: appended to name as <float, 4>. The outermost ones are what T_ names. */
static const char *template_args(struct demangler *d, const char *name, bool keep)
{
	const char *text = arena_printf(&d->arena, "%s<", name);
	struct type args[MAX_TEMPLATE_ARGS];
	int n = 0;

	while (text && *d->at != 'E') {
		if (n == MAX_TEMPLATE_ARGS || template_arg(d, &args[n]))
			return NULL;
		text = checked(arena_printf(&d->arena, "%s%s%s%s", text, n ? ", " : "", args[n].left, args[n].right));
		n++;
	}
	d->at++;
	if (keep) {
		memcpy(d->template_args, args, n * sizeof *args);
		d->ntemplate_args = n;
	}
	if (!text)
		return NULL;
	return arena_printf(&d->arena, "%s%s>", text, text[strlen(text) - 1] == '>' ? " " : "");
}

static int substitution_read(struct demangler *d, struct type *t)
{
	long n;

	if (take(d, 't'))
		return type_set(t, "std");
	n = read_sequence(d);
	if (n < 0 || n >= d->nsubstitutions)
		return -1;
	*t = d->substitutions[n];
	if (t->param && t->param <= d->ntemplate_args) {
		n = t->param;
		*t = d->template_args[n - 1];
		t->param = (int)n;
	}
	return 0;
}

/* N 2ns 3add I f E E: each prefix, but not the whole name, can be substituted later. */
static const char *nested_name(struct demangler *d, bool function)
{
	const char *name = NULL;
	struct type t;

	while (*d->at == 'K' || *d->at == 'V' || *d->at == 'r')
		d->is_const |= *d->at++ == 'K' && function;
	while (!take(d, 'E')) {
		if (take(d, 'S')) {
			if (name || substitution_read(d, &t))
				return NULL;
			name = type_text(d, &t);
			continue;
		}
		if (take(d, 'I')) {
			const char *last = d->last;

			name = name ? template_args(d, name, function) : NULL;
			d->last = last;
			d->is_template = function;
		} else {
			const char *part;

			take(d, 'L');
			part = member_name(d);
			d->is_template = false;
			name = part && name ? arena_printf(&d->arena, "%s::%s", name, part) : part;
		}
		if (!name || (*d->at != 'E' && (type_set(&t, name) || substitution_add(d, &t))))
			return NULL;
	}
	return name;
}

static const char *demangle_name(struct demangler *d, bool function);

/*
 * Z N5Field3runEv E Ul i E _: something within a function. That function's name has template arguments and constness of its own.
 */
static const char *local_name(struct demangler *d, bool function)
{
	struct type args[MAX_TEMPLATE_ARGS], result;
	const int nargs = d->ntemplate_args;
	const bool is_const = d->is_const;
	const char *outer, *params, *name;

	memcpy(args, d->template_args, sizeof args);
	d->is_template = d->is_const = false;
	outer = demangle_name(d, true);
	if (!outer || (d->is_template && demangle_type(d, &result)))
		return NULL;
	params = *d->at == 'E' ? "" : parameters(d); /* main() has none in its name */
	if (!params || !take(d, 'E'))
		return NULL;
	outer = arena_printf(&d->arena, "%s%s%s", outer, params, d->is_const ? " const" : "");
	memcpy(d->template_args, args, sizeof args);
	d->ntemplate_args = nargs;
	d->is_template = false;
	d->is_const = is_const;
	name = take(d, 'N') ? nested_name(d, function) : member_name(d);
	if (name && take(d, '_')) { /* which of the function's names of this kind */
		bool long_number = take(d, '_');

		if (read_number(d) < 0 || (long_number && !take(d, '_')))
			return NULL;
	}
	return name ? checked(arena_printf(&d->arena, "%s::%s", outer, name)) : NULL;
}

/* A name with its template arguments. `function`: it is the function's own name, not a type's. */
static const char *demangle_name(struct demangler *d, bool function)
{
	const char *name;
	struct type t;

	if (take(d, 'N'))
		return nested_name(d, function);
	if (take(d, 'Z'))
		return d->nesting++ < MAX_NESTING ? local_name(d, function) : NULL;
	if (!strncmp(d->at, "St", 2)) {
		d->at += 2;
		name = source_name(d);
		name = name ? arena_printf(&d->arena, "std::%s", name) : NULL;
	} else {
		take(d, 'L'); /* internal linkage */
		name = source_name(d);
	}
	if (name && *d->at == 'I') {
		const char *last = d->last;

		if (type_set(&t, name) || substitution_add(d, &t))
			return NULL;
		d->at++;
		name = template_args(d, name, function);
		d->last = last;
		d->is_template = function;
	}
	return checked(name);
}

/* ---- types ---------------------------------------------------------------------------- */

static const char *builtin(char code)
{
	static const char *const names[26] = {
		['v' - 'a'] = "void", ['b' - 'a'] = "bool", ['c' - 'a'] = "char", ['a' - 'a'] = "signed char",
		['h' - 'a'] = "unsigned char", ['s' - 'a'] = "short", ['t' - 'a'] = "unsigned short",
		['i' - 'a'] = "int", ['j' - 'a'] = "unsigned int", ['l' - 'a'] = "long",
		['m' - 'a'] = "unsigned long", ['x' - 'a'] = "long long", ['y' - 'a'] = "unsigned long long",
		['n' - 'a'] = "__int128", ['o' - 'a'] = "unsigned __int128", ['f' - 'a'] = "float",
		['d' - 'a'] = "double", ['e' - 'a'] = "long double", ['w' - 'a'] = "wchar_t", ['z' - 'a'] = "...",
	};

	return code >= 'a' && code <= 'z' ? names[code - 'a'] : NULL;
}

/* Puts a declarator ("*", "&", " const") between the two sides. */
static int type_wrap(struct demangler *d, struct type *t, const char *declarator, bool pointer)
{
	t->param = 0;
	if (t->open && pointer) {
		t->left = arena_printf(&d->arena, "%s(%s", t->left, declarator);
		t->right = arena_printf(&d->arena, ")%s", t->right);
		t->open = false;
	} else {
		t->left = arena_printf(&d->arena, "%s%s", t->left, declarator);
	}
	return checked(t->left) && t->right ? 0 : -1;
}

/* Parameter types up to the end or E: "(int, float*)", "()" for void. */
static const char *parameters(struct demangler *d)
{
	const char *text = "(";
	int n = 0;

	while (text && *d->at && *d->at != 'E') {
		struct type t;

		if (demangle_type(d, &t))
			return NULL;
		if (n++ == 0 && !strcmp(t.left, "void") && (!*d->at || *d->at == 'E'))
			return "()";
		text = checked(arena_printf(&d->arena, "%s%s%s%s", text, n > 1 ? ", " : "", t.left, t.right));
	}
	return n && text ? arena_printf(&d->arena, "%s)", text) : NULL;
}

static int function_type(struct demangler *d, struct type *t)
{
	struct type result;
	const char *params;

	if (demangle_type(d, &result) || !(params = parameters(d)) || !take(d, 'E'))
		return -1;
	t->left = arena_printf(&d->arena, "%s%s", result.left, *result.right ? "" : " ");
	t->right = arena_printf(&d->arena, "%s%s", params, result.right);
	t->open = true;
	return t->left && checked(t->right) ? 0 : -1;
}

static int template_param(struct demangler *d, struct type *t)
{
	long n = read_sequence(d);

	if (n < 0 || n >= d->ntemplate_args)
		return -1;
	*t = d->template_args[n];
	t->param = (int)n + 1;
	return 0;
}

/* A4_i, or AT__i: the dimension is a template argument. */
static int array_type(struct demangler *d, struct type *t)
{
	struct type element, n;
	const char *inner;

	if (take(d, 'T')) {
		if (template_param(d, &n))
			return -1;
	} else {
		long dimension = read_number(d);

		if (dimension < 0 || type_set(&n, arena_printf(&d->arena, "%ld", dimension)))
			return -1;
	}
	if (!take(d, '_') || demangle_type(d, &element))
		return -1;
	inner = element.open && element.right[0] == ' ' ? element.right + 1 : element.right;
	t->left = element.open || *element.right ? element.left : arena_printf(&d->arena, "%s ", element.left);
	t->right = arena_printf(&d->arena, " [%s]%s", n.left, inner);
	t->open = true;
	return checked(t->left) && checked(t->right) ? 0 : -1;
}

/* A type that can be substituted later. */
static int compound_type(struct demangler *d, char code, struct type *t)
{
	static const struct { char code; const char *text; bool pointer; } declarators[] = {
		{ 'P', "*", true }, { 'R', "&", true }, { 'O', "&&", true },
		{ 'K', " const", false }, { 'V', " volatile", false }, { 'r', " __restrict__", false },
	};

	for (size_t i = 0; i < sizeof declarators / sizeof declarators[0]; i++)
		if (declarators[i].code == code) {
			d->at++;
			return demangle_type(d, t) || type_wrap(d, t, declarators[i].text, declarators[i].pointer);
		}
	switch (code) {
	case 'F':
		d->at++;
		return function_type(d, t);
	case 'A':
		d->at++;
		return array_type(d, t);
	case 'T':
		d->at++;
		return template_param(d, t);
	default:
		return type_set(t, demangle_name(d, false));
	}
}

/* Types that are two letters. */
static const char *extended_builtin(struct demangler *d)
{
	static const struct { const char *code, *name; } rows[] = {
		{ "DF16_", "_Float16" }, { "DF16b", "std::bfloat16_t" }, { "Dh", "half" },
		{ "Di", "char32_t" }, { "Ds", "char16_t" }, { "Dn", "decltype(nullptr)" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (!strncmp(d->at, rows[i].code, strlen(rows[i].code))) {
			d->at += strlen(rows[i].code);
			return rows[i].name;
		}
	return NULL;
}

static int demangle_type(struct demangler *d, struct type *t)
{
	char code = *d->at;
	const char *last = d->last;
	int failed;

	if (builtin(code)) {
		d->at++;
		return type_set(t, builtin(code));
	}
	if (code == 'D')
		return type_set(t, extended_builtin(d));
	if (code == 'S' && d->at[1] != 't') {
		d->at++;
		if (substitution_read(d, t))
			return -1;
		if (!take(d, 'I'))
			return 0;
		failed = type_set(t, template_args(d, t->left, false));
		return failed ? -1 : substitution_add(d, t);
	}
	if (d->nesting++ == MAX_NESTING)
		return -1;
	failed = compound_type(d, code, t);
	d->nesting--;
	d->last = last;
	return failed ? -1 : substitution_add(d, t);
}

/* ---- whole names ------------------------------------------------------------------------ */

/* Fills *name and *params; a template's *result comes first. */
static int encoding(struct demangler *d, const char **name, const char **params, struct type *result)
{
	*result = (struct type){ .left = "", .right = "" };
	*name = demangle_name(d, true);
	if (!*name)
		return -1;
	if (d->is_template) {
		const char *last = d->last;

		if (demangle_type(d, result) || type_wrap(d, result, " ", false))
			return -1;
		d->last = last;
	}
	*params = parameters(d);
	return *params && !*d->at ? 0 : -1;
}

/*
 * Numba's names are nested ones with tags, "_ZN8__main__3addB2v1B10...", and types that C++ does not have: reads as far as the
 * first tag. NULL: it is none of those.
 */
static const char *tagged_name(struct demangler *d, const char *mangled)
{
	d->last = NULL;
	for (d->at = mangled + 2 + (mangled[2] == 'N'); *d->at != 'B';)
		if (!source_name(d))
			return NULL;
	return d->last;
}

static int demangle(const char *mangled, struct buf *out, bool name_only)
{
	struct demangler d = { .at = mangled + 2 };
	struct type result;
	const char *name, *params;
	int failed;

	if (strncmp(mangled, "_Z", 2)) {
		buf_puts(out, mangled);
		return 0;
	}
	failed = encoding(&d, &name, &params, &result) || !d.last; /* a namespace alone is not a function */
	if (failed && name_only)
		failed = !tagged_name(&d, mangled);
	if (!failed && name_only)
		buf_puts(out, d.last);
	else if (!failed)
		buf_printf(out, "%s%s%s%s%s", result.left, name, params, result.right, d.is_const ? " const" : "");
	arena_release(&d.arena);
	return failed ? -1 : 0;
}

int ptx_demangle(const char *mangled, struct buf *out)
{
	return demangle(mangled, out, false);
}

int ptx_demangle_name(const char *mangled, struct buf *out)
{
	return demangle(mangled, out, true);
}
