/* proc.c - the start of the driver API, its errors, and functions by name. */
#include "config.h"

#include "cudart/driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/runtime.h"
#include "words/kinds.h"

bool driver_is_ready;

CUresult driver_result(cudaError_t error)
{
	switch (error) {
	case cudaErrorInvalidConfiguration: return CUDA_ERROR_INVALID_VALUE;
	case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
	case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
	case cudaErrorInvalidDevicePointer:
	case cudaErrorInvalidHostPointer:
	case cudaErrorInvalidPitchValue:
	case cudaErrorInvalidMemcpyDirection: return CUDA_ERROR_INVALID_VALUE;
	default: return (CUresult)error;
	}
}

/* A call of the runtime, by any thread, has initialised the driver, too. */
static bool is_ready(void)
{
	driver_is_ready |= runtime.is_used;
	return driver_is_ready;
}

static cudaError_t begin(const struct call *call, bool anywhere)
{
	struct thread *t = thread_state();
	struct context *now;

	if (!is_ready()) {
		/* Numba says that the driver is ready before its own call of cuInit has returned. */
		report_call(KIND_API_ERROR, call, NULL,
			    python_is_here() ? "use the device in one thread before the others start: cuda.current_context()" :
			    "call cuInit(0) first",
			    "%s is called before cuInit", call->name);
		return cudaErrorInitializationError;
	}
	now = context_current();
	if (now)
		t->device = context_device((CUcontext)now);
	else if (!anywhere) {
		report_call(KIND_API_ERROR, call, NULL, "make one current: cuDevicePrimaryCtxRetain and cuCtxSetCurrent",
			    "%s is called while the thread has no context", call->name);
		return cudaErrorDeviceUninitialized;
	}
	return cudaSuccess;
}

cudaError_t driver_begin(struct call *call, bool anywhere)
{
	cudaError_t rejected = cudaSuccess;

	if ((call_reject && call_reject(call, &rejected)) || call_refused(call, &rejected))
		return rejected;
	return begin(call, anywhere);
}

CUresult driver_end(struct call *call, cudaError_t error, struct nested_call outer)
{
	const CUresult result = driver_result(call_leave(call, error));

	nested_call_end(outer);
	return result;
}

/* These need no context: a function that frees an object knows its context. */
static bool needs_no_context(const char *name)
{
	static const char *const rows[] = { "cuDevice", "cuLibraryLoad", "cuProfiler", "cuMemFreeHost", "cuMemHostUnregister",
					    "cuStreamDestroy", "cuEventDestroy" };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strncmp(name, rows[i], strlen(rows[i])))
			return true;
	return false;
}

cudaError_t driver_begin_same(const char *name, void *frame, struct nested_call *outer)
{
	const bool anywhere = needs_no_context(name);
	cudaError_t error = cudaSuccess;

	*outer = nested_call_begin_as(name, frame);
	if (!is_ready() || (!anywhere && !context_current())) {
		struct call call = call_enter(name, frame);

		error = call_leave(&call, begin(&call, anywhere));
	} else if (context_current()) {
		thread_state()->device = context_device((CUcontext)context_current());
	}
	return error;
}

CUresult driver_end_same(cudaError_t error, struct nested_call outer)
{
	nested_call_end(outer);
	return driver_result(error);
}

/* ---- start and errors ---------------------------------------------------------------------------------- */

CUresult cuInit(unsigned int flags)
{
	cudaError_t rejected = cudaSuccess;
	struct nested_call outer = nested_call_begin_as("cuInit", __builtin_frame_address(0));
	struct call call = call_enter("cuInit", __builtin_frame_address(0));

	if (call_reject && call_reject(&call, &rejected))
		return driver_end(&call, rejected, outer);
	driver_is_ready |= flags == 0;
	return driver_end(&call, flags ? cudaErrorInvalidValue : cudaSuccess, outer);
}

CUresult cuDriverGetVersion(int *version)
{
	if (!version)
		return CUDA_ERROR_INVALID_VALUE;
	*version = CUDA_VERSION;
	return CUDA_SUCCESS;
}

static const struct { int number; const char *name; } results[] = {
#define RESULT(name, number) { number, #name },
#include "cudart/driver/results.def"
};

static const char *result_name(CUresult error)
{
	for (size_t i = 0; i < sizeof results / sizeof *results; i++)
		if (results[i].number == (int)error)
			return results[i].name;
	return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **text)
{
	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = result_name(error);
	return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = result_name(error) ? cudaGetErrorString((cudaError_t)error) : NULL;
	return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- functions by name ---------------------------------------------------------------------------------- */

/* By their assembler labels: functions that are left out have no prototype. */
#define SYMBOL(name) extern char at_##name[] __asm__(#name);
#define DRIVER(name, parameters, group, text) SYMBOL(name)
#define STREAMED(name, suffix, parameters, names, group, text) SYMBOL(name) SYMBOL(name##_##suffix)
#define SAME_STREAMED(name, suffix, parameters, names, same, group, text) SYMBOL(name) SYMBOL(name##_##suffix)
#define LEFT_OUT(name, group) SYMBOL(name)
#include "cudart/driver/driver.def"

static const struct { const char *name; void *function; bool left_out; } exported[] = {
#define DRIVER(name, parameters, group, text) { #name, at_##name, false },
#define STREAMED(name, suffix, parameters, names, group, text) \
	{ #name, at_##name, false }, { #name "_" #suffix, at_##name##_##suffix, false },
#define SAME_STREAMED(name, suffix, parameters, names, same, group, text) STREAMED(name, suffix, parameters, names, group, text)
#define LEFT_OUT(name, group) { #name, at_##name, true },
#include "cudart/driver/driver.def"
};

/* The address of an exported function; NULL: there is none. */
static void *driver_function(const char *name)
{
	for (size_t i = 0; i < sizeof exported / sizeof *exported; i++)
		if (!strcmp(exported[i].name, name))
			return exported[i].function;
	return NULL;
}

static bool is_done(const char *name)
{
	for (size_t i = 0; i < sizeof exported / sizeof *exported; i++)
		if (!strcmp(exported[i].name, name))
			return !exported[i].left_out;
	return false;
}

/* The version of a function, if a newer one came with a later CUDA than its name. */
static int newest(const char *name, int version)
{
	static const struct { const char *name; int since, before; } rows[] = {
		{ "cuCtxCreate", 13000, 2 }, { "cuStreamBeginCapture", 10010, 1 }, { "cuEventElapsedTime", 12080, 1 },
		{ "cuMemPrefetchAsync", 12020, 1 }, { "cuMemAdvise", 12020, 1 }, { "cuDeviceGetUuid", 11040, 1 },
		{ "cuGetProcAddress", 12000, 1 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!strcmp(rows[i].name, name) && version < rows[i].since)
			return rows[i].before;
	return 4;
}

static void *find(const char *name, int version, bool per_thread)
{
	static const char *const suffixes[] = { "_ptsz", "_ptds", "" };
	void *any = NULL;

	for (int v = newest(name, version); v >= 1; v--)
		for (size_t s = per_thread ? 0 : 2; s < 3; s++) {
			char full[128], number[16] = "";

			if (v > 1)
				snprintf(number, sizeof number, "_v%d", v);
			snprintf(full, sizeof full, "%s%s%s", name, number, suffixes[s]);
			if (is_done(full))
				return driver_function(full);
			any = any ? any : driver_function(full);
		}
	return any;
}

CUresult cuGetProcAddress_v2(const char *name, void **function, int version, cuuint64_t flags,
			     CUdriverProcAddressQueryResult *status)
{
	if (!name || !function || flags > 2)
		return CUDA_ERROR_INVALID_VALUE;
	*function = find(name, version, flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
	if (status)
		*status = *function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	return *function || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *name, void **function, int version, cuuint64_t flags)
{
	return cuGetProcAddress_v2(name, function, version, flags, NULL);
}

/* NVIDIA's runtime library, linked into a program, asks its driver for undocumented tables. */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
	if (!table || !id)
		return CUDA_ERROR_INVALID_VALUE;
	*table = NULL;
	return CUDA_ERROR_NOT_FOUND;
}
