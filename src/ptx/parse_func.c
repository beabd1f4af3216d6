/*
 * parse_func.c - functions: declarations, headers, and directives around a body.
 *
 * A function may be declared any number of times and defined once; all share one
 * struct ptx_function, created at its first name.
 */
#include "config.h"

#include <string.h>

#include "ptx/grammar.h"
#include "ptx/parse.h"

static int parse_thread_counts(struct parser *p, uint32_t out[3])
{
	uint64_t n;

	out[0] = out[1] = out[2] = 1;
	for (int i = 0; i < 3; i++) {
		if (parse_count(p, UINT32_MAX, &n))
			return -1;
		out[i] = (uint32_t)n;
		if (!parse_accept(p, ','))
			return 0;
	}
	return parse_unexpected(p, "the body: there are three dimensions");
}

/* .maxntid and similar directives. The vm ignores those about numbers of registers or blocks. */
static int parse_tuning(struct parser *p, struct ptx_function *f)
{
	static const char *const ignored[] = { "minnctapersm", "maxnctapersm", "maxnreg", "maxclusterrank" };
	enum { NIGNORED = sizeof ignored / sizeof ignored[0] };

	while (p->t.kind == T_DOTTED) {
		uint64_t value;
		size_t i = 0;

		while (i < NIGNORED && !parse_accept_directive(p, ignored[i]))
			i++;
		if (i < NIGNORED) {
			if (parse_count(p, UINT32_MAX, &value))
				return -1;
		} else if (parse_accept_directive(p, "maxntid")) {
			if (parse_thread_counts(p, f->maxntid))
				return -1;
		} else if (parse_accept_directive(p, "reqntid")) {
			if (parse_thread_counts(p, f->reqntid))
				return -1;
		} else if (parse_accept_directive(p, "reqnctapercluster")) {
			if (parse_thread_counts(p, f->reqnctapercluster))
				return -1;
		} else if (parse_accept_directive(p, "explicitcluster")) {
			continue;
		} else if (parse_accept_directive(p, "noreturn")) {
			f->noreturn = true;
		} else if (parse_accept_directive(p, "pragma")) {
			if (parse_pragma(p))
				return -1;
		} else {
			return parse_error(p, p->t.line, -1, "the directive .%.*s is not supported by the vm",
					   (int)p->t.len, p->t.text);
		}
	}
	return 0;
}

/* The function of that name, new or declared before. */
static struct ptx_function *function_declare(struct parser *p, const struct token *name)
{
	struct symbol *s = names_find(&p->globals, name->text, name->len);
	struct ptx_function *f, **slot;

	if (s && s->kind == SYM_FUNC)
		return s->u.func;
	if (!(s = parse_declare(p, name, SYM_FUNC)))
		return NULL;
	f = arena_alloc(p->arena, sizeof *f);
	slot = arena_push(p->arena, &p->m->functions, &p->m->nfunctions, &p->cap_functions, sizeof *slot);
	if (!f || !slot || !(f->name = arena_strdup(p->arena, s->name))) {
		parse_nomem(p);
		return NULL;
	}
	f->is_extern = true; /* until there is a body */
	return *slot = s->u.func = f;
}

static int params_declare(struct parser *p, struct ptx_var *params, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct token name = { .text = params[i].name, .len = strlen(params[i].name), .line = params[i].line };
		struct symbol *s = parse_declare(p, &name, SYM_VAR);

		if (!s || !(params[i].name = arena_strdup(p->arena, s->name)))
			return s ? parse_nomem(p) : -1;
		s->u.var = &params[i];
	}
	return 0;
}

static int function_define(struct parser *p, struct ptx_function *f)
{
	int failed;

	p->f = f;
	p->loc = -1;
	p->last_label = -1;
	p->cap_regs = p->cap_instrs = p->cap_fvars = p->cap_protos = 0;
	p->uses = NULL;
	p->nuses = p->cap_uses = 0;
	f->is_extern = false;
	f->first_loc = (int)p->m->nlocs;
	failed = names_init(&p->locals, &p->scratch, &p->globals) ? parse_nomem(p)
		: params_declare(p, f->params, f->nparams) || params_declare(p, f->rets, f->nrets) || parse_body(p);
	f->end_loc = (int)p->m->nlocs;
	p->f = NULL;
	p->loc = -1;
	return failed ? -1 : 0;
}

int parse_function(struct parser *p, bool is_entry, bool is_extern, enum ptx_linkage linkage)
{
	struct ptx_function *f, header = { .is_entry = is_entry, .is_extern = true, .linkage = linkage };
	struct token name;

	arena_release(&p->scratch);
	p->scratch = (struct arena){ .limit = MAX_MODULE_BYTES };
	if (!is_entry && p->t.kind == '(' && parse_params(p, &header.rets, &header.nrets))
		return -1;
	name = p->t;
	if (parse_expect(p, T_IDENT, "a function's name") || !(f = function_declare(p, &name)))
		return -1;
	if (p->t.kind == '(' && parse_params(p, &header.params, &header.nparams))
		return -1;
	if (parse_tuning(p, &header))
		return -1;
	if (parse_accept(p, ';')) {
		if (!f->line) { /* its first declaration */
			header.name = f->name;
			*f = header;
			f->line = name.line;
		}
		return 0;
	}
	if (parse_expect(p, '{', "'{' or ';'"))
		return -1;
	if (!f->is_extern)
		return parse_error(p, name.line, -1, "the function '%s' is defined twice", f->name);
	header.name = f->name;
	header.line = name.line;
	*f = header;
	return function_define(p, f);
}
