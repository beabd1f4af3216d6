/*
 * parse_var.c - variables in memory and parameters.
 */
#include "config.h"

#include <string.h>

#include "ptx/grammar.h"
#include "ptx/parse.h"

#define MAX_DIMS 8
#define MAX_VAR_BYTES (UINT64_C(1) << 48)

int parse_space(struct parser *p, enum ptx_space *space)
{
	for (*space = PTX_GENERIC + 1; *space < PTX_SPACE_COUNT; ++*space)
		if (parse_accept_directive(p, ptx_space_name(*space)))
			return 1;
	return 0;
}

static int parse_align(struct parser *p, uint64_t *align)
{
	int line = p->t.line;

	if (parse_count(p, MAX_ALIGN, align))
		return -1;
	if (!*align || (*align & (*align - 1)))
		return parse_error(p, line, p->loc, "an alignment must be a power of two");
	return 0;
}

/* .attribute(.managed), .attribute(.unified(1, 2)): the vm has only one place for them. */
static int parse_attribute(struct parser *p, struct ptx_var *v)
{
	if (parse_expect(p, '(', "'('"))
		return -1;
	do {
		uint64_t id;

		if (parse_accept_directive(p, "managed")) {
			v->is_managed = true;
		} else if (parse_accept_directive(p, "unified")) {
			if (parse_expect(p, '(', "'('") || parse_count(p, UINT64_MAX, &id) || parse_expect(p, ',', "','") ||
			    parse_count(p, UINT64_MAX, &id) || parse_expect(p, ')', "')'"))
				return -1;
		} else {
			return parse_unexpected(p, ".managed or .unified");
		}
	} while (parse_accept(p, ','));
	return parse_expect(p, ')', "')'");
}

/* .ptr .global .align 4: the memory that a pointer parameter points to; ignored. */
static int parse_pointee(struct parser *p)
{
	enum ptx_space space;
	uint64_t align;

	parse_space(p, &space);
	return parse_accept_directive(p, "align") ? parse_align(p, &align) : 0;
}

/* Everything between the space and the name. *lanes: 2 for .v2. */
static int parse_declaration(struct parser *p, struct ptx_var *v, uint64_t *lanes)
{
	*lanes = 1;
	while (p->t.kind == T_DOTTED) {
		if (parse_accept_directive(p, "align")) {
			if (parse_align(p, &v->align))
				return -1;
		} else if (parse_accept_directive(p, "attribute")) {
			if (parse_attribute(p, v))
				return -1;
		} else if (v->space == PTX_PARAM && parse_accept_directive(p, "ptr")) {
			if (parse_pointee(p))
				return -1;
		} else if (parse_accept_directive(p, "v2")) {
			*lanes = 2;
		} else if (parse_accept_directive(p, "v4")) {
			*lanes = 4;
		} else {
			if (v->type != PTX_NOTYPE)
				return parse_unexpected(p, "a name");
			v->type = syntax_type(p->t.text, p->t.len);
			if (v->type == PTX_NOTYPE || v->type == PTX_PRED)
				return parse_error(p, p->t.line, p->loc,
						   "variables of .%.*s are not supported by the vm",
						   (int)p->t.len, p->t.text);
			parse_next(p);
		}
	}
	if (v->type == PTX_NOTYPE)
		return parse_unexpected(p, "a type");
	if (!v->align)
		v->align = ptx_type_bytes(v->type) * *lanes;
	return 0;
}

/* [16][4]; the first may be []. ndims 0: there are none; dims[0] 0: the first is empty. */
static int parse_dims(struct parser *p, uint64_t *dims, int *ndims)
{
	for (*ndims = 0; parse_accept(p, '['); ++*ndims) {
		struct constant c = { 0, 0 };

		if (*ndims == MAX_DIMS)
			return parse_error(p, p->t.line, p->loc, "more than %d dimensions", MAX_DIMS);
		if ((*ndims || p->t.kind != ']') && parse_constant(p, &c))
			return -1;
		if (c.float_width)
			return parse_error(p, p->t.line, p->loc, "a dimension must be an integer");
		if (*ndims && !c.bits)
			return parse_error(p, p->t.line, p->loc, "only the first dimension may be empty");
		dims[*ndims] = c.bits;
		if (parse_expect(p, ']', "']'"))
			return -1;
	}
	return 0;
}

/* The name, then dimensions and initialiser. */
static int parse_declarator(struct parser *p, struct ptx_var *v, uint64_t lanes)
{
	uint64_t dims[MAX_DIMS + 1];
	int ndims;

	v->line = p->t.line;
	if (parse_dims(p, dims, &ndims))
		return -1;
	v->is_array = ndims > 0 || lanes > 1;
	v->size = ptx_type_bytes(v->type) * lanes;
	for (int i = ndims > 0 && !dims[0]; i < ndims; i++)
		if (__builtin_mul_overflow(v->size, dims[i], &v->size) || v->size > MAX_VAR_BYTES)
			return parse_error(p, p->t.line, p->loc, "'%s' is too large", v->name);
	if (ndims && !dims[0])
		v->size = 0;
	if (lanes > 1)
		dims[ndims++] = lanes;
	if (!parse_accept(p, '='))
		return 0;
	if (v->space != PTX_GLOBAL && v->space != PTX_CONST)
		return parse_error(p, p->t.line, p->loc, ".%s variables cannot be initialised",
				   ptx_space_name(v->space));
	return parse_initialiser(p, v, dims, ndims);
}

/*
 * A new variable for the symbol, listed in the function or the module. Global and constant variables
 * always belong to the module; the function's name then makes a name from inside it unique.
 */
static struct ptx_var *var_new(struct parser *p, struct symbol *s, enum ptx_space space)
{
	struct ptx_var **slot, *v = arena_alloc(p->arena, sizeof *v);
	bool of_function = p->f && space != PTX_GLOBAL && space != PTX_CONST;

	slot = of_function ? arena_push(p->arena, &p->f->vars, &p->f->nvars, &p->cap_fvars, sizeof *slot)
		: arena_push(p->arena, &p->m->vars, &p->m->nvars, &p->cap_vars, sizeof *slot);
	if (!v || !slot || !(v->name = p->f && !of_function ? arena_printf(p->arena, "%s$%s", p->f->name, s->name)
								    : arena_strdup(p->arena, s->name))) {
		parse_nomem(p);
		return NULL;
	}
	return *slot = s->u.var = v;
}

/* A module may declare a variable (.extern) many times and define it once: all share one struct. */
static struct ptx_var *var_declare(struct parser *p, const struct token *name, enum ptx_space space, bool is_extern)
{
	struct symbol *s = p->f ? NULL : names_find(&p->globals, name->text, name->len);

	if (s && s->kind == SYM_VAR && (is_extern || s->u.var->is_extern))
		return s->u.var;
	s = parse_declare(p, name, SYM_VAR);
	return s ? var_new(p, s, space) : NULL;
}

int parse_vars(struct parser *p, enum ptx_space space, bool is_extern, enum ptx_linkage linkage)
{
	struct ptx_var common = { .space = space, .is_extern = is_extern, .linkage = linkage };
	uint64_t lanes;

	if (!p->f && (space == PTX_LOCAL || space == PTX_PARAM))
		return parse_error(p, p->t.line, p->loc,
				   ".%s variables outside functions are not supported by the vm",
				   ptx_space_name(space));
	if (parse_declaration(p, &common, &lanes))
		return -1;
	do {
		struct token name = p->t;
		struct ptx_var *v, read = common;

		if (parse_expect(p, T_IDENT, "a name") || !(v = var_declare(p, &name, space, is_extern)))
			return -1;
		read.name = v->name;
		if (parse_declarator(p, &read, lanes))
			return -1;
		if (!is_extern || !v->size || v->is_extern) /* a declaration must not overwrite a definition */
			*v = read;
	} while (parse_accept(p, ','));
	return parse_expect(p, ';', "';'");
}

int parse_params(struct parser *p, struct ptx_var **params, size_t *n)
{
	struct ptx_var *list = NULL, *v;
	size_t cap = 0;
	uint64_t lanes;

	*n = 0;
	*params = NULL;
	if (parse_expect(p, '(', "'('"))
		return -1;
	while (p->t.kind != ')') {
		if (*n == MAX_LIST)
			return parse_error(p, p->t.line, -1, "more than %d parameters", MAX_LIST);
		if (!(v = arena_push(&p->scratch, &list, n, &cap, sizeof *v)))
			return parse_nomem(p);
		if (token_is(&p->t, "reg"))
			return parse_error(p, p->t.line, -1, "parameters in registers are not supported by the vm");
		if (!parse_accept_directive(p, "param"))
			return parse_unexpected(p, "a parameter");
		v->space = PTX_PARAM;
		if (parse_declaration(p, v, &lanes))
			return -1;
		if (p->t.kind != T_IDENT)
			return parse_unexpected(p, "a name");
		if (!(v->name = arena_strndup(p->arena, p->t.text, p->t.len)))
			return parse_nomem(p);
		parse_next(p);
		if (parse_declarator(p, v, lanes))
			return -1;
		if (p->t.kind != ')' && parse_expect(p, ',', "',' or ')'"))
			return -1;
	}
	parse_next(p);
	if (*n && !(*params = arena_array(p->arena, *n, sizeof **params)))
		return parse_nomem(p);
	if (*n)
		memcpy(*params, list, *n * sizeof *list);
	return 0;
}
