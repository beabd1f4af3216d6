/* errors.c - what errors are called, and what to do about them; the rows of errors.def. */
#include "config.h"

#include "cudart/errors.h"

static const struct { cudaError_t code; const char *name, *text, *advice; } rows[] = {
#define CUDA_ERROR(name, number, text, advice) { name, #name, text, advice },
#include "cudart/errors.def"
};

#define UNKNOWN "unrecognized error code"

/* Rows stand in order of their numbers, some of which are left out. */
static long row_of(cudaError_t error)
{
	long low = 0, high = (long)(sizeof rows / sizeof *rows) - 1;

	while (low <= high) {
		long middle = (low + high) / 2;

		if (rows[middle].code == error)
			return middle;
		if (rows[middle].code < error)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}

const char *error_advice(cudaError_t error)
{
	long i = row_of(error);

	return i < 0 ? NULL : rows[i].advice;
}

/* These two need no lock, and no device: programs call them from anywhere. */
const char *cudaGetErrorName(cudaError_t error)
{
	long i = row_of(error);

	return i < 0 ? UNKNOWN : rows[i].name;
}

const char *cudaGetErrorString(cudaError_t error)
{
	long i = row_of(error);

	return i < 0 ? UNKNOWN : rows[i].text;
}
