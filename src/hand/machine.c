/* machine.c - see machine.h. */
#include "config.h"

#include "hand/machine.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "toolchain/native.h"

static int gpu_open(struct hand_machine *m, unsigned number, const struct hand_file *f, struct error *err)
{
	struct device_info info;

	if (m->ops->open(&m->device, number, err))
		return -1;
	m->ops->describe(m->device, &info);
	snprintf(m->described, sizeof m->described, "%s", info.name);
	m->name = m->described;
	return m->ops->load(m->device, f->ptx, f->ptx_len, &m->loaded, err);
}

/* If the vm does not support something, blames the user's file, not warpbook. */
static int own_fault(struct error *err)
{
	if (err->party == PARTY_US)
		err->party = PARTY_LEARNER;
	return -1;
}

void hand_machine_close(struct hand_machine *m)
{
	if (m->ops && m->loaded && !m->spoiled)
		m->ops->unload(m->device, m->loaded);
	if (m->ops && m->device)
		m->ops->close(m->device);
	simt_program_free(m->program);
	simt_mem_free(m->mem);
	memset(m, 0, sizeof *m);
}

static int simt_open(struct hand_machine *m, const struct hand_file *f, bool fuse, struct error *err)
{
	m->name = "vm";
	m->mem = simt_mem_new(HAND_MEMORY_BYTES, err);
	if (m->mem)
		simt_fuse(m->mem, fuse);
	if (m->mem)
		m->program = simt_program_new(f->module, m->mem, err);
	if (m->program)
		return 0;
	hand_machine_close(m);
	return own_fault(err);
}

int hand_machine_open(struct hand_machine *m, const char *device, const struct hand_file *f, bool fuse, struct error *err)
{
	bool any = !strcmp(device, "auto");
	unsigned number;

	memset(m, 0, sizeof *m);
	if (strcmp(device, "vm")) {
		m->ops = device_find(any ? "gpu" : device, &number);
		if (gpu_open(m, number, f, err) == 0)
			return 0;
		hand_machine_close(m);
		if (!any)
			return -1;
		memset(err, 0, sizeof *err);
	}
	return simt_open(m, f, fuse, err);
}

/* ---- buffers ------------------------------------------------------------------------ */

static int gpu_put(struct hand_machine *m, struct hand_arg *a, struct error *err)
{
	/* A GPU rejects an allocation of 0 bytes. */
	if (m->ops->alloc(m->device, a->len ? a->len : 1, a->label, a->type->bytes * a->width, 0, &a->addr, err))
		return -1;
	return a->bytes && a->len ? m->ops->write(m->device, a->addr, a->bytes, a->len, err) : 0;
}

int hand_machine_put(struct hand_machine *m, struct hand_arg *a, struct error *err)
{
	if (m->ops)
		return gpu_put(m, a, err);
	if (simt_alloc(m->mem, a->len, a->label, a->type->bytes * a->width, a->read_only ? SIMT_READ_ONLY : 0, &a->addr, err))
		return -1;
	return a->bytes ? simt_write(m->mem, a->addr, a->bytes, a->len, err) : 0;
}

int hand_machine_get(struct hand_machine *m, const struct hand_arg *a, uint8_t *out, struct error *err)
{
	if (!a->len)
		return 0;
	return m->ops ? m->ops->read(m->device, a->addr, out, a->len, err) : simt_read(m->mem, a->addr, out, a->len, err);
}

/* ---- launches ------------------------------------------------------------------------ */

static int gpu_launch(struct hand_machine *m, const struct simt_launch *l, struct hand_outcome *out, struct error *err)
{
	static const enum simt_end ends[] = {
		[DEVICE_DONE] = SIMT_DONE, [DEVICE_FAULT] = SIMT_FAULT,
		[DEVICE_HANG] = SIMT_HANG, [DEVICE_BAD_LAUNCH] = SIMT_BAD_LAUNCH,
	};
	struct device_launch launch = {
		.kernel = l->kernel, .grid = l->grid, .block = l->block, .dynamic_shared = l->dynamic_shared,
		.params = l->params, .params_len = l->params_len, .cooperative = l->cooperative,
		.seconds = l->seconds,
	};
	struct device_report report;
	int status = m->ops->launch(m->device, m->loaded, &launch, &report, err);

	m->spoiled = report.spoiled;
	if (status) {
		device_report_release(&report);
		return -1;
	}
	/* The outcome takes ownership of the report's memory. */
	out->result.arena = report.arena;
	out->result.end = ends[report.end];
	out->result.error = report.error;
	out->result.findings = report.findings;
	out->result.nfindings = report.nfindings;
	out->result.output = report.output;
	out->result.output_truncated = report.output_truncated;
	out->seconds = report.seconds;
	return 0;
}

int hand_machine_launch(struct hand_machine *m, const struct simt_launch *launch, struct hand_outcome *out, struct error *err)
{
	double began = clock_now();

	memset(out, 0, sizeof *out);
	if (m->ops)
		return gpu_launch(m, launch, out, err);
	simt_native_configure(native_load, native_find);
	if (simt_launch(m->program, launch, &out->result, err))
		return own_fault(err);
	out->seconds = clock_now() - began;
	out->counted = out->result.end != SIMT_BAD_LAUNCH;
	return 0;
}

void hand_outcome_release(struct hand_outcome *o)
{
	simt_result_release(&o->result);
}

int hand_arguments_put(struct hand_machine *m, const struct hand_params *params, struct hand_arg *args, uint8_t *block,
		       struct error *err)
{
	for (size_t i = 0; i < params->n; i++)
		if (args[i].kind == ARG_BUFFER && hand_machine_put(m, &args[i], err))
			return -1;
	for (size_t i = 0; i < params->n; i++) {
		const struct hand_arg *a = args[i].kind == ARG_SAME ? &args[args[i].same] : &args[i];

		if (a->kind == ARG_BUFFER)
			memcpy(block + params->list[i].offset, &a->addr, sizeof a->addr);
		else
			memcpy(block + params->list[i].offset, a->bytes, params->list[i].size);
	}
	return 0;
}
