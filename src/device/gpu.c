/*
 * gpu.c - an NVIDIA GPU as a device: device.h's operations over the CUDA driver (driver.h).
 *
 * The image is a cubin for the card, or PTX, which the driver compiles for it.
 *
 * A kernel that faults makes the context unusable: every later call returns the same
 * ("sticky") error. A kernel that does not end blocks the context too: only the end of
 * the process can stop it. In both cases the launch's report sets `spoiled`; the worker
 * then makes no more calls to the GPU and ends, which destroys the context.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/device.h"
#include "device/driver.h"
#include "device/gpu_tools.h"
#include "device/nvml.h"

/* Values of CUdevice_attribute, CUfunction_attribute, CUjit_option, CUlimit and CUresult in the "CUDA Driver API" manual. */
enum { ATTRIBUTE_THREADS = 1, ATTRIBUTE_SHARED = 8, ATTRIBUTE_WARP = 10, ATTRIBUTE_SMS = 16,
	ATTRIBUTE_CC_MAJOR = 75, ATTRIBUTE_CC_MINOR = 76 };
enum { FUNCTION_DYNAMIC_SHARED = 8 };
enum { JIT_ERROR_LOG = 5, JIT_ERROR_LOG_BYTES = 6 };
enum { LIMIT_PRINTF_FIFO = 1, LIMIT_HEAP = 2 };
enum { NOT_FOUND = 500, NOT_READY = 600, LAUNCH_TIMEOUT = 702 };
#define PARAM_BUFFER ((void *)1)
#define PARAM_BUFFER_BYTES ((void *)2)
#define PARAM_END ((void *)0)

#define PRINT_MAX    ((size_t)64 << 10) /* the most kept of a kernel's output */
#define FIFO_BYTES   ((size_t)4 << 20)  /* buffer of device printf: further output of a launch is lost */
#define HEAP_BYTES   ((size_t)64 << 20) /* for malloc() in a kernel */
#define SHARED_PLAIN (48u << 10)        /* a block gets more only if an attribute of the kernel allows it */

struct device {
	unsigned number;
	int ordinal;
	struct gpu_tools tools; /* opened at the first timing */
	void *card;             /* from nvml.h */
	bool asked_for_card;
};

struct device_module {
	void *handle;
};

/* ---- the card -------------------------------------------------------------------- */

static void describe_uuid(int ordinal, struct device_info *info)
{
	unsigned char id[16];
	size_t n;

	if (!cuda.device_uuid || cuda.device_uuid(id, ordinal))
		return;
	n = (size_t)snprintf(info->uuid, sizeof info->uuid, "GPU");
	for (size_t i = 0; i < sizeof id; i++)
		n += (size_t)snprintf(info->uuid + n, sizeof info->uuid - n, "%s%02x",
				      i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", id[i]);
}

static void describe(unsigned number, int ordinal, struct device_info *info)
{
	static const int wanted[] = { ATTRIBUTE_CC_MAJOR, ATTRIBUTE_CC_MINOR, ATTRIBUTE_SMS,
				      ATTRIBUTE_THREADS, ATTRIBUTE_WARP, ATTRIBUTE_SHARED };
	int value[sizeof wanted / sizeof *wanted] = { 0 };
	size_t bytes = 0;

	memset(info, 0, sizeof *info);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		cuda.device_attribute(&value[i], wanted[i], ordinal);
	cuda.device_name(info->name, (int)sizeof info->name, ordinal);
	cuda.device_memory(&bytes, ordinal);
	cuda.version(&info->driver);
	describe_uuid(ordinal, info);
	info->is_gpu = true;
	info->number = number;
	info->cc_major = value[0];
	info->cc_minor = value[1];
	info->sms = value[2];
	info->max_threads_per_block = (uint32_t)value[3];
	info->warp_size = (uint32_t)value[4];
	info->shared_per_block = (uint32_t)value[5];
	info->memory_bytes = bytes;
}

static int count_gpus(unsigned *n, struct error *err)
{
	int count = 0, code;

	if (driver_open(err))
		return -1;
	code = cuda.device_count(&count);
	if (code)
		return driver_fail(err, "count the GPUs", code);
	if (count <= 0) {
		error_set(err, PARTY_MACHINE, "the GPU driver finds no GPU");
		return error_remedy(err, "does CUDA_VISIBLE_DEVICES hide it? Otherwise use the virtual machine: --device vm");
	}
	*n = (unsigned)count;
	return 0;
}

int device_list_gpus(struct device_info *list, size_t max, size_t *n, struct error *err)
{
	unsigned count;

	*n = 0;
	if (count_gpus(&count, err))
		return -1;
	for (unsigned i = 0; i < count && *n < max; i++) {
		int ordinal, code = cuda.device_get(&ordinal, (int)i);

		if (code)
			return driver_fail(err, "query a GPU", code);
		describe(i, ordinal, &list[(*n)++]);
	}
	return 0;
}

static int gpu_open(struct device **d, unsigned number, struct error *err)
{
	void *context;
	unsigned count;
	int code;

	*d = NULL;
	if (count_gpus(&count, err))
		return -1;
	if (number >= count) {
		error_set(err, PARTY_MACHINE, "there is no GPU %u: this machine has %u", number, count);
		return error_remedy(err, "they are numbered from 0; `warpbook doctor` lists them");
	}
	*d = calloc(1, sizeof **d);
	if (!*d)
		return error_nomem(err);
	(*d)->number = number;
	code = cuda.device_get(&(*d)->ordinal, (int)number);
	if (!code)
		code = cuda.context_retain(&context, (*d)->ordinal);
	if (!code)
		code = cuda.context_set(context);
	if (code) {
		free(*d);
		*d = NULL;
		return driver_fail(err, "open the GPU", code);
	}
	/* Once a kernel has run, the heap's size is fixed: from the second case on this call fails, which is harmless. */
	cuda.context_limit(LIMIT_PRINTF_FIFO, FIFO_BYTES);
	cuda.context_limit(LIMIT_HEAP, HEAP_BYTES);
	return 0;
}

/* Keeps the context: creating one takes longer than a whole exercise, and the process ends soon. */
static void gpu_close(struct device *d)
{
	free(d);
}

static void gpu_describe(struct device *d, struct device_info *info)
{
	describe(d->number, d->ordinal, info);
}

/* ---- modules and memory ----------------------------------------------------------- */

/* The name after the words "Unresolved extern function" in the log of the driver's compiler. */
static bool missing_function(const char *log, char *name, size_t size)
{
	const char *at = strstr(log, "Unresolved extern"), *open = at ? strchr(at, '\'') : NULL;

	if (!open)
		return false;
	snprintf(name, size, "%.*s", (int)strcspn(open + 1, "'\n"), open + 1);
	return true;
}

static int reject_image(int code, const char *log, struct error *err)
{
	const struct driver_result *r = driver_result(code);
	char name[128];

	if (missing_function(log, name, sizeof name)) {
		error_set(err, PARTY_MACHINE, "the kernel calls `%s`, which clang without a CUDA toolkit has for the virtual "
			  "machine only", name);
		return error_remedy(err, "install nvcc, or use --device vm");
	}
	if (r->kind == RESULT_MACHINE)
		return driver_fail(err, "load the kernel", code);
	error_set(err, r->next ? PARTY_MACHINE : PARTY_US, "the GPU driver rejects the kernel: %s (%s)%s%.600s", r->meaning,
		  driver_code_name(code), *log ? ": " : "", log);
	return r->next ? error_remedy(err, "%s", r->next) : -1;
}

/* Asks for the log of the driver's compiler, which explains a rejection. */
static int gpu_load(struct device *d, const void *image, size_t len, struct device_module **m, struct error *err)
{
	char log[1024] = "", *text = malloc(len + 1); /* PTX must end with a NUL */
	int options[] = { JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES };
	void *values[] = { log, (void *)(sizeof log - 1) };
	int code;

	(void)d;
	*m = calloc(1, sizeof **m);
	if (!*m || !text) {
		free(*m);
		*m = NULL;
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
	return reject_image(code, log, err);
}

static void gpu_unload(struct device *d, struct device_module *m)
{
	(void)d;
	cuda.module_unload(m->handle);
	free(m);
}

static int gpu_alloc(struct device *d, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		     uint64_t *addr, struct error *err)
{
	int code = cuda.alloc(addr, bytes ? bytes : 1);
	char what[160];

	(void)d;
	(void)elem;
	(void)flags;
	snprintf(what, sizeof what, "allocate `%.100s` (%llu bytes)", label, (unsigned long long)bytes);
	return code ? driver_fail(err, what, code) : 0;
}

static int gpu_free(struct device *d, uint64_t addr, struct error *err)
{
	int code = cuda.free(addr);

	(void)d;
	return code ? driver_fail(err, "free memory", code) : 0;
}

static int gpu_write(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	int code = bytes ? cuda.write(addr, src, bytes) : 0;

	(void)d;
	return code ? driver_fail(err, "copy to the GPU", code) : 0;
}

static int gpu_read(struct device *d, uint64_t addr, void *dst, uint64_t bytes, struct error *err)
{
	int code = bytes ? cuda.read(dst, addr, bytes) : 0;

	(void)d;
	return code ? driver_fail(err, "copy from the GPU", code) : 0;
}

static int gpu_copy(struct device *d, uint64_t to, uint64_t from, uint64_t bytes, struct error *err)
{
	int code = bytes ? cuda.copy(to, from, bytes, NULL) : 0;

	(void)d;
	return code ? driver_fail(err, "copy within the GPU", code) : 0;
}

/* ---- a kernel's output --------------------------------------------------------------- */

/*
 * The driver writes device printf to the process's standard output, where a worker's records go, and failed
 * assertions to its standard error: so during a launch both point to a file in memory.
 */
struct capture { int file, before[2]; };

static const int streams[] = { STDOUT_FILENO, STDERR_FILENO };

/* Restores the previous streams. */
static void streams_restore(struct capture *c)
{
	for (int i = 0; i < 2; i++)
		if (c->before[i] >= 0) {
			dup2(c->before[i], streams[i]);
			close(c->before[i]);
		}
}

static int capture_begin(struct capture *c, struct error *err)
{
	bool set = true;

	fflush(stdout);
	c->file = memfd_create("printed", MFD_CLOEXEC);
	for (int i = 0; i < 2; i++) {
		c->before[i] = dup(streams[i]);
		set = set && c->file >= 0 && c->before[i] >= 0 && dup2(c->file, streams[i]) >= 0;
	}
	if (set)
		return 0;
	error_errno(err, "cannot redirect a kernel's output");
	streams_restore(c);
	if (c->file >= 0)
		close(c->file);
	return -1;
}

static void capture_end(struct capture *c, struct device_report *r)
{
	off_t len;

	fflush(stdout);
	streams_restore(c);
	len = lseek(c->file, 0, SEEK_END);
	if (len > 0 && buf_reserve(&r->output, PRINT_MAX) == 0) {
		ssize_t n = pread(c->file, r->output.data, PRINT_MAX - 1, 0);

		r->output.len = n > 0 ? (size_t)n : 0;
		r->output.data[r->output.len] = '\0';
		r->output_truncated = (size_t)len > r->output.len;
	}
	close(c->file);
}

/* ---- launches ---------------------------------------------------------------------- */

/* CUlaunchConfig and one CUlaunchAttribute, with the manual's layout. */
struct launch_attribute { int id; char pad[4]; union { int cooperative; char bytes[64]; } value; };
struct launch_config {
	unsigned gx, gy, gz, bx, by, bz, shared;
	void *stream;
	struct launch_attribute *attributes;
	unsigned nattributes;
};
enum { LAUNCH_COOPERATIVE = 2, NOT_SUPPORTED = 801 };

static int launch(void *function, const struct device_launch *l)
{
	size_t len = l->params_len;
	void *extra[] = { PARAM_BUFFER, (void *)(uintptr_t)l->params, PARAM_BUFFER_BYTES, &len, PARAM_END };
	struct launch_attribute together = { .id = LAUNCH_COOPERATIVE, .value.cooperative = 1 };
	const struct launch_config config = {
		l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z, l->dynamic_shared, NULL, &together, 1,
	};

	if (!l->cooperative)
		return cuda.launch(function, l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z,
				   l->dynamic_shared, NULL, NULL, extra);
	return cuda.launch_ex ? cuda.launch_ex(&config, function, NULL, extra) : NOT_SUPPORTED;
}

/* Returns the event's result, or LAUNCH_TIMEOUT after the limit. It polls without sleeping at first, for short kernels. */
static int wait_for(void *event, double limit)
{
	double start = clock_now();
	const struct timespec nap = { .tv_nsec = 200000 };
	int code;

	while ((code = cuda.event_query(event)) == NOT_READY) {
		double waited = clock_now() - start;

		if (waited > limit)
			return LAUNCH_TIMEOUT;
		if (waited > 0.002)
			nanosleep(&nap, NULL);
	}
	return code;
}

/* *ran: the launch was accepted, so an error is the kernel's. */
static int launch_timed(const struct device *d, void *function, const struct device_launch *l, void *events[2], bool *ran,
			float *ms)
{
	int code = l->timed ? gpu_tools_sweep(&d->tools) : 0;

	*ran = false;
	if (!code)
		code = cuda.event_record(events[0], NULL);
	if (!code)
		code = launch(function, l);
	if (code)
		return code;
	*ran = true;
	code = cuda.event_record(events[1], NULL);
	if (!code)
		code = wait_for(events[1], l->seconds > 0 ? l->seconds : DEVICE_LAUNCH_SECONDS);
	if (!code)
		code = cuda.synchronize(); /* this also flushes the kernel's output */
	return code ? code : cuda.event_elapsed(ms, events[0], events[1]);
}

/* A hardware fault becomes one finding without a place; its advice names the vm, which finds the line. */
static int report_fault(struct device_report *r, const struct device_launch *l, int code, struct error *err)
{
	const struct driver_result *row = driver_result(code);
	double limit = l->seconds > 0 ? l->seconds : DEVICE_LAUNCH_SECONDS;
	struct finding *f = arena_alloc(&r->arena, sizeof *f);

	r->end = row->kind == RESULT_HANG ? DEVICE_HANG : DEVICE_FAULT;
	if (!f)
		return error_nomem(err);
	*f = (struct finding){
		.kind = row->finding, .level = FINDING_ERROR, .threads = 1, .advice = row->next,
		.message = row->kind == RESULT_HANG
				   ? arena_printf(&r->arena, "the kernel did not end on the GPU within %g s", limit)
				   : arena_printf(&r->arena, "the GPU stopped the kernel: %s (%s)", row->meaning,
						  driver_code_name(code)),
	};
	r->findings = f;
	r->nfindings = 1;
	return f->message ? 0 : error_nomem(err);
}

static int report_rejection(struct device_report *r, int code)
{
	const struct driver_result *row = driver_result(code);

	r->end = DEVICE_BAD_LAUNCH;
	error_set(&r->error, PARTY_AUTHOR, "the GPU rejects the launch: %s (%s)", row->meaning, driver_code_name(code));
	error_remedy(&r->error, "%s", row->next);
	return 0;
}

/* The result of a launch: faults of the kernel go into the report, all others are errors. */
static int report_end(struct device_report *r, const struct device_launch *l, int code, bool ran, struct error *err)
{
	const struct driver_result *row = driver_result(code);

	if (!code)
		return 0;
	if (!ran && row->kind == RESULT_LAUNCH)
		return report_rejection(r, code);
	r->spoiled = true;
	if (row->kind == RESULT_FAULT || row->kind == RESULT_HANG)
		return report_fault(r, l, code, err);
	return driver_fail(err, "run the kernel", code);
}

static int prepare(struct device_module *m, const struct device_launch *l, void **function, struct device_report *r,
		   struct error *err)
{
	int code = cuda.module_function(function, m->handle, l->kernel);

	if (code == NOT_FOUND)
		return error_set(err, PARTY_US, "the module has no kernel '%s'", l->kernel);
	if (code)
		return driver_fail(err, "find the kernel", code);
	if (l->dynamic_shared > SHARED_PLAIN)
		code = cuda.function_set(*function, FUNCTION_DYNAMIC_SHARED, (int)l->dynamic_shared);
	return code ? report_end(r, l, code, false, err) : 0;
}

static void events_destroy(void *const events[2])
{
	for (int i = 0; i < 2; i++)
		if (events[i])
			cuda.event_destroy(events[i]);
}

static int tools_need(struct device *d, struct error *err)
{
	return d->tools.open ? 0 : gpu_tools_open(&d->tools, d->ordinal, err);
}

static int gpu_launch(struct device *d, struct device_module *m, const struct device_launch *l,
		      struct device_report *r, struct error *err)
{
	void *function, *events[2] = { NULL, NULL };
	struct capture printed;
	bool ran = false;
	float ms = 0;
	int code = 0;

	memset(r, 0, sizeof *r);
	if (prepare(m, l, &function, r, err) || (l->timed && tools_need(d, err)))
		return -1;
	if (r->end != DEVICE_DONE)
		return 0;
	for (int i = 0; !code && i < 2; i++)
		code = cuda.event_create(&events[i], 0);
	if (code || capture_begin(&printed, err)) {
		events_destroy(events);
		return code ? driver_fail(err, "prepare the launch", code) : -1;
	}
	code = launch_timed(d, function, l, events, &ran, &ms);
	capture_end(&printed, r);
	r->seconds = (double)ms / 1000;
	if (code != LAUNCH_TIMEOUT)
		events_destroy(events);
	return report_end(r, l, code, ran, err);
}

static int gpu_limits(struct device *d, struct card_limits *limits, struct error *err)
{
	return tools_need(d, err) || gpu_tools_limits(&d->tools, limits, err) ? -1 : 0;
}

static void gpu_state(struct device *d, struct card_state *state)
{
	char bus[32];

	if (!d->asked_for_card && cuda.device_bus && cuda.device_bus(bus, (int)sizeof bus, d->ordinal) == 0)
		d->card = nvml_card(bus);
	d->asked_for_card = true;
	nvml_state(d->card, state);
}

const struct device_ops device_gpu = {
	.name = "gpu", .open = gpu_open, .close = gpu_close, .describe = gpu_describe,
	.load = gpu_load, .unload = gpu_unload, .alloc = gpu_alloc, .free = gpu_free,
	.write = gpu_write, .poison = gpu_write, .read = gpu_read, .copy = gpu_copy,
	.launch = gpu_launch, .limits = gpu_limits, .state = gpu_state,
};
