/*
 * bounds.c - the instructions of limited accuracy, and the largest difference from the
 * exact result that the PTX manual allows (its sections are named by opcode).
 * Special results (NaN, infinities, zeros) must be exact.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "agree.h"

/* The limited part of `error`: relative to the result, absolute, or in units in the last place. */
enum bound_kind { BOUND_RELATIVE, BOUND_ABSOLUTE, BOUND_ULP };

static double exact_ex2(double a, double b) { (void)b; return exp2(a); }
static double exact_lg2(double a, double b) { (void)b; return log2(a); }
static double exact_rcp(double a, double b) { (void)b; return 1 / a; }
static double exact_rsqrt(double a, double b) { (void)b; return 1 / sqrt(a); }
static double exact_sqrt(double a, double b) { (void)b; return sqrt(a); }
/* The hardware takes the sine of this: the angle in turns, truncated to a float (1 / 2 pi is also a float). */
static double turns(double a)
{
	double exact = a * 0x1.45f306p-3;
	float t = (float)exact;

	if (fabs((double)t) > fabs(exact))
		t = nextafterf(t, 0);
	exact = t - rint(t);
	return exact == 0 ? copysign(0, a) : exact;
}

static double exact_sin(double a, double b) { (void)b; return sin(2 * M_PI * turns(a)); }
static double exact_cos(double a, double b) { (void)b; return cos(2 * M_PI * turns(a)); }
static double exact_tanh(double a, double b) { (void)b; return tanh(a); }
static double exact_div(double a, double b) { return a / b; }

static const struct bound {
	enum ptx_op op;
	enum ptx_type type;  /* of which the x2 type is two */
	enum bound_kind kind;
	double limit;
	double (*exact)(double a, double b);
} bounds[] = {
	{ PTX_EX2, PTX_F32, BOUND_RELATIVE, 0x1p-22 * 1.05, exact_ex2 },    /* 2 ulp and a little: 2^-22.5 of the fraction */
	{ PTX_EX2, PTX_F16, BOUND_RELATIVE, 0x1.1p-9, exact_ex2 },          /* 2^-9.9 */
	{ PTX_EX2, PTX_BF16, BOUND_RELATIVE, 0x1p-7, exact_ex2 },           /* 2^-7 */
	{ PTX_LG2, PTX_F32, BOUND_ABSOLUTE, 0x1p-22, exact_lg2 },           /* absolute near 1, otherwise relative */
	{ PTX_RCP, PTX_F32, BOUND_RELATIVE, 0x1p-23, exact_rcp },           /* 1 ulp */
	{ PTX_RCP, PTX_F64, BOUND_RELATIVE, 0x1p-20, exact_rcp },           /* the upper 32 bits */
	{ PTX_RSQRT, PTX_F32, BOUND_RELATIVE, 0x1p-22, exact_rsqrt },       /* 2^-22.9 */
	{ PTX_RSQRT, PTX_F64, BOUND_RELATIVE, 0x1p-20, exact_rsqrt },
	{ PTX_SQRT, PTX_F32, BOUND_RELATIVE, 0x1p-22, exact_sqrt },         /* 2^-23 */
	{ PTX_SIN, PTX_F32, BOUND_ABSOLUTE, 0x1.7p-21, exact_sin },         /* 2^-20.5, of any angle in turns */
	{ PTX_COS, PTX_F32, BOUND_ABSOLUTE, 0x1.7p-21, exact_cos },
	{ PTX_TANH, PTX_F32, BOUND_RELATIVE, 0x1p-11, exact_tanh },
	{ PTX_TANH, PTX_F16, BOUND_RELATIVE, 0x1.1p-10, exact_tanh },       /* 2^-10.987 absolute */
	{ PTX_TANH, PTX_BF16, BOUND_RELATIVE, 0x1p-8, exact_tanh },
	{ PTX_DIV, PTX_F32, BOUND_ULP, 2, exact_div },
};

static enum ptx_type half_of(enum ptx_type t)
{
	return t == PTX_F16X2 ? PTX_F16 : t == PTX_BF16X2 ? PTX_BF16 : t;
}

static const struct bound *bound_find(const struct form *f)
{
	if (!f->instr.approx && !f->instr.full)
		return NULL;
	for (size_t k = 0; k < sizeof bounds / sizeof bounds[0]; k++)
		if (bounds[k].op == f->instr.op && bounds[k].type == half_of(f->instr.type))
			return &bounds[k];
	return NULL;
}

bool form_approximate(const struct form *f)
{
	return bound_find(f) != NULL;
}

/* ---- values ------------------------------------------------------------------ */

static double half_value(uint16_t bits)
{
	int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
	double v = exponent == 31 ? fraction ? NAN : INFINITY
		 : exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24);

	return bits & 0x8000 ? -v : v;
}

static double value_of(enum ptx_type type, uint64_t bits)
{
	uint32_t narrow = type == PTX_BF16 ? (uint32_t)bits << 16 : (uint32_t)bits;
	float f;
	double d;

	if (type == PTX_F16)
		return half_value((uint16_t)bits);
	memcpy(&f, &narrow, sizeof f);
	memcpy(&d, &bits, sizeof d);
	return type == PTX_F64 ? d : f;
}

/* Smallest normal, largest finite and the distance of subnormals. */
static void type_range(enum ptx_type type, double *low, double *high, double *step)
{
	*low = type == PTX_F16 ? 0x1p-14 : type == PTX_F64 ? DBL_MIN : FLT_MIN;
	*high = type == PTX_F16 ? 65504 : type == PTX_BF16 ? 0x1.fep127 : type == PTX_F64 ? DBL_MAX : FLT_MAX;
	*step = type == PTX_F16 ? 0x1p-24 : type == PTX_BF16 ? 0x1p-133 : type == PTX_F64 ? 0x1p-1074 : 0x1p-149;
}

static double limit_of(const struct form *f, const struct bound *b, double a, double exact)
{
	if (b->op == PTX_LG2 && (a <= 0.5 || a >= 2))
		return fabs(exact) * 0x1p-22;
	if (b->kind == BOUND_ULP)
		return fabs(exact) * 0x1p-23 * b->limit;
	if (b->op == PTX_TANH && f->instr.type != PTX_F32)
		return b->limit;
	return b->kind == BOUND_RELATIVE ? fabs(exact) * b->limit : b->limit;
}

static bool value_allow(const struct form *f, const struct bound *b, double a, double c, double got)
{
	double low, high, step, exact, limit;
	bool flush = f->instr.ftz;

	type_range(b->type, &low, &high, &step);
	if (flush && fabs(a) < low)
		a = copysign(0, a);
	if (flush && fabs(c) < low)
		c = copysign(0, c);
	exact = b->exact(a, c);
	/* div.approx: beyond 2^126 the divisor's reciprocal is zero. */
	if (b->op == PTX_DIV && f->instr.approx && fabs(c) > 0x1p126 && isfinite(c) && !isnan(a))
		exact = isinf(a) ? NAN : copysign(0, exact);
	if (isnan(exact) || isnan(got))
		return isnan(exact) && isnan(got);
	if (flush && fabs(exact) < low && got == 0)
		return true;
	limit = limit_of(f, b, a, exact);
	if (fabs(exact) + limit > high)
		return fabs(got) >= high && signbit(got) == signbit(exact);
	if (exact == 0 || isinf(exact))
		return got == exact && (signbit(got) == signbit(exact) || b->op == PTX_LG2);
	return fabs(got - exact) <= limit + step;
}

bool bounds_allow(const struct form *f, const uint64_t operands[CELLS], uint64_t bits)
{
	const struct bound *b = bound_find(f);
	int halves = b->type != f->instr.type ? 2 : 1, width = halves == 2 ? 16 : 64;

	for (int h = 0; h < halves; h++) {
		double a = value_of(b->type, operands[0] >> h * width), c = value_of(b->type, operands[1] >> h * width);

		/* rcp and rsqrt of f64 with .ftz use only the upper word. */
		if (b->type == PTX_F64 && f->instr.ftz)
			a = value_of(b->type, operands[0] & 0xffffffff00000000);
		if (!value_allow(f, b, a, c, value_of(b->type, bits >> h * width)))
			return false;
	}
	return true;
}
