/*
 * exec_wgmma.c - wgmma: products of matrices in shared memory, or in registers and shared memory.
 *
 * A warp computes its 16 rows of D when it comes to the instruction. Hardware does so later: until wgmma.wait_group the registers
 * of D have no value that may be used, and the operands in shared memory must not change. Both are checked: the first by
 * lower_early.c, the second because the checkers see the loads at the wait, so that a write by a thread which the warp let go
 * before races with them.
 *
 * A descriptor (PTX manual, "Matrix Descriptor") has the address of the matrix, two offsets and the swizzle:
 *
 *	63 62  51 49   45    32  29    16  13     0
 *	swizzle base    stride    leading   address     (all but swizzle and base in units of 16 bytes)
 *
 * With units of 16 bytes, W of them in the span of the swizzle (1 without), unit u of row r is at
 *
 *	k is the shorter side  r % 8 * W + r / 8 * stride + u * (leading without a swizzle, else 1)       u: along k, two
 *	MN-major               u % W + u / W * leading + r % 8 * W + r / 8 * stride                       r: along k
 *	  without a swizzle    u * stride + r % 8 + r / 8 * leading
 *
 * and the swizzle permutes the units by their address, as for tensor copies. After CUTLASS's "canonical layouts". Rounding:
 * matrix.h, as for mma with all of k in one step, but for f8, which keeps 13 bits; tf32 ignores the lower 13 bits.
 */
#include "config.h"

#include <limits.h>
#include <string.h>

#include "simt/exec/rows.h"
#include "simt/ops/async.h"
#include "simt/ops/matrix.h"

#define ROWS   16  /* of a warp */
#define MOST_N 256
#define MOST_K 32
#define UNIT   16  /* bytes */
#define PRODUCTS 1024 /* of a warp, whose operands are checked at the wait; not those beyond */

struct descriptor { uint64_t at, leading, stride; uint32_t swizzle, units, base; };

static struct descriptor descriptor_read(uint64_t bits)
{
	static const uint32_t spans[] = { 0, 128, 64, 32 };
	struct descriptor d = { .at = (bits & 0x3fff) * UNIT, .leading = (bits >> 16 & 0x3fff) * UNIT,
				.stride = (bits >> 32 & 0x3fff) * UNIT, .base = bits >> 49 & 7, .swizzle = spans[bits >> 62] };

	d.units = d.swizzle ? d.swizzle / UNIT : 1;
	return d;
}

/* The offset of a unit in shared memory: unit u of row r. */
static uint64_t unit_at(const struct descriptor *d, bool turned, uint32_t r, uint32_t u)
{
	uint64_t at = d->at + r % 8 * (uint64_t)d->units * UNIT;

	if (!turned)
		at += r / 8 * d->stride + u * (d->swizzle ? UNIT : d->leading);
	else if (d->swizzle)
		at += u % d->units * (uint64_t)UNIT + u / d->units * d->leading + r / 8 * d->stride;
	else
		at += u * d->stride + r / 8 * d->leading;
	return tensor_swizzled(at, d->swizzle);
}

/* One operand in shared memory: `high` rows of A or columns of B, from `first` on. */
struct operand { struct descriptor d; enum ptx_type type; bool turned, minus; uint32_t first, high, k; };

static unsigned bytes_of(enum ptx_type t)
{
	return t == PTX_TF32 ? 4 : t == PTX_F16 || t == PTX_BF16 ? 2 : 1;
}

/* How many rows of units it has, and how many units in a row. */
static uint32_t unit_rows(const struct operand *o)
{
	return o->turned ? o->k : o->high;
}

static uint32_t units_in_row(const struct operand *o)
{
	return (o->turned ? o->high : o->k) * bytes_of(o->type) / UNIT;
}

static uint64_t operand_unit(const struct operand *o, uint32_t row, uint32_t u)
{
	return o->turned ? unit_at(&o->d, true, row, o->first * bytes_of(o->type) / UNIT + u) :
	       unit_at(&o->d, false, o->first + row, u);
}

/* Is all of it in the block's shared memory? Reports a fault. */
static bool operand_is_there(struct warp *w, const struct insn *i, const struct operand *o)
{
	struct warp_access a = access_of(w, i, ACCESS_LOAD);
	unsigned l = (unsigned)__builtin_ctz(w->mask);

	for (uint32_t r = 0; r < unit_rows(o); r++)
		for (uint32_t u = 0; u < units_in_row(o); u++) {
			uint64_t at = operand_unit(o, r, u);

			if (at + UNIT <= w->cta->shared_bytes)
				continue;
			w->addr[l] = at;
			a.space = PTX_SHARED;
			a.mask = 1u << l;
			a.bytes = UNIT;
			a.elem = bytes_of(o->type);
			launch_fault(w, FAULT_SHARED_BOUNDS, a.mask, &a);
			return false;
		}
	return true;
}

/* Calls `use` for each element: its number along the high side and along k, and its bits. */
#define each_in_memory(w, o, h, kk, bits, use) \
	for (uint32_t r_ = 0; r_ < unit_rows(o); r_++) \
		for (uint32_t u_ = 0; u_ < units_in_row(o); u_++) { \
			const uint8_t *from_ = (w)->cta->shared + operand_unit(o, r_, u_); \
			const unsigned size_ = bytes_of((o)->type), per_ = UNIT / size_; \
	\
			for (unsigned e_ = 0; e_ < per_; e_++) { \
				const uint32_t h = (o)->turned ? u_ * per_ + e_ : r_, kk = (o)->turned ? r_ : u_ * per_ + e_; \
				uint32_t bits = 0; \
	\
				memcpy(&bits, from_ + e_ * size_, size_); \
				use; \
			} \
		}

/* A's fragments: as mma's for 16 rows. */
#define each_in_registers(w, list, type, h, kk, bits, use) \
	for (unsigned r_ = 0; r_ < 4; r_++) { \
		const uint32_t *row_ = ((const union row *)ref_at(w, (list)[r_]))->u32; \
		const unsigned size_ = bytes_of(type), per_ = 4 / size_; \
	\
		for (unsigned l_ = 0; l_ < LANES; l_++) \
			for (unsigned e_ = 0; e_ < per_; e_++) { \
				const uint32_t h = l_ / 4 + 8 * (r_ % 2), kk = (r_ / 2 * 4 + l_ % 4) * per_ + e_; \
				const uint32_t bits = row_[l_] >> 8 * size_ * e_ & (UINT32_MAX >> (32 - 8 * size_)); \
	\
				use; \
			} \
	}

/* ---- floats ---- */

struct floats { double v[MOST_N * MOST_K]; int e[MOST_N * MOST_K]; bool finite; };

static void floats_finish(struct floats *f, uint32_t n)
{
	double sum = 0;

	for (uint32_t k = 0; k < n; k++)
		sum += f->v[k] - f->v[k];
	f->finite = sum == 0;
}

static void float_put(struct floats *f, uint32_t at, enum ptx_type t, uint32_t bits, bool minus)
{
	f->v[at] = matrix_float(t, bits, &f->e[at]);
	if (t == PTX_E4M3 && f->v[at] != 0 && f->e[at] < -6) /* subnormal: its own exponent, not f16's, as in mma */
		f->e[at] = -6;
	if (minus)
		f->v[at] = -f->v[at];
}

static void multiply_floats(struct warp *w, const struct insn *i, const struct operand *a, const struct operand *b, uint32_t adds)
{
	const struct product *p = i->product;
	const bool half = p->d_type == PTX_F16, f8 = bytes_of(p->a_type) == 1;
	const uint32_t k = p->k, *regs = i->list + p->n / (half ? 4 : 2);
	static _Thread_local struct floats fa, fb;

	if (p->a == NO_REF)
		each_in_registers(w, regs, p->a_type, h, kk, bits, float_put(&fa, h * k + kk, p->a_type, bits, p->minus_a))
	else
		each_in_memory(w, a, h, kk, bits, float_put(&fa, h * k + kk, p->a_type, bits, p->minus_a))
	each_in_memory(w, b, h, kk, bits, float_put(&fb, h * k + kk, p->b_type, bits, p->minus_b))
	floats_finish(&fa, ROWS * k);
	floats_finish(&fb, p->n * k);
	for (unsigned s = 0; s < p->n / 2u; s++) {
		union row *d = ref_at(w, i->list[half ? s / 2 : s]);

		for each_lane(l, w->mask) {
			/* With halves, a register has both columns of slots 2 s and 2 s + 1: then s % 2 is the half. */
			const unsigned row = l / 4 + 8 * (s / 2 % 2), column = s / 4 * 8 + l % 4 * 2 + s % 2,
				shift = half ? s % 2 * 16 : 0;
			const uint32_t at = row * k, to = column * k;
			uint32_t old = half ? d->u32[l] >> shift & 0xffff : d->u32[l], bits;
			double c = 0;
			int ec = 0;

			c = matrix_float(half ? PTX_F16 : PTX_F32, adds >> l & 1 ? old : 0, &ec);
			c = (f8 ? matrix_sum_f8 : matrix_sum)(fa.v + at, fa.e + at, fb.v + to, fb.e + to, k, c, ec,
							      fa.finite && fb.finite, !half);
			bits = matrix_bits(half ? PTX_F16 : PTX_F32, c);
			d->u32[l] = half ? (d->u32[l] & ~(0xffffu << shift)) | bits << shift : bits;
		}
	}
}

/* ---- integers ---- */

static int32_t element_int(enum ptx_type t, uint32_t bits)
{
	return t == PTX_S8 ? (int8_t)bits : (int32_t)bits;
}

static void multiply_ints(struct warp *w, const struct insn *i, const struct operand *a, const struct operand *b, uint32_t adds)
{
	const struct product *p = i->product;
	const uint32_t k = p->k, *regs = i->list + p->n / 2;
	int32_t ia[ROWS * MOST_K], ib[MOST_N * MOST_K];

	if (p->a == NO_REF)
		each_in_registers(w, regs, p->a_type, h, kk, bits, ia[h * k + kk] = element_int(p->a_type, bits))
	else
		each_in_memory(w, a, h, kk, bits, ia[h * k + kk] = element_int(p->a_type, bits))
	each_in_memory(w, b, h, kk, bits, ib[h * k + kk] = element_int(p->b_type, bits))
	for (unsigned s = 0; s < p->n / 2u; s++) {
		union row *d = ref_at(w, i->list[s]);

		for each_lane(l, w->mask) {
			const unsigned row = l / 4 + 8 * (s / 2 % 2), column = s / 4 * 8 + l % 4 * 2 + s % 2;
			int64_t sum = adds >> l & 1 ? d->s32[l] : 0;

			for (uint32_t e = 0; e < k; e++)
				sum += ia[row * k + e] * ib[column * k + e];
			if (i->src->sat)
				sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
			d->u32[l] = (uint32_t)sum;
		}
	}
}

/* ---- the instructions ---- */

/* The warp's part of A, and B; `bits` are the descriptors. */
static struct operand operand_a(const struct warp *w, const struct product *p, uint64_t bits)
{
	return (struct operand){ .d = descriptor_read(bits), .type = p->a_type, .turned = p->turned_a,
				 .first = w->place.warp % 4 * ROWS, .high = ROWS, .k = p->k };
}

static struct operand operand_b(const struct product *p, uint64_t bits)
{
	return (struct operand){ .d = descriptor_read(bits), .type = p->b_type, .turned = p->turned_b, .high = p->n, .k = p->k };
}

/* Shows the loads to the checkers, 32 units at a time, one for each lane. */
static void operand_watch(struct warp *w, const struct insn *i, const struct operand *o)
{
	struct warp_access a = access_of(w, i, ACCESS_LOAD);
	uint64_t addr[LANES];
	uint32_t n = 0;

	a.space = PTX_SHARED;
	a.bytes = UNIT;
	a.elem = bytes_of(o->type);
	a.addr = addr;
	for (uint32_t r = 0; r < unit_rows(o); r++)
		for (uint32_t u = 0; u < units_in_row(o); u++) {
			addr[n++] = operand_unit(o, r, u);
			if (n < LANES)
				continue;
			a.mask = UINT32_MAX;
			w->hooks->access(w->hooks->ctx, &w->place, &a);
			n = 0;
		}
	if (n) {
		a.mask = (1u << n) - 1;
		w->hooks->access(w->hooks->ctx, &w->place, &a);
	}
}

static void operands_watch(struct warp *w, const struct insn *i, uint64_t a_bits, uint64_t b_bits)
{
	const struct product *p = i->product;
	struct operand a = operand_a(w, p, a_bits), b = operand_b(p, b_bits);

	if (p->a != NO_REF)
		operand_watch(w, i, &a);
	operand_watch(w, i, &b);
}

/* The hardware reads B once for the four warps: it counts for the first. */
static void product_count(struct warp *w, const struct insn *i, const struct operand *b)
{
	const struct product *p = i->product;
	uint64_t passes = (w->place.warp % 4 ? 0 : b->high * b->k * bytes_of(b->type) / 128) +
			  (p->a == NO_REF ? 0 : ROWS * p->k * bytes_of(p->a_type) / 128);
	struct site_counts *c = &w->sites[i->site].counts;

	c->shared.requests += passes != 0;
	c->shared.wavefronts += passes;
	c->shared.fewest += passes;
}

static bool descriptor_is_good(struct warp *w, const struct insn *i, const struct descriptor *d)
{
	if (!d->base)
		return true;
	lane_fault(w, i, FAULT_DESCRIPTOR, (unsigned)__builtin_ctz(w->mask), PTX_GENERIC, d->base, UNIT);
	return false;
}

void exec_WGMMA(struct warp *w, const struct insn *i)
{
	const struct product *p = i->product;
	unsigned l = (unsigned)__builtin_ctz(w->mask);
	uint64_t bits_a = p->a == NO_REF ? 0 : ((const union row *)ref_at(w, p->a))->u64[l];
	uint64_t bits_b = ((const union row *)ref_at(w, p->b))->u64[l];
	struct operand a = operand_a(w, p, bits_a), b = operand_b(p, bits_b);
	uint32_t adds = p->adds == NO_REF ? p->always ? UINT32_MAX : 0 :
			*pred_at(w, p->adds) ^ (p->adds_negated ? UINT32_MAX : 0);
	struct pending *late;

	if (w->mask != UINT32_MAX && w->hooks->bad_mask)
		w->hooks->bad_mask(w->hooks->ctx, &w->place, MASK_NAMES_ABSENT, w->mask, ~w->mask, i->src);
	if (!descriptor_is_good(w, i, &b.d) || (p->a != NO_REF && !descriptor_is_good(w, i, &a.d)) ||
	    !operand_is_there(w, i, &b) || (p->a != NO_REF && !operand_is_there(w, i, &a)))
		return;
	product_count(w, i, &b);
	if (p->d_type == PTX_S32)
		multiply_ints(w, i, &a, &b, adds);
	else
		multiply_floats(w, i, &a, &b, adds);
	if (!w->watched || !w->hooks->access) /* as in a twin's run */
		return;
	if ((w->async && w->async->products == PRODUCTS) || !(late = pending_add(w, i, PENDING_PRODUCT)))
		return;
	w->async->products++;
	late->to[0] = bits_a;
	late->from[0] = bits_b;
	late->group[0] = w->async->product_group;
	late->bar[0] = UINT64_MAX;
	late->mask = 1;
}

void product_perform(struct warp *w, const struct pending *p)
{
	operands_watch(w, p->i, p->to[0], p->from[0]);
}

void exec_WGMMA_COMMIT(struct warp *w, const struct insn *i)
{
	struct async *a = async_need(w);

	(void)i;
	if (a)
		a->product_group++;
}

void exec_EARLY(struct warp *w, const struct insn *i)
{
	if (w->hooks->early)
		w->hooks->early(w->hooks->ctx, &w->place, w->mask, i->src, i->other);
}

/* Waits for all groups but the last i->imm. */
void exec_WGMMA_WAIT(struct warp *w, const struct insn *i)
{
	struct async *a = w->async;

	for (struct pending *p = a ? a->first : NULL; p; p = p->next)
		if (p->kind == PENDING_PRODUCT && p->mask && p->group[0] + i->imm < a->product_group) {
			product_perform(w, p);
			p->mask = 0;
			a->products--;
		}
	if (a)
		pending_sweep(a);
}
