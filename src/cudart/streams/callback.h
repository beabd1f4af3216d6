/* callback.h - functions of the program that a stream calls. */
#ifndef WARPBOOK_CUDART_STREAMS_CALLBACK_H
#define WARPBOOK_CUDART_STREAMS_CALLBACK_H

#include "cudart/queue.h"

struct callback_op {
	struct op op;
	cudaHostFn_t function;          /* or */
	cudaStreamCallback_t callback;  /* the older form, which also gets the stream and its error */
	cudaStream_t handle;
	void *user;
};

extern const struct op_kind op_callback;

/* The operation; NULL without memory. */
struct callback_op *callback_make(const struct call *call, cudaHostFn_t function, void *user);

/* The call has queued a callback: it will run even if the program waits for it without an API call. */
void callback_added(const struct call *call);
/*
 * Does each other thread of the program wait for one of its threads, for some seconds since the first of these calls that found
 * it so? True at once if there is none. Not while a function of a stream runs.
 */
bool callback_others_wait(void);
/* Does another thread run a function of the device, or of any (-1)? */
bool callback_runs(int device);
/* Our own threads that run callbacks, but for the calling one: 0 or 1. */
unsigned callback_threads(void);

#endif
