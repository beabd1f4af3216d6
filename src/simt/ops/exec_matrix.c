/*
 * exec_matrix.c - mma and wmma.mma, and movmatrix: gathers fragments into dense matrices, multiplies them, and
 * distributes D again. matrix.h has the layouts and the rounding of sums.
 */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "simt/exec/rows.h"
#include "simt/exec/warp.h"
#include "simt/ieee.h"
#include "simt/ops/matrix.h"

#define KEPT_BITS 25    /* of a sum, below its largest exponent */
#define F8_BITS   13 /* the same for f8 in wgmma, and the fraction bits of its result */
#define STEP      16    /* the most products summed in one step */
#define NOWHERE   -5000 /* the exponent of zero */

/* A matrix of floats: values, and the exponents by which the hardware aligns. */
struct dense {
	double v[MATRIX_ELEMENTS];
	int e[MATRIX_ELEMENTS];
	bool finite;     /* all elements are */
};

/* Calls `use` with the bits of every element and its position: register, element in it, lane. */
#define each_element(w, p, list, bits, to, use) \
	for (unsigned s_ = 0, per_ = 32 / (p)->bits; s_ < (p)->slots; s_++) { \
		const uint32_t *row_ = ((const union row *)ref_at(w, (list)[s_ / per_]))->u32; \
		const uint16_t *at_ = (p)->at + s_ * LANES; \
		const unsigned shift_ = s_ % per_ * (p)->bits; \
		const uint32_t mask_ = UINT32_MAX >> (32 - (p)->bits); \
	\
		for (unsigned l_ = 0; l_ < LANES; l_++) { \
			const uint32_t bits = row_[l_] >> shift_ & mask_; \
			const unsigned to = at_[l_]; \
	\
			use; \
		} \
	}

/* ---- floats ---- */

/* A value with e exponent and f fraction bits, at the top of 32; not for e4m3, which has no infinity. */
static double small_float(uint32_t bits, unsigned e, unsigned f, int *exponent)
{
	int bias = (1 << (e - 1)) - 1, field = (int)(bits >> f & ((1u << e) - 1));
	uint32_t fraction = bits & ((1u << f) - 1);
	double v;

	if (field == (1 << e) - 1) {
		*exponent = 0;
		v = fraction ? NAN : INFINITY;
	} else {
		*exponent = field ? field - bias : 1 - bias;
		v = ldexp(fraction + (field ? 1u << f : 0), *exponent - (int)f);
	}
	if (v == 0)
		*exponent = NOWHERE;
	return bits >> (e + f) & 1 ? -v : v;
}

/* Converts f8 to f16 first, so that its subnormals are normal. */
static double byte_float(uint32_t bits, bool e4m3, int *exponent)
{
	double v;

	if (e4m3 && (bits & 0x7f) == 0x7f) {
		*exponent = 0;
		return NAN;
	}
	if (e4m3 && (bits & 0x78) == 0x78) {
		v = ldexp(8 + (bits & 7), 8 - 3);
		v = bits & 0x80 ? -v : v;
	} else {
		v = small_float(bits, e4m3 ? 4 : 5, e4m3 ? 3 : 2, exponent);
	}
	if (v != 0 && isfinite(v)) {
		*exponent = ilogb(v);
		if (*exponent < -14)
			*exponent = -14;
	}
	return v;
}

static double word_float(uint32_t bits, int *exponent)
{
	int field = (int)(bits >> 23 & 255);
	float f;

	memcpy(&f, &bits, sizeof(f));
	*exponent = f == 0 ? NOWHERE : field ? field - 127 : -126;
	return f;
}

static double element_float(enum ptx_type t, uint32_t bits, int *exponent)
{
	switch (t) {
	case PTX_BF16: return word_float(bits << 16, exponent);
	case PTX_TF32: return word_float(bits & 0xffffe000, exponent);
	case PTX_E4M3: return byte_float(bits, true, exponent);
	case PTX_E5M2: return byte_float(bits, false, exponent);
	default: return word_float(bits, exponent);
	}
}

/* f16 without branches unless it is not finite: as a float with a smaller exponent, scaled. */
static inline double half_float(uint32_t bits, int *exponent)
{
	uint32_t magnitude = (bits & 0x7fff) << 13, field = bits >> 10 & 31;
	float f;

	memcpy(&f, &magnitude, sizeof(f));
	f *= 0x1p112f;
	if (field == 31)
		f = half_to(bits & 0x7fff);
	*exponent = !magnitude ? NOWHERE : field ? (int)field - 15 : -14;
	return bits & 0x8000 ? -f : f;
}

static void floats_gather(const struct warp *w, const struct matrix_part *p, const uint32_t *list, unsigned n, struct dense *to)
{
	double sum = 0;

	if (p->type == PTX_F16)
		each_element(w, p, list, bits, at, to->v[at] = half_float(bits, &to->e[at]))
	else
		each_element(w, p, list, bits, at, to->v[at] = element_float(p->type, bits, &to->e[at]))
	for (unsigned k = 0; k < n; k++)
		sum += to->v[k] - to->v[k];
	to->finite = sum == 0;
}

static double power_of_two(int e)
{
	uint64_t bits = (uint64_t)(e + 1023) << 52;
	double v;

	memcpy(&v, &bits, sizeof(v));
	return v;
}

/* Truncated to a float. */
static double truncated(double v)
{
	uint64_t bits;

	if (fabs(v) < 0x1p-126)
		return trunc(v * 0x1p149) * 0x1p-149;
	memcpy(&bits, &v, sizeof(bits));
	bits &= ~((1ull << 29) - 1);
	memcpy(&v, &bits, sizeof(v));
	return fabs(v) < 0x1p128 ? v : copysign(INFINITY, v);
}

/* For infinities and NaNs: only those of the products and of c matter. */
static double special_sum(const double *a, const double *b, unsigned k, double c)
{
	double sum = isfinite(c) ? 0 : c;

	for (unsigned i = 0; i < k; i++) {
		double p = a[i] * b[i];

		sum += isfinite(a[i]) && isfinite(b[i]) ? 0 : p;
	}
	return sum;
}

/* Up to STEP products and c, all finite: exact except for the bits truncated below KEPT_BITS. */
static inline double aligned_sum(const double *a, const int *ea, const double *b, const int *eb, unsigned k,
				 double c, int ec)
{
	int most = ec;
	int32_t low = 0, high = 0;
	double scale;

	for (unsigned i = 0; i < k; i++) {
		int e = ea[i] + eb[i];

		most = e > most ? e : most;
	}
	if (most <= NOWHERE)
		return 0;
	scale = power_of_two(KEPT_BITS - most);
	for (unsigned i = 0; i < k && i < STEP / 2; i++)
		low += (int32_t)(a[i] * b[i] * scale);
	for (unsigned i = STEP / 2; i < k; i++)
		high += (int32_t)(a[i] * b[i] * scale);
	return (double)((int64_t)low + high + (int64_t)(c * scale)) * power_of_two(most - KEPT_BITS);
}

static bool all_finite(const double *a, const double *b, unsigned k, double c)
{
	double sum = c - c;

	for (unsigned i = 0; i < k; i++)
		sum += (a[i] - a[i]) + (b[i] - b[i]);
	return sum == 0;
}

static int float_exponent(double v)
{
	return v == 0 ? NOWHERE : ilogb(v) < -126 ? -126 : ilogb(v);
}

/* f32 without rounding, for C of any type; the caller rounds to f16. */
static double steps_sum(unsigned step, const double *a, const int *ea, const double *b, const int *eb, unsigned k,
			double c, int ec, bool finite, bool cut)
{
	for (unsigned at = 0; at < k; at += step) {
		unsigned n = k - at < step ? k - at : step;

		if (!(finite && isfinite(c)) && !all_finite(a + at, b + at, n, c)) {
			c = special_sum(a + at, b + at, n, c);
			continue;
		}
		c = n == STEP ? aligned_sum(a + at, ea + at, b + at, eb + at, STEP, c, ec)
			      : aligned_sum(a + at, ea + at, b + at, eb + at, n, c, ec);
		if (cut)
			c = truncated(c);
		if (at + n < k)
			ec = float_exponent(c);
	}
	return c;
}

static double chain_sum(const double *a, const double *b, unsigned k, double c)
{
	float s = (float)a[0] * (float)b[0];

	for (unsigned i = 1; i < k; i++)
		s = fmaf((float)a[i], (float)b[i], s);
	return s + (float)c;
}

static double element_sum(const struct matrix *m, const struct dense *a, unsigned row, const struct dense *b, unsigned column,
			  double c, int ec)
{
	const double *va = a->v + row * m->k, *vb = b->v + column * m->k;
	const int *ea = a->e + row * m->k, *eb = b->e + column * m->k;
	bool half = m->part[PTX_MATRIX_D].type == PTX_F16, finite = a->finite && b->finite;

	if (m->products > 1)
		return chain_sum(va, vb, m->k, c);
	if (m->part[PTX_MATRIX_A].bits == 8)
		return (float)steps_sum(STEP, va, ea, vb, eb, m->k, 0, NOWHERE, finite, true) + (float)c;
	return steps_sum(m->step, va, ea, vb, eb, m->k, c, ec, finite, !half);
}

double matrix_float(enum ptx_type t, uint32_t bits, int *exponent)
{
	return t == PTX_F16 ? half_float(bits, exponent) : element_float(t, bits, exponent);
}

double matrix_sum(const double *a, const int *ea, const double *b, const int *eb, unsigned k, double c, int ec, bool finite,
		  bool cut)
{
	return steps_sum(STEP, a, ea, b, eb, k, c, ec, finite, cut);
}

/* Truncated to a float with F8_BITS fraction bits. */
static double truncated_f8(double v)
{
	uint64_t bits;

	if (fabs(v) < 0x1p-126)
		return trunc(ldexp(v, 126 + F8_BITS)) * ldexp(1, -126 - F8_BITS);
	memcpy(&bits, &v, sizeof(bits));
	bits &= ~((1ull << (52 - F8_BITS)) - 1);
	memcpy(&v, &bits, sizeof(v));
	return fabs(v) < 0x1p128 ? v : copysign(INFINITY, v);
}

double matrix_sum_f8(const double *a, const int *ea, const double *b, const int *eb, unsigned k, double c, int ec, bool finite,
		     bool cut)
{
	double sum = 0, scale;
	int most = ec;

	if (!(finite && isfinite(c)) && !all_finite(a, b, k, c))
		return special_sum(a, b, k, c);
	for (unsigned i = 0; i < k; i++)
		most = ea[i] + eb[i] > most ? ea[i] + eb[i] : most;
	if (most <= NOWHERE)
		return 0;
	scale = power_of_two(F8_BITS - most);
	for (unsigned i = 0; i < k; i++)
		sum += trunc(a[i] * b[i] * scale);
	sum = (sum + trunc(c * scale)) * power_of_two(most - F8_BITS);
	return cut ? truncated_f8(sum) : sum;
}

uint32_t matrix_bits(enum ptx_type t, double v)
{
	float f = (float)v;
	uint32_t bits;

	if (t == PTX_F16)
		return half_from(v);
	f = canonical32(f);
	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

static void multiply_floats(struct warp *w, const struct matrix *m, const uint32_t *a, const uint32_t *b,
			    const uint32_t *c, uint32_t *d)
{
	struct dense da, db, dc;
	unsigned rows = m->m * m->products;

	floats_gather(w, &m->part[PTX_MATRIX_A], a, rows * m->k, &da);
	floats_gather(w, &m->part[PTX_MATRIX_B], b, m->products * m->n * m->k, &db);
	floats_gather(w, &m->part[PTX_MATRIX_C], c, rows * m->n, &dc);
	for (unsigned row = 0; row < rows; row++)
		for (unsigned n = 0; n < m->n; n++) {
			unsigned at = row * m->n + n, column = row / m->m * m->n + n;

			d[at] = matrix_bits(m->part[PTX_MATRIX_D].type,
					   element_sum(m, &da, row, &db, column, dc.v[at], dc.e[at]));
		}
}

/* ---- integers ---- */

static int32_t element_int(enum ptx_type t, uint32_t bits)
{
	switch (t) {
	case PTX_S8: return (int8_t)bits;
	case PTX_S4: return (int32_t)(bits << 28) >> 28;
	default: return (int32_t)bits;
	}
}

static void ints_gather(const struct warp *w, const struct matrix_part *p, const uint32_t *list, int32_t *to)
{
	each_element(w, p, list, bits, at, to[at] = element_int(p->type, bits))
}

static int32_t dot(const int32_t *a, const int32_t *b, unsigned k)
{
	int32_t sum = 0;

	for (unsigned i = 0; i < k; i++)
		sum += a[i] * b[i];
	return sum;
}

static int32_t dot_bits(const int32_t *a, const int32_t *b, unsigned k, bool differ)
{
	int32_t sum = 0;

	for (unsigned i = 0; i < k; i++)
		sum += __builtin_popcount((uint32_t)(differ ? a[i] ^ b[i] : a[i] & b[i]));
	return sum;
}

static void multiply_ints(struct warp *w, const struct ptx_instr *src, const struct matrix *m, const uint32_t *a,
			  const uint32_t *b, const uint32_t *c, uint32_t *d)
{
	int32_t da[MATRIX_ELEMENTS], db[MATRIX_ELEMENTS], dc[MATRIX_ELEMENTS];

	ints_gather(w, &m->part[PTX_MATRIX_A], a, da);
	ints_gather(w, &m->part[PTX_MATRIX_B], b, db);
	ints_gather(w, &m->part[PTX_MATRIX_C], c, dc);
	for (unsigned row = 0; row < m->m; row++)
		for (unsigned n = 0; n < m->n; n++) {
			const int32_t *x = da + row * m->k, *y = db + n * m->k;
			int64_t sum = dc[row * m->n + n];

			sum += src->boolop ? dot_bits(x, y, m->k, src->boolop == PTX_BOOL_XOR) : dot(x, y, m->k);
			if (src->sat)
				sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
			d[row * m->n + n] = (uint32_t)sum;
		}
}

/* ---- doubles ---- */

static void doubles_gather(const struct warp *w, const struct matrix_part *p, const uint32_t *list, double *to)
{
	for (unsigned s = 0; s < p->slots; s++)
		for (unsigned l = 0; l < LANES; l++)
			to[p->at[s * LANES + l]] = ((const union row *)ref_at(w, list[s]))->f64[l];
}

static void multiply_doubles(struct warp *w, const struct matrix *m, const uint32_t *a, const uint32_t *b,
			     const uint32_t *c, const uint32_t *d)
{
	const struct matrix_part *p = &m->part[PTX_MATRIX_D];
	double da[MATRIX_ELEMENTS], db[MATRIX_ELEMENTS], dc[MATRIX_ELEMENTS];

	doubles_gather(w, &m->part[PTX_MATRIX_A], a, da);
	doubles_gather(w, &m->part[PTX_MATRIX_B], b, db);
	doubles_gather(w, &m->part[PTX_MATRIX_C], c, dc);
	for (unsigned row = 0; row < m->m; row++)
		for (unsigned n = 0; n < m->n; n++) {
			double *sum = &dc[row * m->n + n];

			for (unsigned k = 0; k < m->k; k++)
				*sum = fma(da[row * m->k + k], db[n * m->k + k], *sum);
			if (*sum != *sum)
				*sum = copysign(NAN, -1);
		}
	for each_lane(l, w->mask)
		for (unsigned s = 0; s < p->slots; s++)
			((union row *)ref_at(w, d[s]))->f64[l] = dc[p->at[s * LANES + l]];
}

/* ---- the instructions ---- */

/* Lanes that have exited, or never existed, hold no data. */
static void report_missing(struct warp *w, const struct insn *i)
{
	if (w->mask != UINT32_MAX && w->hooks->bad_mask)
		w->hooks->bad_mask(w->hooks->ctx, &w->place, MASK_NAMES_ABSENT, w->mask, ~w->mask, i->src);
}

static void words_spread(struct warp *w, const struct matrix_part *p, const uint32_t *d, const uint32_t *list)
{
	unsigned per = 32 / p->bits;

	for (unsigned r = 0; r < p->distinct; r++) {
		const uint16_t *low = p->at + r * per * LANES, *high = low + LANES;
		union row *to = ref_at(w, list[r]);

		for each_lane(l, w->mask)
			to->u32[l] = per == 1 ? d[low[l]] : d[low[l]] | d[high[l]] << 16;
	}
}

void exec_MMA(struct warp *w, const struct insn *i)
{
	const struct matrix *m = i->matrix;
	const uint32_t *d = i->list, *a = d + m->part[PTX_MATRIX_D].regs, *b = a + m->part[PTX_MATRIX_A].regs;
	const uint32_t *c = b + m->part[PTX_MATRIX_B].regs;
	uint32_t result[MATRIX_ELEMENTS];

	report_missing(w, i);
	switch (m->part[PTX_MATRIX_D].type) {
	case PTX_F64:
		multiply_doubles(w, m, a, b, c, d);
		return;
	case PTX_S32:
		multiply_ints(w, i->src, m, a, b, c, result);
		break;
	default:
		multiply_floats(w, m, a, b, c, result);
		break;
	}
	words_spread(w, &m->part[PTX_MATRIX_D], result, d);
}

/* A matrix of 8 x 8 halves: row l / 4, columns 2 * (l % 4) and the next in lane l. */
static uint32_t transposed(const uint32_t *from, unsigned l)
{
	unsigned row = l % 4 * 2, column = l / 4, half = column % 2 * 16;
	uint32_t low = from[row * 4 + column / 2] >> half & 0xffff, high = from[(row + 1) * 4 + column / 2] >> half & 0xffff;

	return low | high << 16;
}

void exec_MOVMATRIX(struct warp *w, const struct insn *i)
{
	uint32_t from[LANES];
	union row *d = ref_at(w, i->list[0]);

	report_missing(w, i);
	memcpy(from, ref_at(w, i->list[1]), sizeof(from));
	for each_lane(l, w->mask)
		d->u32[l] = transposed(from, l);
}

/* ---- rows of 16 bytes in memory: lane 8 k + r has the address of row r of matrix k ---- */

/* The lanes whose addresses count. */
static uint32_t row_lanes(const struct insn *i)
{
	return i->src->vec == 4 ? UINT32_MAX : (1u << 8 * i->src->vec) - 1;
}

void exec_LDMATRIX(struct warp *w, const struct insn *i)
{
	uint32_t mask = w->mask, from[4][LANES], matrix[LANES];

	report_missing(w, i);
	w->mask &= row_lanes(i);
	exec_LD(w, i);
	w->mask = mask;
	for (unsigned k = 0; k < 4; k++)
		memcpy(from[k], ref_at(w, i->list[k]), sizeof(from[k]));
	for (unsigned k = 0; k < i->src->vec; k++) {
		union row *d = ref_at(w, i->list[4 + k]);

		for (unsigned l = 0; l < LANES; l++)
			matrix[l] = from[l % 4][8 * k + l / 4];
		for each_lane(l, mask)
			d->u32[l] = i->src->trans ? transposed(matrix, l) : matrix[l];
	}
}

void exec_STMATRIX(struct warp *w, const struct insn *i)
{
	uint32_t mask = w->mask, matrix[LANES];

	report_missing(w, i);
	for (unsigned k = 0; k < i->src->vec; k++) {
		memcpy(matrix, ref_at(w, i->list[4 + k]), sizeof(matrix));
		for (unsigned l = 0; l < LANES; l++)
			((union row *)ref_at(w, i->list[l % 4]))->u32[8 * k + l / 4] =
				i->src->trans ? transposed(matrix, l) : matrix[l];
	}
	w->mask &= row_lanes(i);
	exec_ST(w, i);
	w->mask = mask;
}
