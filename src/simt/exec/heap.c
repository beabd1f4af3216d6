/*
 * heap.c - malloc() and free() of a kernel's threads: blocks of the memory's heap, one lane after the other.
 *
 * A block is named after the line that allocated it, "malloc@12"; findings use this name. The bytes of a freed block
 * are freed at once, so no instruction may cache their location.
 */
#include "config.h"

#include <stdio.h>

#include "ptx/ptx.h"
#include "simt/exec/lane.h"
#include "simt/exec/warp.h"

/* The cost in warp instructions, which count against the launch's budget: lanes use the heap in turn. */
#define HEAP_TIME 16

uint64_t lane_malloc(struct warp *w, const struct insn *i, uint64_t bytes)
{
	int line = ptx_instr_place(w->launch->program->module, i->src).line;
	char label[32];
	uint64_t addr = 0;

	*w->left -= HEAP_TIME;
	w->launch->changes++;
	snprintf(label, sizeof(label), line ? "malloc@%d" : "malloc", line);
	if (bytes && simt_heap_alloc(w->launch->program->mem, w->launch->program->device, bytes, label, &addr) == HEAP_NO_MEMORY)
		w->launch->failed = true;
	return addr;
}

static void sites_forget(struct warp *w, uint64_t addr)
{
	for (uint32_t k = 0; k < w->launch->image->nsites; k++)
		if (w->sites[k].addr == addr)
			w->sites[k].last = UINT64_MAX;
}

void lane_free(struct warp *w, const struct insn *i, unsigned lane, uint64_t addr)
{
	struct warp_access a = { .kind = ACCESS_STORE, .space = PTX_GLOBAL, .mask = 1u << lane, .bytes = 1, .elem = 1,
				 .addr = w->addr, .instr = i->src };
	enum heap_result result = addr ? simt_heap_free(w->launch->program->mem, addr) : HEAP_DONE;

	*w->left -= HEAP_TIME;
	w->launch->changes++;
	w->addr[lane] = addr;
	if (result == HEAP_DONE)
		sites_forget(w, addr);
	else
		launch_fault(w, result == HEAP_FREED_BEFORE ? FAULT_DOUBLE_FREE : FAULT_BAD_FREE, a.mask, &a);
}
