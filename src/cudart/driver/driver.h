/*
 * driver.h - code that the driver API's calls share.
 *
 *	CUresult cuModuleUnload(CUmodule module) DRIVER_BODY(module_unload(&call, module))
 *
 * DRIVER_BODY and DRIVER_CALL evaluate their expression, a cudaError_t, with the runtime's lock held and the current context's
 * device selected; DRIVER_BODY_ANYWHERE and DRIVER_CALL_ANYWHERE need no context. All define `call`.
 */
#ifndef WARPBOOK_CUDART_DRIVER_DRIVER_H
#define WARPBOOK_CUDART_DRIVER_DRIVER_H

#include "cudart/call.h"

#define WARPBOOK_DRIVER_INSIDE
#pragma GCC visibility push(default)
#include "cudart/include/cuda.h"
#pragma GCC visibility pop

#define DRIVER_DO(anywhere, expression) __extension__ ({ \
	const struct nested_call outer_ = nested_call_begin_as(__func__, __builtin_frame_address(0)); \
	struct call call = call_enter(__func__, __builtin_frame_address(0)); \
	cudaError_t error_ = driver_begin(&call, anywhere); \
\
	if (error_ == cudaSuccess) \
		error_ = (expression); \
	driver_end(&call, error_, outer_); \
})
#define DRIVER_CALL(expression) DRIVER_DO(false, expression)
#define DRIVER_CALL_ANYWHERE(expression) DRIVER_DO(true, expression)
#define DRIVER_BODY(expression) { return DRIVER_CALL(expression); }
#define DRIVER_BODY_ANYWHERE(expression) { return DRIVER_CALL_ANYWHERE(expression); }

/* cuInit was called. */
extern bool driver_is_ready;

/* May the call go on? It needs cuInit, and a context unless `anywhere`. Reports what is missing. */
cudaError_t driver_begin(struct call *call, bool anywhere);
CUresult driver_end(struct call *call, cudaError_t error, struct nested_call outer);
/* The same for a call that is one of the runtime's (SAME), without a struct call of its own. */
cudaError_t driver_begin_same(const char *name, void *frame, struct nested_call *outer);
CUresult driver_end_same(cudaError_t error, struct nested_call outer);
/* The driver API uses other numbers for a few errors. */
CUresult driver_result(cudaError_t error);

/* The calling thread's current context: pushed, or the primary one if the thread has used the runtime API; NULL: none. */
struct context *context_current(void);
/* The device of a context; -1: the context is invalid. */
int context_device(CUcontext context);
CUcontext context_primary(int device);

/* The direction of a copy between memory of those types. */
enum cudaMemcpyKind driver_copy_kind(CUmemorytype from, CUmemorytype to);

/*
 * Pointers to a kernel's arguments, which lie packed in a buffer that `extra`
 * names; the caller frees them. NULL: there is none, or no memory.
 */
void **driver_arguments(const struct call *call, const void *function, void **extra);

#endif
