/* sobol.c - see sobol.h. */
#include "cudart/libs/sobol.h"

/*
 * Of each dimension but the first: the degree of its primitive polynomial, the coefficients between the ends, the first numbers.
 */
static const struct { unsigned char degree, coefficients, first[7]; } table[SOBOL_DIMENSIONS - 1] = {
	{ 1, 0, { 1 } },
	{ 2, 1, { 1, 3 } },
	{ 3, 1, { 1, 3, 1 } },
	{ 3, 2, { 1, 1, 1 } },
	{ 4, 1, { 1, 1, 3, 3 } },
	{ 4, 4, { 1, 3, 5, 13 } },
	{ 5, 2, { 1, 1, 5, 5, 17 } },
	{ 5, 4, { 1, 1, 5, 5, 5 } },
	{ 5, 7, { 1, 1, 7, 11, 19 } },
	{ 5, 11, { 1, 1, 5, 1, 1 } },
	{ 5, 13, { 1, 1, 1, 3, 11 } },
	{ 5, 14, { 1, 3, 5, 5, 31 } },
	{ 6, 1, { 1, 3, 3, 9, 7, 49 } },
	{ 6, 13, { 1, 1, 1, 15, 21, 21 } },
	{ 6, 16, { 1, 3, 1, 13, 27, 49 } },
	{ 6, 19, { 1, 1, 1, 15, 7, 5 } },
	{ 6, 22, { 1, 3, 1, 15, 13, 25 } },
	{ 6, 25, { 1, 1, 5, 5, 19, 61 } },
	{ 7, 1, { 1, 3, 7, 11, 23, 15, 103 } },
	{ 7, 4, { 1, 3, 7, 13, 13, 15, 69 } },
	{ 7, 7, { 1, 1, 3, 13, 7, 35, 63 } },
	{ 7, 8, { 1, 3, 5, 9, 1, 25, 53 } },
	{ 7, 14, { 1, 3, 1, 13, 9, 35, 107 } },
	{ 7, 19, { 1, 3, 1, 5, 27, 61, 31 } },
	{ 7, 21, { 1, 1, 5, 11, 19, 41, 61 } },
	{ 7, 28, { 1, 3, 5, 3, 3, 13, 69 } },
	{ 7, 31, { 1, 1, 7, 13, 1, 19, 1 } },
	{ 7, 32, { 1, 3, 7, 5, 13, 19, 59 } },
	{ 7, 37, { 1, 1, 3, 9, 25, 29, 41 } },
	{ 7, 41, { 1, 3, 5, 13, 23, 1, 55 } },
	{ 7, 42, { 1, 3, 7, 3, 13, 59, 17 } },
};

/* The k-th direction, from the highest bit on. */
static uint64_t direction(unsigned dimension, unsigned k)
{
	uint64_t m[64] = { 0 };
	unsigned s;

	if (!dimension)
		return UINT64_C(1) << (63 - k);
	s = table[dimension - 1].degree;
	for (unsigned i = 0; i <= k; i++) {
		if (i < s) {
			m[i] = (uint64_t)table[dimension - 1].first[i] << (63 - i);
			continue;
		}
		m[i] = m[i - s] ^ m[i - s] >> s;
		for (unsigned j = 1; j < s; j++)
			if (table[dimension - 1].coefficients >> (s - 1 - j) & 1)
				m[i] ^= m[i - j];
	}
	return m[k];
}

uint64_t sobol_number(unsigned dimension, uint64_t i)
{
	const uint64_t gray = i ^ i >> 1;
	uint64_t v = 0;

	for (unsigned k = 0; k < 64 && gray >> k; k++)
		if (gray >> k & 1)
			v ^= direction(dimension, k);
	return v;
}
