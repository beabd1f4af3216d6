/*
 * child.c - a kernel's requests to the device runtime (dynamic parallelism, CUDA 12's form): it gets a buffer for the
 * parameters of a kernel, fills it, and launches. This file runs none of them: the launch's result lists them
 * (simt.h).
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "ptx/ptx.h"
#include "simt/exec/lane.h"
#include "simt/exec/warp.h"

/* The most requests queued at once; on hardware cudaLimitDevRuntimePendingLaunchCount, 2048 by default, grows up to this. */
#define MAX_CHILDREN (1u << 20)

#define FIRST_HANDLE 256 /* of streams and events; smaller ones are the named streams */

/* Values of cudaError_t: the vm passes them on as numbers. */
enum { SUCCESS = 0, INVALID_VALUE = 1, NO_MEMORY = 2, INVALID_CONFIGURATION = 9, PENDING_COUNT = 69, INVALID_FUNCTION = 98 };

static struct simt_child *child_add(struct warp *w, const struct insn *i, unsigned lane, enum simt_child_kind kind)
{
	struct simt_result *r = w->launch->result;
	struct ptx_place at = ptx_instr_place(w->launch->program->module, i->src);
	struct simt_child *child;

	w->launch->changes++;
	if (r->nchildren == MAX_CHILDREN) {
		w->child_error[lane] = PENDING_COUNT;
		return NULL;
	}
	child = arena_push(&r->arena, &r->children, &r->nchildren, &r->cap_children, sizeof *child);
	if (!child) {
		w->launch->failed = true;
		return NULL;
	}
	vm_assert(lane < LANES && r->nchildren <= MAX_CHILDREN);
	child->kind = kind;
	child->place = (struct source_place){ .file = at.file, .line = at.line, .column = at.column };
	child->by_block = w->cta->index;
	child->block_linear = w->cta->linear;
	child->spent = w->spent + w->quantum - (uint64_t)(*w->left + w->skipped);
	child->by_thread = (struct dim3u){ w->tid[0][lane], w->tid[1][lane], w->tid[2][lane] };
	return child;
}

const char *simt_own_memory(uint64_t addr)
{
	if (addr - SIMT_SHARED_BASE < SIMT_WINDOW)
		return "shared";
	return addr - SIMT_LOCAL_BASE < SIMT_LOCAL_WINDOW ? "local" : NULL;
}

/* The kernel with that address; NULL if there is none. */
static const struct ptx_function *kernel_at(const struct simt_program *p, uint64_t addr)
{
	uint64_t index = (addr - SIMT_CODE_BASE) / 16 - 1;
	const struct ptx_function *f = addr > SIMT_CODE_BASE && index < p->module->nfunctions ?
				       p->module->functions[index] : NULL;

	return f && f->is_entry && program_function_address(p, f) == addr ? f : NULL;
}

static bool shape_is_valid(struct dim3u grid, struct dim3u block)
{
	uint64_t threads = (uint64_t)block.x * block.y * block.z;

	return grid.x && grid.y && grid.z && grid.x <= INT32_MAX && grid.y <= 65535 && grid.z <= 65535 && threads &&
	       threads <= 1024 && block.x <= 1024 && block.y <= 1024 && block.z <= 64;
}

uint64_t lane_child_buffer(struct warp *w, const struct insn *i, unsigned lane, uint64_t kernel, struct dim3u grid,
			   struct dim3u block, uint32_t shared)
{
	const struct ptx_function *f = kernel_at(w->launch->program, kernel);
	struct simt_child *child;
	uint64_t buffer, bytes;

	if (!f || !(child = child_add(w, i, lane, SIMT_CHILD_LAUNCH))) {
		w->child_error[lane] = f ? w->child_error[lane] : INVALID_FUNCTION;
		return 0;
	}
	child->kernel = f->name;
	child->grid = grid;
	child->block = block;
	child->dynamic_shared = shared;
	if (!shape_is_valid(grid, block)) {
		w->child_error[lane] = INVALID_CONFIGURATION;
		child->is_invalid = true;
		return 0;
	}
	bytes = params_layout(f->params, f->nparams, 0, NULL);
	buffer = bytes == UINT64_MAX ? 0 : lane_malloc(w, i, bytes ? bytes : 1);
	if (!buffer)
		w->child_error[lane] = NO_MEMORY;
	child->buffer = buffer;
	child->params_len = bytes;
	return buffer;
}

/* The newest is the usual one; a launched one has no buffer any more. The search counts against the kernel's budget. */
static struct simt_child *child_with(struct warp *w, uint64_t buffer)
{
	struct simt_result *r = w->launch->result;

	for (size_t k = r->nchildren; buffer && k-- > 0; --*w->left)
		if (r->children[k].buffer == buffer)
			return &r->children[k];
	return NULL;
}

/* Appends the request that is filled in to the list; place and thread are those of this call. */
static uint32_t child_ask(struct warp *w, const struct insn *i, unsigned lane, const struct simt_child *filled)
{
	struct simt_child *child = child_add(w, i, lane, filled->kind), asked = *filled;

	if (!child)
		return w->child_error[lane];
	vm_assert(!filled->is_asked);
	asked.place = child->place;
	asked.by_block = child->by_block;
	asked.by_thread = child->by_thread;
	asked.block_linear = child->block_linear;
	asked.spent = child->spent;
	asked.moment = w->hooks->launches ? w->hooks->launches(w->hooks->ctx, &w->place, lane) : SIMT_WHOLE;
	asked.buffer = 0;
	asked.is_asked = true;
	*child = asked;
	return SUCCESS;
}

uint32_t lane_child_launch(struct warp *w, const struct insn *i, unsigned lane, uint64_t buffer, uint64_t stream)
{
	struct simt_result *r = w->launch->result;
	struct simt_child *child = child_with(w, buffer), filled;
	enum fault_kind why;
	struct spot spot;
	uint8_t *params;

	if (!child || !lane_resolve(w, PTX_GENERIC, lane, buffer, child->params_len ? child->params_len : 1, false, &spot, &why))
		return w->child_error[lane] = INVALID_VALUE;
	params = arena_alloc(&r->arena, child->params_len + 1);
	if (!params) {
		w->launch->failed = true;
		return w->child_error[lane] = NO_MEMORY;
	}
	vm_assert(child->buffer == buffer && !child->is_invalid);
	memcpy(params, spot.host, child->params_len);
	filled = *child;
	child->buffer = 0;
	lane_free(w, i, lane, buffer);
	filled.params = params;
	filled.stream = stream;
	return child_ask(w, i, lane, &filled);
}

uint32_t lane_child_copy(struct warp *w, const struct insn *i, unsigned lane, uint64_t to, uint64_t from, uint64_t bytes,
			 uint64_t stream)
{
	const struct simt_child copy = { .kind = SIMT_CHILD_COPY, .to = to, .from = from, .bytes = bytes, .stream = stream };

	return child_ask(w, i, lane, &copy);
}

uint32_t lane_child_set(struct warp *w, const struct insn *i, unsigned lane, uint64_t to, int value, uint64_t bytes,
			uint64_t stream)
{
	const struct simt_child set = { .kind = SIMT_CHILD_SET, .to = to, .value = value, .bytes = bytes, .stream = stream };

	return child_ask(w, i, lane, &set);
}

uint32_t lane_child_event(struct warp *w, const struct insn *i, unsigned lane, enum simt_child_kind kind, uint64_t event,
			  uint64_t stream)
{
	const struct simt_child asked = { .kind = kind, .event = event, .stream = stream };

	return child_ask(w, i, lane, &asked);
}

uint64_t lane_child_handle(struct warp *w)
{
	return FIRST_HANDLE + w->launch->result->handles++;
}

uint32_t lane_child_error(struct warp *w, unsigned lane, bool forget)
{
	uint32_t error = w->child_error[lane];

	vm_assert(lane < LANES);

	if (forget)
		w->child_error[lane] = SUCCESS;
	return error;
}
