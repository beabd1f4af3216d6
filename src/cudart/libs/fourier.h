/*
 * fourier.h - discrete Fourier transforms of any size and up to three dimensions, in double.
 *
 * out[k] = sum over j of in[j] * exp(sign * 2 pi i j k / n), and the same along each dimension; results are not scaled.
 *
 * Sizes with small prime factors use the recursion of Cooley and Tukey ("An algorithm for the machine calculation of
 * complex Fourier series", 1965) with those factors, others use Bluestein's algorithm with a convolution ("A linear
 * filtering approach to the computation of discrete Fourier transform", 1970): n log n operations for every n.
 */
#ifndef WARPBOOK_CUDART_LIBS_FOURIER_H
#define WARPBOOK_CUDART_LIBS_FOURIER_H

#include <stdint.h>

#define FOURIER_MAX_RANK 3

struct fourier_number { double re, im; };

struct fourier;

/* n: rank sizes, each at least 1, the last running fastest. sign: -1 or 1. NULL when out of memory. */
struct fourier *fourier_new(int rank, const int *n, int sign);
void fourier_free(struct fourier *f);
/* In place. data: the product of the sizes. */
void fourier_run(struct fourier *f, struct fourier_number *data);

#endif
