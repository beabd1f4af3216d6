/* error.c - the thread's last error, and the names of errors: the rows of errors.def. */
#include "config.h"

#include "base/limits.h"
#include "base/order.h"
#include "cudart/check/ignored.h"
#include "cudart/check/report.h"
#include "cudart/device/error.h"

/* Also forgets the error of a device in an error state; the next call returns it again. */
cudaError_t cudaGetLastError(void)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const cudaError_t error = *call_last(&call);

	ignored_looked();
	report_error_seen();
	*call_last(&call) = cudaSuccess;
	return call_leave_quiet(&call, error);
}

cudaError_t cudaPeekAtLastError(void)
{
	struct call call = CALL_ENTER_OR_RETURN;

	ignored_looked();
	report_error_seen();
	return call_leave_quiet(&call, *call_last(&call));
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
	const size_t n = sizeof rows / sizeof *rows;
	ORDER_SEARCH(first, n, mid, rows[mid].code < error)

	vm_assert((first == n || rows[first].code >= error) && (first == 0 || rows[first - 1].code < error));
	return first < n && rows[first].code == error ? (long)first : -1;
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
