/*
 * translate.h - what every translated kernel includes: see translate.c. For clang,
 * whose vectors may be wider than the machine's and whose functions can be overloaded.
 *
 * A lane's register is 32 or 64 bits. One that is the same in all lanes, or
 * grows evenly from lane to lane, is a scalar here; any other is a vector of
 * PART. Each operation is there for both.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef PART
#define PART 16
#endif

struct span { uint8_t *host; uint64_t addr, last; }; /* last: the highest offset of an element; UINT64_MAX: unknown */

struct machine {
	struct span *spans;                 /* one per memory instruction */
	uint8_t *shared;
	uint32_t ctaid[3], nctaid[3], ntid[3];
	uint32_t part;                      /* threads [part * PART, part * PART + PART) of the block run */
	const uint8_t *params;
	void *ctx;
	bool (*find)(void *ctx, struct span *s, uint64_t addr); /* false: nothing is there */
};

struct state { uint32_t at; _Alignas(64) uint64_t saved[4096]; }; /* what a part keeps over a barrier */

enum end { ENDED, AT_BARRIER, GAVE_UP };
typedef enum end translated(struct machine *m, struct state *s);

#ifdef TRANSLATED
typedef uint32_t u32v __attribute__((ext_vector_type(PART)));
typedef int32_t s32v __attribute__((ext_vector_type(PART)));
typedef uint64_t u64v __attribute__((ext_vector_type(PART)));
typedef int64_t s64v __attribute__((ext_vector_type(PART)));
typedef float f32v __attribute__((ext_vector_type(PART)));
#define OVER static inline __attribute__((overloadable, always_inline))

static const u32v iota = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

/* ---- scalars as vectors ---- */
OVER u32v spread32(uint32_t base, uint32_t stride) { return base + iota * stride; }
OVER u64v spread64(uint64_t base, uint64_t stride) { return base + __builtin_convertvector(iota, u64v) * stride; }
OVER s32v spread_pred(bool p) { return (s32v)(-(int32_t)p); }

/* ---- integers ---- */
#define BOTH2(name, V, S, RV, RS, expr) \
	OVER RS name(S a, S b) { return (RS)(expr); } \
	OVER RV name(V a, V b) { return (RV)(expr); }
BOTH2(ADD_32, u32v, uint32_t, u32v, uint32_t, a + b)
BOTH2(SUB_32, u32v, uint32_t, u32v, uint32_t, a - b)
BOTH2(MUL_LO_32, u32v, uint32_t, u32v, uint32_t, a * b)
BOTH2(AND_32, u32v, uint32_t, u32v, uint32_t, a & b)
BOTH2(OR_32, u32v, uint32_t, u32v, uint32_t, a | b)
BOTH2(XOR_32, u32v, uint32_t, u32v, uint32_t, a ^ b)
BOTH2(SHL_32, u32v, uint32_t, u32v, uint32_t, a << (b & 31)) /* refused where b is no constant below 32 */
BOTH2(SHR_U32, u32v, uint32_t, u32v, uint32_t, a >> (b & 31))
BOTH2(ADD_64, u64v, uint64_t, u64v, uint64_t, a + b)
BOTH2(SUB_64, u64v, uint64_t, u64v, uint64_t, a - b)
BOTH2(MUL_LO_64, u64v, uint64_t, u64v, uint64_t, a * b)
OVER uint32_t MAD_LO_32(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }
OVER u32v MAD_LO_32(u32v a, u32v b, u32v c) { return a * b + c; }
OVER uint64_t SHL_64(uint64_t a, uint32_t b) { return a << (b & 63); }
OVER u64v SHL_64(u64v a, u32v b) { return a << __builtin_convertvector(b & 63, u64v); }
OVER uint64_t MUL_WIDE_S32(uint32_t a, uint32_t b) { return (uint64_t)((int64_t)(int32_t)a * (int32_t)b); }
OVER u64v MUL_WIDE_S32(u32v a, u32v b) { return (u64v)(__builtin_convertvector((s32v)a, s64v) * __builtin_convertvector((s32v)b, s64v)); }
OVER uint64_t MUL_WIDE_U32(uint32_t a, uint32_t b) { return (uint64_t)a * b; }
OVER u64v MUL_WIDE_U32(u32v a, u32v b) { return __builtin_convertvector(a, u64v) * __builtin_convertvector(b, u64v); }
OVER uint64_t CVT_U64_U32(uint32_t a) { return a; }
OVER u64v CVT_U64_U32(u32v a) { return __builtin_convertvector(a, u64v); }
OVER uint64_t CVT_S64_S32(uint32_t a) { return (uint64_t)(int64_t)(int32_t)a; }
OVER u64v CVT_S64_S32(u32v a) { return (u64v)__builtin_convertvector((s32v)a, s64v); }
OVER uint32_t CVT_U32_U64(uint64_t a) { return (uint32_t)a; }
OVER u32v CVT_U32_U64(u64v a) { return __builtin_convertvector(a, u32v); }
#define MOVE(name, S, V) OVER S name(S a) { return a; } OVER V name(V a) { return a; }
MOVE(MOV32, uint32_t, u32v)
MOVE(MOV64, uint64_t, u64v)
MOVE(CVTA, uint64_t, u64v)
MOVE(CVTA_TO, uint64_t, u64v)

/* ---- predicates ---- */
#define COMPARE(name, op, ST, VT) \
	OVER bool SETP_##name(uint32_t a, uint32_t b) { return (ST)a op (ST)b; } \
	OVER s32v SETP_##name(u32v a, u32v b) { return (VT)a op (VT)b; }
COMPARE(EQ_U32, ==, uint32_t, u32v) COMPARE(NE_U32, !=, uint32_t, u32v)
COMPARE(EQ_S32, ==, uint32_t, u32v) COMPARE(NE_S32, !=, uint32_t, u32v)
COMPARE(LT_U32, <, uint32_t, u32v) COMPARE(LE_U32, <=, uint32_t, u32v)
COMPARE(GT_U32, >, uint32_t, u32v) COMPARE(GE_U32, >=, uint32_t, u32v)
COMPARE(LT_S32, <, int32_t, s32v) COMPARE(LE_S32, <=, int32_t, s32v)
COMPARE(GT_S32, >, int32_t, s32v) COMPARE(GE_S32, >=, int32_t, s32v)
OVER bool PRED_AND(bool a, bool b) { return a && b; }
OVER s32v PRED_AND(s32v a, s32v b) { return a & b; }
OVER bool PRED_OR(bool a, bool b) { return a || b; }
OVER s32v PRED_OR(s32v a, s32v b) { return a | b; }
OVER bool PRED_NOT(bool a) { return !a; }
OVER s32v PRED_NOT(s32v a) { return ~a; }
OVER bool PRED_MOV(bool a) { return a; }
OVER s32v PRED_MOV(s32v a) { return a; }
OVER uint32_t SELP32(uint32_t a, uint32_t b, bool p) { return p ? a : b; }
OVER u32v SELP32(u32v a, u32v b, s32v p) { return ((u32v)p & a) | (~(u32v)p & b); }
static inline unsigned count_true(s32v p)
{
	unsigned n = 0;

	for (int l = 0; l < PART; l++)
		n += p[l] != 0;
	return n;
}

/* ---- floats, with PTX's one NaN ---- */
#define CANONICAL 0x7fffffffu
OVER float as_f32(uint32_t a) { float f; memcpy(&f, &a, 4); return f; }
OVER uint32_t bits_f32(float f) { uint32_t a; memcpy(&a, &f, 4); return f == f ? a : CANONICAL; }
OVER u32v bits_f32(f32v f) { return ((u32v)f & (u32v)(f == f)) | ((u32v)(f != f) & CANONICAL); }
#define FLOAT2(name, op) \
	OVER uint32_t name(uint32_t a, uint32_t b) { return bits_f32(as_f32(a) op as_f32(b)); } \
	OVER u32v name(u32v a, u32v b) { return bits_f32((f32v)a op (f32v)b); }
FLOAT2(ADD_F32, +)
FLOAT2(SUB_F32, -)
FLOAT2(MUL_F32, *)
OVER uint32_t FMA_F32(uint32_t a, uint32_t b, uint32_t c) { return bits_f32(__builtin_fmaf(as_f32(a), as_f32(b), as_f32(c))); }
OVER u32v FMA_F32(u32v a, u32v b, u32v c)
{
	f32v d, x = (f32v)a, y = (f32v)b, z = (f32v)c;

	for (int l = 0; l < PART; l++)
		d[l] = __builtin_fmaf(x[l], y[l], z[l]);
	return bits_f32(d);
}

/* ---- memory: 4-byte elements ---- */
#ifdef UNCHECKED
#define outside(s, offset, more) false
#else
#define outside(s, offset, more) ((offset) > (s)->last || (offset) + (more) > (s)->last || ((offset) & 3))
#endif

/* The span that holds [addr, addr + more + 4), perhaps not the one of last time. */
static inline __attribute__((always_inline)) struct span *span_at(struct machine *m, unsigned site, uint64_t addr, uint64_t more)
{
	struct span *s = &m->spans[site];
	uint64_t offset = addr - s->addr;

	if (__builtin_expect(s->host == NULL || outside(s, offset, more), 0)) {
		if (!m->find(m->ctx, s, addr))
			return NULL;
		offset = addr - s->addr;
		if (offset > s->last || offset + more > s->last || (offset & 3))
			return NULL;
	}
	return s;
}

#define LOAD_ONE(d, site, where) do { \
	struct span *s_ = span_at(m, site, where, 0); \
	if (!s_) return GAVE_UP; \
	memcpy(&(d), s_->host + ((where) - s_->addr), 4); } while (0)
#define LOAD_RUN(d, site, where) do { \
	struct span *s_ = span_at(m, site, where, 4 * (PART - 1)); \
	if (!s_) return GAVE_UP; \
	memcpy(&(d), s_->host + ((where) - s_->addr), 4 * PART); } while (0)
#define STORE_RUN(v, site, where) do { \
	struct span *s_ = span_at(m, site, where, 4 * (PART - 1)); \
	u32v v_ = (v); \
	if (!s_) return GAVE_UP; \
	memcpy(s_->host + ((where) - s_->addr), &v_, 4 * PART); } while (0)
#define LOAD_ANY(d, site, addrs) do { \
	u64v a_ = (addrs); \
	for (int l_ = 0; l_ < PART; l_++) { uint32_t e_; LOAD_ONE(e_, site, a_[l_]); (d)[l_] = e_; } } while (0)
#define STORE_ANY(v, site, addrs) do { \
	u64v a_ = (addrs); u32v v_ = (v); \
	for (int l_ = 0; l_ < PART; l_++) { \
		struct span *s_ = span_at(m, site, a_[l_], 0); uint32_t e_ = v_[l_]; \
		if (!s_) return GAVE_UP; \
		memcpy(s_->host + (a_[l_] - s_->addr), &e_, 4); } } while (0)
#endif
