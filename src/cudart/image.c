/*
 * image.c - what the compilers' startup code registers, and its loading. The __cuda... functions are called by
 * code that nvcc and clang put into every object, before main.
 */
#include "config.h"

#include "cudart/image.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudart/memory.h"
#include "cudart/tell.h"
#include "ptx/ptx.h"

#define WRAPPER_MAGIC  0x466243b1
#define DEFAULT_SHARED (48u << 10)

struct image {
	const void *fatbin;
	const void *const *linked; /* of -rdc=true: the fat binaries that make one module, up to a NULL; else NULL */
	struct ptx_module *module;
	struct simt_program *programs[DEVICES_MAX];
	struct symbol **symbols;
	size_t nsymbols;
	bool failed;
	struct error error;
};

/* What the compilers lay out for __cudaRegisterFatBinary. */
struct wrapper { int magic, version; const void *fatbin; const void *const *more; };

static void *functions, *symbols; /* tsearch trees by host address */

static int by_host_function(const void *a, const void *b)
{
	const void *x = ((const struct function *)a)->host, *y = ((const struct function *)b)->host;

	return (x > y) - (x < y);
}

static int by_host_symbol(const void *a, const void *b)
{
	const void *x = ((const struct symbol *)a)->host, *y = ((const struct symbol *)b)->host;

	return (x > y) - (x < y);
}

struct function *function_find(const void *host)
{
	const struct function key = { .host = host };
	void *found = tfind(&key, &functions, by_host_function);

	return found ? *(struct function **)found : NULL;
}

struct symbol *symbol_find(const void *host)
{
	const struct symbol key = { .host = host };
	void *found = tfind(&key, &symbols, by_host_symbol);

	return found ? *(struct symbol **)found : NULL;
}

/* Startup code can not be told of an error. */
static void *must_have(void *p)
{
	if (!p) {
		fputs("warpbook: out of memory while the program starts\n", stderr);
		abort();
	}
	return p;
}

/* ---- loading ---------------------------------------------------------------------------- */

static int linked_parse(struct image *image, struct error *err)
{
	struct ptx_text *texts;
	size_t n = 0, i = 0;

	while (image->linked[n])
		n++;
	texts = calloc(n + 1, sizeof *texts);
	if (!texts)
		return error_nomem(err);
	while (i < n && (texts[i].text = fatbin_ptx(image->linked[i], &texts[i].len, err)))
		texts[i++].name = "kernel.ptx";
	if (i == n)
		image->module = ptx_link(texts, n, simt_knows_function, err);
	free(texts);
	return image->module ? 0 : -1;
}

static int image_parse(struct image *image, struct error *err)
{
	size_t len;
	const char *text;

	if (image->linked)
		return linked_parse(image, err);
	text = fatbin_ptx(image->fatbin, &len, err);
	if (text)
		image->module = ptx_parse(text, len, "kernel.ptx", err);
	return image->module ? 0 : -1;
}

/* The variables' memory becomes known; addresses of managed ones go where the host's code looks for them. */
static void symbols_place(struct image *image, int device)
{
	static const struct call loading = { .name = "the program" };

	for (size_t i = 0; i < image->nsymbols; i++) {
		struct symbol *s = image->symbols[i];
		uint64_t addr, bytes;
		struct memory *m;

		if (!simt_symbol(image->programs[device], s->name, &addr, &bytes))
			continue;
		if (s->managed)
			*s->managed = (void *)(uintptr_t)addr;
		m = memory_add(&loading, s->managed ? MEMORY_MANAGED : MEMORY_SYMBOL, device, addr, bytes);
		if (m) {
			snprintf(m->name, sizeof m->name, "%s", s->name);
			m->named = true;
			m->is_variable = true;
		}
	}
}

struct simt_program *image_program(struct image *image, int device, cudaError_t *code, struct error *err)
{
	*code = cudaErrorInvalidPtx;
	if (!image->failed && !image->module && image_parse(image, &image->error))
		image->failed = true;
	if (!image->failed && !image->programs[device]) {
		if (simt_use_device(runtime.mem, (unsigned)device, &image->error) == 0)
			image->programs[device] = simt_program_new(image->module, runtime.mem, &image->error);
		if (image->programs[device])
			symbols_place(image, device);
		else
			image->failed = true;
	}
	if (image->failed) {
		*err = image->error;
		return NULL;
	}
	*code = cudaSuccess;
	return image->programs[device];
}

static uint64_t align_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

/* As the entry's .param list lays them out. */
static bool params_place(struct function *f, const struct ptx_function *kernel)
{
	uint64_t end = 0;

	if (f->offsets)
		return true;
	f->offsets = calloc(kernel->nparams + 1, sizeof *f->offsets);
	if (!f->offsets)
		return false;
	f->nparams = kernel->nparams;
	for (size_t i = 0; i < kernel->nparams; i++) {
		f->offsets[i] = end = align_up(end, kernel->params[i].align);
		end += kernel->params[i].size;
	}
	f->offsets[f->nparams] = f->params_len = end;
	return true;
}

const size_t *function_params(struct function *f, size_t *count)
{
	*count = f->nparams;
	return f->offsets;
}

const struct ptx_function *function_ptx(struct function *f, int device, cudaError_t *code, struct error *err)
{
	struct simt_program *program = image_program(f->image, device, code, err);
	const struct ptx_function *kernel;

	if (!program)
		return NULL;
	kernel = ptx_find_function(f->image->module, f->name);
	if (!kernel) {
		*code = cudaErrorInvalidDeviceFunction;
		error_set(err, PARTY_US, "the kernel '%s' is not in the program's PTX", f->name);
	} else if (!params_place(f, kernel)) {
		*code = cudaErrorMemoryAllocation;
		error_nomem(err);
		return NULL;
	}
	return kernel;
}

int image_target(const struct image *image)
{
	return image->module ? image->module->target_sm : 0;
}

size_t image_constant_bytes(const struct image *image)
{
	size_t bytes = 0;

	for (size_t i = 0; i < image->module->nvars; i++)
		if (image->module->vars[i]->space == PTX_CONST)
			bytes += image->module->vars[i]->size;
	return bytes;
}

cudaError_t symbol_place(const struct call *call, struct symbol *s, int device, uint64_t *addr)
{
	struct simt_program *program;
	cudaError_t code;
	struct error err;
	uint64_t bytes;

	program = image_program(s->image, device, &code, &err);
	if (!program) {
		tell("not-supported", call, NULL, err.remedy[0] ? err.remedy : NULL, "%s", err.text);
		return code;
	}
	return simt_symbol(program, s->name, addr, &bytes) ? cudaSuccess : cudaErrorInvalidSymbol;
}

/* ---- registration ------------------------------------------------------------------------ */

#pragma GCC visibility push(default)
void **__cudaRegisterFatBinary(void *wrapped);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int threads, void *tid, void *bid,
			    void *block, void *grid, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes, int is_constant,
		       int is_global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern, size_t bytes,
			      int is_constant, int is_global);
#pragma GCC visibility pop

void **__cudaRegisterFatBinary(void *wrapped)
{
	const struct wrapper *w = wrapped;
	struct image *image = must_have(calloc(1, sizeof *image));

	image->fatbin = w->fatbin;
	image->linked = w->version == 2 && !w->fatbin ? w->more : NULL; /* see toolchain/program_link.c */
	if (w->magic != WRAPPER_MAGIC) {
		image->failed = true;
		error_set(&image->error, PARTY_MACHINE, "the program's device code was registered in a form that is not known here");
	}
	return (void **)image;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

/* Called while the program ends: findings are told at exit, and may still need the image. */
void __cudaUnregisterFatBinary(void **handle)
{
	(void)handle;
}

/* Of a program with managed variables, before their first use by the host. */
char __cudaInitModule(void **handle)
{
	struct call call = CALL_ENTER;
	cudaError_t code;
	struct error err;

	image_program((struct image *)handle, thread_state()->device, &code, &err);
	call_leave_quiet(&call, code);
	return 1;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int threads, void *tid, void *bid,
			    void *block, void *grid, int *warp)
{
	struct function *f = must_have(calloc(1, sizeof *f));

	*f = (struct function){ .host = host, .name = name, .image = (struct image *)handle,
				.shared_max = DEFAULT_SHARED, .carveout = -1 };
	must_have(tsearch(f, &functions, by_host_function));
}

static void symbol_add(void **handle, const void *host, const char *name, size_t bytes, bool is_constant, void **managed)
{
	struct image *image = (struct image *)handle;
	struct symbol *s = must_have(calloc(1, sizeof *s));

	*s = (struct symbol){ .host = host, .name = name, .image = image, .bytes = bytes, .is_constant = is_constant,
			      .managed = managed };
	image->symbols = must_have(realloc(image->symbols, (image->nsymbols + 1) * sizeof *image->symbols));
	image->symbols[image->nsymbols++] = s;
	must_have(tsearch(s, &symbols, by_host_symbol));
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes, int is_constant,
		       int is_global)
{
	symbol_add(handle, host, name, bytes, is_constant, NULL);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern, size_t bytes,
			      int is_constant, int is_global)
{
	symbol_add(handle, host, name, bytes, is_constant, host);
}
