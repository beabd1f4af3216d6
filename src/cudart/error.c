/* error.c - the thread's last error. Names and texts are in errors.def. */
#include "config.h"

#include "cudart/runtime.h"

/* A device that a kernel has spoiled says so again and again; other errors are forgotten once asked for. */
static cudaError_t last_error(void)
{
	cudaError_t fault = device_current()->fault;

	return fault != cudaSuccess ? fault : thread_state()->last;
}

cudaError_t cudaGetLastError(void)
{
	struct call call = CALL_ENTER;
	cudaError_t error = last_error();

	thread_state()->last = cudaSuccess;
	return call_leave_quiet(&call, error);
}

cudaError_t cudaPeekAtLastError(void)
{
	struct call call = CALL_ENTER;

	return call_leave_quiet(&call, last_error());
}
