/* error.c - the thread's last error, and the names of errors: the rows of errors.def. */
#include "config.h"

#include "cudart/check/ignored.h"
#include "cudart/check/report.h"
#include "cudart/device/error.h"
#include "cudart/runtime.h"

/* Also forgets the error of a device in an error state; the next call returns it again. */
cudaError_t cudaGetLastError(void)
{
	struct call call = CALL_ENTER_OR_RETURN;
	cudaError_t error = thread_state()->last;

	ignored_looked();
	report_error_seen();
	thread_state()->last = cudaSuccess;
	return call_leave_quiet(&call, error);
}

cudaError_t cudaPeekAtLastError(void)
{
	struct call call = CALL_ENTER_OR_RETURN;

	ignored_looked();
	report_error_seen();
	return call_leave_quiet(&call, thread_state()->last);
}

/* ---- names ----------------------------------------------------------------------------------- */

static const struct { cudaError_t code; const char *name, *text, *advice; } rows[] = {
#define CUDA_ERROR(name, number, text, advice) { name, #name, text, advice },
#include "cudart/errors.def"
};

#define UNKNOWN "unrecognized error code"

/* Rows are sorted by number; the numbers have gaps. */
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

/* These two need neither lock nor device: programs call them from anywhere. */
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
