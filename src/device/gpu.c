/*
 * gpu.c - an NVIDIA GPU as a device: device.h's operations over the CUDA driver.
 *
 * libcuda.so.1 belongs to the graphics driver and is opened at run time, so neither
 * a CUDA toolkit nor its headers are needed to build or to run this; the functions used
 * stand in driver.def. The image is PTX, which the driver compiles for the card.
 *
 * A kernel that faults spoils the context for good: every later call returns the same
 * ("sticky") error. That becomes the report of this launch, and the worker, which ends
 * after a fault, takes the context with it. A kernel that never ends is ended by the
 * worker's deadline in the same way.
 */
#include "config.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/device.h"

/* Of CUdevice_attribute, CUjit_option and CUresult in the "CUDA Driver API" manual. */
enum { ATTRIBUTE_THREADS = 1, ATTRIBUTE_SHARED = 8, ATTRIBUTE_WARP = 10, ATTRIBUTE_SMS = 16,
	ATTRIBUTE_CC_MAJOR = 75, ATTRIBUTE_CC_MINOR = 76 };
enum { JIT_ERROR_LOG = 5, JIT_ERROR_LOG_BYTES = 6 };
enum { NO_BINARY = 209, INVALID_PTX = 218, UNSUPPORTED_PTX = 222, NOT_FOUND = 500, INVALID_VALUE = 1,
	OUT_OF_RESOURCES = 701, LAUNCH_TIMEOUT = 702 };
#define PARAM_BUFFER ((void *)1)
#define PARAM_BUFFER_BYTES ((void *)2)
#define PARAM_END ((void *)0)

struct driver {
#define DRIVER(name, symbol, params) int (*name) params;
#include "device/driver.def"
#undef DRIVER
};

static struct driver cuda;

static const struct { const char *symbol; size_t offset; } entries[] = {
#define DRIVER(name, symbol, params) { #symbol, offsetof(struct driver, name) },
#include "device/driver.def"
#undef DRIVER
};

struct device {
	int ordinal;
	void *context;
};

struct device_module {
	void *handle;
};

/* ---- the driver ----------------------------------------------------------------- */

static const char *code_name(int code)
{
	const char *name = NULL;

	cuda.error_name(code, &name);
	return name ? name : "an unknown error";
}

static const char *code_text(int code)
{
	const char *text = NULL;

	cuda.error_string(code, &text);
	return text ? text : "";
}

static int fail(struct error *err, const char *what, int code)
{
	return error_set(err, PARTY_MACHINE, "the GPU driver cannot %s: %s (%s)", what, code_name(code), code_text(code));
}

/* The library stays open for the life of the process. */
static int driver_open(struct error *err)
{
	static void *library;
	int code;

	if (library)
		return 0;
	library = dlopen("libcuda.so.1", RTLD_NOW);
	if (!library) {
		error_set(err, PARTY_MACHINE, "there is no GPU driver on this machine (libcuda.so.1)");
		return error_remedy(err, "install NVIDIA's driver, or use the virtual machine: --device vm");
	}
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		void *symbol = dlsym(library, entries[i].symbol);

		if (!symbol) {
			dlclose(library);
			library = NULL;
			error_set(err, PARTY_MACHINE, "the GPU driver is too old: it has no %s", entries[i].symbol);
			return error_remedy(err, "install a newer driver, or use --device vm");
		}
		memcpy((char *)&cuda + entries[i].offset, &symbol, sizeof symbol);
	}
	code = cuda.init(0);
	if (code) {
		dlclose(library);
		library = NULL;
		error_set(err, PARTY_MACHINE, "the GPU driver does not start (error %d)", code);
		return error_remedy(err, "does `nvidia-smi` list a GPU? Otherwise use --device vm");
	}
	return 0;
}

static int gpu_open(struct device **d, struct error *err)
{
	int count = 0, code;

	*d = NULL;
	if (driver_open(err))
		return -1;
	if (cuda.device_count(&count) || count == 0) {
		error_set(err, PARTY_MACHINE, "the GPU driver finds no GPU");
		return error_remedy(err, "use the virtual machine: --device vm");
	}
	*d = calloc(1, sizeof **d);
	if (!*d)
		return error_nomem(err);
	code = cuda.device_get(&(*d)->ordinal, 0);
	if (!code)
		code = cuda.context_retain(&(*d)->context, (*d)->ordinal);
	if (!code)
		code = cuda.context_set((*d)->context);
	if (!code)
		return 0;
	free(*d);
	*d = NULL;
	return fail(err, "open the GPU", code);
}

/* The context is kept: making one takes longer than a whole exercise, and the process ends soon. */
static void gpu_close(struct device *d)
{
	free(d);
}

static void gpu_describe(struct device *d, struct device_info *info)
{
	const struct { int attribute; int value; } wanted[] = {
		{ ATTRIBUTE_CC_MAJOR, 0 }, { ATTRIBUTE_CC_MINOR, 0 }, { ATTRIBUTE_SMS, 0 },
		{ ATTRIBUTE_THREADS, 0 }, { ATTRIBUTE_WARP, 0 }, { ATTRIBUTE_SHARED, 0 },
	};
	int value[sizeof wanted / sizeof *wanted] = { 0 };
	size_t bytes = 0;

	memset(info, 0, sizeof *info);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		cuda.device_attribute(&value[i], wanted[i].attribute, d->ordinal);
	cuda.device_name(info->name, (int)sizeof info->name, d->ordinal);
	cuda.device_memory(&bytes, d->ordinal);
	info->is_gpu = true;
	info->cc_major = value[0];
	info->cc_minor = value[1];
	info->sms = value[2];
	info->max_threads_per_block = (uint32_t)value[3];
	info->warp_size = (uint32_t)value[4];
	info->shared_per_block = (uint32_t)value[5];
	info->memory_bytes = bytes;
}

/* ---- modules and memory ----------------------------------------------------------- */

/* The driver compiles the PTX here; what it dislikes stands in its log. */
static int gpu_load(struct device *d, const void *image, size_t len, struct device_module **m, struct error *err)
{
	char log[1024] = "", *text = malloc(len + 1); /* PTX must end with a NUL */
	int options[] = { JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES };
	void *values[] = { log, (void *)(sizeof log - 1) };
	int code;

	*m = calloc(1, sizeof **m);
	if (!*m || !text) {
		free(*m);
		free(text);
		return error_nomem(err);
	}
	memcpy(text, image, len);
	text[len] = '\0';
	code = cuda.module_load(&(*m)->handle, text, 2, options, values);
	free(text);
	if (!code)
		return 0;
	free(*m);
	*m = NULL;
	if (strstr(log, "Unresolved extern")) {
		error_set(err, PARTY_MACHINE, "clang without a CUDA toolkit leaves functions to the virtual machine that a GPU "
			  "does not have: %.200s", log);
		return error_remedy(err, "install nvcc, or use --device vm");
	}
	if (code == UNSUPPORTED_PTX)
		return error_set(err, PARTY_MACHINE, "the GPU driver is older than the compiler: %s", code_text(code));
	return error_set(err, PARTY_US, "the GPU driver refuses the kernel: %s: %.600s", code_name(code), log);
}

static void gpu_unload(struct device *d, struct device_module *m)
{
	cuda.module_unload(m->handle);
	free(m);
}

static int gpu_alloc(struct device *d, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		     uint64_t *addr, struct error *err)
{
	int code = cuda.alloc(addr, bytes ? bytes : 1);

	return code ? fail(err, label, code) : 0;
}

static int gpu_free(struct device *d, uint64_t addr, struct error *err)
{
	int code = cuda.free(addr);

	return code ? fail(err, "free memory", code) : 0;
}

static int gpu_write(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	int code = bytes ? cuda.write(addr, src, bytes) : 0;

	return code ? fail(err, "copy to the GPU", code) : 0;
}

static int gpu_read(struct device *d, uint64_t addr, void *dst, uint64_t bytes, struct error *err)
{
	int code = bytes ? cuda.read(dst, addr, bytes) : 0;

	return code ? fail(err, "copy from the GPU", code) : 0;
}

/* ---- what a kernel prints ------------------------------------------------------------ */

#define PRINT_MAX ((size_t)64 << 10)

/*
 * The driver prints to the standard output of the process, where a worker's records go: during a
 * launch that is a file in memory instead.
 */
struct capture { int file, before; };

static int capture_begin(struct capture *c, struct error *err)
{
	fflush(stdout);
	c->before = dup(STDOUT_FILENO);
	c->file = memfd_create("printed", MFD_CLOEXEC);
	if (c->before >= 0 && c->file >= 0 && dup2(c->file, STDOUT_FILENO) >= 0)
		return 0;
	error_errno(err, "cannot set aside what a kernel prints");
	if (c->before >= 0)
		close(c->before);
	if (c->file >= 0)
		close(c->file);
	return -1;
}

static void capture_end(struct capture *c, struct device_report *r)
{
	off_t len;

	fflush(stdout);
	dup2(c->before, STDOUT_FILENO);
	close(c->before);
	len = lseek(c->file, 0, SEEK_END);
	if (len > 0 && buf_reserve(&r->output, PRINT_MAX) == 0) {
		ssize_t n = pread(c->file, r->output.data, PRINT_MAX, 0);

		r->output.len = n > 0 ? (size_t)n : 0;
		r->output.data[r->output.len] = '\0';
		r->output_truncated = (size_t)len > r->output.len;
	}
	close(c->file);
}

/* ---- launches ---------------------------------------------------------------------- */

/* What hardware finds is one finding without a place: the vm tells the line. */
static int report_fault(struct device_report *r, int code, struct error *err)
{
	struct finding *f = arena_alloc(&r->arena, sizeof *f);

	r->end = code == LAUNCH_TIMEOUT ? DEVICE_HANG : DEVICE_FAULT;
	if (!f)
		return error_nomem(err);
	*f = (struct finding){
		.kind = "gpu-fault", .level = FINDING_ERROR, .threads = 1,
		.message = arena_printf(&r->arena, "the GPU stopped the kernel: %s (%s)", code_text(code), code_name(code)),
		.advice = "run it with --device vm: the virtual machine names the thread, the array and the line",
	};
	r->findings = f;
	r->nfindings = 1;
	return f->message ? 0 : error_nomem(err);
}

static int launch_timed(void *function, const struct device_launch *l, void *events[2], float *ms)
{
	size_t len = l->params_len;
	void *extra[] = { PARAM_BUFFER, (void *)(uintptr_t)l->params, PARAM_BUFFER_BYTES, &len, PARAM_END };
	int code = cuda.event_record(events[0], NULL);

	if (!code)
		code = cuda.launch(function, l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z,
				   l->dynamic_shared, NULL, NULL, extra);
	if (!code)
		code = cuda.event_record(events[1], NULL);
	if (!code)
		code = cuda.synchronize();
	return code ? code : cuda.event_elapsed(ms, events[0], events[1]);
}

static int gpu_launch(struct device *d, struct device_module *m, const struct device_launch *l,
		      struct device_report *r, struct error *err)
{
	void *function, *events[2] = { NULL, NULL };
	struct capture printed;
	float ms = 0;
	int code;

	memset(r, 0, sizeof *r);
	code = cuda.module_function(&function, m->handle, l->kernel);
	if (code == NOT_FOUND)
		return error_set(err, PARTY_US, "the module has no kernel '%s'", l->kernel);
	for (int i = 0; !code && i < 2; i++)
		code = cuda.event_create(&events[i], 0);
	if (code)
		return fail(err, "prepare the launch", code);
	if (capture_begin(&printed, err))
		return -1;
	code = launch_timed(function, l, events, &ms);
	capture_end(&printed, r);
	r->seconds = (double)ms / 1000;
	for (int i = 0; i < 2; i++)
		cuda.event_destroy(events[i]);
	if (code == INVALID_VALUE || code == OUT_OF_RESOURCES) {
		r->end = DEVICE_BAD_LAUNCH;
		error_set(&r->error, PARTY_AUTHOR, "the GPU refuses the launch: %s (%s)", code_text(code), code_name(code));
		return 0;
	}
	return code ? report_fault(r, code, err) : 0;
}

const struct device_ops device_gpu = {
	.name = "gpu", .open = gpu_open, .close = gpu_close, .describe = gpu_describe,
	.load = gpu_load, .unload = gpu_unload, .alloc = gpu_alloc, .free = gpu_free,
	.write = gpu_write, .poison = gpu_write, .read = gpu_read, .launch = gpu_launch,
};
