/* lost_frame.c - see lost_frame.h. */
#include "config.h"

#include "ptx/lost_frame.h"

#include <string.h>

#define ARRAYS "__local_depot"

static int register_declare(struct parser *p, const struct token *name, struct ptx_operand *o)
{
	struct symbol *s = parse_declare(p, name, SYM_REG);
	struct ptx_reg *r = s ? arena_push(p->arena, &p->f->regs, &p->f->nregs, &p->cap_regs, sizeof *r) : NULL;

	if (!r || !(r->name = arena_strdup(p->arena, s->name)))
		return s ? parse_nomem(p) : -1;
	r->type = PTX_B64;
	o->kind = PTX_O_REG;
	o->reg = s->u.reg = (int)p->f->nregs - 1;
	return 1;
}

static int arrays_declare(struct parser *p, const struct token *name, struct ptx_operand *o)
{
	struct symbol *s = parse_declare(p, name, SYM_VAR);
	struct ptx_var *v = arena_alloc(p->arena, sizeof *v), **slot;

	if (!s || !v || !(slot = arena_push(p->arena, &p->f->vars, &p->f->nvars, &p->cap_fvars, sizeof *slot)))
		return s ? parse_nomem(p) : -1;
	*v = (struct ptx_var){ .name = arena_strdup(p->arena, s->name), .space = PTX_LOCAL, .type = PTX_B8,
			       .size = UINT64_C(4) << 30, .line = name->line };
	o->kind = PTX_O_VAR;
	o->var = s->u.var = *slot = v;
	return v->name ? 1 : parse_nomem(p);
}

int lost_frame_operand(struct parser *p, const struct token *name, struct ptx_operand *o)
{
	if (!p->f || !p->lx.by_llvm)
		return 0;
	if (token_is(name, "%SP") || token_is(name, "%SPL"))
		return register_declare(p, name, o);
	return name->len > strlen(ARRAYS) && !memcmp(name->text, ARRAYS, strlen(ARRAYS)) ? arrays_declare(p, name, o) : 0;
}
