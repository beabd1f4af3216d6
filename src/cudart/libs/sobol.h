/*
 * sobol.h - Sobol's quasi-random sequences, in the order of Gray's code, by the direction numbers of Joe and Kuo ("Constructing
 * Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30, 2008): the first of their table.
 */
#ifndef WARPBOOK_CUDART_LIBS_SOBOL_H
#define WARPBOOK_CUDART_LIBS_SOBOL_H

#include <stdint.h>

#define SOBOL_DIMENSIONS 32

/* 64 bits of the i-th number of a dimension below SOBOL_DIMENSIONS; its first 32 are the number of 32 bits. */
uint64_t sobol_number(unsigned dimension, uint64_t i);

#endif
