/*
 * reset.c - cudaDeviceReset: resets the device to its state at the program's start. Pinned and managed memory, which other
 * devices may use, stays, and so do the values of variables.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cudart/memory/memory.h"
#include "cudart/memory/pool.h"
#include "cudart/runtime.h"
#include "cudart/streams/event.h"

struct memory_list { struct memory **all; size_t n; int device; };

static void collect(struct memory *m, void *ctx)
{
	struct memory_list *v = ctx;
	struct memory **slot;

	if (m->kind != MEMORY_DEVICE || m->device != v->device || m->placed)
		return;
	slot = array_push(&v->all, &v->n, sizeof *slot);
	if (slot)
		*slot = m;
}

static void memory_reset(const struct call *call, int device)
{
	struct memory_list v = { .device = device };

	memory_each(collect, &v);
	for (size_t i = 0; i < v.n; i++) {
		pool_lost(v.all[i]);
		memory_died(v.all[i], call);
		simt_free(runtime.mem, v.all[i]->addr, NULL);
	}
	free(v.all);
}

static void streams_reset(const struct call *call, struct device *d)
{
	for (struct stream *s = d->streams; s; s = s->next)
		if (s->magic == STREAM_MAGIC && !s->is_per_thread) {
			stream_died(s, call);
		}
}

cudaError_t cudaDeviceReset(void)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct device *d = device_current();

	queue_run_all(d->number);
	memory_reset(&call, d->number);
	streams_reset(&call, d);
	events_reset(d->number, &call.site);
	memset(d->limits, 0, sizeof d->limits);
	d->flags = 0;
	d->cache_config = cudaFuncCachePreferNone;
	d->peers = 0;
	d->fault = cudaSuccess;
	*call_last(&call) = cudaSuccess;
	return call_leave(&call, cudaSuccess);
}
