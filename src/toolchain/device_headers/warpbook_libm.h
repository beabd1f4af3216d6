/*
 * warpbook_libm.h - the functions of <math.h> as code, for a GPU: its driver has none, and
 * a machine without a CUDA toolkit has no library of them. (On the vm they are calls
 * that the vm executes itself, see warpbook_math.h.)
 *
 * All functions compute in double; float results are rounded from that. So a float is within one unit in the
 * last place, a double within four; erf within six, erfc ten, tgamma thirty, lgamma eight or an absolute 1e-14.
 * Reductions lead to an interval in which a Taylor series of a dozen terms is exact enough; if the
 * rounding of an argument would be magnified, the argument is a sum of two doubles, high and low.
 * Products in such sums are __nvvm_mul_rn_d, which no compiler fuses with an addition.
 */
#pragma once

#define __warpbook_own static __inline__ __attribute__((host, device, nothrow, nodebug, unused))

__warpbook_own unsigned long long __warpbook_bits(double x) { return __builtin_bit_cast(unsigned long long, x); }
__warpbook_own double __warpbook_real(unsigned long long b) { return __builtin_bit_cast(double, b); }
__warpbook_own double __warpbook_power2(int k) { return __warpbook_real((unsigned long long)(k + 1023) << 52); }

/* x * 2^k; the result may leave the range of normal numbers. */
__warpbook_own double __warpbook_scale(double x, int k)
{
	k = k > 2040 ? 2040 : k < -2040 ? -2040 : k;
	return x * __warpbook_power2(k / 2) * __warpbook_power2(k - k / 2);
}

/* x * (high + low) as a sum of two doubles: returns the high one, *rest is the low one. */
__warpbook_own double __warpbook_times(double x, double high, double low, double *rest)
{
	double p = __nvvm_mul_rn_d(x, high);

	*rest = __builtin_fma(x, low, __builtin_fma(x, high, -p));
	return p;
}

/* ---- exponentials ---- */

/* exp(r) - 1 for |r| < 0.36. */
__warpbook_own double __warpbook_exp_part(double r)
{
	double p = 1.0 / 6227020800.0;

	p = p * r + 1.0 / 479001600.0;
	p = p * r + 1.0 / 39916800.0;
	p = p * r + 1.0 / 3628800.0;
	p = p * r + 1.0 / 362880.0;
	p = p * r + 1.0 / 40320.0;
	p = p * r + 1.0 / 5040.0;
	p = p * r + 1.0 / 720.0;
	p = p * r + 1.0 / 120.0;
	p = p * r + 1.0 / 24.0;
	p = p * r + 1.0 / 6.0;
	p = p * r + 0.5;
	return r + r * r * p;
}

/* high + low minus the nearest multiple of ln 2, which is *k * ln 2. */
__warpbook_own double __warpbook_less_ln2(double high, double low, int *k)
{
	double n = __builtin_rint(high * 0x1.71547652b82fep+0);

	*k = (int)n;
	return __builtin_fma(-n, 0x1.62e42fee00000p-1, high) - (n * 0x1.a39ef35793c76p-33 - low);
}

__warpbook_own double __warpbook_exp_sum(double high, double low)
{
	int k;
	double r;

	if (!(high < 709.79))
		return high + __builtin_huge_val();
	if (high < -745.2)
		return 0.0;
	r = __warpbook_less_ln2(high, low, &k);
	return __warpbook_scale(1.0 + __warpbook_exp_part(r), k);
}

__warpbook_own double __warpbook_exp(double x) { return __warpbook_exp_sum(x, 0.0); }

__warpbook_own double __warpbook_exp2(double x)
{
	double n = __builtin_rint(x), low, high;

	if (!(x < 1024.0))
		return x + __builtin_huge_val();
	if (x < -1075.0)
		return 0.0;
	high = __warpbook_times(x - n, 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, &low);
	return __warpbook_scale(1.0 + (__warpbook_exp_part(high) + low), (int)n);
}

__warpbook_own double __warpbook_exp10(double x)
{
	double n, low, high;

	if (!(x < 308.3))
		return x + __builtin_huge_val();
	if (x < -323.7)
		return 0.0;
	n = __builtin_rint(x * 0x1.a934f0979a371p+1);
	high = __builtin_fma(-n, 0x1.3441350800000p-2, x) - n * 0x1.f79fef311f12bp-34;
	high = __warpbook_times(high, 0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53, &low);
	return __warpbook_scale(1.0 + (__warpbook_exp_part(high) + low), (int)n);
}

__warpbook_own double __warpbook_expm1(double x)
{
	double r, p;
	int k;

	if (__builtin_fabs(x) < 0.34)
		return __warpbook_exp_part(x);
	if (!(x < 709.79))
		return x + __builtin_huge_val();
	if (x < -40.0)
		return -1.0;
	r = __warpbook_less_ln2(x, 0.0, &k);
	if (k > 60)
		return __warpbook_scale(1.0 + __warpbook_exp_part(r), k);
	p = __warpbook_power2(k);
	return __builtin_fma(p, __warpbook_exp_part(r), p - 1.0);
}

__warpbook_own double __warpbook_sinh(double x)
{
	double a = __builtin_fabs(x), e = __warpbook_expm1(a), h = __warpbook_exp(0.5 * a);

	return __builtin_copysign(a < 22.0 ? 0.5 * (e + e / (e + 1.0)) : 0.5 * h * h, x);
}

__warpbook_own double __warpbook_cosh(double x)
{
	double a = __builtin_fabs(x), e = __warpbook_exp(a), h = __warpbook_exp(0.5 * a);

	return a < 22.0 ? 0.5 * (e + 1.0 / e) : 0.5 * h * h;
}

__warpbook_own double __warpbook_tanh(double x)
{
	double a = __builtin_fabs(x), e = __warpbook_expm1(2.0 * a);

	return __builtin_copysign(a > 22.0 ? 1.0 : e / (e + 2.0), x);
}

/* ---- logarithms ---- */

/* ln x as a sum of two doubles, for positive finite x: with x = 2^e m, from s = (m - 1) / (m + 1). */
__warpbook_own double __warpbook_log_sum(double x, double *rest)
{
	int e = x < 0x1p-1022 ? -54 : 0;
	unsigned long long b = __warpbook_bits(e ? x * 0x1p54 : x);
	double m = __warpbook_real((b & 0xfffffffffffffull) | 0x3ff0000000000000ull);
	double s, d, s_low, z, t, whole, sum, low;

	e += (int)(b >> 52) - 1023;
	if (m > 0x1.6a09e667f3bcdp+0) {
		m *= 0.5;
		e++;
	}
	d = m + 1.0;
	s = (m - 1.0) / d;
	s_low = (__builtin_fma(-s, d, m - 1.0) - s * (m - (d - 1.0))) / d;
	z = s * s;
	t = 1.0 / 29.0;
	t = t * z + 1.0 / 27.0;
	t = t * z + 1.0 / 25.0;
	t = t * z + 1.0 / 23.0;
	t = t * z + 1.0 / 21.0;
	t = t * z + 1.0 / 19.0;
	t = t * z + 1.0 / 17.0;
	t = t * z + 1.0 / 15.0;
	t = t * z + 1.0 / 13.0;
	t = t * z + 1.0 / 11.0;
	t = t * z + 1.0 / 9.0;
	t = t * z + 1.0 / 7.0;
	t = t * z + 1.0 / 5.0;
	t = t * z + 1.0 / 3.0;
	whole = __nvvm_mul_rn_d(e, 0x1.62e42fee00000p-1); /* exact */
	sum = whole + 2.0 * s;
	low = (e ? 2.0 * s - (sum - whole) : 0.0) + (2.0 * s_low + 2.0 * s * z * t + e * 0x1.a39ef35793c76p-33);
	d = sum + low;
	*rest = low - (d - sum);
	return d;
}

/* The logarithm of an argument that is not a positive finite number. */
__warpbook_own bool __warpbook_log_special(double x, double *y)
{
	if (x > 0.0 && x < __builtin_huge_val())
		return false;
	*y = x == 0.0 ? -__builtin_huge_val() : x < 0.0 ? __builtin_nan("") : x;
	return true;
}

__warpbook_own double __warpbook_log_base(double x, double high, double low)
{
	double y, rest, more;

	if (__warpbook_log_special(x, &y))
		return y;
	y = __warpbook_log_sum(x, &rest);
	y = __warpbook_times(y, high, low, &more);
	return y + (more + rest * high);
}

__warpbook_own double __warpbook_log(double x)
{
	double y, rest;

	return __warpbook_log_special(x, &y) ? y : __warpbook_log_sum(x, &rest);
}

__warpbook_own double __warpbook_log2(double x)
{
	return __warpbook_log_base(x, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}

__warpbook_own double __warpbook_log10(double x)
{
	return __warpbook_log_base(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

__warpbook_own double __warpbook_log1p(double x)
{
	double u = 1.0 + x, lost = x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x), y, rest;

	if (__builtin_fabs(x) < 0x1p-54)
		return x;
	if (__warpbook_log_special(u, &y))
		return y;
	y = __warpbook_log_sum(u, &rest);
	return y + (rest + lost / u);
}

__warpbook_own double __warpbook_asinh(double x)
{
	double a = __builtin_fabs(x), y;

	if (a > 0x1p28)
		y = __warpbook_log(a) + 0x1.62e42fefa39efp-1;
	else
		y = __warpbook_log1p(a + a * a / (1.0 + __nvvm_sqrt_rn_d(1.0 + a * a)));
	return __builtin_copysign(y, x);
}

__warpbook_own double __warpbook_acosh(double x)
{
	double t = x - 1.0;

	if (x > 0x1p28)
		return __warpbook_log(x) + 0x1.62e42fefa39efp-1;
	return __warpbook_log1p(t + __nvvm_sqrt_rn_d(2.0 * t + t * t));
}

__warpbook_own double __warpbook_atanh(double x)
{
	double a = __builtin_fabs(x);

	return __builtin_copysign(0.5 * __warpbook_log1p(2.0 * a / (1.0 - a)), x);
}

/* ---- powers and roots ---- */

__warpbook_own double __warpbook_pow(double x, double y)
{
	double a = __builtin_fabs(x), sign = 1.0, high, low, rest;
	bool whole = __builtin_trunc(y) == y, odd = whole && __builtin_trunc(0.5 * y) != 0.5 * y;

	if (y == 0.0 || x == 1.0)
		return 1.0;
	if (x != x || y != y)
		return x + y;
	if (__builtin_fabs(y) == __builtin_huge_val())
		return a == 1.0 ? 1.0 : (a > 1.0) == (y > 0.0) ? __builtin_huge_val() : 0.0;
	if (odd)
		sign = __builtin_copysign(1.0, x);
	if (a == 0.0 || a == __builtin_huge_val())
		return __builtin_copysign((a == 0.0) == (y < 0.0) ? __builtin_huge_val() : 0.0, sign);
	if (x < 0.0 && !whole)
		return __builtin_nan("");
	high = __warpbook_log_sum(a, &rest);
	if (__builtin_fabs(y) > 0x1p70)
		return sign * ((high > 0.0) == (y > 0.0) ? __builtin_huge_val() : high == 0.0 ? 1.0 : 0.0);
	high = __warpbook_times(y, high, rest, &low);
	return sign * __warpbook_exp_sum(high, low);
}

__warpbook_own double __warpbook_cbrt(double x)
{
	double a = __builtin_fabs(x), unit = 1.0, t;

	if (!(a > 0.0 && a < __builtin_huge_val()))
		return x;
	if (a < 0x1p-1000) {
		a *= 0x1p60;
		unit = 0x1p-20;
	} else if (a > 0x1p1000) {
		a *= 0x1p-60;
		unit = 0x1p20;
	}
	t = __warpbook_real(__warpbook_bits(a) / 3 + 0x2a9f7893782da1ceull);
	for (int i = 0; i < 3; i++)
		t = t - t * ((t * t * t - a) / (2.0 * t * t * t + a));
	t = t + (a / (t * t) - t) / 3.0;
	return __builtin_copysign(t * unit, x);
}

__warpbook_own double __warpbook_hypot(double x, double y)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y), big = a > b ? a : b, small = a > b ? b : a;

	if (a == __builtin_huge_val() || b == __builtin_huge_val())
		return __builtin_huge_val();
	if (a != a || b != b)
		return a + b;
	if (big > 0x1p500)
		return 0x1p600 * __nvvm_sqrt_rn_d(big * 0x1p-600 * (big * 0x1p-600) + small * 0x1p-600 * (small * 0x1p-600));
	if (big < 0x1p-450)
		return 0x1p-600 * __nvvm_sqrt_rn_d(big * 0x1p600 * (big * 0x1p600) + small * 0x1p600 * (small * 0x1p600));
	return __nvvm_sqrt_rn_d(big * big + small * small);
}

/* The significand as a whole number, with *e its unit: x = m 2^e. */
__warpbook_own unsigned long long __warpbook_significand(double x, int *e)
{
	unsigned long long b = __warpbook_bits(x) & 0x7fffffffffffffffull;
	int exponent = (int)(b >> 52);

	*e = exponent ? exponent - 1075 : -1074;
	return exponent ? (b & 0xfffffffffffffull) | 0x10000000000000ull : b;
}

/* Long division, bit by bit: exact. */
__warpbook_own double __warpbook_fmod(double x, double y)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y);
	unsigned long long m, n;
	int e, f;

	if (!(a < __builtin_huge_val()) || !(b > 0.0))
		return __builtin_nan("");
	if (a < b)
		return x;
	m = __warpbook_significand(a, &e);
	n = __warpbook_significand(b, &f);
	f -= __builtin_clzll(n) - 11;
	n <<= __builtin_clzll(n) - 11;
	for (; e > f; e--)
		m = (m >= n ? m - n : m) << 1;
	m = m >= n ? m - n : m;
	return __builtin_copysign(__warpbook_scale((double)m, f), x);
}

__warpbook_own double __warpbook_remainder(double x, double y)
{
	double b = __builtin_fabs(y), a = __builtin_fabs(x), r;

	if (!(a < __builtin_huge_val()) || !(b > 0.0))
		return __builtin_nan("");
	r = b < 0x1p1023 ? __warpbook_fmod(a, 2.0 * b) : a;
	if (b < 0x1p-1000 ? r + r > b : r > 0.5 * b) {
		r -= b;
		if (b < 0x1p-1000 ? r + r >= b : r >= 0.5 * b)
			r -= b;
	}
	return __builtin_copysign(1.0, x) * r;
}

/* ---- angles ---- */

/* The bits of 2 / pi after the binary point. */
__attribute__((constant, unused)) static const unsigned long long __warpbook_two_over_pi[19] = {
	0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
	0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
	0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
	0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
	0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
};

/* The i-th word of 2 / pi, where the first word begins `skip` bits after the binary point. */
__warpbook_own unsigned long long __warpbook_pi_word(int skip, int i)
{
	int w = skip / 64 + i, s = skip % 64;

	return s ? __warpbook_two_over_pi[w] << s | __warpbook_two_over_pi[w + 1] >> (64 - s) : __warpbook_two_over_pi[w];
}

/*
 * x minus the nearest multiple of pi / 2, for large x: computes only those bits of x * (2 / pi) that give the
 * quadrant and the fraction, from the 192 bits of 2 / pi that they depend on.
 */
__warpbook_own double __warpbook_reduce_large(double x, int *quadrant, double *rest)
{
	int e, skip, zeros;
	unsigned long long m = __warpbook_significand(x, &e), w[4] = { 0, 0, 0, 0 }, top, next, q;
	unsigned __int128 sum = 0;
	bool negative;
	double f, f_low, r;

	skip = e > 2 ? e - 2 : 0;
	for (int i = 0; i < 3; i++) {
		sum += (unsigned __int128)m * __warpbook_pi_word(skip, 2 - i);
		w[i] = (unsigned long long)sum;
		sum >>= 64;
	}
	w[3] = (unsigned long long)sum;
	if (e >= 2) {
		top = w[2];
		next = w[1];
	} else {
		top = w[3] << (62 + e) | w[2] >> (2 - e);
		next = w[2] << (62 + e) | w[1] >> (2 - e);
	}
	q = top >> 62;
	top = top << 2 | next >> 62;
	next <<= 2;
	negative = top >> 63;
	if (negative) {
		q++;
		next = ~next + 1;
		top = ~top + (next == 0);
	}
	zeros = top ? __builtin_clzll(top) : 63;
	top = zeros ? top << zeros | next >> (64 - zeros) : top;
	f = (double)(top & ~0x7ffull) * 0x1p-64;
	f_low = (double)(top & 0x7ff) * 0x1p-64;
	r = __warpbook_times(f, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, rest);
	*rest += f_low * 0x1.921fb54442d18p+0;
	if (negative != (x < 0.0)) {
		r = -r;
		*rest = -*rest;
	}
	*quadrant = (int)(x < 0.0 ? 4 - q : q) & 3;
	*rest *= __warpbook_power2(-zeros);
	return r * __warpbook_power2(-zeros);
}

/* r + *rest in [-pi/4, pi/4], and the quadrant. */
__warpbook_own double __warpbook_reduce(double x, int *quadrant, double *rest)
{
	double n, r, p, s;

	*quadrant = 0;
	*rest = 0.0;
	if (__builtin_fabs(x) <= 0.785)
		return x;
	if (!(__builtin_fabs(x) < __builtin_huge_val()))
		return __builtin_nan("");
	if (__builtin_fabs(x) > 0x1p20)
		return __warpbook_reduce_large(x, quadrant, rest);
	n = __builtin_rint(x * 0x1.45f306dc9c883p-1);
	r = __builtin_fma(-n, 0x1.921fb54400000p+0, x); /* exact, and so is p */
	p = __nvvm_mul_rn_d(n, 0x1.0b4611a600000p-34);
	s = r - p;
	p = (r - s) - p;
	p = __builtin_fma(-n, 0x1.3198a2e037073p-69, p);
	r = s + p;
	*rest = p - (r - s);
	*quadrant = (int)n & 3;
	return r;
}

__warpbook_own double __warpbook_sin_part(double r, double rest)
{
	double z = r * r, p = 1.0 / 355687428096000.0;

	p = p * z - 1.0 / 1307674368000.0;
	p = p * z + 1.0 / 6227020800.0;
	p = p * z - 1.0 / 39916800.0;
	p = p * z + 1.0 / 362880.0;
	p = p * z - 1.0 / 5040.0;
	p = p * z + 1.0 / 120.0;
	p = p * z - 1.0 / 6.0;
	return r + (r * z * p + rest * (1.0 - 0.5 * z));
}

__warpbook_own double __warpbook_cos_part(double r, double rest)
{
	double z = __nvvm_mul_rn_d(r, r), p = -1.0 / 6402373705728000.0, w = 1.0 - 0.5 * z;

	p = p * z + 1.0 / 20922789888000.0;
	p = p * z - 1.0 / 87178291200.0;
	p = p * z + 1.0 / 479001600.0;
	p = p * z - 1.0 / 3628800.0;
	p = p * z + 1.0 / 40320.0;
	p = p * z - 1.0 / 720.0;
	p = p * z + 1.0 / 24.0;
	return w + (((1.0 - w) - 0.5 * z) + (z * z * p - r * rest));
}

/* The sine of the angle r + rest in quadrant q. */
__warpbook_own double __warpbook_sin_of(int q, double r, double rest)
{
	double y = q & 1 ? __warpbook_cos_part(r, rest) : __warpbook_sin_part(r, rest);

	return q & 2 ? -y : y;
}

__warpbook_own double __warpbook_sin(double x)
{
	int q;
	double rest, r = __warpbook_reduce(x, &q, &rest);

	return __warpbook_sin_of(q, r, rest);
}

__warpbook_own double __warpbook_cos(double x)
{
	int q;
	double rest, r = __warpbook_reduce(x, &q, &rest);

	return __warpbook_sin_of((q + 1) & 3, r, rest);
}

__warpbook_own double __warpbook_tan(double x)
{
	int q;
	double rest, r = __warpbook_reduce(x, &q, &rest);

	return __warpbook_sin_of(q, r, rest) / __warpbook_sin_of((q + 1) & 3, r, rest);
}

/* sin(pi x), and with half = 1 cos(pi x). */
__warpbook_own double __warpbook_sin_turns(double x, int half)
{
	double r = x - 2.0 * __builtin_rint(0.5 * x), n = __builtin_rint(2.0 * r), rest;

	r = __warpbook_times(r - 0.5 * n, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, &rest);
	return __warpbook_sin_of(((int)n + half) & 3, r, rest);
}

__warpbook_own double __warpbook_sinpi(double x)
{
	return __builtin_fabs(x) < __builtin_huge_val() ? __warpbook_sin_turns(x, 0) : __builtin_nan("");
}

__warpbook_own double __warpbook_cospi(double x)
{
	return __builtin_fabs(x) < __builtin_huge_val() ? __warpbook_sin_turns(x, 1) : __builtin_nan("");
}

/* atan(a) for a between 0 and 1, from the nearest of 0, 1/2 and 1. */
__warpbook_own double __warpbook_atan_part(double a, double *rest)
{
	double c = a < 0.25 ? 0.0 : a < 0.75 ? 0.5 : 1.0, t = (a - c) / (1.0 + c * a), z = t * t, p = 1.0 / 27.0;
	double base = c == 0.0 ? 0.0 : c == 0.5 ? 0x1.dac670561bb4fp-2 : 0x1.921fb54442d18p-1;
	double base_low = c == 0.0 ? 0.0 : c == 0.5 ? 0x1.a2b7f222f65e2p-56 : 0x1.1a62633145c07p-55;
	double y;

	p = 1.0 / 25.0 - p * z;
	p = 1.0 / 23.0 - p * z;
	p = 1.0 / 21.0 - p * z;
	p = 1.0 / 19.0 - p * z;
	p = 1.0 / 17.0 - p * z;
	p = 1.0 / 15.0 - p * z;
	p = 1.0 / 13.0 - p * z;
	p = 1.0 / 11.0 - p * z;
	p = 1.0 / 9.0 - p * z;
	p = 1.0 / 7.0 - p * z;
	p = 1.0 / 5.0 - p * z;
	p = 1.0 / 3.0 - p * z;
	p = base_low - t * z * p;
	y = base + t;
	*rest = (t - (y - base)) + p;
	return y;
}

__warpbook_own double __warpbook_atan2(double y, double x)
{
	double a = __builtin_fabs(x), b = __builtin_fabs(y), angle, rest;
	bool steep = b > a;

	if (x != x || y != y)
		return x + y;
	if (a == b)
		angle = __warpbook_atan_part(a == 0.0 ? 0.0 : 1.0, &rest);
	else
		angle = __warpbook_atan_part(steep ? a / b : b / a, &rest);
	if (steep) {
		rest = 0x1.1a62633145c07p-54 - rest;
		rest += (0x1.921fb54442d18p+0 - (0x1.921fb54442d18p+0 - angle)) - angle;
		angle = 0x1.921fb54442d18p+0 - angle;
	}
	if (__builtin_signbit(x)) {
		rest = 0x1.1a62633145c07p-53 - rest;
		rest += (0x1.921fb54442d18p+1 - (0x1.921fb54442d18p+1 - angle)) - angle;
		angle = 0x1.921fb54442d18p+1 - angle;
	}
	return __builtin_copysign(angle + rest, y);
}

__warpbook_own double __warpbook_atan(double x) { return __warpbook_atan2(x, 1.0); }

__warpbook_own double __warpbook_asin(double x)
{
	return __warpbook_atan2(x, __nvvm_sqrt_rn_d((1.0 - x) * (1.0 + x)));
}

__warpbook_own double __warpbook_acos(double x)
{
	return 2.0 * __warpbook_atan2(__nvvm_sqrt_rn_d(1.0 - x), __nvvm_sqrt_rn_d(1.0 + x));
}

/* ---- error and gamma functions ---- */

/* exp(-x^2), with the square in two parts. */
__warpbook_own double __warpbook_exp_square(double x)
{
	double s = __nvvm_mul_rn_d(x, x);

	return __warpbook_exp_sum(-s, -__builtin_fma(x, x, -s));
}

/* A series without cancellation. */
__warpbook_own double __warpbook_erf_part(double x)
{
	double term = x, sum = x, z = 2.0 * x * x;

	for (int n = 3; __builtin_fabs(term) > 1e-18 * __builtin_fabs(sum) && n < 200; n += 2) {
		term *= z / n;
		sum += term;
	}
	return 0x1.20dd750429b6dp+0 * __warpbook_exp_square(x) * sum;
}

/* A continued fraction from its tail, for x >= 1. */
__warpbook_own double __warpbook_erfc_part(double x)
{
	double f = x;

	for (int n = 40 + (int)(180.0 / (x * x)); n > 0; n--)
		f = x + 0.5 * n / f;
	return 0x1.20dd750429b6dp-1 * __warpbook_exp_square(x) / f;
}

__warpbook_own double __warpbook_erf(double x)
{
	double a = __builtin_fabs(x);

	if (a > 6.0)
		return __builtin_copysign(1.0, x);
	return a < 1.0 ? __warpbook_erf_part(x) : a >= 1.0 ? __builtin_copysign(1.0 - __warpbook_erfc_part(a), x) : x;
}

__warpbook_own double __warpbook_erfc(double x)
{
	if (x > 27.3)
		return 0.0;
	if (x < -6.0)
		return 2.0;
	return x >= 1.0 ? __warpbook_erfc_part(x) : x < -1.0 ? 2.0 - __warpbook_erfc_part(-x) : 1.0 - __warpbook_erf_part(x);
}

/* The correction to Stirling's formula, for x >= 12. */
__warpbook_own double __warpbook_stirling(double x)
{
	double y = 1.0 / x, z = y * y, p = 0x1.a41a41a41a41ap-8;

	p = p * z - 0x1.f6ab0d9993c7dp-10;
	p = p * z + 0x1.b951e2b18ff23p-11;
	p = p * z - 0x1.3813813813814p-11;
	p = p * z + 0x1.a01a01a01a01ap-11;
	p = p * z - 0x1.6c16c16c16c17p-9;
	p = p * z + 0x1.5555555555555p-4;
	return p * y;
}

/* Moves x up to 12 or more; *product is the factor by which that multiplies gamma. */
__warpbook_own double __warpbook_gamma_up(double x, double *product)
{
	for (*product = 1.0; x < 12.0; x += 1.0)
		*product *= x;
	return x;
}

__warpbook_own double __warpbook_tgamma(double x)
{
	double up, product, half;

	if (x < 0.5) {
		if (x == 0.0)
			return 1.0 / x;
		if (!(x > -__builtin_huge_val()) || __builtin_trunc(x) == x)
			return __builtin_nan("");
		if (x < -185.0)
			return 0.0 * __warpbook_sinpi(x);
		/* In two halves, because gamma(1 - x) may overflow although the result does not underflow. */
		up = __warpbook_gamma_up(1.0 - x, &product);
		half = __warpbook_pow(up, 0.5 * up - 0.25);
		up = __warpbook_exp_sum(-up, __warpbook_stirling(up)) * 0x1.40d931ff62706p+1;
		return 0x1.921fb54442d18p+1 / __warpbook_sinpi(x) / half / up / half * product;
	}
	if (x > 171.7)
		return __builtin_huge_val();
	up = __warpbook_gamma_up(x, &product);
	half = __warpbook_pow(up, 0.5 * up - 0.25);
	return x != x ? x : half * __warpbook_exp_sum(-up, __warpbook_stirling(up)) * half * 0x1.40d931ff62706p+1 / product;
}

__warpbook_own double __warpbook_lgamma(double x)
{
	double up, product, y;

	if (x != x || __builtin_fabs(x) == __builtin_huge_val())
		return x * x;
	if (x == 1.0 || x == 2.0)
		return 0.0;
	if (x < 0.5) {
		if (__builtin_trunc(x) == x)
			return __builtin_huge_val();
		product = __builtin_fabs(__warpbook_sinpi(x));
		if (x > -0x1p-60 && x < 0x1p-60)
			return -__warpbook_log(__builtin_fabs(x));
		y = __warpbook_log(0x1.921fb54442d18p+1 / product);
		x = 1.0 - x;
	} else {
		y = 0.0;
	}
	up = __warpbook_gamma_up(x, &product);
	product = (up - 0.5) * __warpbook_log(up) - up + 0x1.d67f1c864beb5p-1 + __warpbook_stirling(up) - __warpbook_log(product);
	return y != 0.0 ? y - product : product;
}
