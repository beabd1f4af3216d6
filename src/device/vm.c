/*
 * vm.c - the PTX virtual machine as a device: device.h's operations over
 * ptx/ptx.h (text to module) and simt/simt.h (memory, programs, launches).
 *
 * A module here is the checked PTX module together with the program lowered
 * from it; the program borrows the module, so both are freed together.
 */
#include "config.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "ptx/ptx.h"
#include "simt/simt.h"

#define VM_MEMORY ((uint64_t)1 << 30)

struct device {
	struct simt_mem *mem;
};

struct device_module {
	struct ptx_module *ptx;
	struct simt_program *program;
};

static int vm_open(struct device **d, unsigned number, struct error *err)
{
	(void)number;
	*d = calloc(1, sizeof **d);
	if (!*d)
		return error_nomem(err);
	(*d)->mem = simt_mem_new(VM_MEMORY, err);
	if ((*d)->mem)
		return 0;
	free(*d);
	*d = NULL;
	return -1;
}

static void vm_close(struct device *d)
{
	simt_mem_free(d->mem);
	free(d);
}

static void vm_describe(struct device *d, struct device_info *info)
{
	(void)d;
	*info = (struct device_info){
		.name = "warpbook vm", .cc_major = 9, .cc_minor = 0, .sms = 1, .memory_bytes = VM_MEMORY,
		.max_threads_per_block = 1024, .warp_size = 32, .shared_per_block = 48 << 10,
	};
}

static void vm_unload(struct device *d, struct device_module *m)
{
	(void)d;
	simt_program_free(m->program);
	ptx_free(m->ptx);
	free(m);
}

static int vm_load(struct device *d, const void *image, size_t len, struct device_module **m, struct error *err)
{
	struct device_module *loaded = calloc(1, sizeof *loaded);

	*m = NULL;
	if (!loaded)
		return error_nomem(err);
	loaded->ptx = ptx_parse(image, len, "kernel.ptx", err);
	if (loaded->ptx)
		loaded->program = simt_program_new(loaded->ptx, d->mem, err);
	if (loaded->program) {
		*m = loaded;
		return 0;
	}
	if (loaded->ptx)
		ptx_free(loaded->ptx);
	free(loaded);
	return -1;
}

/* A missing kernel is not an error here: the launch reports it. */
static int vm_ready(struct device_module *m, const char *kernel, struct error *err)
{
	struct error why;

	if (simt_kernel_describe(m->program, kernel, NULL, &why) == 0 || why.party != PARTY_US)
		return 0;
	if (err)
		*err = why;
	return -1;
}

/* In variables, or on the device's heap: no heap block gets the address of an earlier one, even after a free. */
static bool vm_keeps_state(const struct device_module *m)
{
	static const char *const allocators[] = { "malloc", "_Znwm", "_Znam", "__cudaCDP2GetParameterBufferV2" };

	for (size_t i = 0; i < m->ptx->nvars; i++)
		if (m->ptx->vars[i]->space == PTX_GLOBAL)
			return true;
	for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
		if (ptx_find_function(m->ptx, allocators[i]))
			return true;
	return false;
}

static bool vm_is_steady(const struct device_module *m, const char *kernel)
{
	return !vm_keeps_state(m) && simt_is_steady(m->program, kernel);
}

static int vm_alloc(struct device *d, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		    uint64_t *addr, struct error *err)
{
	return simt_alloc(d->mem, bytes, label, elem, flags & DEVICE_READ_ONLY ? SIMT_READ_ONLY : 0, addr, err);
}

static int vm_free(struct device *d, uint64_t addr, struct error *err)
{
	return simt_free(d->mem, addr, err);
}

static int vm_write(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	return simt_write(d->mem, addr, src, bytes, err);
}

static int vm_poison(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err)
{
	return simt_poison(d->mem, addr, src, bytes, err);
}

static int vm_read(struct device *d, uint64_t addr, void *dst, uint64_t bytes, struct error *err)
{
	return simt_read(d->mem, addr, dst, bytes, err);
}

/* ---- launch ------------------------------------------------------------------- */

static int report_counters(const struct simt_counts *counts, struct device_report *r)
{
	r->counters = arena_array(&r->arena, simt_ncounters, sizeof *r->counters);
	if (!r->counters)
		return -1;
	for (size_t i = 0; i < simt_ncounters; i++) {
		r->counters[i].name = simt_counters[i].name;
		r->counters[i].value = simt_counter_value(counts, &simt_counters[i]);
	}
	r->ncounters = simt_ncounters;
	return 0;
}

static int report_lines(const struct simt_result *result, struct device_report *r)
{
	r->lines = arena_array(&r->arena, result->nlines + 1, sizeof *r->lines);
	for (size_t i = 0; r->lines && i < result->nlines; i++) {
		uint64_t *values = arena_array(&r->arena, simt_ncounters, sizeof *values);

		for (size_t k = 0; values && k < simt_ncounters; k++)
			values[k] = simt_counter_value(&result->lines[i].counts, &simt_counters[k]);
		r->lines[i] = (struct device_line){ result->lines[i].file, result->lines[i].line, values };
	}
	r->nlines = result->nlines;
	return r->arena.failed ? -1 : 0;
}

/* Copies the file names of findings, which point into the module's text: the report outlives the module. */
static int keep_file_names(struct device_report *r)
{
	for (size_t i = 0; i < r->nfindings; i++) {
		struct source_place *places[] = { &r->findings[i].place, &r->findings[i].other };

		for (int k = 0; k < 2; k++) /* the result owns the frames */
			if (places[k]->file)
				places[k]->file = arena_strdup(&r->arena, places[k]->file);
	}
	return r->arena.failed ? -1 : 0;
}

static int vm_launch(struct device *d, struct device_module *m, const struct device_launch *l,
		     struct device_report *r, struct error *err)
{
	static const enum device_end ends[] = {
		[SIMT_DONE] = DEVICE_DONE, [SIMT_FAULT] = DEVICE_FAULT,
		[SIMT_HANG] = DEVICE_HANG, [SIMT_BAD_LAUNCH] = DEVICE_BAD_LAUNCH,
	};
	struct simt_launch launch = {
		.kernel = l->kernel, .grid = l->grid, .block = l->block, .dynamic_shared = l->dynamic_shared,
		.resident = l->resident,
		.params = l->params, .params_len = l->params_len,
		.checks = l->check ? SIMT_CHECK_ALL : SIMT_CHECK_BOUNDS,
		.budget = l->budget, .order_seed = l->order_seed,
		.threads = l->threads ? l->threads : simt_host_threads(), .cooperative = l->cooperative,
		.count_lines = l->count_lines,
		.seconds = l->seconds,
	};
	struct simt_result result;
	struct simt_kernel_info info;
	struct error none;

	(void)d;
	memset(r, 0, sizeof *r);
	if (simt_launch(m->program, &launch, &result, err))
		return -1;
	if (simt_kernel_describe(m->program, l->kernel, &info, &none) == 0)
		r->static_shared = info.shared_bytes;
	/* The report takes ownership of the result's arena, and with it of the findings. */
	r->arena = result.arena;
	r->longest_warp = result.longest_warp;
	r->end = ends[result.end];
	r->error = result.error;
	r->findings = result.findings;
	r->nfindings = result.nfindings;
	r->output = result.output;
	r->output_truncated = result.output_truncated;
	if (report_counters(&result.counts, r) || report_lines(&result, r) || keep_file_names(r)) {
		device_report_release(r);
		return error_nomem(err);
	}
	return 0;
}

int vm_translate(const char *kernel, const void *image, size_t len, struct buf *out)
{
	struct device *d = NULL;
	struct device_module *m = NULL;
	struct error ignored;
	int status = -1;

	/* As a worker does it: the variables get the same addresses. */
	if (vm_open(&d, 0, &ignored) || vm_load(d, image, len, &m, &ignored))
		goto done;
	for (int even = 0; even < 2; even++) {
		struct buf text = BUF_INIT;

		if (!simt_native_text(m->program, kernel, even, &text))
			buf_clear(&text);
		buf_printf(out, "%zu\n", text.len);
		buf_append(out, buf_text(&text), text.len);
		buf_release(&text);
	}
	status = out->failed ? -1 : 0;
done:
	if (m)
		vm_unload(d, m);
	if (d)
		vm_close(d);
	return status;
}

const struct device_ops device_vm = {
	.name = "vm", .open = vm_open, .close = vm_close, .describe = vm_describe,
	.load = vm_load, .unload = vm_unload, .alloc = vm_alloc, .free = vm_free,
	.ready = vm_ready, .keeps_state = vm_keeps_state, .is_steady = vm_is_steady, .write = vm_write, .poison = vm_poison,
	.read = vm_read, .launch = vm_launch,
};
