/*
 * driver.c - a part of the driver API, over the runtime's: a context is a device, a module a library, a
 * function a kernel's handle.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cudart/calls/copy.h"
#include "cudart/calls/launch.h"
#include "cudart/calls/library.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"

#pragma GCC visibility push(default)
#include "cudart/include/cuda.h"
#pragma GCC visibility pop

static bool ready; /* cuInit was called */

#define ENTER call_enter(__func__, __builtin_frame_address(0))

/* The driver has other numbers for a few. */
static CUresult result_of(cudaError_t error)
{
	switch (error) {
	case cudaErrorInvalidConfiguration: return CUDA_ERROR_INVALID_VALUE;
	case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
	case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
	default: return (CUresult)error;
	}
}

static CUresult leave(struct call *call, cudaError_t error)
{
	if (!ready) {
		report_call(KIND_API_ERROR, call, NULL, "call cuInit(0) first", "%s is called before cuInit", call->name);
		call_leave(call, error);
		return CUDA_ERROR_NOT_INITIALIZED;
	}
	return result_of(call_leave(call, error));
}

CUresult cuInit(unsigned int flags)
{
	ready = flags == 0;
	return ready ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int *version)
{
	return result_of(cudaDriverGetVersion(version));
}

CUresult cuGetErrorName(CUresult error, const char **text)
{
	static _Thread_local char name[128];
	const char *runtime_name = cudaGetErrorName((cudaError_t)error);
	size_t at = 0;

	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	/* cudaErrorIllegalAddress is CUDA_ERROR_ILLEGAL_ADDRESS. */
	if (error == CUDA_SUCCESS || strncmp(runtime_name, "cudaError", 9)) {
		*text = error == CUDA_SUCCESS ? "CUDA_SUCCESS" : "CUDA_ERROR_UNKNOWN";
		return CUDA_SUCCESS;
	}
	at = (size_t)snprintf(name, sizeof name, "CUDA_ERROR");
	for (const char *p = runtime_name + 9; *p && at + 3 < sizeof name; p++) {
		if (*p >= 'A' && *p <= 'Z')
			name[at++] = '_';
		name[at++] = *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
	}
	name[at] = '\0';
	*text = name;
	return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = cudaGetErrorString((cudaError_t)error);
	return CUDA_SUCCESS;
}

/* ---- devices and contexts ------------------------------------------------------------------------- */

CUresult cuDeviceGetCount(int *count)
{
	return result_of(cudaGetDeviceCount(count));
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
	struct call call = ENTER;

	if (!device || ordinal < 0 || ordinal >= (int)runtime.ndevices)
		return leave(&call, device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
	*device = ordinal;
	return leave(&call, cudaSuccess);
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device)
{
	struct cudaDeviceProp properties;
	cudaError_t error = name && len > 0 ? cudaGetDeviceProperties(&properties, device) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		snprintf(name, (size_t)len, "%s", properties.name);
	return result_of(error);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
	if (!bytes || device < 0 || device >= (int)runtime.ndevices)
		return bytes ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
	*bytes = runtime.settings.memory_bytes;
	return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
	return result_of(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

/* A context's handle is its device's number and 1. */
static CUcontext context_of(int device)
{
	return (CUcontext)(uintptr_t)(device + 1);
}

static CUresult context_make(CUcontext *context, CUdevice device)
{
	cudaError_t error = context ? cudaSetDevice(device) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*context = context_of(device);
	return ready ? result_of(error) : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
{
	return context_make(context, device);
}

CUresult cuCtxCreate_v4(CUcontext *context, void *params, unsigned int flags, CUdevice device)
{
	return context_make(context, device);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
	return context_make(context, device);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
	return CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
	return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
	return context ? result_of(cudaSetDevice((int)(uintptr_t)context - 1)) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
	if (!context)
		return CUDA_ERROR_INVALID_VALUE;
	*context = context_of(thread_state()->device);
	return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
	return result_of(cudaGetDevice(device));
}

CUresult cuCtxSynchronize(void)
{
	return result_of(cudaDeviceSynchronize());
}

/* ---- modules ---------------------------------------------------------------------------------------- */

static CUresult load(struct call *call, CUmodule *module, const void *code)
{
	struct library *l;
	cudaError_t error = module ? library_load(call, code, &l) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*module = (CUmodule)l;
	return leave(call, error);
}

CUresult cuModuleLoadData(CUmodule *module, const void *code)
{
	struct call call = ENTER;

	return load(&call, module, code);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *code, unsigned int count, CUjit_option *options, void **values)
{
	struct call call = ENTER;

	return load(&call, module, code);
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
	cudaLibrary_t library;
	cudaError_t error = module ? cudaLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*module = (CUmodule)library;
	return result_of(error);
}

CUresult cuModuleUnload(CUmodule module)
{
	return result_of(cudaLibraryUnload((cudaLibrary_t)module));
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
	struct call call = ENTER;
	struct library *l = library_find(module);
	struct function *f = l && name ? image_function(l->image, name) : NULL;

	if (!l || !function || !name)
		return leave(&call, l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	if (!f)
		report_call(KIND_API_ERROR, &call, NULL, "C++ names are mangled: use extern \"C\", or nvrtcGetLoweredName",
		     "the module has no kernel called '%s'", name);
	*function = (CUfunction)f;
	return leave(&call, f ? cudaSuccess : cudaErrorSymbolNotFound);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *memory, size_t *bytes, CUmodule module, const char *name)
{
	struct call call = ENTER;
	struct library *l = library_find(module);
	uint64_t addr, size;
	cudaError_t error = !l ? cudaErrorInvalidResourceHandle : !name ? cudaErrorInvalidValue :
			    library_global(&call, l, name, thread_state()->device, &addr, &size);

	if (error == cudaSuccess && memory)
		*memory = addr;
	if (error == cudaSuccess && bytes)
		*bytes = size;
	return leave(&call, error);
}

/* ---- memory: the runtime's calls do it ------------------------------------------------------------------ */

CUresult cuMemAlloc_v2(CUdeviceptr *memory, size_t size)
{
	struct call call = ENTER;
	uint64_t addr = 0;
	cudaError_t error = memory && size ? memory_alloc(&call, thread_state()->device, size, 0, &addr) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*memory = addr;
	return leave(&call, error);
}

CUresult cuMemFree_v2(CUdeviceptr memory)
{
	struct call call = ENTER;

	return leave(&call, memory_free(&call, memory));
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
	return result_of(cudaMemGetInfo(free_bytes, total));
}

static CUresult copy(struct call *call, uint64_t to, uint64_t from, size_t size, enum cudaMemcpyKind kind, CUstream stream,
		     bool async)
{
	const struct copy_side there = { .addr = to, .pitch = size, .slice = size };
	const struct copy_side here = { .addr = from, .pitch = size, .slice = size };
	struct stream *s = stream_find(call, (cudaStream_t)stream);
	struct copy_op *c;
	cudaError_t error = s ? copy_make(call, &there, &here, size, 1, 1, kind, &c) : cudaErrorInvalidResourceHandle;

	return leave(call, error == cudaSuccess ? copy_submit(c, s, async) : error);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size)
{
	struct call call = ENTER;

	return copy(&call, to, (uintptr_t)from, size, cudaMemcpyHostToDevice, NULL, false);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size)
{
	struct call call = ENTER;

	return copy(&call, (uintptr_t)to, from, size, cudaMemcpyDeviceToHost, NULL, false);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size)
{
	struct call call = ENTER;

	return copy(&call, to, from, size, cudaMemcpyDeviceToDevice, NULL, false);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
	struct call call = ENTER;

	return copy(&call, to, (uintptr_t)from, size, cudaMemcpyHostToDevice, stream, true);
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
	struct call call = ENTER;

	return copy(&call, (uintptr_t)to, from, size, cudaMemcpyDeviceToHost, stream, true);
}

static CUresult fill(struct call *call, uint64_t to, uint32_t value, unsigned bytes, size_t count)
{
	const struct copy_side there = { .addr = to, .pitch = count * bytes, .slice = count * bytes };
	struct fill_op *f;
	cudaError_t error = fill_make(call, &there, value, bytes, count * bytes, 1, 1, &f);

	return leave(call, error == cudaSuccess && f ? op_submit(&f->op, stream_legacy(thread_state()->device)) : error);
}

CUresult cuMemsetD8_v2(CUdeviceptr memory, unsigned char value, size_t count)
{
	struct call call = ENTER;

	return fill(&call, memory, value, 1, count);
}

CUresult cuMemsetD32_v2(CUdeviceptr memory, unsigned int value, size_t count)
{
	struct call call = ENTER;

	return fill(&call, memory, value, 4, count);
}

/* ---- streams and launches --------------------------------------------------------------------------------- */

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
	return result_of(cudaStreamCreateWithFlags((cudaStream_t *)stream, flags));
}

CUresult cuStreamSynchronize(CUstream stream)
{
	return result_of(cudaStreamSynchronize((cudaStream_t)stream));
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
	return result_of(cudaStreamDestroy((cudaStream_t)stream));
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
			unsigned int block_y, unsigned int block_z, unsigned int shared, CUstream stream, void **params, void **extra)
{
	struct call call = ENTER;
	const struct launch_shape shape = { .grid = { grid_x, grid_y, grid_z }, .block = { block_x, block_y, block_z },
					    .shared = shared, .stream = (cudaStream_t)stream };

	if (!params && extra)
		return leave(&call, cudaErrorNotSupported);
	return leave(&call, launch(&call, function, &shape, params, false));
}
