/*
 * nvjitlink.c - nvJitLink on the virtual machine: PTX in, a container of PTX out, which modules load like a cubin. The driver
 * API's linker does the work (cuLink*). Intermediate code for link-time optimisation (LTO) is rejected: the vm has no compiler
 * for it.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/driver/driver.h"

typedef enum {
	NVJITLINK_SUCCESS = 0,
	NVJITLINK_ERROR_INVALID_INPUT = 3,
	NVJITLINK_ERROR_PTX_COMPILE = 4,
	NVJITLINK_ERROR_INTERNAL = 6,
	NVJITLINK_ERROR_UNRECOGNIZED_INPUT = 8,
	NVJITLINK_ERROR_NULL_INPUT = 10,
} nvJitLinkResult;

typedef enum {
	NVJITLINK_INPUT_CUBIN = 1,
	NVJITLINK_INPUT_PTX,
	NVJITLINK_INPUT_LTOIR,
	NVJITLINK_INPUT_FATBIN,
	NVJITLINK_INPUT_OBJECT,
	NVJITLINK_INPUT_LIBRARY,
	NVJITLINK_INPUT_ANY = 10,
} nvJitLinkInputType;

typedef struct nvJitLink {
	CUlinkState link;
	void *values[5];    /* of the link's options: it writes the lengths of its messages here, as long as it lives */
	void *made;         /* by the link; NULL until it is complete */
	size_t size;
	char errors[4096], info[1024];
} *nvJitLinkHandle;

/* A linker needs no context, but the driver's does. */
static bool context_enter(void)
{
	CUcontext context = NULL;

	cuInit(0);
	if (cuCtxGetCurrent(&context) == CUDA_SUCCESS && context)
		return false;
	return cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS && cuCtxPushCurrent_v2(context) == CUDA_SUCCESS;
}

static void context_leave(bool entered)
{
	CUcontext context;

	if (!entered)
		return;
	cuCtxPopCurrent_v2(&context);
	cuDevicePrimaryCtxRelease_v2(0);
}

static nvJitLinkResult result_of(CUresult result)
{
	return result == CUDA_SUCCESS ? NVJITLINK_SUCCESS : result == CUDA_ERROR_INVALID_PTX ? NVJITLINK_ERROR_PTX_COMPILE :
	       NVJITLINK_ERROR_INVALID_INPUT;
}

/* -1: not one that the vm takes. */
static int type_of(nvJitLinkInputType type, const void *data, size_t size)
{
	static const int types[] = {
		[NVJITLINK_INPUT_CUBIN] = CU_JIT_INPUT_CUBIN, [NVJITLINK_INPUT_PTX] = CU_JIT_INPUT_PTX,
		[NVJITLINK_INPUT_LTOIR] = -1, [NVJITLINK_INPUT_FATBIN] = CU_JIT_INPUT_FATBINARY,
		[NVJITLINK_INPUT_OBJECT] = CU_JIT_INPUT_OBJECT, [NVJITLINK_INPUT_LIBRARY] = CU_JIT_INPUT_LIBRARY,
	};

	if (type == NVJITLINK_INPUT_ANY)
		return size >= 4 && !memcmp(data, "\x7f" "ELF", 4) ? CU_JIT_INPUT_CUBIN :
		       size >= 4 && !memcmp(data, "\x50\xed\x55\xba", 4) ? CU_JIT_INPUT_FATBINARY :
		       size >= 8 && !memcmp(data, "!<arch>\n", 8) ? CU_JIT_INPUT_LIBRARY : CU_JIT_INPUT_PTX;
	return type >= NVJITLINK_INPUT_CUBIN && (size_t)type < sizeof types / sizeof *types ? types[type] : -1;
}

static nvJitLinkResult rejected(nvJitLinkHandle handle)
{
	const char text[] = "the virtual machine links PTX, and no intermediate code for link-time optimisation: link "
			    "without -lto";

	memcpy(handle->errors, text, sizeof text);
	return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
}

#pragma GCC visibility push(default)
unsigned int nvJitLinkVersion(unsigned int *major, unsigned int *minor);
nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t count, const char **options);
nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle);
nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type, const void *data, size_t size,
				 const char *name);
nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char *path);
nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle);
nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin);
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx);
nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log);
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log);
#pragma GCC visibility pop

unsigned int nvJitLinkVersion(unsigned int *major, unsigned int *minor)
{
	if (!major || !minor)
		return NVJITLINK_ERROR_NULL_INPUT;
	*major = CUDA_VERSION / 1000;
	*minor = CUDA_VERSION % 1000 / 10;
	return NVJITLINK_SUCCESS;
}

/* "-maxrregcount=N"; 0: none. */
static uintptr_t most_registers(uint32_t count, const char **options)
{
	unsigned long most = 0;

	for (uint32_t i = 0; options && i < count; i++)
		if (options[i] && sscanf(options[i], "-maxrregcount=%lu", &most) != 1)
			sscanf(options[i], "--maxrregcount=%lu", &most);
	return most;
}

/* The vm chooses the architecture and the level: other options have no effect. */
nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t count, const char **options)
{
	CUjit_option wanted[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
				  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_MAX_REGISTERS };
	nvJitLinkHandle made = handle ? calloc(1, sizeof *made) : NULL;
	bool entered;
	CUresult result;

	if (!made)
		return handle ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_ERROR_NULL_INPUT;
	made->values[0] = made->errors;
	made->values[1] = (void *)sizeof made->errors;
	made->values[2] = made->info;
	made->values[3] = (void *)sizeof made->info;
	made->values[4] = (void *)most_registers(count, options);
	entered = context_enter();
	result = cuLinkCreate_v2(5, wanted, made->values, &made->link);
	context_leave(entered);
	if (result != CUDA_SUCCESS) {
		free(made);
		return NVJITLINK_ERROR_INTERNAL;
	}
	*handle = made;
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle)
{
	bool entered;

	if (!handle || !*handle)
		return NVJITLINK_ERROR_NULL_INPUT;
	entered = context_enter();
	cuLinkDestroy((*handle)->link);
	context_leave(entered);
	free(*handle);
	*handle = NULL;
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type, const void *data, size_t size, const char *name)
{
	bool entered;
	CUresult result;

	if (!handle || !data)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (type_of(type, data, size) < 0)
		return rejected(handle);
	entered = context_enter();
	result = cuLinkAddData_v2(handle->link, (CUjitInputType)type_of(type, data, size), (void *)(uintptr_t)data, size, name, 0,
				  NULL, NULL);
	context_leave(entered);
	return result_of(result);
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char *path)
{
	bool entered;
	CUresult result;

	if (!handle || !path)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (type_of(type, "", 0) < 0)
		return rejected(handle);
	entered = context_enter();
	result = cuLinkAddFile_v2(handle->link, (CUjitInputType)type_of(type, "", 0), path, 0, NULL, NULL);
	context_leave(entered);
	return result_of(result);
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle)
{
	bool entered;
	CUresult result;

	if (!handle)
		return NVJITLINK_ERROR_NULL_INPUT;
	entered = context_enter();
	result = cuLinkComplete(handle->link, &handle->made, &handle->size);
	context_leave(entered);
	return result_of(result);
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *size)
{
	if (!handle || !size)
		return NVJITLINK_ERROR_NULL_INPUT;
	*size = handle->made ? handle->size : 0;
	return handle->made ? NVJITLINK_SUCCESS : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin)
{
	if (!handle || !cubin)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (!handle->made)
		return NVJITLINK_ERROR_INVALID_INPUT;
	memcpy(cubin, handle->made, handle->size);
	return NVJITLINK_SUCCESS;
}

/* PTX comes only from link-time optimisation. */
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t *size)
{
	(void)size;
	return handle ? NVJITLINK_ERROR_INVALID_INPUT : NVJITLINK_ERROR_NULL_INPUT;
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx)
{
	(void)ptx;
	return handle ? NVJITLINK_ERROR_INVALID_INPUT : NVJITLINK_ERROR_NULL_INPUT;
}

/* text NULL: there is no handle. */
static nvJitLinkResult log_size(const char *text, size_t *size)
{
	if (!text || !size)
		return NVJITLINK_ERROR_NULL_INPUT;
	*size = strlen(text) + 1;
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult log_copy(const char *text, char *log)
{
	if (!text || !log)
		return NVJITLINK_ERROR_NULL_INPUT;
	memcpy(log, text, strlen(text) + 1);
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *size)
{
	return log_size(handle ? handle->errors : NULL, size);
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log)
{
	return log_copy(handle ? handle->errors : NULL, log);
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *size)
{
	return log_size(handle ? handle->info : NULL, size);
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log)
{
	return log_copy(handle ? handle->info : NULL, log);
}

/*
 * The names under which NVIDIA's own libraries ask for them, with the minor version that they were linked with: cuSPARSE does not
 * load without. A process has one libnvJitLink.so.13, which is ours as soon as Numba is there.
 */
#define AGED(function, minor) \
	extern __typeof__(nvJitLink##function) __nvJitLink##function##_13_##minor __attribute__((alias("nvJitLink" #function)));
#define AGES(function) \
	AGED(function, 0) AGED(function, 1) AGED(function, 2) AGED(function, 3) AGED(function, 4) \
	AGED(function, 5) AGED(function, 6) AGED(function, 7) AGED(function, 8) AGED(function, 9)
#pragma GCC visibility push(default)
AGES(Create) AGES(Destroy) AGES(AddData) AGES(AddFile) AGES(Complete) AGES(GetLinkedCubinSize) AGES(GetLinkedCubin)
AGES(GetLinkedPtxSize) AGES(GetLinkedPtx) AGES(GetErrorLogSize) AGES(GetErrorLog) AGES(GetInfoLogSize) AGES(GetInfoLog)
#pragma GCC visibility pop
