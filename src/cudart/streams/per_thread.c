/*
 * per_thread.c - the twins cudaMemcpyAsync_ptsz, cudaMemcpy_ptds, ...: programs with per-thread default streams call
 * them. They are the same calls, but stream 0 is cudaStreamPerThread (stream_find), and findings name the twin's
 * caller.
 */
#include "config.h"

#include "cudart/call.h"

#define CALL(name, parameters, group, status, undone, text)
#define STREAMED(name, suffix, parameters, names, group, status, undone, text) \
	cudaError_t name##_##suffix parameters; \
	cudaError_t name##_##suffix parameters \
	{ \
		const struct nested_call outer_call = nested_call_begin(__builtin_frame_address(0), true); \
		const cudaError_t error = name names; \
		\
		nested_call_end(outer_call); \
		return error; \
	}
#pragma GCC visibility push(default)
#include "cudart/api.def"
#pragma GCC visibility pop
