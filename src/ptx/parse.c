/*
 * parse.c - the module: its directives, and functions for the whole parser.
 *
 * ptx_parse runs the whole front end in order: first the directives one after the
 * other (functions and variables have their own source files), then the verifier,
 * which needs all names, then the source places, which need all .file directives.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/grammar.h"
#include "ptx/parse.h"
#include "ptx/ptx.h"

#define MAX_REPORTED 50

int parse_error(struct parser *p, int line, int loc, const char *fmt, ...)
{
	char text[512], file[512];
	int source_line;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	source_line = place_find(p, loc, file, sizeof file);
	if (!source_line) {
		error_set(p->err, PARTY_US, "%s", text);
		return error_at(p->err, p->name, line);
	}
	error_set(p->err, PARTY_US, "PTX line %d: %s", line, text);
	return error_at(p->err, file, source_line);
}

int parse_nomem(struct parser *p)
{
	if (p->arena->used < MAX_MODULE_BYTES / 2 && p->work.used < MAX_MODULE_BYTES / 2
	    && p->scratch.used < MAX_MODULE_BYTES / 2)
		return error_nomem(p->err);
	return parse_error(p, p->t.line, -1, "the module is too large");
}

bool parse_goes_on(struct parser *p)
{
	if (!p->report || p->err->party != PARTY_US)
		return false;
	p->report(p->report_ctx, p->err);
	p->err->text[0] = '\0';
	return ++p->reported < MAX_REPORTED;
}

int parse_unexpected(struct parser *p, const char *wanted)
{
	const struct token *t = &p->t;

	if (t->kind == T_BAD)
		return parse_error(p, t->line, p->loc, "%.*s", (int)t->len, t->text);
	if (t->kind == T_END)
		return parse_error(p, t->line, p->loc, "expected %s, but the text ends", wanted);
	return parse_error(p, t->line, p->loc, "expected %s before '%s%.*s'", wanted,
			   t->kind == T_DOTTED ? "." : "", t->len > 60 ? 60 : (int)t->len, t->text);
}

void parse_next(struct parser *p)
{
	lex_next(&p->lx, &p->t);
}

bool parse_accept(struct parser *p, int kind)
{
	if (p->t.kind != kind)
		return false;
	parse_next(p);
	return true;
}

bool parse_accept_directive(struct parser *p, const char *name)
{
	if (p->t.kind != T_DOTTED || !token_is(&p->t, name))
		return false;
	parse_next(p);
	return true;
}

int parse_expect(struct parser *p, int kind, const char *wanted)
{
	return parse_accept(p, kind) ? 0 : parse_unexpected(p, wanted);
}

int parse_count(struct parser *p, uint64_t max, uint64_t *value)
{
	if (p->t.kind != T_INT)
		return parse_unexpected(p, "a number");
	if (p->t.bits > max)
		return parse_error(p, p->t.line, p->loc, "%.*s is too large: at most %llu is allowed here",
				   (int)p->t.len, p->t.text, (unsigned long long)max);
	*value = p->t.bits;
	parse_next(p);
	return 0;
}

struct symbol *parse_declare(struct parser *p, const struct token *name, enum symbol_kind kind)
{
	struct names *names = p->f ? &p->locals : &p->globals;
	bool taken;
	struct symbol *s = names_declare(names, name->text, name->len, kind, p->f != NULL, &taken);

	if (!s && taken)
		parse_error(p, name->line, p->loc, "'%.*s' is declared twice", (int)name->len, name->text);
	else if (!s)
		parse_nomem(p);
	return s;
}

struct symbol *parse_find(struct parser *p, const char *text, size_t len)
{
	struct symbol *s = p->f ? names_find(&p->locals, text, len) : NULL;

	return s ? s : names_find(&p->globals, text, len);
}

/* ---- directives ---------------------------------------------------------------- */

static int parse_version(struct parser *p)
{
	char text[16];

	if (p->t.kind != T_FLOAT || p->t.len >= sizeof text)
		return parse_unexpected(p, "a version such as 8.0");
	memcpy(text, p->t.text, p->t.len);
	text[p->t.len] = '\0';
	if (sscanf(text, "%d.%d", &p->m->version_major, &p->m->version_minor) != 2)
		return parse_unexpected(p, "a version such as 8.0");
	parse_next(p);
	return 0;
}

static int parse_target(struct parser *p)
{
	do {
		if (p->t.kind != T_IDENT)
			return parse_unexpected(p, "a target such as sm_70");
		if (p->t.len > 3 && !memcmp(p->t.text, "sm_", 3)) {
			int sm = 0;

			for (size_t i = 3; i < p->t.len && i < 7 && p->t.text[i] >= '0' && p->t.text[i] <= '9'; i++)
				sm = sm * 10 + p->t.text[i] - '0';
			p->m->target_sm = sm;
		}
		parse_next(p);
	} while (parse_accept(p, ','));
	return 0;
}

static int parse_address_size(struct parser *p)
{
	int line = p->t.line;
	uint64_t bits = 0;

	if (parse_count(p, 64, &bits))
		return -1;
	if (bits != 64)
		return parse_error(p, line, -1, "%llu-bit addresses are not supported by the vm",
				   (unsigned long long)bits);
	return 0;
}

int parse_pragma(struct parser *p)
{
	do {
		if (parse_expect(p, T_STRING, "a string"))
			return -1;
	} while (parse_accept(p, ','));
	return parse_expect(p, ';', "';'");
}

/* A function or a variable, after its linkage. */
static int parse_entity(struct parser *p)
{
	enum ptx_linkage linkage = PTX_LOCAL_LINKAGE;
	bool is_extern = false;
	enum ptx_space space;

	for (;; parse_next(p)) {
		if (p->t.kind != T_DOTTED)
			return parse_unexpected(p, "a directive");
		if (token_is(&p->t, "extern"))
			is_extern = true;
		else if (token_is(&p->t, "visible"))
			linkage = PTX_VISIBLE;
		else if (token_is(&p->t, "weak"))
			linkage = PTX_WEAK_LINKAGE;
		else if (token_is(&p->t, "common"))
			linkage = PTX_COMMON;
		else
			break;
	}
	if (parse_accept_directive(p, "entry"))
		return parse_function(p, true, is_extern, linkage);
	if (parse_accept_directive(p, "func"))
		return parse_function(p, false, is_extern, linkage);
	if (parse_space(p, &space) == 1)
		return parse_vars(p, space, is_extern, linkage);
	return parse_error(p, p->t.line, -1, "the directive .%.*s is not supported by the vm",
			   (int)p->t.len, p->t.text);
}

static struct ptx_function *parse_function_name(struct parser *p)
{
	struct symbol *s = p->t.kind == T_IDENT ? names_find(&p->globals, p->t.text, p->t.len) : NULL;

	if (!s || s->kind != SYM_FUNC) {
		parse_unexpected(p, "a function that was declared");
		return NULL;
	}
	parse_next(p);
	return s->u.func;
}

/* .alias name, function; */
static int parse_alias(struct parser *p)
{
	int line = p->t.line;
	struct ptx_function *name, *of;

	if (!(name = parse_function_name(p)) || parse_expect(p, ',', "','") || !(of = parse_function_name(p)))
		return -1;
	if (name == of || of->alias || of->is_entry || !name->is_extern)
		return parse_error(p, line, -1, "'%s' cannot be an alias of '%s'", name->name, of->name);
	name->alias = of;
	return parse_expect(p, ';', "';'");
}

static const struct directive { const char *name; int (*parse)(struct parser *); } directives[] = {
	{ "version", parse_version }, { "target", parse_target }, { "address_size", parse_address_size },
	{ "file", parse_file }, { "section", parse_section }, { "pragma", parse_pragma },
	{ "alias", parse_alias },
};

static int parse_module(struct parser *p)
{
	while (p->t.kind != T_END) {
		size_t i = 0, n = sizeof directives / sizeof directives[0];

		if (parse_accept(p, ';'))
			continue;
		while (i < n && !parse_accept_directive(p, directives[i].name))
			i++;
		if (i < n ? directives[i].parse(p) : parse_entity(p))
			return -1;
	}
	if (!p->m->version_major)
		return parse_error(p, 1, -1, "there is no .version directive: this is not PTX");
	for (size_t i = 0; i < p->m->nfunctions; i++)
		if (verify_function(p, p->m->functions[i]))
			return -1;
	if (verify_vars(p))
		return -1;
	places_resolve(p);
	return p->arena->failed ? parse_nomem(p) : 0;
}

/* True if the text is a module. The caller frees *m, also after an error. */
static int parse_text(struct parser *p, struct ptx_module *m)
{
	int failed;

	p->m = m;
	p->loc = -1;
	p->arena = &m->arena;
	m->arena.limit = p->work.limit = p->scratch.limit = MAX_MODULE_BYTES;
	m->name = arena_strdup(&m->arena, p->name);
	lex_init(&p->lx, p->text, p->len);
	parse_next(p);
	failed = !m->name || names_init(&p->globals, &p->work, NULL) || names_init(&p->strings, &p->work, NULL)
		? parse_nomem(p) : parse_module(p);
	arena_release(&p->work);
	arena_release(&p->scratch);
	return failed;
}

static struct ptx_module *module_parse(const char *text, size_t len, const char *name, bool is_part, struct error *err)
{
	struct ptx_module *m = calloc(1, sizeof *m);
	struct error ignored;
	struct parser p = { .name = name, .text = text, .len = len, .err = err ? err : &ignored, .is_part = is_part };

	if (!m) {
		error_nomem(err);
		return NULL;
	}
	if (!parse_text(&p, m))
		return m;
	ptx_free(m);
	return NULL;
}

struct ptx_module *ptx_parse(const char *text, size_t len, const char *name, struct error *err)
{
	return module_parse(text, len, name, false, err);
}

struct ptx_module *ptx_parse_part(const char *text, size_t len, const char *name, struct error *err)
{
	return module_parse(text, len, name, true, err);
}

size_t ptx_check(const char *text, size_t len, const char *name,
		 void (*report)(void *ctx, const struct error *err), void *ctx)
{
	struct ptx_module *m = calloc(1, sizeof *m);
	struct error err = { 0 };
	struct parser p = { .name = name, .text = text, .len = len, .err = &err, .report = report, .report_ctx = ctx };

	if (!m) {
		error_nomem(&err);
		report(ctx, &err);
		return 1;
	}
	if (parse_text(&p, m) && err.text[0]) {
		report(ctx, &err);
		p.reported++;
	}
	ptx_free(m);
	return p.reported;
}
