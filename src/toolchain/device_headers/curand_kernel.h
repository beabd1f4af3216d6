/*
 * curand_kernel.h - random numbers in kernels, for clang without a CUDA toolkit: Marsaglia's xorwow ("Xorshift
 * RNGs", 2003) and Philox-4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011). Seeds
 * and sequences work as cuRAND documents them, so that a seed gives cuRAND's numbers.
 */
#pragma once
#define CURAND_KERNEL_H_ /* programs test it to find out whether the header is included */

#include <cuda_runtime.h>
#include "curand_xorwow.h"

struct curandStateXORWOW {
	unsigned int d, v[5];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;

struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned int STATE;
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/* ---- xorwow ---- */

__warpbook_device void __warpbook_xorwow_step(unsigned int *v)
{
	unsigned int t = v[0] ^ v[0] >> 2;

	v[0] = v[1];
	v[1] = v[2];
	v[2] = v[3];
	v[3] = v[4];
	v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}

__attribute__((device, noinline, nodebug, unused)) static void
__warpbook_xorwow_jump(unsigned int *v, unsigned long long n, const unsigned int (*powers)[5])
{
	for (; n; n >>= 1, powers++) {
		unsigned int sum[5] = { 0 };

		if (!(n & 1))
			continue;
		for (int i = 0; i < 160; i++) {
			unsigned int all = 0u - ((*powers)[i / 32] >> i % 32 & 1);

			for (int k = 0; k < 5; k++)
				sum[k] ^= v[k] & all;
			__warpbook_xorwow_step(v);
		}
		for (int k = 0; k < 5; k++)
			v[k] = sum[k];
	}
}

__warpbook_device void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
	__warpbook_xorwow_jump(state->v, n, __warpbook_xorwow_draws);
	state->d += 362437u * (unsigned int)n;
}

__warpbook_device void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
	__warpbook_xorwow_jump(state->v, n, __warpbook_xorwow_sequences);
}

__warpbook_device void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
				   curandStateXORWOW_t *state)
{
	unsigned int low = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
	unsigned int high = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);

	state->d = 6615241u + high + low;
	state->v[0] = 123456789u + low;
	state->v[1] = 362436069u ^ low;
	state->v[2] = 521288629u + high;
	state->v[3] = 88675123u ^ high;
	state->v[4] = 5783321u + low;
	state->boxmuller_flag = state->boxmuller_flag_double = 0;
	state->boxmuller_extra = 0.0f;
	state->boxmuller_extra_double = 0.0;
	skipahead_sequence(sequence, state);
	skipahead(offset, state);
}

__warpbook_device unsigned int curand(curandStateXORWOW_t *state)
{
	__warpbook_xorwow_step(state->v);
	state->d += 362437u;
	return state->v[4] + state->d;
}

/* ---- Philox ---- */

__warpbook_device uint4 __warpbook_philox(uint4 c, uint2 key)
{
#pragma unroll
	for (int round = 0; round < 10; round++) {
		unsigned int high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
		unsigned int high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;

		c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
		key.x += 0x9E3779B9u;
		key.y += 0xBB67AE85u;
	}
	return c;
}

/* Adds to the counter's low half, and carries. */
__warpbook_device void __warpbook_philox_count(curandStatePhilox4_32_10_t *state, unsigned long long n)
{
	unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x, sum = low + n;

	state->ctr.x = (unsigned int)sum;
	state->ctr.y = (unsigned int)(sum >> 32);
	if (sum < low && !++state->ctr.z)
		state->ctr.w++;
}

__warpbook_device void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
	state->STATE += (unsigned int)(n & 3);
	__warpbook_philox_count(state, n / 4 + state->STATE / 4);
	state->STATE &= 3;
	state->output = __warpbook_philox(state->ctr, state->key);
}

__warpbook_device void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
	unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;

	state->ctr.z = (unsigned int)high;
	state->ctr.w = (unsigned int)(high >> 32);
	state->output = __warpbook_philox(state->ctr, state->key);
}

__warpbook_device void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
				   curandStatePhilox4_32_10_t *state)
{
	state->ctr = make_uint4(0, 0, 0, 0);
	state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
	state->STATE = 0;
	state->boxmuller_flag = state->boxmuller_flag_double = 0;
	state->boxmuller_extra = 0.0f;
	state->boxmuller_extra_double = 0.0;
	skipahead_sequence(sequence, state);
	skipahead(offset, state);
}

/* The n-th of the four numbers. */
__warpbook_device unsigned int __warpbook_part(uint4 v, unsigned int n)
{
	return n == 0 ? v.x : n == 1 ? v.y : n == 2 ? v.z : v.w;
}

__warpbook_device unsigned int curand(curandStatePhilox4_32_10_t *state)
{
	unsigned int value = __warpbook_part(state->output, state->STATE++);

	if (state->STATE == 4) {
		__warpbook_philox_count(state, 1);
		state->output = __warpbook_philox(state->ctr, state->key);
		state->STATE = 0;
	}
	return value;
}

__warpbook_device uint4 curand4(curandStatePhilox4_32_10_t *state)
{
	uint4 before = state->output, after;
	unsigned int n = state->STATE;

	__warpbook_philox_count(state, 1);
	state->output = after = __warpbook_philox(state->ctr, state->key);
	return make_uint4(__warpbook_part(before, n), n < 3 ? __warpbook_part(before, n + 1) : __warpbook_part(after, n - 3),
			  n < 2 ? __warpbook_part(before, n + 2) : __warpbook_part(after, n - 2),
			  n < 1 ? __warpbook_part(before, n + 3) : __warpbook_part(after, n - 1));
}

/* ---- distributions: uniform in (0, 1], normal by Box and Muller's method, two at a time ---- */

__warpbook_device float __warpbook_uniform(unsigned int x) { return x * 0x1p-32f + 0x1p-33f; }
__warpbook_device double __warpbook_uniform(unsigned int x, unsigned int y)
{
	return (x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}

__warpbook_device float2 __warpbook_normal(unsigned int x, unsigned int y)
{
	float2 v;
	float s = sqrtf(-2.0f * logf(__warpbook_uniform(x)));

	__sincosf(y * (0x1p-32f * 6.2831855f) + 0x1p-33f * 6.2831855f, &v.x, &v.y);
	v.x *= s;
	v.y *= s;
	return v;
}

__warpbook_device double2 __warpbook_normal(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1)
{
	double u = __warpbook_uniform(x0, x1), s = sqrt(-2.0 * log(u));
	double v = (y0 ^ (unsigned long long)y1 << 21) * 0x1p-52 + 0x1p-53;

	return make_double2(s * sinpi(v), s * cospi(v));
}

/* curand_uniform_double uses two numbers of xorwow, but only one of Philox. */
__warpbook_device double curand_uniform_double(curandStateXORWOW_t *state)
{
	unsigned int x = curand(state), y = curand(state);
	return __warpbook_uniform(x, y);
}

__warpbook_device double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
	return curand(state) * 0x1p-32 + 0x1p-32;
}

__warpbook_device double2 curand_normal2_double(curandStateXORWOW_t *state)
{
	unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
	return __warpbook_normal(x0, x1, y0, y1);
}

__warpbook_device double2 curand_normal2_double(curandStatePhilox4_32_10_t *state)
{
	uint4 v = curand4(state);
	return __warpbook_normal(v.x, v.y, v.z, v.w);
}

#define __warpbook_distributions(State) \
	__warpbook_device float curand_uniform(State *state) { return __warpbook_uniform(curand(state)); } \
	__warpbook_device float2 curand_normal2(State *state) \
	{ \
		unsigned int x = curand(state), y = curand(state); \
		return __warpbook_normal(x, y); \
	} \
	__warpbook_device float curand_normal(State *state) \
	{ \
		if (state->boxmuller_flag) { \
			state->boxmuller_flag = 0; \
			return state->boxmuller_extra; \
		} \
		float2 v = curand_normal2(state); \
		state->boxmuller_flag = 1; \
		state->boxmuller_extra = v.y; \
		return v.x; \
	} \
	__warpbook_device double curand_normal_double(State *state) \
	{ \
		if (state->boxmuller_flag_double) { \
			state->boxmuller_flag_double = 0; \
			return state->boxmuller_extra_double; \
		} \
		double2 v = curand_normal2_double(state); \
		state->boxmuller_flag_double = 1; \
		state->boxmuller_extra_double = v.y; \
		return v.x; \
	} \
	__warpbook_device float curand_log_normal(State *state, float mean, float deviation) \
	{ return expf(mean + deviation * curand_normal(state)); }

__warpbook_distributions(curandStateXORWOW_t)
__warpbook_distributions(curandStatePhilox4_32_10_t)

__warpbook_device float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
	uint4 x = curand4(state);
	return make_float4(__warpbook_uniform(x.x), __warpbook_uniform(x.y), __warpbook_uniform(x.z), __warpbook_uniform(x.w));
}

__warpbook_device float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
	uint4 x = curand4(state);
	float2 a = __warpbook_normal(x.x, x.y), b = __warpbook_normal(x.z, x.w);
	return make_float4(a.x, a.y, b.x, b.y);
}
