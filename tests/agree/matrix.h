/*
 * matrix.h - the cases that compare matrix instructions with a GPU: a
 * PTX module with a kernel for each row of matrix.def, and inputs made from a
 * seed. matrix_gpu.c runs them on a GPU and stores the results; matrix.c
 * runs them on the vm and compares.
 *
 * A kernel `k<number>(out, in)` runs as CASES blocks of one warp. For `mma` each thread reads
 * the registers of its fragments from `in`, [case][register][lane], and writes
 * those of D to `out`. wmma uses memory instead: A, B, C and D of each case in their
 * own layout.
 */
#ifndef WARPBOOK_AGREE_MATRIX_H
#define WARPBOOK_AGREE_MATRIX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES 48

enum content { BITS, F16, BF16, TF32, F32, F64 };

struct row {
	const char *text;               /* the instruction; wmma: its shape */
	enum content a, c;
	int na, nb, nc, nd;             /* 32-bit words that a thread reads and writes */
	int m, n, k;                    /* wmma */
	const char *la, *lb, *lc, *ta, *tc, *td, *types;
	int ra, rb, rc, rd;             /* wmma: registers of the fragments */
};

#define WORDS(content, regs) ((content) == F64 ? 2 * (regs) : (regs))
#define ELEMENT_BITS(t) (!strcmp(t, "f64") ? 64 : t[1] == '8' ? 8 : !strcmp(t, "f16") || !strcmp(t, "bf16") ? 16 : 32)

static const struct row rows[] = {
#define MMA(t, ka, kc, ra, rb, rc, rd) { .text = t, .a = ka, .c = kc, .na = WORDS(ka, ra), .nb = WORDS(ka, rb), \
	.nc = WORDS(kc, rc), .nd = WORDS(kc, rd) },
#define WMMA(s, m_, n_, k_, la_, lb_, lc_, ta_, ra_, rb_, ka, tc_, rc_, kc, td_, rd_, types_) \
	{ .text = s, .a = ka, .c = kc, .m = m_, .n = n_, .k = k_, .la = la_, .lb = lb_, .lc = lc_, .ta = ta_, .tc = tc_, \
	  .td = td_, .types = types_, .ra = ra_, .rb = rb_, .rc = rc_, .rd = rd_ },
#define MATRIX(t, ra, rd) { .text = t, .na = ra, .nd = rd },
#include "matrix.def"
#undef MMA
#undef WMMA
#undef MATRIX
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

/* Words of one case: A, B, C as they lie in the input, D in the output. */
static void row_sizes(const struct row *r, int *a, int *b, int *c, int *d)
{
	if (!r->m) {
		*a = 32 * r->na, *b = 32 * r->nb, *c = 32 * r->nc, *d = 32 * r->nd;
		return;
	}
	*a = r->m * r->k * ELEMENT_BITS(r->ta) / 32;
	*b = r->k * r->n * ELEMENT_BITS(r->ta) / 32;
	*c = r->m * r->n * ELEMENT_BITS(r->tc) / 32;
	*d = r->m * r->n * ELEMENT_BITS(r->td) / 32;
}

__attribute__((unused))
static size_t row_in_words(const struct row *r)
{
	int a, b, c, d;

	row_sizes(r, &a, &b, &c, &d);
	return (size_t)(a + b + c) * CASES;
}

static size_t row_out_words(const struct row *r)
{
	int a, b, c, d;

	row_sizes(r, &a, &b, &c, &d);
	return (size_t)d * CASES;
}

/* ---- the PTX ---- */

struct text { char *s; size_t len, cap; };

__attribute__((format(printf, 2, 3)))
static void put(struct text *t, const char *fmt, ...)
{
	__builtin_va_list ap;

	__builtin_va_start(ap, fmt);
	t->len += (size_t)vsnprintf(t->s + t->len, t->cap - t->len, fmt, ap);
	__builtin_va_end(ap);
	if (t->len >= t->cap)
		abort();
}

static const char *reg_type(enum content k) { return k == F64 ? "f64" : k == F32 ? "f32" : "b32"; }

/* "{%a0, %a1}" */
static void put_list(struct text *t, char name, int n)
{
	put(t, "{");
	for (int k = 0; k < n; k++)
		put(t, "%s%%%c%d", k ? ", " : "", name, k);
	put(t, "}");
}

static int regs(enum content k, int words) { return k == F64 ? words / 2 : words; }

/* Loads of a fragment, registers apart by a warp. */
static void put_loads(struct text *t, char name, enum content k, int words, int *at)
{
	int size = k == F64 ? 8 : 4;

	for (int r = 0; r < regs(k, words); r++, *at += 32 * size)
		put(t, "ld.global.%s %%%c%d, [%%in%d+%d];\n", reg_type(k), name, r, size, *at);
}

static void put_stores(struct text *t, enum content k, int words)
{
	int size = k == F64 ? 8 : 4;

	for (int r = 0; r < regs(k, words); r++)
		put(t, "st.global.%s [%%out%d+%d], %%d%d;\n", reg_type(k), size, r * 32 * size, r);
}

static void put_mma(struct text *t, const struct row *r)
{
	int at = 0;

	put_loads(t, 'a', r->a, r->na, &at);
	put_loads(t, 'b', r->a, r->nb, &at);
	put_loads(t, 'c', r->c, r->nc, &at);
	put(t, "%s ", r->text);
	put_list(t, 'd', regs(r->c, r->nd));
	put(t, ", ");
	put_list(t, 'a', regs(r->a, r->na));
	put(t, ", ");
	put_list(t, 'b', regs(r->a, r->nb));
	put(t, ", ");
	put_list(t, 'c', regs(r->c, r->nc));
	put(t, ";\n");
	put_stores(t, r->c, r->nd);
}

static void put_wmma(struct text *t, const struct row *r)
{
	int a, b, c, d;

	row_sizes(r, &a, &b, &c, &d);
	put(t, "wmma.load.a.sync.aligned.%s.%s.global.%s ", r->la, r->text, r->ta);
	put_list(t, 'a', r->ra);
	put(t, ", [%%in], %d;\nwmma.load.b.sync.aligned.%s.%s.global.%s ", *r->la == 'r' ? r->k : r->m, r->lb, r->text, r->ta);
	put_list(t, 'b', r->rb);
	put(t, ", [%%in+%d], %d;\nwmma.load.c.sync.aligned.%s.%s.global.%s ", 4 * a, *r->lb == 'r' ? r->n : r->k,
	    r->lc, r->text, r->tc);
	put_list(t, 'c', r->rc);
	put(t, ", [%%in+%d], %d;\nwmma.mma.sync.aligned.%s.%s.%s%s ", 4 * (a + b), *r->lc == 'r' ? r->n : r->m,
	    r->la, r->lb, r->text, r->types);
	put_list(t, 'd', r->rd);
	put(t, ", ");
	put_list(t, 'a', r->ra);
	put(t, ", ");
	put_list(t, 'b', r->rb);
	put(t, ", ");
	put_list(t, 'c', r->rc);
	put(t, ";\nwmma.store.d.sync.aligned.%s.%s.global.%s [%%out], ", r->lc, r->text, r->td);
	put_list(t, 'd', r->rd);
	put(t, ", %d;\n", *r->lc == 'r' ? r->n : r->m);
}

/* Rows of the matrices in shared memory are 16 bytes each, in an order of their own. */
static void put_matrix(struct text *t, const struct row *r)
{
	int at = 0;

	put_loads(t, 'a', BITS, r->na, &at);
	put(t, "mov.u32 %%base, s; mul.lo.u32 %%at, %%lane, 5; and.b32 %%at, %%at, 31;\n"
	    "mad.lo.u32 %%at, %%at, 16, %%base; mad.lo.u32 %%own, %%lane, 16, %%base;\n");
	if (r->text[0] == 'l')
		put(t, "st.shared.v4.b32 [%%own], {%%a0, %%a1, %%a2, %%a3}; bar.sync 0;\n");
	if (r->text[0] == 's')
		put(t, "st.shared.v4.b32 [%%own], {%%lane, %%lane, %%lane, %%lane}; bar.sync 0;\n");
	put(t, "%s\n", r->text);
	if (r->text[0] == 's')
		put(t, "bar.sync 0; ld.shared.v4.b32 {%%d0, %%d1, %%d2, %%d3}, [%%own];\n");
	put_stores(t, BITS, r->nd);
}

__attribute__((unused))
static char *module_text(void)
{
	struct text t = { .cap = 1 << 20 };

	t.s = malloc(t.cap);
	if (!t.s)
		abort();
	put(&t, ".version 8.4\n.target sm_90\n.address_size 64\n");
	for (size_t k = 0; k < ROWS; k++) {
		const struct row *r = &rows[k];
		enum content ca = r->m && r->a != F64 ? BITS : r->a;
		enum content cc = r->m && (r->c == F32 || r->c == F64) ? r->c : r->m ? BITS : r->c;
		enum content cd = !r->m ? cc : !strcmp(r->td, "f32") ? F32 : cc;
		int a, b, c, d;

		row_sizes(r, &a, &b, &c, &d);
		put(&t, ".visible .entry k%zu(.param .u64 out, .param .u64 in)\n{\n"
		    ".shared .align 16 .b8 s[512];\n.reg .b32 %%lane, %%block, %%base, %%at, %%own;\n"
		    ".reg .b64 %%in, %%out, %%in4, %%in8, %%out4, %%out8;\n"
		    ".reg .%s %%a<16>, %%b<16>;\n.reg .%s %%c<16>;\n.reg .%s %%d<16>;\n"
		    "ld.param.u64 %%out, [out]; ld.param.u64 %%in, [in];\n"
		    "mov.u32 %%lane, %%tid.x; mov.u32 %%block, %%ctaid.x;\n"
		    "mad.wide.u32 %%in, %%block, %d, %%in; mad.wide.u32 %%out, %%block, %d, %%out;\n"
		    "mad.wide.u32 %%in4, %%lane, 4, %%in; mad.wide.u32 %%in8, %%lane, 8, %%in;\n"
		    "mad.wide.u32 %%out4, %%lane, 4, %%out; mad.wide.u32 %%out8, %%lane, 8, %%out;\n",
		    k, reg_type(ca), reg_type(cc), reg_type(cd), 4 * (a + b + c), 4 * d);
		if (r->m)
			put_wmma(&t, r);
		else if (r->nc)
			put_mma(&t, r);
		else
			put_matrix(&t, r);
		put(&t, "ret;\n}\n");
	}
	return t.s;
}

/* ---- inputs ---- */

static uint64_t mixed(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* A float of `e` exponent and `f` fraction bits. By case: near one, tiny differences, any, special values too. */
static uint64_t float_bits(uint64_t *state, int e, int f, int kind)
{
	uint64_t x = mixed(state), sign = x >> 63, fraction = (x >> 8) & ((1ull << f) - 1), bias = (1ull << (e - 1)) - 1;
	uint64_t exponent, top = (1ull << e) - 1;

	switch (kind) {
	case 0: exponent = bias - x % 4; break;
	case 1: exponent = bias + 3 - x % 12; break;
	case 2: exponent = bias; fraction = 0; break;
	case 3: exponent = (x >> 3) % (bias / 2) + bias - bias / 4; break;
	case 4: exponent = x % 16 < 2 ? 0 : (x >> 4) % top; if (x % 16 == 0) fraction = 0; break;
	default: exponent = x % 64 == 0 ? top : x % 16 == 1 ? 0 : (x >> 6) % top; if (x % 32 == 0) fraction = 0; break;
	}
	return sign << (e + f) | exponent << f | fraction;
}

static void fill(uint32_t *to, int words, enum content k, int kind, uint64_t *state)
{
	for (int w = 0; w < words; w++)
		switch (k) {
		case BITS: to[w] = (uint32_t)mixed(state); break;
		case F16: to[w] = (uint32_t)(float_bits(state, 5, 10, kind) | float_bits(state, 5, 10, kind) << 16); break;
		case BF16: to[w] = (uint32_t)(float_bits(state, 8, 7, kind) | float_bits(state, 8, 7, kind) << 16); break;
		case TF32: to[w] = (uint32_t)float_bits(state, 8, 23, kind); break;
		case F32: to[w] = (uint32_t)float_bits(state, 8, 23, kind); break;
		case F64: {
			uint64_t v = float_bits(state, 11, 52, kind);

			memcpy(to + w++, &v, sizeof(v));
			break;
		}
		}
}

/* Kinds of case: six for A and B, and each with a C that is alike, zero, or large in its own way. */
__attribute__((unused))
static void inputs_make(size_t row, uint32_t *in)
{
	const struct row *r = &rows[row];
	uint64_t state = row * 1000003;
	int a, b, c, d;

	row_sizes(r, &a, &b, &c, &d);
	for (int n = 0; n < CASES; n++) {
		int kind = n % 6;

		fill(in, a, r->a, kind, &state);
		fill(in + a, b, r->a, kind, &state);
		fill(in + a + b, c, r->c, n / 6 % 3 == 2 ? 3 : kind, &state);
		if (n / 6 % 3 == 1 && r->c != BITS)
			memset(in + a + b, 0, 4 * (size_t)c);
		in += a + b + c;
	}
}

#endif
