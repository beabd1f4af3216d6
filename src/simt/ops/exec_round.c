/*
 * exec_round.c - arithmetic and conversions rounded towards zero, down or up. They are rare, so the code sets the
 * host's rounding mode around a plain loop, and keeps the compiler from moving floating-point work across that.
 */
#include "config.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "simt/exec/rows.h"
#include "simt/exec/warp.h"
#include "simt/ieee.h"

#ifndef __clang__
#pragma GCC optimize("rounding-math")
#else
#pragma STDC FENV_ACCESS ON
#endif

static int host_mode(enum ptx_round r)
{
	switch (r) {
	case PTX_RZ: return FE_TOWARDZERO;
	case PTX_RM: return FE_DOWNWARD;
	case PTX_RP: return FE_UPWARD;
	default: return FE_TONEAREST;
	}
}

static double compute64(enum ptx_op op, double a, double b, double c)
{
	volatile double x = a, y = b, r = 0;

	switch (op) {
	case PTX_ADD: r = x + y; break;
	case PTX_SUB: r = x - y; break;
	case PTX_MUL: r = x * y; break;
	case PTX_DIV: r = x / y; break;
	case PTX_RCP: r = 1.0 / x; break;
	case PTX_SQRT: r = sqrt(x); break;
	case PTX_FMA:
	case PTX_MAD: r = fma(x, y, c); break;
	default: break;
	}
	return r;
}

static float compute32(enum ptx_op op, float a, float b, float c)
{
	volatile float x = a, y = b, r = 0;

	switch (op) {
	case PTX_ADD: r = x + y; break;
	case PTX_SUB: r = x - y; break;
	case PTX_MUL: r = x * y; break;
	case PTX_DIV: r = x / y; break;
	case PTX_RCP: r = 1.0f / x; break;
	case PTX_SQRT: r = sqrtf(x); break;
	case PTX_FMA:
	case PTX_MAD: r = fmaf(x, y, c); break;
	default: break;
	}
	return r;
}

static float start32(const struct ptx_instr *src, float v)
{
	return src->ftz ? flush32(v) : v;
}

static float finish32(const struct ptx_instr *src, float v)
{
	v = start32(src, v);
	if (src->sat)
		return saturate32(v);
	/* A double's NaN keeps as much of its payload as fits. */
	return src->stype == PTX_F64 ? v : canonical32(v);
}

static double finish64(const struct ptx_instr *src, double v)
{
	return src->sat ? saturate64(v) : v;
}

/* The source of a conversion, rounded to double and to float directly from its own type. */
static double int_source(const struct ptx_instr *src, const union row *a, unsigned l, float *as_float)
{
	volatile float f;
	volatile double d;

#define FROM(T, v) do { T x = (T)(v); f = (float)x; d = (double)x; } while (0)
	switch (src->stype) {
	case PTX_U8: FROM(uint8_t, a->u32[l]); break;
	case PTX_S8: FROM(int8_t, a->u32[l]); break;
	case PTX_U16: FROM(uint16_t, a->u32[l]); break;
	case PTX_S16: FROM(int16_t, a->u32[l]); break;
	case PTX_U32: FROM(uint32_t, a->u32[l]); break;
	case PTX_S32: FROM(int32_t, a->u32[l]); break;
	case PTX_U64: FROM(uint64_t, a->u64[l]); break;
	case PTX_S64: FROM(int64_t, a->u64[l]); break;
	case PTX_F64: d = a->f64[l]; f = (float)d; break;
	default: f = start32(src, a->f32[l]); d = f; break;
	}
#undef FROM
	*as_float = f;
	return d;
}

void exec_ROUND(struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	const union row *a = ref_at(w, i->a);
	const union row *b = i->b == NO_REF ? a : ref_at(w, i->b), *c = i->c == NO_REF ? a : ref_at(w, i->c);
	union row *d = ref_at(w, i->d);
	int mode = fegetround();
	float f;
	double v;

	fesetround(host_mode(src->round));
	for each_lane(l, w->mask) {
		if (src->op == PTX_CVT) {
			v = int_source(src, a, l, &f);
			if (src->type == PTX_F64)
				d->f64[l] = finish64(src, v);
			else
				d->f32[l] = finish32(src, f);
		} else if (src->type == PTX_F64) {
			v = compute64(src->op, a->f64[l], b->f64[l], c->f64[l]);
			d->f64[l] = finish64(src, v);
		} else {
			f = compute32(src->op, start32(src, a->f32[l]), start32(src, b->f32[l]),
				      start32(src, c->f32[l]));
			/* A reciprocal below the smallest normal number is flushed before it could round up to it. */
			if (src->op == PTX_RCP && src->ftz && fabsf(a->f32[l]) > 0x1p126f)
				f = copysignf(0.0f, f);
			d->f32[l] = finish32(src, f);
		}
	}
	fesetround(mode);
}
