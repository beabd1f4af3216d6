/*
 * call.h - what every call of the API does first and last.
 *
 *	cudaError_t cudaFree(void *pointer)
 *	{
 *		struct call call = CALL_ENTER_OR_RETURN;
 *
 *		return call_leave(&call, memory_free(&call, pointer));
 *	}
 *
 * One lock holds the whole runtime: a call has it from CALL_ENTER_OR_RETURN to call_leave. What a program hands us to
 * run (callbacks) runs without it. Calls of the API never call each other: what two of them need is
 * a function of its own that takes the struct call.
 */
#ifndef WARPBOOK_CUDART_CALL_H
#define WARPBOOK_CUDART_CALL_H

#include <stdbool.h>
#include <stddef.h>

/* What programs link to; all else stays inside the library. */
#pragma GCC visibility push(default)
#include "cudart/include/cuda_runtime_api.h"
#pragma GCC visibility pop

/*
 * Who called: return addresses, innermost first, 0 after the last. They are found by frame
 * pointers, which `warpbook cc` asks the compiler to keep; where there are none, the first is still right.
 */
#define SITE_FRAMES 8
struct call_site { void *pc[SITE_FRAMES]; };

struct call {
	const char *name; /* "cudaMalloc" */
	struct call_site site;
	size_t told;      /* findings before it */
};

/* What <<< >>> leaves for the launch that follows. */
struct launch_shape { dim3 grid, block; size_t shared; cudaStream_t stream; struct call_site site; };
#define LAUNCH_SHAPES 8

/* Through which other name the call came: the frame, and whether stream 0 is the thread's own there. */
struct call_door { void *frame; bool per_thread; };

/* What belongs to the calling thread of the program. */
struct thread {
	int device;             /* of cudaSetDevice */
	cudaError_t last;       /* of cudaGetLastError */
	struct call_site last_site;
	struct launch_shape pushed[LAUNCH_SHAPES];
	unsigned npushed;
	struct call_site popped; /* where the <<< >>> was whose stub runs now; the stub's own lines are nobody's */
	struct call_door door;  /* frame NULL: none */
	unsigned depth;         /* how often it holds the lock */
	bool in_callback;       /* of a stream: no call is allowed there */
	unsigned long long callback; /* the number of that operation */
	struct stream *own;     /* its per-thread default streams, by device; NULL until used */
};
struct thread *thread_state(void);

/*
 * Around a call that another name of the API makes: old ones, and the twins of per_thread.c. The program's line
 * is then that frame's caller. Returns what call_door_close puts back.
 */
struct call_door call_door_open(void *frame, bool per_thread);
void call_door_close(struct call_door outer);

/* Somebody who makes calls fail on purpose (observe.c) sets *error and says true; NULL: nobody. */
extern bool (*call_refuse)(struct call *call, cudaError_t *error);

/* What a call begins with, first in its function: returns from there at once where the call is refused. */
#define CALL_ENTER_OR_RETURN __extension__ ({ \
	struct call call_entered_ = call_enter(__func__, __builtin_frame_address(0)); \
	cudaError_t call_refused_; \
\
	if (call_refuse && call_refuse(&call_entered_, &call_refused_)) \
		return call_leave(&call_entered_, call_refused_); \
	call_entered_; \
})
struct call call_enter(const char *name, void *frame);
/* Of the function whose frame it is: who called that. */
void call_site_find(struct call_site *site, void *frame);
/*
 * The call's result: the error becomes the thread's last one, and a device that a kernel has spoiled answers
 * with that instead. Returns what the program gets.
 */
cudaError_t call_leave(struct call *call, cudaError_t error);
/* The same for the few calls that only look at the state: they neither set the last error nor see the device's. */
cudaError_t call_leave_quiet(struct call *call, cudaError_t error);

/* Around code of the program's: callbacks. */
void runtime_unlock(void);
void runtime_lock(void);
/* In the child of a fork() before which its thread took the lock. */
void runtime_unlock_child(void);
/* Lets other threads of the program in for a moment. */
void runtime_pause(void);

/* A call as it is told to others: how often from where, how often it failed, and what it cost the host. In order of first use. */
struct call_count {
	const char *name;
	struct call_site site;
	unsigned long times, failed;
	cudaError_t error;      /* the first */
	unsigned long long ns;  /* virtual, waiting left out */
};
const struct call_count *call_counts(size_t *n);
void call_counts_clear(void);

#endif
