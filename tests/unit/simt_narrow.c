/*
 * simt_narrow.c - conversions between floats and the formats of 8, 6 and 4 bits: every code, every half and every bfloat16,
 * and floats beside those, against a table that counts a format's values up from zero and a search for the nearest one.
 */
#include "config.h"

#include <math.h>
#include <stdint.h>

#include "tests/unit/simt_run.h"

#define INPUTS 65536

/* A format without its sign: value[code] for all finite codes; the bits of a code with its sign; what a NaN becomes. */
struct format { const char *type; int fraction, bias, finite; unsigned bits; uint32_t nan; double value[128]; };

static struct format formats[] = {
	{ "e4m3x2", 3, 7, 0x7e, 8, 0x7f, { 0 } }, { "e5m2x2", 2, 15, 0x7b, 8, 0x7f, { 0 } }, { "e2m1x2", 1, 1, 7, 4, 7, { 0 } },
	{ "e2m3x2", 3, 1, 0x1f, 6, 0x1f, { 0 } }, { "e3m2x2", 2, 3, 0x1f, 6, 0x1f, { 0 } },
};
#define FORMATS (sizeof formats / sizeof *formats)

/* The spacing is that of the subnormals up to the second power of two, and doubles at each one from there on. */
static void format_count(struct format *f)
{
	double step = ldexp(1, 1 - f->bias - f->fraction);

	for (int code = 1; code <= f->finite; code++) {
		f->value[code] = f->value[code - 1] + step;
		if (code % (1 << f->fraction) == 0 && code >= 2 << f->fraction)
			step *= 2;
	}
}

/* The nearest code, in ties the even one; beyond the largest value the largest. */
static uint32_t nearest(const struct format *f, double v)
{
	const double x = fmin(fabs(v), f->value[f->finite]);
	int best = 0;

	if (isnan(v))
		return f->nan;
	for (int code = 1; code <= f->finite; code++) {
		double gain = fabs(x - f->value[best]) - fabs(x - f->value[code]);

		if (gain > 0 || (gain == 0 && code % 2 == 0))
			best = code;
	}
	return (uint32_t)best | (signbit(v) ? 1u << (f->bits - 1) : 0);
}

static unsigned pair_step(const struct format *f)
{
	return f->bits == 4 ? 4 : 8;
}

static uint32_t pair(const struct format *f, uint32_t upper, uint32_t lower)
{
	return upper << pair_step(f) | lower;
}

static double float_of(uint32_t bits)
{
	float v;

	memcpy(&v, &bits, sizeof v);
	return v;
}

static double half_of(uint32_t bits)
{
	const int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
	double v = exponent == 31 ? (fraction ? NAN : INFINITY) :
		   exponent ? ldexp(1 + fraction / 1024.0, exponent - 15) : ldexp(fraction, -24);

	return bits & 0x8000 ? -v : v;
}

/* Compares what the text makes of each number n in %r9, also in %rs9 and at the top of the float %f9, with want(n). */
static void check(const char *text, uint32_t low, const void *with, uint32_t (*want)(const void *with, uint32_t n, uint32_t low))
{
	static uint32_t got[INPUTS];
	char ptx[2048];
	struct bench b;
	bool good;

	snprintf(ptx, sizeof ptx, HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
		 ".reg .b8 %%b<4>; .reg .b16 %%rs<16>; .reg .b32 %%r<16>; .reg .b64 %%rd<8>; .reg .f32 %%f<16>;\n"
		 "mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%tid.x; mad.lo.u32 %%r9, %%r1, 256, %%r2;\n"
		 "ld.param.u64 %%rd1, [out]; mad.wide.u32 %%rd1, %%r9, 4, %%rd1; mov.u32 %%r10, 0; cvt.u16.u32 %%rs9, %%r9;\n"
		 "shl.b32 %%r3, %%r9, 16; or.b32 %%r3, %%r3, %u; mov.b32 %%f9, %%r3; neg.f32 %%f8, %%f9;\n"
		 "%s\nst.global.u32 [%%rd1], %%r10;\nret;\n}\n", low, text);
	good = bench_load(&b, ptx, "", 1, sizeof got);
	b.launch.block.x = 256;
	b.launch.grid.x = INPUTS / 256;
	good = good && bench_run(&b) == SIMT_DONE && bench_read(&b, got, sizeof got);
	for (uint32_t n = 0; n < INPUTS && good; n++) {
		good = got[n] == want(with, n, low);
		if (!good)
			printf("# %#x (and %#x): %#x, not %#x\n", n, low, got[n], want(with, n, low));
	}
	ok(good, "%s (low bits %#x)", text, low);
	bench_free(&b);
}

/* ---- floats and halves to narrow formats ------------------------------------------------- */

/* The pair (-x, x); of a NaN the sign is lost. */
static uint32_t from_float(const void *with, uint32_t n, uint32_t low)
{
	const double v = float_of(n << 16 | low);

	return pair(with, nearest(with, -v), nearest(with, v));
}

static uint32_t from_float_relu(const void *with, uint32_t n, uint32_t low)
{
	const double v = float_of(n << 16 | low);

	return pair(with, nearest(with, -v <= 0 ? 0 : -v), nearest(with, v <= 0 ? 0 : v));
}

static uint32_t from_half(const void *with, uint32_t n, uint32_t low)
{
	(void)low;
	return pair(with, nearest(with, half_of(n ^ 0xabcd)), nearest(with, half_of(n)));
}

static void check_from(const struct format *f)
{
	const char *to = f->bits == 4 ? "%b1" : "%rs1", *widen = f->bits == 4 ? "mov.b16 %rs1, {%b1, 0};" : "";
	char text[300];

	snprintf(text, sizeof text, "cvt.rn.satfinite.%s.f32 %s, %%f8, %%f9; %s cvt.u32.u16 %%r10, %%rs1;", f->type, to, widen);
	check(text, 0, f, from_float);
	check(text, 1, f, from_float);
	check(text, 0xffff, f, from_float);
	snprintf(text, sizeof text, "cvt.rn.satfinite.relu.%s.f32 %s, %%f8, %%f9; %s cvt.u32.u16 %%r10, %%rs1;", f->type,
		 to, widen);
	check(text, 0x4000, f, from_float_relu);
	if (f->bits < 8)
		return;
	snprintf(text, sizeof text, "xor.b16 %%rs2, %%rs9, 0xabcd; mov.b32 %%r4, {%%rs9, %%rs2}; cvt.rn.satfinite.%s.f16x2 "
		 "%%rs1, %%r4; cvt.u32.u16 %%r10, %%rs1;", f->type);
	check(text, 0, f, from_half);
}

/* ---- narrow formats to halves -------------------------------------------------------------- */

static double value_of(const struct format *f, uint32_t code)
{
	const int magnitude = (int)(code & ((1u << (f->bits - 1)) - 1));
	double v = magnitude <= f->finite ? f->value[magnitude] : f->bias == 15 && magnitude == 0x7c ? INFINITY : NAN;

	return code >> (f->bits - 1) & 1 ? -v : v;
}

/* A half is right if it has the value, and the one NaN's bits. */
static uint32_t half_with(double v)
{
	uint32_t h = 0;

	if (isnan(v))
		return 0x7fff;
	while (half_of(h) != fabs(v))
		h++;
	return h | (signbit(v) ? 0x8000 : 0);
}

static uint32_t to_half(const void *with, uint32_t n, uint32_t low)
{
	static const struct format *kept;
	static uint32_t halves[256];
	const struct format *f = with;

	(void)low;
	for (uint32_t code = 0; kept != f && code < 256; code++)
		halves[code] = half_with(value_of(f, code));
	kept = f;
	return halves[n >> pair_step(f) & 255] << 16 | halves[n & ((1u << pair_step(f)) - 1)];
}

static void check_to(const struct format *f)
{
	char text[200];

	if (f->bits == 4)
		snprintf(text, sizeof text, "and.b16 %%rs9, %%rs9, 255; mov.b16 {%%b1, %%b2}, %%rs9; cvt.rn.f16x2.%s %%r10, "
					    "%%b1;", f->type);
	else
		snprintf(text, sizeof text, "cvt.rn.f16x2.%s %%r10, %%rs9;", f->type);
	check(text, 0, f, to_half);
}

/* ---- scales ---------------------------------------------------------------------------------- */

struct scale { bool up, finite; };

/* The largest power of two that is not above x, or the smallest that is not below it. */
static uint32_t scale_of(const struct scale *s, double v)
{
	uint32_t code = 0;

	if (isnan(v))
		return 0xff;
	while (code < 255 && (s->up ? ldexp(1, (int)code - 127) < fabs(v) : ldexp(1, (int)code - 126) <= fabs(v)))
		code++;
	return code == 255 && s->finite ? 254 : code;
}

static uint32_t scale_from_float(const void *with, uint32_t n, uint32_t low)
{
	return scale_of(with, float_of(n << 16 | low)) * 0x101;
}

static uint32_t scale_from_bf16(const void *with, uint32_t n, uint32_t low)
{
	(void)low;
	return scale_of(with, float_of((n ^ 0x1234) << 16)) << 8 | scale_of(with, float_of(n << 16));
}

static uint32_t scale_to_bf16(const void *with, uint32_t n, uint32_t low)
{
	uint32_t r = 0;

	(void)with;
	(void)low;
	for (unsigned k = 0; k < 2; k++) {
		float v = (float)ldexp(1, (int)(n >> 8 * k & 255) - 127);
		uint32_t bits;

		memcpy(&bits, &v, sizeof bits);
		r |= ((n >> 8 * k & 255) == 255 ? 0x7fff : bits >> 16) << 16 * k;
	}
	return r;
}

static void check_scales(void)
{
	for (int k = 0; k < 4; k++) {
		const struct scale s = { k & 1, k >> 1 };
		char text[200], cvt[64];

		snprintf(cvt, sizeof cvt, "cvt.%s%s.ue8m0x2", s.up ? "rp" : "rz", s.finite ? ".satfinite" : "");
		snprintf(text, sizeof text, "%s.f32 %%rs1, %%f8, %%f9; cvt.u32.u16 %%r10, %%rs1;", cvt);
		check(text, 0, &s, scale_from_float);
		check(text, 1, &s, scale_from_float);
		snprintf(text, sizeof text, "xor.b16 %%rs2, %%rs9, 0x1234; mov.b32 %%r4, {%%rs9, %%rs2}; "
			 "%s.bf16x2 %%rs1, %%r4; cvt.u32.u16 %%r10, %%rs1;", cvt);
		check(text, 0, &s, scale_from_bf16);
	}
	check("cvt.rn.bf16x2.ue8m0x2 %r10, %rs9;", 0, NULL, scale_to_bf16);
}

int main(void)
{
	for (size_t k = 0; k < FORMATS; k++) {
		format_count(&formats[k]);
		check_from(&formats[k]);
		check_to(&formats[k]);
	}
	check_scales();
	return tap_done();
}
