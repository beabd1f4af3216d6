/*
 * per_thread.c - the twins cudaMemcpyAsync_ptsz, cudaMemcpy_ptds, ...: what a program calls whose default stream is
 * per thread. They are the same calls, in which stream 0 is cudaStreamPerThread (stream_find), and the
 * caller that findings name is the twin's.
 */
#include "config.h"

#include "cudart/call.h"

static struct call_door door_open(void *frame)
{
	struct thread *t = thread_state();
	const struct call_door before = t->door;

	t->door = (struct call_door){ .frame = frame, .per_thread = true };
	return before;
}

#define CALL(name, parameters, group, status, text)
#define STREAMED(name, suffix, parameters, names, group, status, text) \
	cudaError_t name##_##suffix parameters; \
	cudaError_t name##_##suffix parameters \
	{ \
		const struct call_door outer_door = door_open(__builtin_frame_address(0)); \
		const cudaError_t error = name names; \
		\
		thread_state()->door = outer_door; \
		return error; \
	}
#pragma GCC visibility push(default)
#include "cudart/api.def"
#pragma GCC visibility pop
