/*
 * simt_arith.c - compares every family of arithmetic with plain C, on edge values
 * and random ones, in warps that are full, partly filled, and predicated.
 */
#include "config.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>

#include "base/hash.h"
#include "tests/unit/simt_run.h"

#define THREADS 250

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

static float keep(float v)
{
	volatile float kept = v;

	return kept;
}

static uint32_t slow_reverse(uint32_t v)
{
	uint32_t r = 0;

	for (unsigned k = 0; k < 32; k++)
		r |= (v >> k & 1) << (31 - k);
	return r;
}

static uint32_t slow_dot(uint32_t a, uint32_t b, uint32_t c)
{
	for (unsigned k = 0; k < 4; k++)
		c += (uint32_t)((int8_t)(a >> 8 * k) * (int8_t)(b >> 8 * k));
	return c;
}

static float slow_flush(float v)
{
	return fpclassify(v) == FP_SUBNORMAL ? copysignf(0, v) : v;
}

static float slow_min(float a, float b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) ? b : a;
	if (a == 0 && b == 0)
		return signbit(a) ? a : b;
	return a < b ? a : b;
}

/* 17 bits of it; below 2^-10, all. */
static float slow_tanh(float v)
{
	float exact = (float)tanh(v);
	int exponent;
	double fraction = frexp(exact, &exponent);

	return fabsf(v) < 0x1p-10f || isnan(v) ? exact : (float)ldexp(floor(fabs(fraction) * 0x1p17 + 0.5),
								      exponent - 17) * (v < 0 ? -1 : 1);
}

static int64_t slow_int(double v, double low, double high)
{
	return isnan(v) ? 0 : (int64_t)(v < low ? low : v > high ? high : v);
}

/* From a double, a NaN is the top bit alone. */
static int64_t slow_int_d(double v, double low, double high)
{
	return isnan(v) ? -(int64_t)((high - low + 1) / 2) : slow_int(v, low, high);
}

static float slow_half(uint16_t h)
{
	int exponent = h >> 10 & 31;
	float v = exponent == 31 ? (h & 0x3ff ? NAN : INFINITY)
		: exponent ? ldexpf((float)(1024 + (h & 0x3ff)), exponent - 25) : ldexpf((float)(h & 0x3ff), -24);

	return h & 0x8000 ? -v : v;
}

static float rounded_add(float a, float b, int mode)
{
	volatile float x = a, y = b, r;

	fesetround(mode);
	r = x + y;
	fesetround(FE_TONEAREST);
	return r;
}

static float rounded_narrow(double a, int mode)
{
	volatile double x = a;
	volatile float r;

	fesetround(mode);
	r = (float)x;
	fesetround(FE_TONEAREST);
	return r;
}

struct input { uint64_t a, b, c; };

static float float_of(uint64_t v)
{
	uint32_t low = (uint32_t)v;
	float f;

	memcpy(&f, &low, sizeof(f));
	return f;
}

static double double_of(uint64_t v)
{
	double d;

	memcpy(&d, &v, sizeof(d));
	return d;
}

static uint64_t bits_f(float f)
{
	uint32_t v;

	memcpy(&v, &f, sizeof(v));
	return isnan(f) ? 0x7fffffff : v;
}

static uint64_t bits_d(double d)
{
	uint64_t v;

	memcpy(&v, &d, sizeof(v));
	return isnan(d) ? 0x7fffffffffffffff : v;
}

/* NaNs of moved values keep their bits; the comparison does not ask for those. */
static bool same_f(uint64_t x, uint64_t y) { return bits_f(float_of(x)) == bits_f(float_of(y)); }
static bool same_d(uint64_t x, uint64_t y) { return bits_d(double_of(x)) == bits_d(double_of(y)); }
static bool same_r(uint64_t x, uint64_t y) { return (uint32_t)x == (uint32_t)y; }
static bool same_rd(uint64_t x, uint64_t y) { return x == y; }
static bool same_rs(uint64_t x, uint64_t y) { return (uint16_t)x == (uint16_t)y; }
#define VALUE_f(e) bits_f(e)
#define VALUE_d(e) bits_d(e)
#define VALUE_r(e) (uint32_t)(e)
#define VALUE_rd(e) (e)
#define VALUE_rs(e) (uint16_t)(e)
#define STORE_f "mov.b32 %r0, %f0; cvt.u64.u32 %rd0, %r0;"
#define STORE_d "mov.b64 %rd0, %d0;"
#define STORE_r "cvt.u64.u32 %rd0, %r0;"
#define STORE_rd ""
#define STORE_rs "cvt.u64.u16 %rd0, %rs0;"

struct expression {
	const char *body, *store;
	uint64_t (*value)(const struct input *in);
	bool (*same)(uint64_t x, uint64_t y);
};

#define PASTE(x, y) x##y
#define NAME(line) PASTE(value_, line)
#define CASE(text, kind, expr) \
	static uint64_t NAME(__LINE__)(const struct input *in) \
	{ \
		const uint64_t a = in->a, b = in->b, c = in->c; \
		const uint32_t ua = (uint32_t)a, ub = (uint32_t)b, uc = (uint32_t)c; \
		const int32_t ia = (int32_t)a, ib = (int32_t)b, ic = (int32_t)c; \
		const float fa = float_of(a), fb = float_of(b), fc = float_of(c); \
		const double da = double_of(a), db = double_of(b), dc = double_of(c); \
		(void)ua; (void)ub; (void)uc; (void)ia; (void)ib; (void)ic; \
		(void)fa; (void)fb; (void)fc; (void)da; (void)db; (void)dc; \
		return VALUE_##kind(expr); \
	}
#include "tests/unit/simt_arith.def"
#undef CASE

static const struct expression expressions[] = {
#define CASE(text, kind, expr) { text, STORE_##kind, NAME(__LINE__), same_##kind },
#include "tests/unit/simt_arith.def"
#undef CASE
};

static const char frame[] =
	HEAD
	".visible .entry k(.param .u64 out, .param .u64 in)\n"
	"{\n"
	".reg .pred %%p<9>; .reg .b16 %%rs<16>; .reg .b32 %%r<16>; .reg .b64 %%rd<24>;\n"
	".reg .f32 %%f<16>; .reg .f64 %%d<16>;\n"
	"ld.param.u64 %%rd20, [out]; ld.param.u64 %%rd21, [in];\n"
	"mov.u32 %%r9, %%tid.x; mul.wide.u32 %%rd22, %%r9, 24; add.s64 %%rd21, %%rd21, %%rd22;\n"
	"mul.wide.u32 %%rd22, %%r9, 8; add.s64 %%rd20, %%rd20, %%rd22;\n"
	"ld.global.u64 %%rd10, [%%rd21]; ld.global.u64 %%rd11, [%%rd21+8]; ld.global.u64 %%rd12, [%%rd21+16];\n"
	"cvt.u32.u64 %%r10, %%rd10; cvt.u32.u64 %%r11, %%rd11; cvt.u32.u64 %%r12, %%rd12;\n"
	"cvt.u16.u64 %%rs10, %%rd10; cvt.u16.u64 %%rs11, %%rd11; cvt.u16.u64 %%rs12, %%rd12;\n"
	"mov.b32 %%f10, %%r10; mov.b32 %%f11, %%r11; mov.b32 %%f12, %%r12;\n"
	"mov.b64 %%d10, %%rd10; mov.b64 %%d11, %%rd11; mov.b64 %%d12, %%rd12;\n"
	"and.b32 %%r8, %%r9, 65; setp.ne.s32 %%p8, %%r8, 64; @!%%p8 bra DONE;\n"
	"%s\n%s\n"
	"st.global.u64 [%%rd20], %%rd0;\n"
	"DONE: ret;\n"
	"}\n";

static const uint64_t edges[] = {
	0, 1, 2, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
	0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
	0x3f800000, 0xbf800000, 0x3fc00000, 0x40200000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x00000001,
	0x007fffff, 0x00800000, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3f7fffff, 0xc0200000,
	0x3ff0000000000000, 0xbff8000000000000, 0x7ff0000000000000, 0x7ff8000000000000, 0x0000000000000001,
	0x41dfffffffc00000, 0x41e0000000000000, 0x3ff0000010000000, 0x47efffffe0000000, 0x47effffff0000000,
	0x3c00, 0xfbff, 0x0400, 0x7c00,
};
#define NEDGES (sizeof(edges) / sizeof(edges[0]))

static void inputs_make(struct input *in)
{
	struct rng rng;

	rng_init(&rng, 20240229);
	for (unsigned k = 0; k < THREADS; k++) {
		uint64_t x = rng_next(&rng), y = rng_next(&rng), z = rng_next(&rng);

		in[k].a = k % 4 == 3 ? x : edges[k % NEDGES];
		in[k].b = k % 4 == 3 ? y : edges[y % NEDGES];
		in[k].c = k % 4 == 3 ? z : edges[z % NEDGES];
	}
}

static void check(const struct expression *e, const struct input *in, const char *isa)
{
	static uint64_t got[THREADS];
	char ptx[4096];
	struct bench b;
	bool good = true;

	snprintf(ptx, sizeof(ptx), frame, e->body, e->store);
	if (bench_load(&b, ptx, in, THREADS * sizeof *in, sizeof(got))) {
		b.launch.block.x = THREADS;
		good = bench_run(&b) == SIMT_DONE && bench_read(&b, got, sizeof(got));
		for (unsigned k = 0; k < THREADS && good; k++) {
			/* In half of the warps only odd lanes are active: the others write nothing. */
			uint64_t want = (k & 65) == 64 ? 0 : e->value(&in[k]);

			good = (k & 65) == 64 ? got[k] == 0 : e->same(got[k], want);
			if (!good)
				printf("# thread %u: a %016llx b %016llx c %016llx: %llx, not %llx\n", k,
				       (unsigned long long)in[k].a, (unsigned long long)in[k].b,
				       (unsigned long long)in[k].c, (unsigned long long)got[k],
				       (unsigned long long)want);
		}
	} else {
		good = false;
	}
	ok(good, "%s: %s", isa, e->body);
	bench_free(&b);
}

int main(void)
{
	static const char *const isas[] = { "base", "avx2", "best" };
	static struct input in[THREADS];

	inputs_make(in);
	for (unsigned n = 0; n < 3; n++) {
		setenv("WARPBOOK_ISA", isas[n], 1);
		for (size_t k = 0; k < sizeof(expressions) / sizeof(expressions[0]); k++)
			check(&expressions[k], in, isas[n]);
	}
	return tap_done();
}
