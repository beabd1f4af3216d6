/*
 * library.c - code that the program loads itself: PTX or a fat binary (from NVRTC, from a file), and the kernels and
 * variables in it by name.
 */
#include "config.h"

#include "cudart/launch/library.h"

#include <stdlib.h>

#include "base/path.h"
#include "cudart/check/python.h"
#include "cudart/check/report.h"
#include "cudart/journal.h"
#include "words/kinds.h"

#define CODE_MAX (256u << 20) /* bytes of a file */

static struct library *libraries;

struct library *library_find(const void *handle)
{
	for (struct library *l = libraries; l; l = l->next)
		if (l == handle)
			return l;
	return NULL;
}

struct library *library_of(const struct image *image)
{
	struct library *l = libraries;

	while (l && l->image != image)
		l = l->next;
	return l;
}

bool library_make(const struct call *call, const void *code, struct library **made, struct error *err)
{
	struct library *l = calloc(1, sizeof *l);

	*made = NULL;
	if (!l) {
		error_nomem(err);
		return false;
	}
	l->image = image_new(code, err);
	if (!l->image) {
		free(l);
		return false;
	}
	l->next = libraries;
	libraries = l;
	if (!python_runs()) /* its compilers keep what they load */
		journal_made(JOURNAL_LIBRARY, l, call);
	*made = l;
	return true;
}

cudaError_t library_load(const struct call *call, const void *code, struct library **made)
{
	struct error err = { 0 };

	*made = NULL;
	if (!code)
		return cudaErrorInvalidValue;
	if (library_make(call, code, made, &err))
		return cudaSuccess;
	report_call(KIND_API_ERROR, call, NULL, err.remedy[0] ? err.remedy : NULL, "%s: %s", call->name, err.text);
	return cudaErrorInvalidPtx;
}

void library_unload(struct library *l)
{
	struct library **at = &libraries;

	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	journal_gone(JOURNAL_LIBRARY, l);
	image_forget(l->image);
	free(l);
}

cudaError_t library_global(const struct call *call, struct library *l, const char *name, int device, uint64_t *addr,
			   uint64_t *bytes)
{
	cudaError_t code;
	struct error err;
	struct simt_program *program = image_program(l->image, device, &code, &err);
	struct memory *m;

	if (!program) {
		image_report(call, NULL, &err);
		return code;
	}
	if (!simt_symbol(program, name, addr, bytes))
		return cudaErrorSymbolNotFound;
	m = memory_find(*addr);
	if (!m)
		m = memory_add(call, MEMORY_SYMBOL, device, *addr, *bytes);
	if (!m)
		return cudaErrorMemoryAllocation;
	memory_is_variable(m);
	return cudaSuccess;
}

/* ---- the calls --------------------------------------------------------------------------------- */

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jit_options, void **jit_values,
				unsigned int jit_count, enum cudaLibraryOption *options, void **values, unsigned int count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct library *l;
	cudaError_t error = library ? library_load(&call, code, &l) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*library = (cudaLibrary_t)l;
	return call_leave(&call, error);
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, enum cudaJitOption *jit_options, void **jit_values,
				    unsigned int jit_count, enum cudaLibraryOption *options, void **values, unsigned int count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct buf text = BUF_INIT;
	struct error err;
	struct library *l;
	cudaError_t error = cudaErrorInvalidValue;

	if (library && path && file_read(path, CODE_MAX, &text, &err) == 0)
		error = library_load(&call, buf_text(&text), &l);
	else if (library && path)
		error = cudaErrorFileNotFound;
	buf_release(&text);
	if (error == cudaSuccess)
		*library = (cudaLibrary_t)l;
	return call_leave(&call, error);
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct library *l = library_find(library);

	if (!l)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	queue_run_all(-1);
	library_unload(l);
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct library *l = library_find(library);
	struct function *f = l && name ? image_function(l->image, name) : NULL;

	if (!l || !kernel || !name)
		return call_leave(&call, l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	*kernel = (cudaKernel_t)f;
	return call_leave(&call, f ? cudaSuccess : cudaErrorSymbolNotFound);
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t library)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct library *l = library_find(library);

	if (!l || !count)
		return call_leave(&call, l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	for (*count = 0; image_kernel(l->image, *count); ++*count)
		;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int count, cudaLibrary_t library)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct library *l = library_find(library);

	if (!l || !kernels)
		return call_leave(&call, l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
	for (unsigned i = 0; i < count; i++)
		kernels[i] = (cudaKernel_t)image_kernel(l->image, i);
	return call_leave(&call, cudaSuccess);
}

static cudaError_t get_global(const struct call *call, void **memory, size_t *bytes, cudaLibrary_t library, const char *name)
{
	struct library *l = library_find(library);
	uint64_t addr, size;
	cudaError_t error;

	if (!l || !name)
		return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	error = library_global(call, l, name, thread_state()->device, &addr, &size);
	if (error == cudaSuccess && memory)
		*memory = (void *)(uintptr_t)addr;
	if (error == cudaSuccess && bytes)
		*bytes = size;
	return error;
}

cudaError_t cudaLibraryGetGlobal(void **memory, size_t *bytes, cudaLibrary_t library, const char *name)
	CALL_BODY(get_global(&call, memory, bytes, library, name))

cudaError_t cudaLibraryGetManaged(void **memory, size_t *bytes, cudaLibrary_t library, const char *name)
	CALL_BODY(get_global(&call, memory, bytes, library, name))

/* A kernel's handle is the address that launches use. */
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *stub)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!kernel || !function_find(stub))
		return call_leave(&call, kernel ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
	*kernel = (cudaKernel_t)(uintptr_t)stub;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *stub)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!function || !function_find(stub))
		return call_leave(&call, function ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidValue);
	*function = (cudaFunction_t)(uintptr_t)stub;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (device < 0 || (unsigned)device >= runtime.ndevices)
		return call_leave(&call, cudaErrorInvalidDevice);
	return call_leave(&call, cudaFuncSetAttribute(kernel, attribute, value));
}
