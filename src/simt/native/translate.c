/*
 * translate.c - translates an image to C: see native.h for the method.
 *
 * Passes over each function: what each operation reads and writes (operands.c), which registers are live at the start of each
 * block and their shapes (flow.c), the text.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "simt/native/flow.h"
#include "simt/native/groups.h"

#define MOST_INSNS  6000
#define MOST_MISSED 64   /* of the tests of a block's fast text, in a warp: it is not for this kernel */

/* ---- text: values -------------------------------------------------------------------- */

static const char letters[] = { [NARROW] = 'r', [WIDE] = 'w', [PREDICATE] = 'p' };
static const char *const suffixes[] = { [NARROW] = "32", [WIDE] = "64", [PREDICATE] = "p" };

/* Base h of an EVEN value. */
static void put_scalar(const struct translation *t, uint32_t ref, enum width width, unsigned h)
{
	if (is_constant(ref))
		buf_printf(t->text, width == WIDE ? "UINT64_C(%llu)" : "UINT32_C(%llu)", (unsigned long long)constant_of(t, ref, width));
	else if (width == PREDICATE)
		buf_printf(t->text, "(p%u >> %u & 1)", ref, 16 * h);
	else
		buf_printf(t->text, "%c%u_%u", letters[width], ref, h);
}

static bool is_number(const struct translation *t, uint32_t ref) { return !is_scalar(t, ref) && reg_of(t, ref)->is_number; }

/* All lanes; a predicate's 32 bits. */
static void put_vector(const struct translation *t, uint32_t ref, enum width width)
{
	if (width == NARROW && is_number(t, ref))
		buf_printf(t->text, "number(r%u)", ref);
	else if (width == PREDICATE && !is_constant(ref)) {
		buf_printf(t->text, "p%u", ref);
	} else if (width == PREDICATE) {
		put_scalar(t, ref, NARROW, 0);
	} else if (is_scalar(t, ref)) {
		buf_printf(t->text, "even%s(", suffixes[width]);
		put_scalar(t, ref, width, 0);
		buf_puts(t->text, ", ");
		put_scalar(t, ref, width, 1);
		buf_printf(t->text, width == WIDE ? ", UINT64_C(%llu))" : ", UINT32_C(%llu))",
			   width == WIDE ? (unsigned long long)(is_constant(ref) ? 0 : reg_of(t, ref)->stride)
					 : (unsigned long long)(uint32_t)(uint64_t)(is_constant(ref) ? 0 : reg_of(t, ref)->stride));
	} else {
		buf_printf(t->text, "%c%u", letters[width], ref);
	}
}

static void put_row_of(const struct translation *t, uint32_t ref) { buf_printf(t->text, "n->rows + %u", ref >> 1); }

static void put_store(const struct translation *t, uint32_t ref, enum width width)
{
	if (is_constant(ref))
		return;
	if (t->shaped && width != PREDICATE && is_scalar(t, ref)) {
		buf_printf(t->text, "\tput_even%s(", suffixes[width]);
		put_row_of(t, ref);
		buf_puts(t->text, ", ");
		put_scalar(t, ref, width, 0);
		buf_puts(t->text, ", ");
		put_scalar(t, ref, width, 1);
		buf_printf(t->text, ", UINT64_C(%llu));\n", (unsigned long long)reg_of(t, ref)->stride);
		return;
	}
	buf_printf(t->text, "\t%s%s(", t->shaped ? "put" : "some", suffixes[width]);
	put_row_of(t, ref);
	buf_puts(t->text, ", ");
	put_vector(t, ref, width);
	buf_puts(t->text, t->shaped ? ");\n" : ", n->mask, n->full);\n");
}

static void put_load(const struct translation *t, const struct reg *r, const char *otherwise)
{
	if (r->shape == EVEN && r->width == PREDICATE) {
		buf_printf(t->text, "\tp%u = getp(n->rows + %u);\n\tif (!fitsp(&p%u, mask)) %s;\n", r->ref, r->ref >> 1, r->ref, otherwise);
	} else if (r->shape == EVEN) {
		buf_printf(t->text, "\t{ uint%s_t x, y; const bool fits = fits%s(&x, &y, n->rows + %u, UINT64_C(%llu), mask); %c%u_0 = x; %c%u_1 = y;\n"
				    "\tif (!fits) %s; }\n", suffixes[r->width], suffixes[r->width], r->ref >> 1, (unsigned long long)r->stride,
			   letters[r->width], r->ref, letters[r->width], r->ref, otherwise);
	} else {
		buf_printf(t->text, "\t%c%u = get%s(n->rows + %u);\n", letters[r->width], r->ref, suffixes[r->width], r->ref >> 1);
	}
}

static void put_declaration(const struct translation *t, const struct reg *r)
{
	if (r->width == PREDICATE)
		buf_printf(t->text, "\tuint32_t p%u = 0;\n", r->ref);
	else if (r->shape == EVEN)
		buf_printf(t->text, "\tuint%s_t %c%u_0 = 0, %c%u_1 = 0;\n", suffixes[r->width], letters[r->width], r->ref,
			   letters[r->width], r->ref);
	else
		buf_printf(t->text, "\t%c %c%u = { 0 };\n", r->width == WIDE ? 'W' : 'R', letters[r->width], r->ref);
}

/* ---- text: operations ---------------------------------------------------------------- */

/* Writes registers that the block has written before instruction k, and that are read from there on, to their rows. */
static void put_written(const struct translation *t, size_t n, size_t k)
{
	const struct block *b = &t->code->blocks[n];
	uint8_t *live = calloc(t->nregs + 1, 1);

	if (!live) {
		t->text->failed = true;
		return;
	}
	live_after_block(t, n, live);
	for (size_t j = b->last + (b->term != TERM_NONE); j-- > k;)
		live_before(t, b, j, live);
	for (size_t j = b->first; j < k; j++) {
		struct operands o;

		operands_of(&t->code->insns[j], &o);
		for (unsigned x = 0; x < o.n; x++) {
			if (!o.at[x].is_written || !live[reg_find(t, o.at[x].ref)])
				continue;
			live[reg_find(t, o.at[x].ref)] = 0;
			put_store(t, o.at[x].ref, o.at[x].width);
		}
	}
	free(live);
}

/* Leaves to the interpreter, which goes on at instruction k of block n. */
static void put_leave(const struct translation *t, size_t n, size_t k)
{
	if (t->shaped) {
		buf_puts(t->text, "{ ");
		if (t->fast)
			put_sums_back(t, &t->code->blocks[n], k);
		buf_printf(t->text, "n->at = %zu; goto inside_%zu; }\n", k, n);
		return;
	}
	buf_puts(t->text, "{\n");
	put_written(t, n, k);
	buf_printf(t->text, "\treturn %zu; }\n", k);
}

/* A load that may read unwritten memory: local or shared memory. */
static bool may_differ(const struct insn *i)
{
	return (i->op == X_LD32 || i->op == X_LD64 || i->op == X_LDN || i->op == X_LD) && i->src->space != PTX_GLOBAL && i->src->space != PTX_CONST;
}

/* Calls the interpreter's own function, between storing and loading its operands. */
static void put_step(const struct translation *t, size_t n, size_t k)
{
	const struct insn *i = &t->code->insns[k];
	struct operands o;

	operands_of(i, &o);
	for (unsigned j = 0; j < o.n; j++)
		if (o.at[j].is_read)
			put_store(t, o.at[j].ref, o.at[j].width);
	/* A poll may end the turn. */
	buf_printf(t->text, t->shaped && i->polls ? "\tn->left = left; n->step(n, %zu); left = n->left;\n" : "\tn->step(n, %zu);\n", k);
	for (unsigned j = 0; j < o.n; j++) {
		const struct reg *r;

		if (!o.at[j].is_written)
			continue;
		r = reg_of(t, o.at[j].ref);
		put_load(t, &(struct reg){ .ref = r->ref, .width = r->width, .shape = r->shape, .stride = r->stride }, "");
		if (r->shape != EVEN)
			continue;
		/* Lanes that read one address may read different values, if other blocks write it meanwhile. */
		t->text->len -= strlen(r->width == PREDICATE ? ";\n" : "; }\n");
		buf_printf(t->text, " { n->kept_at = %u; n->kept_bytes = %u; memcpy(n->kept, n->rows + %u, %u); ", r->ref >> 1,
			   r->width == WIDE ? 256u : r->width == NARROW ? 128u : 4u, r->ref >> 1, r->width == WIDE ? 256u : r->width == NARROW ? 128u : 4u);
		put_leave(t, n, k + 1);
		buf_puts(t->text, r->width == PREDICATE ? "\t}\n" : "\t} }\n");
	}
	if (!may_differ(i))
		return;
	buf_puts(t->text, "\tif (!likely(!n->differs)) ");
	put_leave(t, n, k + 1);
}

static enum width width_of(char c) { return c == 'w' ? WIDE : c == 'p' ? PREDICATE : NARROW; }

static void put_guard(const struct translation *t, const struct insn *i)
{
	buf_printf(t->text, "%s", i->guard_negated ? "~" : "");
	put_vector(t, i->guard, PREDICATE);
}

/* d = name(sources), for all lanes together. */
static void put_call(const struct translation *t, const struct text *x, const struct insn *i)
{
	const uint32_t refs[4] = { i->d, i->a, i->b, i->c };
	const bool any_nan = takes_numbers(x) && x->rule == SAME_ONLY, has_both = !strcmp(x->name, "FMA_F32") || !strcmp(x->name, "ADD_F32") ||
		   !strcmp(x->name, "SUB_F32") || !strcmp(x->name, "MUL_F32");

	buf_printf(t->text, "%c_%s(", has_both && is_number(t, i->d) ? 'N' : 'V', x->name);
	for (unsigned k = 1; x->widths[k]; k++) {
		vm_assert(k < 4);
		buf_puts(t->text, k > 1 ? ", " : "");
		if (any_nan && x->widths[k] == 'r' && is_number(t, refs[k]))
			buf_printf(t->text, "r%u", refs[k]);
		else
			put_vector(t, refs[k], width_of(x->widths[k]));
	}
	buf_puts(t->text, ")");
}

static void put_select(const struct translation *t, const struct text *x, const struct insn *i)
{
	enum width width = width_of(x->widths[0]);

	buf_printf(t->text, "blend%s(", suffixes[width]);
	put_vector(t, i->c, PREDICATE);
	buf_puts(t->text, ", ");
	put_vector(t, i->a, width);
	buf_puts(t->text, ", ");
	put_vector(t, i->b, width);
	buf_puts(t->text, ")");
}

static void put_scalars(const struct translation *t, const struct text *x, const struct insn *i, size_t n, size_t k)
{
	const uint32_t refs[4] = { i->d, i->a, i->b, i->c };
	struct even e = shape_of(t, i->a);
	bool is_signed = x->rule == WIDENS_SIGNED || x->rule == MULTIPLIES_WIDE_SIGNED;

	if (e.stride && (is_signed || x->rule == WIDENS || x->rule == MULTIPLIES_WIDE)) {
		buf_printf(t->text, "\tif (!likely(!leaves_%c(r%u_0, 0) && !leaves_%c(r%u_1, 0) && !leaves_%c(r%u_0, %lld) && !leaves_%c(r%u_1, %lld)))\n\t\t",
			   "us"[is_signed], i->a, "us"[is_signed], i->a, "us"[is_signed], i->a, 15 * (long long)e.stride, "us"[is_signed], i->a,
			   15 * (long long)e.stride);
		put_leave(t, n, k);
	}
	if (e.stride && finds_sign(t, x, i)) {
		buf_printf(t->text, "\tif (!likely(one_sign%s(%c%u_0, UINT64_C(%llu)) && one_sign%s(%c%u_1, UINT64_C(%llu))))\n\t\t",
			   suffixes[width_of(x->widths[1])], x->widths[1], i->a, (unsigned long long)(15 * e.stride),
			   suffixes[width_of(x->widths[1])], x->widths[1], i->a, (unsigned long long)(15 * e.stride));
		put_leave(t, n, k);
	}
	buf_printf(t->text, "\t{ const %s", x->widths[0] == 'p' ? "bool" : x->widths[0] == 'w' ? "uint64_t" : "uint32_t");
	for (unsigned h = 0; h < 2; h++) {
		buf_printf(t->text, "%s h%u = S_%s(", h ? "," : "", h, x->name);
		for (unsigned j = 1; x->widths[j]; j++) {
			vm_assert(j < 4);
			buf_puts(t->text, j > 1 ? ", " : "");
			put_scalar(t, refs[j], width_of(x->widths[j]), h);
		}
		buf_puts(t->text, ")");
	}
	buf_puts(t->text, "; ");
}

/* Gives the register h0 and h1, the bases of an EVEN value with this stride. */
static void put_bases(const struct translation *t, uint32_t ref, enum width width, int64_t stride)
{
	if (width == PREDICATE)
		buf_printf(t->text, "p%u = halves(h0, h1); }\n", ref);
	else if (reg_of(t, ref)->shape == EVEN)
		buf_printf(t->text, "%c%u_0 = h0; %c%u_1 = h1; }\n", letters[width], ref, letters[width], ref);
	else
		buf_printf(t->text, "%c%u = even%s(h0, h1, UINT64_C(%llu)); }\n", letters[width], ref, suffixes[width], (unsigned long long)stride);
}

static void put_text(const struct translation *t, const struct text *x, const struct insn *i, size_t n, size_t k)
{
	enum width width = width_of(x->widths[0]);
	struct even e = t->shaped && i->guard == NO_REF ? text_shape(t, x, i) : (struct even){ .known = true, .varying = true };

	if (!e.varying) {
		put_scalars(t, x, i, n, k);
		put_bases(t, i->d, width, e.stride);
		return;
	}
	if (i->guard != NO_REF) {
		buf_puts(t->text, "\t{ const uint32_t g = ");
		put_guard(t, i);
		buf_printf(t->text, ", m = g & mask; if (m) { T[%u].warps++; T[%u].threads += (unsigned)__builtin_popcount(m); }\n", i->tally, i->tally);
	}
	if (x->rule == NO_SCALAR && width == WIDE) {
		buf_puts(t->text, "\t{ const W v = ");
		put_call(t, x, i);
		buf_puts(t->text, "; if (!likely(!no_number(v))) {\n");
		put_store(t, i->a, WIDE);
		put_store(t, i->b, WIDE);
		if (x->widths[3])
			put_store(t, i->c, WIDE);
		buf_printf(t->text, "\tn->step(n, %zu); w%u = get64(n->rows + %u); } else w%u = v; }\n", k, i->d, i->d >> 1, i->d);
		return;
	}
	buf_printf(t->text, "\t%c%u = ", letters[width], i->d);
	if (i->guard != NO_REF && width != PREDICATE)
		buf_printf(t->text, "blend%s(g, ", suffixes[width]);
	else if (i->guard != NO_REF)
		buf_printf(t->text, "(p%u & ~g) | (g & ", i->d);
	if (x->selects)
		put_select(t, x, i);
	else
		put_call(t, x, i);
	if (i->guard != NO_REF && width != PREDICATE)
		buf_printf(t->text, ", %c%u)", letters[width], i->d);
	else if (i->guard != NO_REF)
		buf_puts(t->text, ")");
	buf_puts(t->text, i->guard != NO_REF ? "; }\n" : ";\n");
}

static void put_special(const struct translation *t, const struct insn *i)
{
	static const struct { uint64_t sreg; const char *value[2]; } known[] = {
		{ PTX_SR_CTAID_X, { "n->ctaid[0]", "n->ctaid[0]" } }, { PTX_SR_CTAID_Y, { "n->ctaid[1]", "n->ctaid[1]" } },
		{ PTX_SR_CTAID_Z, { "n->ctaid[2]", "n->ctaid[2]" } }, { PTX_SR_NCTAID_X, { "n->nctaid[0]", "n->nctaid[0]" } },
		{ PTX_SR_NCTAID_Y, { "n->nctaid[1]", "n->nctaid[1]" } }, { PTX_SR_NCTAID_Z, { "n->nctaid[2]", "n->nctaid[2]" } },
		{ PTX_SR_NTID_X, { "n->ntid[0]", "n->ntid[0]" } }, { PTX_SR_NTID_Y, { "n->ntid[1]", "n->ntid[1]" } },
		{ PTX_SR_NTID_Z, { "n->ntid[2]", "n->ntid[2]" } }, { PTX_SR_TID_X, { "n->tid[0][0]", "n->tid[0][16]" } },
		{ PTX_SR_TID_Y, { "n->tid[1][0]", "n->tid[1][16]" } }, { PTX_SR_TID_Z, { "n->tid[2][0]", "n->tid[2][16]" } },
	};

	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (known[k].sreg == i->imm)
			buf_printf(t->text, "\t{ const uint32_t h0 = %s, h1 = %s; ", known[k].value[0], known[k].value[1]);
	put_bases(t, i->d, NARROW, i->imm == PTX_SR_TID_X);
}

static void put_moved(const struct translation *t, const struct insn *i)
{
	const char *sign = i->op == X_CVTA ? "+" : "-";

	if (!is_scalar(t, i->a)) {
		buf_printf(t->text, "\tw%u = V_%s_64(w%u, even64(UINT64_C(%llu), UINT64_C(%llu), 0));\n", i->d, i->op == X_CVTA ? "ADD" : "SUB",
			   i->a, (unsigned long long)i->imm, (unsigned long long)i->imm);
		return;
	}
	for (unsigned h = 0; h < 2; h++) {
		buf_printf(t->text, h ? ", h1 = " : "\t{ const uint64_t h0 = ");
		put_scalar(t, i->a, WIDE, h);
		buf_printf(t->text, " %s UINT64_C(%llu)", sign, (unsigned long long)i->imm);
	}
	buf_puts(t->text, "; ");
	put_bases(t, i->d, WIDE, shape_of(t, i->a).stride);
}

/* An address's offset in the span of a site, for half h. */
static void put_offset(const struct translation *t, const struct insn *i, int64_t distance, unsigned h, const char *site)
{
	buf_puts(t->text, i->wide_base ? "(" : "(uint32_t)(");
	put_scalar(t, i->a, i->wide_base ? WIDE : NARROW, h);
	buf_printf(t->text, i->wide_base ? " + UINT64_C(%llu)) - %s->addr" : " + UINT32_C(%llu)) - %s->addr",
		   i->wide_base ? (unsigned long long)distance : (unsigned long long)(uint32_t)(uint64_t)distance, site);
}

/* Before the first of some accesses at one base: the test, and what is the same for all. */
static void put_group(const struct translation *t, const struct insn *i, size_t n, size_t k, long long stride)
{
	const struct together *g = &t->together[k];
	const unsigned bytes = (unsigned)i->elem * i->vec;
	char site[24];

	snprintf(site, sizeof site, "g%zu", k);
	buf_printf(t->text, "\tstruct site *const g%zu = &n->sites[%u];\n", k, i->site);
	for (unsigned h = 0; h < 2; h++) {
		buf_printf(t->text, "\tconst uint64_t g%zu_%u = ", k, h);
		put_offset(t, i, g->low, h, site);
		buf_puts(t->text, ";\n");
	}
	buf_printf(t->text, "\tif (!likely(inside(g%zu, g%zu_0, g%zu_1, UINT64_C(%llu), %u))) { n->missed++; ", k, k, k,
		   (unsigned long long)(15 * stride + (g->high - g->low)), bytes);
	put_leave(t, n, k);
	buf_puts(t->text, "\t}\n");
	buf_printf(t->text, "\tuint8_t *const g%zu_host = g%zu->host; const bool g%zu_shared = ", k, k, k);
	buf_printf(t->text, i->src->space == PTX_SHARED ? "true;\n" : i->src->space == PTX_GLOBAL ? "false;\n" : "g%zu->space == SHARED;\n", k);
	buf_printf(t->text, "\tconst q4 g%zu_each = count_of(n, g%zu, g%zu_shared, g%zu_0, g%zu_1, %u, %s, %s);\n", k, k, k, k, k, bytes,
		   stride ? "true" : "false", i->op == X_LD32 || i->op == X_LD64 || i->op == X_LDN ? "true" : "false");
	put_sum(t, k);
}

/* A store's values, for the checkers: the row `v`, or of a list an array of rows. */
static void put_value(const struct translation *t, const struct insn *i)
{
	const enum width width = i->op == X_ST64 || (i->op == X_STN && i->wide) ? WIDE : NARROW;
	const char letter = width == WIDE ? 'W' : 'R';

	if (i->op == X_STN) {
		buf_printf(t->text, "\tconst %c v[] = { ", letter);
		for (unsigned k = 0; k < i->vec; k++) {
			put_vector(t, i->list[k], width);
			buf_puts(t->text, ", ");
		}
		buf_puts(t->text, "};\n");
	} else if (i->op == X_ST32 || i->op == X_ST64) {
		buf_printf(t->text, "\tconst %c v = ", letter);
		put_vector(t, i->d, width);
		buf_puts(t->text, ";\n");
	}
}

/* Loads and stores of one element of the register's width, at offsets a and b of `host`. ahead: native.h; -1: fetches nothing ahead. */
static void put_move(const struct translation *t, const struct insn *i, long long stride, int ahead)
{
	bool load = i->op == X_LD32 || i->op == X_LD64;
	unsigned bytes = i->op == X_LD64 || i->op == X_ST64 ? 8 : 4;
	enum width width = bytes == 8 ? WIDE : NARROW;
	const char *type = bytes == 8 ? "uint64_t" : "uint32_t";

	if (load && stride == 0) {
		buf_printf(t->text, "\t{ %s h0, h1; memcpy(&h0, host + a, %u); memcpy(&h1, host + b, %u); ", type, bytes, bytes);
		put_bases(t, i->d, width, 0);
	} else if (load && stride == (long long)bytes) {
		if (ahead >= 0)
			buf_printf(t->text, "\tfetch_ahead(n, %d, host + a, b - a);\n", ahead);
		buf_printf(t->text, "\tmemcpy(&%c%u.v0, host + a, %u); memcpy(&%c%u.v2, host + b, %u);\n", letters[width], i->d, 16 * bytes,
			   letters[width], i->d, 16 * bytes);
	} else if (load) {
		buf_printf(t->text, "\t%s x[32]; for (unsigned l = 0; l < 32; l++) memcpy(&x[l], host + (l < 16 ? a : b) + l %% 16 * UINT64_C(%llu), %u); "
				    "memcpy(&%c%u, x, sizeof x);\n", type, (unsigned long long)stride, bytes, letters[width], i->d);
	} else if (stride == (long long)bytes) {
		buf_printf(t->text, "\tmemcpy(host + a, &v.v0, %u); memcpy(host + b, &v.v2, %u);\n", 16 * bytes, 16 * bytes);
	} else {
		buf_printf(t->text, "\t%s x[32]; memcpy(x, &v, sizeof x); for (unsigned l = 0; l < 32; l++) memcpy(host + (l < 16 ? a : b) + l %% 16 * UINT64_C(%llu), &x[l], %u);\n",
			   type, (unsigned long long)stride, bytes);
	}
}

/* Moves element k of all lanes, at addresses host + at(l), from or to a register. */
static void put_element(const struct translation *t, const struct insn *i, unsigned k, long long stride)
{
	const bool load = i->op == X_LDN;
	const enum width width = i->wide ? WIDE : NARROW;
	const char *type = i->wide ? "uint64_t" : "uint32_t";
	const unsigned bits = 8u * i->elem, at = k * i->elem;

	if (load && stride == 0) {
		buf_printf(t->text, "\t{ %sint%u_t e0, e1; memcpy(&e0, host + a + %u, %u); memcpy(&e1, host + b + %u, %u);\n"
				    "\tconst %s h0 = (%s)e0, h1 = (%s)e1; ", i->sign ? "" : "u", bits, at, i->elem, at, i->elem, type, type, type);
		put_bases(t, i->list[k], width, 0);
		return;
	}
	buf_printf(t->text, "\t{ %s x[32]; ", type);
	if (!load) {
		buf_printf(t->text, "const %c v = ", i->wide ? 'W' : 'R');
		put_vector(t, i->list[k], width);
		buf_puts(t->text, "; memcpy(x, &v, sizeof x); ");
	}
	buf_printf(t->text, "for (unsigned l = 0; l < 32; l++) { uint8_t *const at = host + (l < 16 ? a : b) + l %% 16 * UINT64_C(%llu) + %u; ",
		   (unsigned long long)stride, at);
	if (load)
		buf_printf(t->text, "%sint%u_t e; memcpy(&e, at, %u); x[l] = (%s)e; } memcpy(&%c%u, x, sizeof x); }\n", i->sign ? "" : "u", bits,
			   i->elem, type, letters[width], i->list[k]);
	else
		buf_printf(t->text, "const uint%u_t e = (uint%u_t)x[l]; memcpy(at, &e, %u); } }\n", bits, bits, i->elem);
}

/* Vectors and narrow elements likewise. */
static void put_moves(const struct translation *t, const struct insn *i, long long stride, int ahead)
{
	if (i->op != X_LDN && i->op != X_STN)
		put_move(t, i, stride, ahead);
	else
		for (unsigned j = 0; j < i->vec; j++)
			if (i->list[j] != NO_REF)
				put_element(t, i, j, stride);
}

static void put_access_fast(const struct translation *t, const struct insn *i, size_t n, size_t k, int ahead)
{
	const long long stride = shape_of(t, i->a).stride;
	const size_t of = t->together[k].of;
	const unsigned long long from = (unsigned long long)(access_distance(i) - t->together[of].low);

	if (of == k)
		put_group(t, i, n, k, stride);
	buf_printf(t->text, "\t{ uint8_t *const host = g%zu_host; const uint64_t a = g%zu_0 + %llu, b = g%zu_1 + %llu;\n", of, of, from, of, from);
	if (sum_of(t, k) < 0)
		buf_printf(t->text, "\tcount_one(n, &n->sites[%u], g%zu_shared, g%zu_each, a, b, %u, %s);\n", i->site, of, of,
			   (unsigned)i->elem * i->vec, stride ? "true" : "false");
	put_value(t, i);
	put_moves(t, i, stride, ahead);
	buf_puts(t->text, "\t}\n");
}

/* At an EVEN address. */
static void put_access(struct translation *t, const struct insn *i, size_t n, size_t k)
{
	const bool load = i->op == X_LD32 || i->op == X_LD64 || i->op == X_LDN;
	const long long stride = shape_of(t, i->a).stride;
	const int ahead = i->src->space == PTX_GLOBAL && t->nahead < NATIVE_AHEAD ? (int)t->nahead++ : -1;

	if (t->fast && t->together[k].joins) {
		put_access_fast(t, i, n, k, ahead);
		return;
	}
	buf_printf(t->text, "\t{ struct site *const s = &n->sites[%u]; uint8_t *const host = s->host; const uint64_t a = ", i->site);
	put_offset(t, i, access_distance(i), 0, "s");
	buf_puts(t->text, ", b = ");
	put_offset(t, i, access_distance(i), 1, "s");
	buf_puts(t->text, ";\n");
	put_value(t, i);
	buf_printf(t->text, "\tif (likely(whole && access_note(n, s, a, b, %zu, %u, UINT64_C(%llu), %s))) {\n", k, (unsigned)i->elem * i->vec,
		   (unsigned long long)stride, load ? "0" : i->op == X_STN ? "v" : "&v");
	put_moves(t, i, stride, ahead);
	buf_puts(t->text, "\t} else {\n");
	put_step(t, n, k);
	buf_puts(t->text, "\t} }\n");
}

static void put_predicates(const struct translation *t, const struct insn *i)
{
	const char *op = i->op == X_PRED_AND ? "&" : i->op == X_PRED_OR ? "|" : "^";

	buf_printf(t->text, "\tp%u = %s(%s", i->d, i->op == X_PRED_NOT ? "~" : "", i->flags & NEGATE_A ? "~" : "");
	put_vector(t, i->a, PREDICATE);
	buf_puts(t->text, ")");
	if (i->op != X_PRED_NOT && i->op != X_PRED_MOV) {
		buf_printf(t->text, " %s (%s", op, i->flags & NEGATE_B ? "~" : "");
		put_vector(t, i->b, PREDICATE);
		buf_puts(t->text, ")");
	}
	buf_puts(t->text, ";\n");
}

/* False if the interpreter has to go on from here. */
static bool put_insn(struct translation *t, size_t n, size_t k)
{
	const struct insn *i = &t->code->insns[k];
	const struct text *x = text_of(i);
	struct operands o;

	if (!operands_of(i, &o))
		return false;
	if (x && (i->guard == NO_REF || !(x->rule == NO_SCALAR && x->widths[0] == 'w'))) {
		put_text(t, x, i, n, k);
		return true;
	}
	if (i->guard == NO_REF)
		switch (i->op) {
		case X_NOP: case X_SLEEP: return true; /* kernels whose threads wait for others are not translated while blocks take turns */
		case X_SREG:
			if (special_shape(t, i).varying || i->wide || (!t->shaped && i->imm == PTX_SR_TID_X))
				break;
			put_special(t, i);
			return true;
		case X_LD_PARAM:
			if (!param_is_plain(t, i))
				break;
			buf_printf(t->text, "\t{ %s h0, h1; memcpy(&h0, n->params + %llu, %u); h1 = h0; ", i->wide ? "uint64_t" : "uint32_t",
				   (unsigned long long)(constant_of(t, i->a, i->wide_base ? WIDE : NARROW) + i->imm), i->elem);
			put_bases(t, i->list[0], i->wide ? WIDE : NARROW, 0);
			return true;
		case X_CVTA: case X_CVTA_TO:
			if (!moves_address(i))
				break;
			put_moved(t, i);
			return true;
		case X_LD32: case X_LD64: case X_ST32: case X_ST64: case X_LDN: case X_STN:
			if (!access_is_even(t, i))
				break;
			put_access(t, i, n, k);
			return true;
		case X_PRED_AND: case X_PRED_OR: case X_PRED_XOR: case X_PRED_NOT: case X_PRED_MOV:
			put_predicates(t, i);
			return true;
		default: break;
		}
	put_step(t, n, k);
	return true;
}

/* ---- text: `run` --------------------------------------------------------------------- */

/* Must all exits store the register? Those live at the start of the block, and those it writes. */
static bool is_stored(const struct translation *t, size_t n, size_t r, bool and_written)
{
	const struct block *b = &t->code->blocks[n];

	if (!t->regs[r].is_written)
		return false;
	if (n < t->code->nblocks && t->live[n * t->nregs + r])
		return true;
	for (size_t k = b->first; and_written && k < b->last; k++) {
		struct operands o;

		if (!operands_of(&t->code->insns[k], &o))
			return false;
		for (unsigned j = 0; j < o.n; j++)
			if (o.at[j].is_written && o.at[j].ref == t->regs[r].ref)
				return true;
	}
	return false;
}

static void put_go(const struct translation *t, size_t from, size_t to)
{
	(void)t;
	buf_printf(t->text, "{ n->from = %zu; if (left < 0) goto turn_%zu; goto block_%zu; }\n", from, to, to);
}

/* The scalars that stay in `saved` across a barrier: how many in all, or how many before register `before`. */
static size_t saved_count(const struct translation *t, size_t n, size_t before)
{
	size_t count = 0;

	for (size_t r = 0; r < before; r++)
		if (t->live[n * t->nregs + r] && t->regs[r].shape == EVEN && t->regs[r].width != PREDICATE)
			count += 2;
	return count;
}

/* Can the warp return to block n with its EVEN registers in `saved`? */
static bool is_lazy(const struct translation *t, size_t n)
{
	const struct block *before = n && n < t->code->nblocks ? &t->code->blocks[n - 1] : NULL;

	return before && before->term == TERM_BAR && terminator_is_known(before, &t->code->insns[before->last]) &&
	       saved_count(t, n, t->nregs) && saved_count(t, n, t->nregs) <= NATIVE_SAVED;
}

static void put_saved(const struct translation *t, size_t n, bool back)
{
	for (size_t r = 0; r < t->nregs; r++) {
		const struct reg *g = &t->regs[r];
		size_t at = saved_count(t, n, r);

		if (!t->live[n * t->nregs + r])
			continue;
		if (g->shape == EVEN && g->width != PREDICATE && back)
			buf_printf(t->text, "\t%c%u_0 = (uint%s_t)n->saved[%zu]; %c%u_1 = (uint%s_t)n->saved[%zu];\n", letters[g->width], g->ref,
				   suffixes[g->width], at, letters[g->width], g->ref, suffixes[g->width], at + 1);
		else if (g->shape == EVEN && g->width != PREDICATE)
			buf_printf(t->text, "\tn->saved[%zu] = %c%u_0; n->saved[%zu] = %c%u_1;\n", at, letters[g->width], g->ref, at + 1,
				   letters[g->width], g->ref);
		else if (back)
			buf_printf(t->text, "\t%c%u = get%s(n->rows + %u);\n", letters[g->width], g->ref, suffixes[g->width], g->ref >> 1);
		else if (g->is_written)
			put_store(t, g->ref, g->width);
	}
}

static void put_ways_in(const struct translation *t)
{
	buf_puts(t->text, "\tif (n->lazy) switch (n->lazy - 1) {\n");
	for (size_t n = 0; n < t->code->nblocks; n++)
		if (is_lazy(t, n))
			buf_printf(t->text, "\tcase %zu: goto again_%zu;\n", n, n);
	buf_puts(t->text, "\tdefault: return 0;\n\t}\n\tswitch (n->pc) {\n");
	for (size_t n = 0; n < t->code->nblocks; n++)
		buf_printf(t->text, "\tcase %zu: goto enter_%zu;\n", n, n);
	buf_puts(t->text, "\tdefault: return 0;\n\t}\n");
	for (size_t n = 0; n < t->code->nblocks; n++) {
		buf_printf(t->text, "enter_%zu:\n", n);
		for (size_t r = 0; r < t->nregs; r++)
			if (t->live[n * t->nregs + r])
				put_load(t, &t->regs[r], "return 0");
		buf_printf(t->text, "\tgoto block_%zu;\n", n);
		if (!is_lazy(t, n))
			continue;
		buf_printf(t->text, "again_%zu:\n", n);
		put_saved(t, n, true);
		buf_printf(t->text, "\tn->lazy = 0;\n\tif (n->settle) goto turn_%zu;\n\tgoto block_%zu;\n", n, n);
	}
}

static void put_ways_out(const struct translation *t)
{
	for (size_t n = 0; n < t->code->nblocks; n++) {
		buf_printf(t->text, "turn_%zu:\n", n);
		for (size_t r = 0; r < t->nregs; r++)
			if (is_stored(t, n, r, false))
				put_store(t, t->regs[r].ref, t->regs[r].width);
		buf_printf(t->text, "\tn->pc = %zu; n->left = left; return 1;\ninside_%zu:\n", n, n);
		for (size_t r = 0; r < t->nregs; r++)
			if (is_stored(t, n, r, true))
				put_store(t, t->regs[r].ref, t->regs[r].width);
		buf_printf(t->text, "\tn->pc = %zu; goto inside;\n", n);
	}
	buf_puts(t->text, "inside:\n\tif (n->kept_bytes) { memcpy(n->rows + n->kept_at, n->kept, n->kept_bytes); n->kept_bytes = 0; }\n"
			  "\tn->left = left; return 2;\n");
}

static void put_terminator(const struct translation *t, size_t n)
{
	const struct block *b = &t->code->blocks[n];
	const struct insn *i = &t->code->insns[b->last];

	if (b->term == TERM_NONE && n + 1 < t->code->nblocks) {
		put_go(t, n, n + 1);
	} else if (b->term == TERM_BRA && i->guard == NO_REF) {
		put_go(t, n, b->target);
	} else if (b->term == TERM_BRA) {
		buf_puts(t->text, "\t{ const uint32_t g = (");
		put_guard(t, i);
		buf_printf(t->text, ") & mask;\n\tif (g == mask) { T[%u].warps++; T[%u].threads += lanes; ", i->tally, i->tally);
		put_go(t, n, b->target);
		buf_puts(t->text, "\t}\n\tif (!g) ");
		put_go(t, n, n + 1);
		buf_puts(t->text, "\t");
		put_leave(t, n, b->last);
		buf_puts(t->text, "\t}\n");
	} else if (is_lazy(t, n + 1)) {
		put_saved(t, n + 1, false);
		buf_printf(t->text, "\tn->lazy = %zu; n->at = %u; n->pc = %zu; goto inside;\n", n + 2, b->last, n);
	} else {
		put_leave(t, n, b->last);
	}
}

static void put_run_block(struct translation *t, size_t n)
{
	const struct block *b = &t->code->blocks[n];
	size_t k = b->first;

	while (k < b->last && put_insn(t, n, k))
		k++;
	if (k < b->last)
		put_leave(t, n, k);
	else
		put_terminator(t, n);
}

static void put_run(struct translation *t, size_t index)
{
	buf_printf(t->text, "static int run_%zu(struct N *n)\n{\n\tconst uint32_t mask = n->mask, lanes = (uint32_t)__builtin_popcount(mask);\n"
			    "\tconst bool whole = mask == UINT32_MAX, plain = whole && !n->watched && !n->noted;\n\tint64_t left = n->left;\n\tstruct tally *const T = n->tallies;\n", index);
	for (size_t r = 0; r < t->nregs; r++)
		put_declaration(t, &t->regs[r]);
	buf_puts(t->text, "\t(void)plain; (void)T; (void)lanes;\n");
	put_ways_in(t);
	for (size_t n = 0; n < t->code->nblocks; n++) {
		const struct block *b = &t->code->blocks[n];

		buf_printf(t->text, "block_%zu:\n\tT[%u].warps++; T[%u].threads += lanes; left -= %u;\n", n, b->tally, b->tally, b->count);
		if (block_has_groups(t, b)) {
			buf_printf(t->text, "\tif (likely(plain && n->missed < %d)) {\n", MOST_MISSED);
			t->fast = true;
			put_run_block(t, n);
			t->fast = false;
			buf_puts(t->text, "\t}\n");
		}
		put_run_block(t, n);
	}
	put_ways_out(t);
	buf_puts(t->text, "}\n");
}

/* ---- text: `blocks` ------------------------------------------------------------------ */

/* The number of operations from the start of the block with a text of their own, up to the first unsupported one; *end: that one. */
static unsigned block_worth(const struct translation *t, const struct block *b, size_t *end)
{
	unsigned worth = 0;
	struct operands o;

	for (*end = b->first; *end < b->last && operands_of(&t->code->insns[*end], &o); ++*end)
		worth += text_of(&t->code->insns[*end]) != NULL;
	return worth;
}

static bool block_is_translated(const struct translation *t, size_t n)
{
	size_t end;

	return block_worth(t, &t->code->blocks[n], &end) >= 3;
}

static void put_block(struct translation *t, size_t index, size_t n)
{
	const struct block *b = &t->code->blocks[n];
	uint8_t *read = calloc(t->nregs + 1, 1), *written = calloc(t->nregs + 1, 1), *after = calloc(t->nregs + 1, 1);
	size_t end;

	block_worth(t, b, &end);
	if (!read || !written || !after) {
		t->text->failed = true;
		goto done;
	}
	for (size_t k = b->first; k < end; k++) {
		struct operands o;

		operands_of(&t->code->insns[k], &o);
		for (unsigned j = 0; j < o.n; j++)
			if (!is_constant(o.at[j].ref) && o.at[j].is_read && !written[reg_find(t, o.at[j].ref)])
				read[reg_find(t, o.at[j].ref)] = 1;
		for (unsigned j = 0; j < o.n; j++)
			if (o.at[j].is_written)
				written[reg_find(t, o.at[j].ref)] = 1;
	}
	live_after_block(t, n, after);
	for (size_t k = b->last + (b->term != TERM_NONE); k-- > end;)
		live_before(t, b, k, after);
	buf_printf(t->text, "static uint32_t block_%zu_%zu(struct N *n)\n{\n\tconst uint32_t mask = n->mask;\n\tstruct tally *const T = n->tallies;\n",
		   index, n);
	for (size_t r = 0; r < t->nregs; r++)
		if (read[r] || written[r])
			put_declaration(t, &t->regs[r]);
	buf_puts(t->text, "\t(void)mask; (void)T;\n");
	for (size_t r = 0; r < t->nregs; r++)
		if (read[r])
			put_load(t, &t->regs[r], "");
	for (size_t k = b->first; k < end; k++)
		put_insn(t, n, k);
	for (size_t r = 0; r < t->nregs; r++)
		if (written[r] && after[r])
			put_store(t, t->regs[r].ref, t->regs[r].width);
	buf_printf(t->text, "\treturn %zu;\n}\n", end);
done:
	free(read);
	free(written);
	free(after);
}

static void put_blocks(struct translation *t, size_t index)
{
	for (size_t n = 0; n < t->code->nblocks; n++)
		if (block_is_translated(t, n))
			put_block(t, index, n);
	buf_printf(t->text, "static uint32_t (*const blocks_%zu[])(struct N *) = { ", index);
	for (size_t n = 0; n < t->code->nblocks; n++)
		if (block_is_translated(t, n))
			buf_printf(t->text, "block_%zu_%zu, ", index, n);
		else
			buf_puts(t->text, "0, ");
	buf_puts(t->text, "};\n");
}

/* ---- translating an image ------------------------------------------------------------ */

static bool put_code(const struct image *image, size_t index, bool even_tid, unsigned *nsums, struct buf *out)
{
	struct translation t = { .image = image, .code = image->codes[index], .even_tid = even_tid, .nsums = *nsums, .text = out };
	bool good = regs_collect(&t) && live_find(&t);

	if (good) {
		numbers_find(&t);
		t.shaped = true;
		shapes_find(&t);
		if ((good = groups_find(&t))) {
			sums_number(&t);
			put_run(&t, index);
			put_flush(&t, index);
			*nsums = t.nsums;
		}
		t.shaped = false;
		shapes_find(&t);
		put_blocks(&t, index);
	}
	free(t.together);
	free(t.regs);
	free(t.live);
	return good;
}

bool native_translate(const struct image *image, bool even_tid, struct buf *out)
{
	size_t insns = 0;
	unsigned nsums = 0;

	for (size_t n = 0; n < image->ncodes; n++)
		insns += image->codes[n]->ninsns;
	if (insns > MOST_INSNS)
		return false;
	buf_printf(out, "#define SHARED %d\n", PTX_SHARED);
	for (const char *const *line = native_prelude; *line; line++)
		buf_puts(out, *line);
	for (size_t n = 0; n < image->ncodes; n++)
		if (!put_code(image, n, even_tid, &nsums, out))
			return false;
	buf_puts(out, "const struct native_code warpbook_native[] = {\n");
	for (size_t n = 0; n < image->ncodes; n++)
		buf_printf(out, "\t{ run_%zu, blocks_%zu, flush_%zu },\n", n, n, n);
	buf_puts(out, "};\n");
	return !out->failed;
}
