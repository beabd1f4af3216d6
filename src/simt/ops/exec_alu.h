/*
 * exec_alu.h - rows of alu.def as functions: one loop over 32 lanes each.
 *
 * exec_variant.h includes it once per instruction set, for the rows that are not rare; exec_rare.c and
 * exec_rare_avx2.c, which define EXEC_RARE, include it for the rare ones. When the mask covers all live lanes the
 * loop writes all 32 (the registers of dead lanes are not used); otherwise it blends. Both forms are branch-free, so
 * the compiler vectorises. Rare rows always blend: half the code to compile.
 */

#include "simt/exec/rows.h"
#include "simt/ops/bits.h"

/* No lane of a loop reads what another one writes. */
#if defined(__clang__)
#define INDEPENDENT_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT_LANES _Pragma("GCC ivdep")
#endif

/* How each kind of lane is stored, read (R_) and written (W_). */
#define CELL_u8 u32
#define CELL_s8 u32
#define CELL_u16 u32
#define CELL_s16 u32
#define CELL_u32 u32
#define CELL_s32 s32
#define CELL_u64 u64
#define CELL_s64 s64
#define CELL_f16 u32
#define CELL_f32 f32
#define CELL_f32b f32
#define CELL_f32z f32
#define CELL_f32s f32
#define CELL_f32zs f32
#define CELL_f64 f64
#define CELL_f64b f64
#define CELL_f64s f64
#define CELL_bf16 u32
#define TYPE_u8 uint8_t
#define TYPE_s8 int8_t
#define TYPE_u16 uint16_t
#define TYPE_s16 int16_t
#define TYPE_u32 uint32_t
#define TYPE_s32 int32_t
#define TYPE_u64 uint64_t
#define TYPE_s64 int64_t
#define TYPE_f16 float
#define TYPE_f32 float
#define TYPE_f32b float
#define TYPE_f32z float
#define TYPE_f64 double
#define TYPE_f64b double
#define TYPE_bf16 float
#define R_u8(x) (uint8_t)(x)
#define R_s8(x) (int8_t)(x)
#define R_u16(x) (uint16_t)(x)
#define R_s16(x) (int16_t)(x)
#define R_u32(x) (x)
#define R_s32(x) (x)
#define R_u64(x) (x)
#define R_s64(x) (x)
#define R_f16(x) half_to((uint16_t)(x))
#define R_f32(x) (x)
#define R_f32b(x) (x)
#define R_f32z(x) flush32(x)
#define R_f64(x) (x)
#define R_f64b(x) (x)
#define R_bf16(x) bfloat_to((uint16_t)(x))
#define W_u8(v) (uint8_t)(v)
#define W_s8(v) (uint32_t)(int8_t)(v)
#define W_u16(v) (uint16_t)(v)
#define W_s16(v) (uint32_t)(int16_t)(v)
#define W_u32(v) (uint32_t)(v)
#define W_s32(v) (int32_t)(v)
#define W_u64(v) (uint64_t)(v)
#define W_s64(v) (int64_t)(v)
#define W_f16(v) half_from((double)(v))
#define W_f32(v) canonical32(v)
#define W_f32b(v) (v)
#define W_f32z(v) canonical32(flush32(v))
#define W_f32s(v) saturate32(v)
#define W_f32zs(v) saturate32(flush32(v))
/* A 64-bit NaN keeps its payload and becomes quiet: the host does the same as the GPU. */
#define W_f64(v) (v)
#define W_f64b(v) (v)
#define W_f64s(v) saturate64(v)

#define KEEP(a) (a)
#define KEEPf(a) (a)

/* The integer for a NaN: the top bit alone if either side has 64 bits, else 0. */
#define NAN_TO_INT(T, v) \
	(T)(sizeof(v) == 8 || sizeof(T) == 8 ? 1ull << (8 * sizeof(T) - 1) : 0)

/*
 * Clamps between the nearest doubles. The largest integers, 2^64 - 1 and 2^63 - 1, are not doubles, so the upper test
 * is for "at least one past it".
 */
#define FLOAT_TO_INT(T, v, LOW, HIGH) \
	((v) != (v) ? NAN_TO_INT(T, v) : (v) >= (double)(HIGH) ? (T)(HIGH) : \
	 (v) <= (double)(LOW) ? (T)(LOW) : (T)(v))

static inline uint64_t clamp_u(uint64_t a, uint64_t high)
{
	return a > high ? high : a;
}

static inline uint64_t clamp_s(int64_t a, int64_t low, uint64_t high)
{
	if (a >= 0)
		return clamp_u((uint64_t)a, high);
	return (uint64_t)(a < low ? low : a);
}

/* Division by zero gives all ones, as on hardware: quotient and remainder. */
#define INTEGER_HELPERS(N, UNSIGNED, SIGNED) \
	static inline uint##N##_t mul_hi_u##N(uint##N##_t a, uint##N##_t b) \
	{ return (uint##N##_t)((UNSIGNED)a * b >> N); } \
	static inline int##N##_t mul_hi_s##N(int##N##_t a, int##N##_t b) \
	{ return (int##N##_t)((SIGNED)a * b >> N); } \
	static inline int##N##_t div_s##N(int##N##_t a, int##N##_t b) \
	{ return b == 0 ? -1 : b == -1 ? (int##N##_t)(0 - (uint64_t)a) : (int##N##_t)(a / b); } \
	static inline int##N##_t rem_s##N(int##N##_t a, int##N##_t b) \
	{ return b == 0 ? -1 : b == -1 ? 0 : (int##N##_t)(a % b); }
INTEGER_HELPERS(16, uint32_t, int32_t)
INTEGER_HELPERS(32, uint64_t, int64_t)
INTEGER_HELPERS(64, uint128_t, int128_t)

static inline int32_t clamp_s32(int64_t v)
{
	return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
}

static inline int64_t extend24(int32_t v)
{
	return (int32_t)((uint32_t)v << 8) >> 8;
}

static inline uint64_t pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

/* Each set row of the 8 rows of the truth table contributes its minterm. */
static inline uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
	uint32_t r = 0;

	for (unsigned k = 0; k < 8; k++) {
		uint32_t term = (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);

		r |= term & (0 - (table >> k & 1));
	}
	return r;
}

/* Four selectors of four bits: which of 8 bytes to take, and whether to replicate its sign. */
static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t selectors)
{
	uint64_t bytes = pair(b, a);
	uint32_t r = 0;

	for (unsigned k = 0; k < 4; k++) {
		uint32_t s = selectors >> 4 * k & 15;
		uint32_t byte = (uint32_t)(bytes >> 8 * (s & 7)) & 255;

		if (s & 8)
			byte = byte & 128 ? 255 : 0;
		r |= byte << 8 * k;
	}
	return r;
}

static inline uint32_t backward4(uint32_t c)
{
	static const uint16_t selectors[4] = { 0x5670, 0x6701, 0x7012, 0x0123 };

	return selectors[c & 3];
}

static inline uint32_t edge_left(uint32_t c)
{
	static const uint16_t selectors[4] = { 0x3210, 0x3211, 0x3222, 0x3333 };

	return selectors[c & 3];
}

static inline uint32_t edge_right(uint32_t c)
{
	static const uint16_t selectors[4] = { 0x0000, 0x1110, 0x2210, 0x3210 };

	return selectors[c & 3];
}

static inline uint32_t dot4(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
	for (unsigned k = 0; k < 32; k += 8) {
		int32_t x = a_signed ? (int8_t)(a >> k) : (uint8_t)(a >> k);
		int32_t y = b_signed ? (int8_t)(b >> k) : (uint8_t)(b >> k);

		c += (uint32_t)(x * y);
	}
	return c;
}

static inline uint32_t dot2(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
	for (unsigned k = 0; k < 2; k++) {
		int32_t x = a_signed ? (int16_t)(a >> 16 * k) : (uint16_t)(a >> 16 * k);
		int32_t y = b_signed ? (int8_t)(b >> 8 * k) : (uint8_t)(b >> 8 * k);

		c += (uint32_t)x * (uint32_t)y;
	}
	return c;
}

/* Lanes of `bits` bits: the distances of a and b, summed onto c or side by side. */
static inline uint32_t distances(uint32_t a, uint32_t b, uint32_t c, unsigned bits, bool is_signed, bool sum)
{
	uint32_t r = sum ? c : 0, mask = (1u << bits) - 1;

	for (unsigned k = 0; k < 32; k += bits) {
		int32_t x = (int32_t)(a >> k & mask), y = (int32_t)(b >> k & mask), sign = 1 << (bits - 1);
		uint32_t apart;

		if (is_signed) {
			x = (x ^ sign) - sign;
			y = (y ^ sign) - sign;
		}
		apart = (uint32_t)(x < y ? y - x : x - y);
		r += sum ? apart : (apart & mask) << k;
	}
	return r;
}

static inline uint32_t both(uint32_t high, uint32_t low)
{
	return high << 16 | (low & 0xffff);
}

static inline float xorsign_f32(float a, float b, float v)
{
	return v != v ? v : __builtin_copysignf(v, !__builtin_signbit(a) == !__builtin_signbit(b) ? 1.0f : -1.0f);
}

/* The quotient by a reciprocal, which beyond 2^126 is zero. */
static inline float divide_approx(float a, float b)
{
	return __builtin_fabsf(b) > 0x1p126f && __builtin_fabsf(b) <= FLT_MAX ? a * __builtin_copysignf(0.0f, b) : a / b;
}

/* The upper word alone: the unit that starts f64 reciprocals reads and produces no more. */
static inline double upper_word(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof(bits));
	bits &= 0xffffffff00000000u;
	memcpy(&v, &bits, sizeof(v));
	return v;
}

static inline uint16_t bits_if_number(uint16_t bits, uint16_t result)
{
	return (bits & 0x7fff) > 0x7c00 ? 0x7fff : result;
}

enum half_op { half_add, half_sub, half_mul, half_fma };

static inline uint16_t half_apply(uint16_t x, uint16_t y, uint16_t z, enum half_op op)
{
	float a = half_to(x), b = half_to(y);

	switch (op) {
	case half_add: return half_from((double)(a + b));
	case half_sub: return half_from((double)(a - b));
	case half_mul: return half_from((double)(a * b));
	case half_fma: break;
	}
	return fma_half(a, b, half_to(z));
}

static inline uint32_t halves(uint32_t a, uint32_t b, uint32_t c, enum half_op op)
{
	uint32_t high = half_apply((uint16_t)(a >> 16), (uint16_t)(b >> 16), (uint16_t)(c >> 16), op);

	return high << 16 | half_apply((uint16_t)a, (uint16_t)b, (uint16_t)c, op);
}

/* ---- the loops ---- */

#define SOURCE(x, A) const union row *const r##x = ref_at(w, i->x)
#define READ(x, A) const TYPE_##A x = R_##A(r##x->CELL_##A[l]); (void)x
#define WRITE_ALL(D, reads, expr) \
	INDEPENDENT_LANES \
	for (unsigned l = 0; l < LANES; l++) { \
		reads; \
		rd->CELL_##D[l] = W_##D(expr); \
	}
#define BLEND(mask, D, reads, expr) \
	INDEPENDENT_LANES \
	for (unsigned l = 0; l < LANES; l++) { \
		reads; \
		rd->CELL_##D[l] = mask >> l & 1 ? W_##D(expr) : rd->CELL_##D[l]; \
	}
#ifdef EXEC_RARE
#define FUNCTION(id) void EXEC_RARE(id)(struct warp *w, const struct insn *i)
#define WRITE(D, reads, expr) \
	const uint32_t mask = w->full ? UINT32_MAX : w->mask; \
	BLEND(mask, D, reads, expr)
#else
#define FUNCTION(id) static void do_##id(struct warp *w, const struct insn *i)
#define WRITE(D, reads, expr) \
	if (w->full) { \
		WRITE_ALL(D, reads, expr) \
	} else { \
		const uint32_t mask = w->mask; \
		BLEND(mask, D, reads, expr) \
	}
#endif
#define LOOP(D, reads, expr) \
	union row *const rd = ref_at(w, i->d); \
	const uint64_t imm = i->imm; \
	(void)imm; \
	WRITE(D, reads, expr)

#define ROW1(id, op, type, stype, key, D, A, expr) \
	FUNCTION(id) \
	{ \
		SOURCE(a, A); \
		LOOP(D, READ(a, A), expr) \
	}
#define ROW2(id, op, type, stype, key, D, A, B, expr) \
	FUNCTION(id) \
	{ \
		SOURCE(a, A); SOURCE(b, B); \
		LOOP(D, READ(a, A); READ(b, B), expr) \
	}
#define ROW3(id, op, type, stype, key, D, A, B, C, expr) \
	FUNCTION(id) \
	{ \
		SOURCE(a, A); SOURCE(b, B); SOURCE(c, C); \
		LOOP(D, READ(a, A); READ(b, B); READ(c, C), expr) \
	}
#define ROW4(id, op, type, stype, key, D, A, B, C, E, expr) \
	FUNCTION(id) \
	{ \
		SOURCE(a, A); SOURCE(b, B); SOURCE(c, C); SOURCE(e, E); \
		LOOP(D, READ(a, A); READ(b, B); READ(c, C); READ(e, E), expr) \
	}
#define ROW_CMP2(id, op, type, stype, key, A, B, expr) \
	FUNCTION(id) \
	{ \
		SOURCE(a, A); SOURCE(b, B); \
		uint32_t *const p = pred_at(w, i->d); \
		uint32_t bits = 0; \
		for (unsigned l = 0; l < LANES; l++) { \
			READ(a, A); \
			READ(b, B); \
			bits |= (uint32_t)(expr) << l; \
		} \
		*p = (*p & ~w->mask) | (bits & w->mask); \
	}
#ifdef EXEC_RARE
#define RARE1(...) ROW1(__VA_ARGS__)
#define RARE2(...) ROW2(__VA_ARGS__)
#define RARE3(...) ROW3(__VA_ARGS__)
#define RARE4(...) ROW4(__VA_ARGS__)
#define RARE_CMP2(...) ROW_CMP2(__VA_ARGS__)
#else
#define ALU1(...) ROW1(__VA_ARGS__)
#define ALU2(...) ROW2(__VA_ARGS__)
#define ALU3(...) ROW3(__VA_ARGS__)
#define ALU4(...) ROW4(__VA_ARGS__)
#define CMP2(...) ROW_CMP2(__VA_ARGS__)
#define RARE1(...)
#define RARE2(...)
#define RARE3(...)
#define RARE4(...)
#define RARE_CMP2(...)
#endif
#include "simt/alu.def"
