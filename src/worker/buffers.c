/* buffers.c - see buffers.h. */
#include "config.h"

#include "worker/buffers.h"

#include <string.h>

#include "base/limits.h"

static uint8_t fence_byte(size_t i)
{
	return (uint8_t)(0xC3 ^ (i * 0x1D));
}

/* ---- buffers ------------------------------------------------------------------- */

static int fences_write(struct run *r, uint64_t block, uint64_t len, struct error *err)
{
	uint8_t pattern[FENCE_BYTES];

	vm_assert(r->fence <= sizeof pattern);
	for (size_t i = 0; i < sizeof pattern; i++)
		pattern[i] = fence_byte(i);
	return r->ops->write(r->device, block, pattern, r->fence, err) ||
	       r->ops->write(r->device, block + r->fence + len, pattern, r->fence, err) ? -1 : 0;
}

static int fences_check(struct run *r, uint64_t block, uint64_t len, bool *broken, struct error *err)
{
	const uint64_t at[] = { block, block + r->fence + len };
	uint8_t pattern[FENCE_BYTES];

	vm_assert(r->fence <= sizeof pattern);
	for (size_t side = 0; side < 2; side++) {
		if (r->ops->read(r->device, at[side], pattern, r->fence, err))
			return -1;
		for (size_t i = 0; i < r->fence; i++)
			*broken = *broken || pattern[i] != fence_byte(i);
	}
	return 0;
}

static int buffer_alloc(struct run *r, size_t i, uint64_t *block, struct error *err)
{
	const struct job_arg *a = &r->c->args[i];
	unsigned flags = a->role == JOB_IN ? DEVICE_READ_ONLY : 0;

	vm_assert(i < r->c->nargs && a->kind == JOB_BUFFER);
	return r->ops->alloc(r->device, a->len + 2 * r->fence, a->label, a->elem, flags, block, err);
}

static int buffer_put(struct run *r, size_t i, uint64_t block, struct error *err)
{
	const struct job_arg *a = &r->c->args[i];
	uint64_t data = block + r->fence;

	vm_assert(i < r->c->nargs && a->kind == JOB_BUFFER);
	if (r->fence && fences_write(r, block, a->len, err))
		return -1;
	return a->role == JOB_OUT ? r->ops->poison(r->device, data, a->bytes, a->len, err)
				  : r->ops->write(r->device, data, a->bytes, a->len, err);
}

int buffers_refill(struct run *r, struct error *err)
{
	for (size_t i = 0; i < r->c->nargs; i++)
		if (r->c->args[i].kind == JOB_BUFFER && buffer_put(r, i, r->addr[i], err))
			return -1;
	return 0;
}

static int buffer_get(struct run *r, size_t i, struct case_buffer *out, struct error *err)
{
	const struct job_arg *a = &r->c->args[i];
	uint8_t *bytes = arena_alloc(r->arena, a->len ? a->len : 1);

	vm_assert(i < r->c->nargs && a->kind == JOB_BUFFER);
	if (!bytes)
		return error_nomem(err);
	if (r->ops->read(r->device, r->addr[i] + r->fence, bytes, a->len, err))
		return -1;
	out->bytes = bytes;
	out->len = a->len;
	return r->fence ? fences_check(r, r->addr[i], a->len, &out->fence_broken, err) : 0;
}

struct case_buffer *buffers_get(struct run *r, struct error *err)
{
	struct case_buffer *list = arena_array(r->arena, r->c->nargs + 1, sizeof *list);

	for (size_t i = 0; list && i < r->c->nargs; i++)
		if (r->c->args[i].kind == JOB_BUFFER && buffer_get(r, i, &list[i], err))
			return NULL;
	if (!list)
		error_nomem(err);
	return list;
}

void buffers_keep_other(const struct run *r, struct case_buffer *list, struct case_result *result)
{
	bool same = true;

	for (size_t i = 0; i < r->c->nargs; i++) {
		vm_assert(list[i].len == result->buffers[i].len);
		same = same && list[i].fence_broken == result->buffers[i].fence_broken &&
		       (!list[i].len || !memcmp(list[i].bytes, result->buffers[i].bytes, list[i].len));
	}
	if (same)
		return;
	result->again = list;
	result->nagain = r->c->nargs;
}

/* ---- launch -------------------------------------------------------------------- */

int params_pack(const struct run *r, uint8_t params[PARAMS_MAX], size_t *len, struct error *err)
{
	*len = 0;
	for (size_t i = 0; i < r->c->nargs; i++)
		if (!job_arg_pack(&r->c->args[i], r->addr[i] + r->fence, params, PARAMS_MAX, len))
			return error_set(err, PARTY_US, "parameter %zu of the kernel cannot be passed", i + 1);
	vm_assert(*len <= PARAMS_MAX);
	return 0;
}

int report_to_result(struct device_report *report, int index, struct arena *arena,
			    struct case_result *result, struct error *err)
{
	static const enum case_end ends[] = {
		[DEVICE_DONE] = CASE_DONE, [DEVICE_FAULT] = CASE_FAULT,
		[DEVICE_HANG] = CASE_HANG, [DEVICE_BAD_LAUNCH] = CASE_BAD_LAUNCH,
	};

	vm_assert((size_t)report->end < sizeof ends / sizeof *ends);
	result->end = ends[report->end];
	result->error = report->error;
	result->seconds = report->seconds;
	result->static_shared = report->static_shared;
	result->longest_warp = report->longest_warp;
	result->findings = report->findings;
	result->nfindings = report->nfindings;
	result->output = buf_text(&report->output);
	result->output_len = report->output.len;
	result->output_truncated = report->output_truncated;
	for (size_t i = 0; i < report->nfindings; i++)
		report->findings[i].case_index = index;
	result->counters = arena_array(arena, report->ncounters + 1, sizeof *result->counters);
	if (!result->counters)
		return error_nomem(err);
	for (size_t i = 0; i < report->ncounters; i++)
		result->counters[i] = (struct case_counter){ report->counters[i].name, report->counters[i].value };
	result->ncounters = report->ncounters;
	result->lines = arena_array(arena, report->nlines + 1, sizeof *result->lines);
	if (!result->lines)
		return error_nomem(err);
	for (size_t i = 0; i < report->nlines; i++)
		result->lines[i] = (struct case_line){ report->lines[i].file, report->lines[i].line, report->lines[i].values };
	result->nlines = report->nlines;
	return 0;
}

int buffers_make(struct run *r, uint64_t *blocks, struct error *err)
{
	for (size_t i = 0; i < r->c->nargs; i++)
		if (r->c->args[i].kind == JOB_BUFFER &&
		    (buffer_alloc(r, i, &blocks[i], err) || buffer_put(r, i, blocks[i], err)))
			return -1;
	return 0;
}

int buffers_alloc(struct run *r, uint64_t *blocks, struct error *err)
{
	for (size_t i = 0; i < r->c->nargs; i++)
		if (r->c->args[i].kind == JOB_BUFFER && buffer_alloc(r, i, &blocks[i], err))
			return -1;
	return 0;
}

int buffers_put_back(struct run *r, struct error *err)
{
	for (size_t i = 0; i < r->c->nargs; i++)
		if (r->kept[i] && r->ops->copy(r->device, r->addr[i], r->kept[i], r->c->args[i].len + 2 * r->fence, err))
			return -1;
	return 0;
}
