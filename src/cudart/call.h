/*
 * call.h - the first and the last step of every API call.
 *
 *	cudaError_t cudaFree(void *pointer)
 *	{
 *		struct call call = CALL_ENTER_OR_RETURN;
 *
 *		return call_leave(&call, memory_free(&call, pointer));
 *	}
 *
 * CALL_BODY is the body of a call that is one expression, as this one. CALL_WITH looks something up first.
 * CALL_ANSWER(found, refuses, answer) looks it up, rejects a wrong value, and answers:
 *
 *	cudaError_t cudaFree(void *pointer) CALL_BODY(memory_free(&call, pointer))
 *	cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
 *		CALL_ANSWER(struct node *n = node_find(&call, node), !n || !type, *type = n->type)
 *
 * One lock protects the whole runtime: a call holds it from CALL_ENTER_OR_RETURN to call_leave. The program's
 * callbacks run without it. API calls never call each other: code that two of them share is a separate function that
 * takes the struct call.
 */
#ifndef WARPBOOK_CUDART_CALL_H
#define WARPBOOK_CUDART_CALL_H

#include <stdbool.h>
#include <stddef.h>

/* The symbols to which programs link; all others stay inside the library. */
#pragma GCC visibility push(default)
#include "cudart/include/cuda_runtime_api.h"
#pragma GCC visibility pop

/*
 * The callers: return addresses, innermost first, 0 after the last. The runtime follows frame
 * pointers, which `warpbook cc` asks the compiler to keep; without them the first is still right.
 */
#define SITE_FRAMES 8
struct call_site { void *pc[SITE_FRAMES]; };

struct call {
	const char *name; /* "cudaMalloc" */
	struct call_site site;
	size_t reported;  /* number of findings before the call */
	unsigned instance; /* the runtime's that was called: see call_last */
};

/*
 * Each object with NVIDIA's static runtime inside has an instance of the runtime, which only differs in the last error; the
 * others share instance 0. The audit library names these objects' addresses; what is beyond the room counts as instance 0.
 */
#define RUNTIME_INSTANCES 64

/* The configuration that <<< >>> stores for its launch. */
struct launch_shape {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
	struct call_site site;
	dim3 cluster; /* x 0: the kernel's own */
	bool early;   /* it may begin before the kernel before it in its stream has ended (programmatic stream serialization) */
};
#define LAUNCH_SHAPES 8

/* Set while one API entry point calls another: the outer entry point's frame, and whether stream 0 is per-thread there. */
struct nested_call { void *frame; bool per_thread; const char *name; /* NULL: the inner entry point's */ };

/* The runtime's state for one thread of the program. */
struct thread {
	int device;             /* of cudaSetDevice */
	cudaError_t last[RUNTIME_INSTANCES]; /* of cudaGetLastError */
	struct launch_shape pushed[LAUNCH_SHAPES];
	unsigned npushed;
	struct call_site popped; /* source location of the <<< >>> being executed (its generated stub has none) */
	struct nested_call nested; /* frame NULL: none */
	unsigned depth;         /* how many times the thread holds the lock */
	bool lent;              /* a kernel's own thread: the thread that lets it run holds the lock on its behalf */
	bool ours;              /* the runtime started it, to run callbacks, or lets a kernel run that has this one */
	unsigned waits;         /* the program waits for operations, so none of them can wait for the program */
	struct call_site entered; /* of the current call, or the last one */
	bool stepping, polls;   /* for guard.c */
	bool in_callback;       /* of a stream: it may not call the API */
	unsigned long long callback; /* the number of that operation */
	struct stream *own;     /* its per-thread default streams, by device; NULL until used */
	struct context **contexts; /* of the driver API: its stack, the current one last (driver/context.c) */
	size_t ncontexts;
	bool uses_runtime;      /* it has made a call of the runtime API, which makes the primary context current */
};
struct thread *thread_state(void);
/* The thread's last error in the instance that was called. Calls of the driver API and of libraries leave all of them alone. */
cudaError_t *call_last(const struct call *call);

/*
 * Wrap a call that another API entry point makes with these: for old names, and the twins of per_thread.c. The
 * program's line is then that frame's caller. Returns the value to pass to nested_call_end.
 */
struct nested_call nested_call_begin(void *frame, bool per_thread);
/* The same for an entry point of the driver API: the program has called `name`. */
struct nested_call nested_call_begin_as(const char *name, void *frame);
void nested_call_end(struct nested_call outer);

/* Makes calls fail for tests of error handling (observe.c): returns true and sets *error. NULL: off. */
extern bool (*call_reject)(struct call *call, cudaError_t *error);

/* The first statement of every call's function: returns from the function at once if call_reject makes the call fail. */
#define CALL_ENTER_OR_RETURN __extension__ ({ \
	struct call call_entered_ = call_enter(__func__, __builtin_frame_address(0)); \
	cudaError_t call_rejected_; \
\
	if ((call_reject && call_reject(&call_entered_, &call_rejected_)) || call_refused(&call_entered_, &call_rejected_)) \
		return call_leave(&call_entered_, call_rejected_); \
	call_entered_; \
})
#define CALL_BODY(...) { \
	struct call call = CALL_ENTER_OR_RETURN; \
\
	return call_leave(&call, __VA_ARGS__); \
}
#define CALL_WITH(found, ...) { \
	struct call call = CALL_ENTER_OR_RETURN; \
	found; \
\
	return call_leave(&call, __VA_ARGS__); \
}
#define CALL_ANSWER(found, refuses, ...) { \
	struct call call = CALL_ENTER_OR_RETURN; \
	found; \
\
	if (refuses) \
		return call_leave(&call, cudaErrorInvalidValue); \
	__VA_ARGS__; \
	return call_leave(&call, cudaSuccess); \
}
struct call call_enter(const char *name, void *frame);
/*
 * A function that a stream runs may not call the API, nor may some calls be made while a stream is captured: reports that, and
 * returns true with the error that hardware returns.
 */
bool call_refused(const struct call *call, cudaError_t *error);
/* The callers of the function with that frame. */
void call_site_find(struct call_site *site, void *frame);
/*
 * Ends the call: the error becomes the thread's last one; if a kernel has put the device into an error state, that
 * error replaces it. Returns the value for the program.
 */
cudaError_t call_leave(struct call *call, cudaError_t error);
/* The same for the few calls that only query the state: they neither set the last error nor see the device's. */
cudaError_t call_leave_quiet(struct call *call, cudaError_t error);

/* Wrap the program's own code, its callbacks, with these. */
void runtime_unlock(void);
void runtime_lock(void);
/* False: the lock was not free within that many seconds. */
bool runtime_lock_within(int seconds);
/* For the child of a fork() whose thread took the lock before. */
void runtime_unlock_child(void);
/* Lets other threads of the program take the lock for a moment. */
void runtime_pause(void);
/* How many threads wait there. */
unsigned runtime_paused(void);

/*
 * For profiles: how often a call was made from one place, how often it failed, and its cost to the host. In order of first use.
 */
struct call_count {
	const char *name;
	struct call_site site;
	unsigned long times, failed;
	unsigned long long ns;  /* virtual, without waiting */
};
const struct call_count *call_counts(size_t *n);

#endif
