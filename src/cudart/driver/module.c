/*
 * module.c - modules are the runtime's libraries. The linker keeps the PTX of its inputs: its "cubin" is a container of them
 * (image_join), from which modules are loaded.
 */
#include "config.h"

#include "base/array.h"
#include "cudart/driver/driver.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cudart/check/report.h"
#include "cudart/launch/library.h"
#include "words/kinds.h"

#define CODE_MAX (256u << 20) /* bytes of a file */

/* ---- options: the most registers, and the program's buffers for messages --------------------------------------------------- */

struct logs { unsigned most_registers; char *info, *errors; size_t info_size, errors_size; void **info_len, **errors_len; };

static struct logs logs_read(unsigned int count, const CUjit_option *options, void **values)
{
	struct logs l = { 0 };

	for (unsigned i = 0; options && values && i < count; i++)
		switch (options[i]) {
		case CU_JIT_MAX_REGISTERS: l.most_registers = (unsigned)(uintptr_t)values[i]; break;
		case CU_JIT_INFO_LOG_BUFFER: l.info = values[i]; break;
		case CU_JIT_ERROR_LOG_BUFFER: l.errors = values[i]; break;
		case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
			l.info_size = (uintptr_t)values[i] & 0xffffffffu;
			l.info_len = &values[i];
			break;
		case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			l.errors_size = (uintptr_t)values[i] & 0xffffffffu;
			l.errors_len = &values[i];
			break;
		default: break;
		}
	return l;
}

/* Sets the sizes to those of the texts. */
static void log_put(char *buffer, size_t size, void **len, const char *text)
{
	int n = buffer && size ? snprintf(buffer, size, "%s", text) : 0;

	if (len)
		*len = (void *)(uintptr_t)(n < 0 ? 0 : (size_t)n < size ? (size_t)n : size);
}

static void logs_put(const struct logs *l, const char *info, const char *errors)
{
	log_put(l->info, l->info_size, l->info_len, info);
	log_put(l->errors, l->errors_size, l->errors_len, errors);
}

static cudaError_t load_logged(const struct call *call, CUmodule *module, const void *code, const struct logs *logs)
{
	struct library *l = NULL;
	struct error err = { 0 };
	char text[sizeof err.text + 32];

	if (!module || !code)
		return cudaErrorInvalidValue;
	if (!library_make(call, code, &l, &err)) {
		snprintf(text, sizeof text, "line %d: %s", err.line, err.text);
		logs_put(logs, "", text);
		report_call(KIND_API_ERROR, call, NULL, err.remedy[0] ? err.remedy : NULL, "%s: %s", call->name, err.text);
		return cudaErrorInvalidPtx;
	}
	logs_put(logs, "", "");
	*module = (CUmodule)l;
	return cudaSuccess;
}

static cudaError_t load(const struct call *call, CUmodule *module, const void *code)
{
	const struct logs none = { 0 };

	return load_logged(call, module, code, &none);
}

/* ---- modules ------------------------------------------------------------------------------------------------- */

CUresult cuModuleLoadData(CUmodule *module, const void *code) DRIVER_BODY(load(&call, module, code))
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *code) DRIVER_BODY(load(&call, module, code))

static cudaError_t load_ex(const struct call *call, CUmodule *module, const void *code, unsigned int count,
			   const CUjit_option *options, void **values)
{
	const struct logs logs = logs_read(count, options, values);

	return load_logged(call, module, code, &logs);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *code, unsigned int count, CUjit_option *options, void **values)
	DRIVER_BODY(load_ex(&call, module, code, count, options, values))

static cudaError_t load_file(const struct call *call, CUmodule *module, const char *path)
{
	struct buf text = BUF_INIT;
	struct error err;
	cudaError_t error = cudaErrorInvalidValue;

	if (module && path && file_read(path, CODE_MAX, &text, &err) == 0)
		error = load(call, module, buf_text(&text));
	else if (module && path)
		error = cudaErrorFileNotFound;
	buf_release(&text);
	return error;
}

CUresult cuModuleLoad(CUmodule *module, const char *path) DRIVER_BODY(load_file(&call, module, path))

static cudaError_t unload(CUmodule module)
{
	struct library *l = library_find(module);

	if (!l)
		return cudaErrorInvalidResourceHandle;
	queue_run_all(-1);
	library_unload(l);
	return cudaSuccess;
}

CUresult cuModuleUnload(CUmodule module) DRIVER_BODY_ANYWHERE(unload(module))

static cudaError_t function_get(const struct call *call, CUfunction *function, CUmodule module, const char *name)
{
	struct library *l = library_find(module);
	struct function *f = l && name ? image_function(l->image, name) : NULL;

	if (!l || !function || !name)
		return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	if (!f) {
		report_call(KIND_API_ERROR, call, NULL, "C++ names are mangled: use extern \"C\", or nvrtcGetLoweredName",
			    "the module has no kernel called '%s'", name);
		return cudaErrorSymbolNotFound;
	}
	*function = (CUfunction)f;
	return cudaSuccess;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
	DRIVER_BODY(function_get(&call, function, module, name))

static cudaError_t function_count(unsigned int *count, CUmodule module)
{
	struct library *l = library_find(module);

	if (!l || !count)
		return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	for (*count = 0; image_kernel(l->image, *count); ++*count)
		;
	return cudaSuccess;
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module) DRIVER_BODY(function_count(count, module))

static cudaError_t function_all(CUfunction *functions, unsigned int count, CUmodule module)
{
	struct library *l = library_find(module);

	if (!l || !functions)
		return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	for (unsigned i = 0; i < count; i++)
		functions[i] = (CUfunction)image_kernel(l->image, i);
	return cudaSuccess;
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int count, CUmodule module)
	DRIVER_BODY(function_all(functions, count, module))

static cudaError_t global_get(const struct call *call, CUdeviceptr *memory, size_t *bytes, CUmodule module, const char *name)
{
	struct library *l = library_find(module);
	uint64_t addr, size;
	cudaError_t error = !l ? cudaErrorInvalidResourceHandle : !name ? cudaErrorInvalidValue :
			    library_global(call, l, name, thread_state()->device, &addr, &size);

	if (error == cudaSuccess && memory)
		*memory = addr;
	if (error == cudaSuccess && bytes)
		*bytes = size;
	return error;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *memory, size_t *bytes, CUmodule module, const char *name)
	DRIVER_BODY(global_get(&call, memory, bytes, module, name))

static cudaError_t mode_get(CUmoduleLoadingMode *mode)
{
	if (!mode)
		return cudaErrorInvalidValue;
	*mode = CU_MODULE_EAGER_LOADING;
	return cudaSuccess;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) DRIVER_BODY_ANYWHERE(mode_get(mode))

static cudaError_t module_of(CUmodule *module, CUlibrary library)
{
	if (!module || !library_find(library))
		return module ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
	*module = (CUmodule)library;
	return cudaSuccess;
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) DRIVER_BODY(module_of(module, library))

static cudaError_t module_of_function(CUmodule *module, CUfunction function)
{
	const struct function *f = function_find(function);
	struct library *l = f ? library_of(f->image) : NULL;

	if (!module || !l)
		return module ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
	*module = (CUmodule)l;
	return cudaSuccess;
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function) DRIVER_BODY(module_of_function(module, function))

static cudaError_t function_of(CUfunction *function, CUkernel kernel)
{
	if (!function || !function_find(kernel))
		return function ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
	*function = (CUfunction)kernel;
	return cudaSuccess;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) DRIVER_BODY(function_of(function, kernel))

/* ---- the linker --------------------------------------------------------------------------------------------------- */

struct link {
	struct logs logs;
	struct image_text *texts;
	size_t n;
	char *made;            /* the container, once complete */
	struct link *next;
};

static struct link *links;

/*
 * The part of libcudadevrt.a that cooperative kernels use: the grid's barrier, in words of the workspace that %envreg names. Each
 * round of all blocks adds 2^31: the top bit flips when the last block arrives.
 */
static const char devrt[] =
	".version 6.4\n.target sm_70\n.address_size 64\n"
	".visible .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope)\n{\n"
	"\t.reg .b32 %h, %l;\n\t.reg .b64 %w;\n"
	"\tmov.u32 %h, %envreg1;\n\tmov.u32 %l, %envreg2;\n\tmov.b64 %w, {%l, %h};\n\tst.param.b64 [r], %w;\n\tret;\n}\n"
	".visible .func (.param .b32 r) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)\n{\n"
	"\t.reg .pred %p<6>;\n\t.reg .b32 %r<24>;\n\t.reg .b64 %d<3>;\n"
	"\tld.param.u64 %d0, [handle];\n\tsetp.eq.u64 %p0, %d0, 0;\n\t@%p0 trap;\n"
	"\tadd.u64 %d1, %d0, 4;\n\tbarrier.sync 0;\n"
	"\tmov.u32 %r0, %tid.x;\n\tmov.u32 %r1, %tid.y;\n\tmov.u32 %r2, %tid.z;\n"
	"\tor.b32 %r3, %r0, %r1;\n\tor.b32 %r3, %r3, %r2;\n\tsetp.ne.u32 %p1, %r3, 0;\n\t@%p1 bra DONE;\n"
	"\tmov.u32 %r4, %nctaid.x;\n\tmov.u32 %r5, %nctaid.y;\n\tmov.u32 %r6, %nctaid.z;\n"
	"\tmul.lo.u32 %r7, %r4, %r5;\n\tmul.lo.u32 %r7, %r7, %r6;\n"
	"\tmov.u32 %r8, %ctaid.x;\n\tmov.u32 %r9, %ctaid.y;\n\tmov.u32 %r10, %ctaid.z;\n"
	"\tor.b32 %r11, %r8, %r9;\n\tor.b32 %r11, %r11, %r10;\n\tsetp.eq.u32 %p2, %r11, 0;\n"
	"\tsub.u32 %r12, 0x80000001, %r7;\n\tselp.b32 %r13, %r12, 1, %p2;\n"
	"\tatom.add.release.gpu.u32 %r14, [%d1], %r13;\n"
	"AGAIN:\n\tld.acquire.gpu.u32 %r15, [%d1];\n\txor.b32 %r16, %r15, %r14;\n\tand.b32 %r17, %r16, 0x80000000;\n"
	"\tsetp.eq.u32 %p3, %r17, 0;\n\t@%p3 bra AGAIN;\n"
	"DONE:\n\tbarrier.sync 0;\n\tmov.u32 %r18, 0;\n\tst.param.b32 [r], %r18;\n\tret;\n}\n";

static struct link *link_find(CUlinkState handle)
{
	struct link *l = links;

	while (l && l != (struct link *)handle)
		l = l->next;
	return l;
}

static cudaError_t link_create(unsigned int count, const CUjit_option *options, void **values, CUlinkState *made)
{
	struct link *l = made ? calloc(1, sizeof *l) : NULL;

	if (!l)
		return made ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
	l->logs = logs_read(count, options, values);
	l->next = links;
	links = l;
	logs_put(&l->logs, "", "");
	*made = (CUlinkState)l;
	return cudaSuccess;
}

CUresult cuLinkCreate_v2(unsigned int count, CUjit_option *options, void **values, CUlinkState *link)
	DRIVER_BODY(link_create(count, options, values, link))

static cudaError_t link_failed(const struct call *call, const struct link *l, const struct error *err)
{
	char text[sizeof err->text + 64];

	snprintf(text, sizeof text, "line %d; error   : %s", err->line, err->text);
	logs_put(&l->logs, "", text);
	report_call(KIND_API_ERROR, call, NULL, err->remedy[0] ? err->remedy : NULL, "%s: %s", call->name, err->text);
	return cudaErrorInvalidPtx;
}

/* The link keeps its own copy of the text. */
static cudaError_t link_text(const struct call *call, struct link *l, const char *text, size_t len, const char *name)
{
	char *own = malloc(len + 1);
	struct image_text *added;
	struct error err = { 0 };

	if (!own)
		return cudaErrorMemoryAllocation;
	memcpy(own, text, len);
	own[len] = '\0';
	if (!image_text_is_valid(own, strlen(own), name, &err)) {
		free(own);
		return link_failed(call, l, &err);
	}
	added = array_push(&l->texts, &l->n, sizeof *added);
	if (!added) {
		free(own);
		return cudaErrorMemoryAllocation;
	}
	*added = (struct image_text){ own, strlen(own) };
	return cudaSuccess;
}

/* Newer versions of Numba read NVIDIA's library themselves. It needs functions that only NVIDIA's driver has (cnp...). */
static bool is_devrt(const char *text, size_t len)
{
	static const char barrier[] = "cudaCGSynchronize", below[] = "cnpGetLastError";

	return memmem(text, len, barrier, sizeof barrier - 1) && memmem(text, len, below, sizeof below - 1);
}

static cudaError_t link_data(const struct call *call, struct link *l, CUjitInputType type, const char *data, size_t size,
			     const char *name)
{
	struct error err = { 0 };
	char *unpacked = NULL;
	const char *text;
	cudaError_t error;
	size_t len;

	if (!data || !size)
		return cudaErrorInvalidValue;
	text = data;
	len = size;
	if (type != CU_JIT_INPUT_PTX)
		text = image_ptx_in(data, size, &len, &unpacked, &err);
	if (text && is_devrt(text, len))
		text = devrt, len = sizeof devrt - 1;
	error = text ? link_text(call, l, text, len, name ? name : "kernel.ptx") : link_failed(call, l, &err);
	free(unpacked);
	return error;
}

static cudaError_t link_add(const struct call *call, CUlinkState link, CUjitInputType type, const void *data, size_t size,
			    const char *name)
{
	struct link *l = link_find(link);

	return l ? link_data(call, l, type, data, size, name) : cudaErrorInvalidResourceHandle;
}

CUresult cuLinkAddData_v2(CUlinkState link, CUjitInputType type, void *data, size_t size, const char *name, unsigned int count,
			  CUjit_option *options, void **values)
	DRIVER_BODY(link_add(&call, link, type, data, size, name))

static cudaError_t link_file(const struct call *call, CUlinkState link, CUjitInputType type, const char *path)
{
	struct link *l = link_find(link);
	struct buf text = BUF_INIT;
	struct error err;
	cudaError_t error;

	if (!l || !path)
		return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	if (strstr(path_base(path), "cudadevrt"))
		return link_text(call, l, devrt, sizeof devrt - 1, "cudadevrt");
	if (file_read(path, CODE_MAX, &text, &err)) {
		logs_put(&l->logs, "", err.text);
		buf_release(&text);
		return cudaErrorFileNotFound;
	}
	error = link_data(call, l, type, buf_text(&text), text.len, path_base(path));
	buf_release(&text);
	return error;
}

CUresult cuLinkAddFile_v2(CUlinkState link, CUjitInputType type, const char *path, unsigned int count, CUjit_option *options,
			  void **values)
	DRIVER_BODY(link_file(&call, link, type, path))

static cudaError_t link_complete(const struct call *call, CUlinkState link, void **cubin, size_t *size)
{
	struct link *l = link_find(link);
	struct error err = { 0 };
	size_t len;

	if (!l || !cubin)
		return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
	free(l->made);
	l->made = image_join(l->texts, l->n, l->logs.most_registers, &len, &err);
	if (!l->made)
		return link_failed(call, l, &err);
	logs_put(&l->logs, "info    : the virtual machine runs the PTX itself", "");
	*cubin = l->made;
	if (size)
		*size = len;
	return cudaSuccess;
}

CUresult cuLinkComplete(CUlinkState link, void **cubin, size_t *size) DRIVER_BODY(link_complete(&call, link, cubin, size))

static cudaError_t link_destroy(CUlinkState link)
{
	struct link *l = link_find(link), **at = &links;

	if (!l)
		return cudaErrorInvalidResourceHandle;
	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	for (size_t i = 0; i < l->n; i++)
		free(l->texts[i].text);
	free(l->texts);
	free(l->made);
	free(l);
	return cudaSuccess;
}

CUresult cuLinkDestroy(CUlinkState link) DRIVER_BODY_ANYWHERE(link_destroy(link))
