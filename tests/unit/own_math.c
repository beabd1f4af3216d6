/*
 * own_math.c - runs the math functions that clang's headers have as code for a GPU on the vm, with every installed clang,
 * and compares them with the host's library in long double: double within the units in the last place
 * of the table, float within one.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "tap/tap.h"
#include "toolchain/toolchain.h"

#define N 1500

/* FUNCTION(name, lowest and highest argument, whether the range is run through by exponent, units, reference) */
#define FUNCTIONS \
	FUNCTION(sin, -40, 40, 0, 2, sinl(x)) \
	FUNCTION(cos, -1e300, 1e300, 1, 2, cosl(x)) \
	FUNCTION(tan, -1e18, 1e18, 1, 3, tanl(x)) \
	FUNCTION(asin, -1, 1, 0, 4, asinl(x)) \
	FUNCTION(acos, -1, 1, 0, 3, acosl(x)) \
	FUNCTION(atan, -1e40, 1e40, 1, 2, atanl(x)) \
	FUNCTION(sinh, -709, 709, 0, 4, sinhl(x)) \
	FUNCTION(cosh, -709, 709, 0, 4, coshl(x)) \
	FUNCTION(tanh, -25, 25, 1, 4, tanhl(x)) \
	FUNCTION(asinh, -1e300, 1e300, 1, 4, asinhl(x)) \
	FUNCTION(acosh, 1, 1e300, 1, 4, acoshl(x)) \
	FUNCTION(atanh, -1, 1, 0, 4, atanhl(x)) \
	FUNCTION(exp, -745, 709, 0, 1, expl(x)) \
	FUNCTION(exp2, -1074, 1023, 0, 2, exp2l(x)) \
	FUNCTION(exp10, -323, 308, 0, 2, powl(10, x)) \
	FUNCTION(expm1, -40, 709, 1, 2, expm1l(x)) \
	FUNCTION(log, 1e-320, 1e308, 1, 1, logl(x)) \
	FUNCTION(log2, 1e-320, 1e308, 1, 1, log2l(x)) \
	FUNCTION(log10, 1e-320, 1e308, 1, 1, log10l(x)) \
	FUNCTION(log1p, -1, 1e300, 1, 2, log1pl(x)) \
	FUNCTION(cbrt, -1e308, 1e308, 1, 1, cbrtl(x)) \
	FUNCTION(erf, -6, 6, 0, 6, erfl(x)) \
	FUNCTION(erfc, -6, 26, 0, 10, erfcl(x)) \
	FUNCTION(tgamma, -20, 170, 0, 30, tgammal(x)) \
	FUNCTION(lgamma, 3, 1e100, 1, 8, lgammal(x)) \
	FUNCTION(sinpi, -4, 4, 0, 2, sine_of_turns(x, 0)) \
	FUNCTION(cospi, -4, 4, 0, 2, sine_of_turns(x, 1)) \
	FUNCTION2(atan2, -1e100, 1e100, 1, 3, atan2l(x, y)) \
	FUNCTION2(hypot, -1e308, 1e308, 1, 1, hypotl(x, y)) \
	FUNCTION2(fmod, -1e30, 1e30, 1, 0, fmodl(x, y)) \
	FUNCTION2(remainder, -1e30, 1e30, 1, 0, remainderl(x, y)) \
	FUNCTION2(pow, -200, 200, 1, 2, powl(x, y))

struct function {
	const char *name;
	double low, high;
	bool by_exponent;
	double units;
	long double (*reference)(long double x, long double y);
};

#ifndef M_PIl
#define M_PIl 3.141592653589793238462643383279502884L
#endif
/* sin(pi x + half pi / 2), with exact zeros. */
static long double sine_of_turns(long double x, int half)
{
	long double n = rintl(2 * x), r = M_PIl * (x - n / 2);
	int quadrant = isfinite(x) ? ((int)fmodl(n, 4) + 4 + half) & 3 : 0;
	long double y = quadrant & 1 ? cosl(r) : sinl(r);

	return quadrant & 2 ? -y : y;
}

#define FUNCTION(name, low, high, by_exponent, units, expr) \
	static long double reference_##name(long double x, long double y) { (void)y; return expr; }
#define FUNCTION2(name, low, high, by_exponent, units, expr) \
	static long double reference_##name(long double x, long double y) { return expr; }
FUNCTIONS
#undef FUNCTION
#undef FUNCTION2

#define FUNCTION(name, low, high, by_exponent, units, expr) \
	{ #name, low, high, by_exponent, units, reference_##name },
#define FUNCTION2 FUNCTION
static const struct function functions[] = { FUNCTIONS };
#undef FUNCTION
#undef FUNCTION2

#define COUNT (sizeof functions / sizeof *functions)

/* One kernel for each function and type: double_sin, float_sin, ... */
#define FUNCTION(name, low, high, by_exponent, units, expr) "ONE(double, " #name ")\nONE(float, " #name ")\n"
#define FUNCTION2(name, low, high, by_exponent, units, expr) "TWO(double, " #name ")\nTWO(float, " #name ")\n"
static const char source[] =
	"#define ONE(T, f) extern \"C\" __global__ void T##_##f(const T *x, const T *y, T *out) \\\n"
	"{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = f(x[i]); }\n"
	"#define TWO(T, f) extern \"C\" __global__ void T##_##f(const T *x, const T *y, T *out) \\\n"
	"{ int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = f(x[i], y[i]); }\n"
	FUNCTIONS;
#undef FUNCTION
#undef FUNCTION2

/* ---- arguments --------------------------------------------------------------------- */

static uint64_t state;

static double uniform(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (double)(state >> 11) * 0x1p-53;
}

static double argument(const struct function *f, size_t i)
{
	static const double edges[] = { 0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-310, INFINITY, -INFINITY, NAN, 3.0, -2.0 };
	double top = fabs(f->low) > fabs(f->high) ? fabs(f->low) : fabs(f->high), x;

	if (i < sizeof edges / sizeof *edges)
		return edges[i];
	x = uniform();
	if (!f->by_exponent || uniform() < 0.1)
		return f->low * (1 - x) + f->high * x;
	x = exp2(-30 + uniform() * (log2(top) + 30));
	return f->low < 0 && uniform() < 0.5 ? -x : x;
}

/* ---- running ------------------------------------------------------------------------ */

struct arrays { double x[N], y[N], got[N]; };

static int run(struct device *d, struct device_module *m, const char *kernel, size_t size, struct arrays *a, struct error *err)
{
	static const struct device_ops *const vm = &device_vm;
	float narrow[2][N];
	uint64_t params[3] = { 0 };
	struct device_launch launch = { .kernel = kernel, .grid = { N / 50, 1, 1 }, .block = { 50, 1, 1 },
					.params = params, .params_len = sizeof params };
	struct device_report report;
	int status;

	for (size_t i = 0; i < N; i++) {
		narrow[0][i] = (float)a->x[i];
		narrow[1][i] = (float)a->y[i];
	}
	for (int i = 0; i < 3; i++)
		if (vm->alloc(d, N * size, "array", (unsigned)size, 0, &params[i], err))
			return -1;
	if (vm->write(d, params[0], size == 4 ? (void *)narrow[0] : a->x, N * size, err) ||
	    vm->write(d, params[1], size == 4 ? (void *)narrow[1] : a->y, N * size, err) ||
	    vm->launch(d, m, &launch, &report, err))
		return -1;
	status = report.end == DEVICE_DONE ? vm->read(d, params[2], size == 4 ? (void *)narrow[0] : a->got, N * size, err)
					   : error_set(err, PARTY_US, "%s",
						       report.nfindings ? report.findings[0].message : "no end");
	device_report_release(&report);
	for (size_t i = 0; size == 4 && i < N; i++)
		a->got[i] = (double)narrow[0][i];
	for (int i = 0; i < 3; i++)
		vm->free(d, params[i], err);
	return status;
}

/* How many units in the last place of the type the two are apart; the sign of a zero counts as nothing. */
static double distance(double got, long double want, bool narrow, double least)
{
	double rounded = narrow ? (double)(float)want : (double)want, unit;
	int e;

	if (isnan(rounded) || isnan(got))
		return isnan(rounded) && isnan(got) ? 0 : 1e9;
	if (got == rounded)
		return 0;
	if (isinf(rounded) || isinf(got))
		return 1e9;
	frexp(rounded, &e);
	unit = narrow ? ldexp(1, e - 24 < -149 ? -149 : e - 24) : ldexp(1, e - 53 < -1074 ? -1074 : e - 53);
	return (double)(fabsl((long double)got - want) / (long double)(unit > least ? unit : least));
}

static void check(struct device *d, struct device_module *m, const struct function *f, bool narrow, const char *compiler)
{
	static struct arrays a;
	struct error err = { 0 };
	char kernel[40];
	double least = strcmp(f->name, "lgamma") ? 0 : narrow ? 0x1p-24 : 0x1p-50; /* near its zeros */
	double worst = 0, units = narrow ? 1 : f->units;
	size_t at = 0;

	state = 42;
	for (size_t i = 0; i < N; i++) {
		a.x[i] = argument(f, i < 144 ? i % 12 : i);
		a.y[i] = argument(f, i < 144 ? i / 12 : i);
		if (narrow) {
			a.x[i] = (double)(float)a.x[i];
			a.y[i] = (double)(float)a.y[i];
		}
	}
	snprintf(kernel, sizeof kernel, "%s_%s", narrow ? "float" : "double", f->name);
	if (run(d, m, kernel, narrow ? 4 : 8, &a, &err)) {
		ok(false, "%s: %s runs", compiler, kernel);
		printf("# %s\n", err.text);
		return;
	}
	for (size_t i = 0; i < N; i++) {
		double apart = distance(a.got[i], f->reference((long double)a.x[i], (long double)a.y[i]), narrow, least);

		if (apart > worst) {
			worst = apart;
			at = i;
		}
	}
	ok(worst <= units, "%s: %s is within %g units of the exact value", compiler, kernel, units);
	if (worst > units)
		printf("# %s(%a, %a) = %a, want %a: %g units\n", f->name, a.x[at], a.y[at], a.got[at],
		     (double)f->reference((long double)a.x[at], (long double)a.y[at]), worst);
}

static void test_compiler(const struct compiler *c)
{
	struct compilation made;
	struct device *d;
	struct device_module *m;
	struct error err = { 0 };
	char name[80];

	compiler_describe(c, name, sizeof name);
	if (compile_for(c, 90, "math.cu", source, sizeof source - 1, NULL, &made, &err) || !made.ok) {
		ok(false, "%s compiles them", name);
		printf("# %s %s\n", err.text, made.raw ? made.raw : "");
		return;
	}
	ok(!strstr(made.ptx, ".extern .func"), "%s: nothing is left for the vm to know", name);
	if (device_vm.open(&d, 0, &err) || device_vm.load(d, made.ptx, made.ptx_len, &m, &err)) {
		ok(false, "%s: the vm takes it: %s", name, err.text);
		return;
	}
	for (size_t i = 0; i < COUNT; i++) {
		check(d, m, &functions[i], false, name);
		check(d, m, &functions[i], true, name);
	}
	device_vm.unload(d, m);
	device_vm.close(d);
	compilation_release(&made);
}

int main(void)
{
	struct compiler all[16];
	size_t n = compiler_list(all, 16);

	for (size_t i = 0; i < n; i++)
		if (all[i].kind == COMPILER_CLANG)
			test_compiler(&all[i]);
	return tap_done();
}
