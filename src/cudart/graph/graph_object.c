/* graph_object.c - user objects, which graphs keep alive, and the memory that graphs use. */
#include "config.h"

#include "cudart/graph/graph.h"

#include <stdlib.h>

#include "base/limits.h"
#include "cudart/check/report.h"
#include "cudart/runtime.h"
#include "words/kinds.h"

/* Its handle is its address; it is in a list while it has references. */
struct object {
	struct object *next;
	void *ptr;
	cudaHostFn_t destroy;
	unsigned long references;
};

/* The references of one graph to one object. */
struct graph_object {
	struct graph_object *next;
	struct object *object;
	unsigned count;
};

static struct object *objects;

static struct object *object_find(const struct call *call, cudaUserObject_t handle)
{
	for (struct object *o = objects; o; o = o->next)
		if (o == (struct object *)handle)
			return o;
	report_call(KIND_INVALID_HANDLE, call, NULL, "keep a reference until the last call that uses the object",
		    "%s is given a user object that was destroyed or never existed", call->name);
	return NULL;
}

/* Frees the object with its last reference. */
static void object_drop(struct object *o, unsigned count)
{
	struct object **at = &objects;

	o->references -= count < o->references ? count : o->references;
	if (o->references)
		return;
	while (*at != o) {
		vm_assert(*at); /* it is in the list until now */
		at = &(*at)->next;
	}
	*at = o->next;
	runtime_unlock();
	o->destroy(o->ptr);
	runtime_lock();
	free(o);
}

void objects_drop(struct graph_object *first)
{
	while (first) {
		struct graph_object *next = first->next;

		object_drop(first->object, first->count);
		free(first);
		first = next;
	}
}

static bool graph_keeps(struct graph *g, struct object *o, unsigned count)
{
	struct graph_object *k = g->objects;

	while (k && k->object != o)
		k = k->next;
	if (!k) {
		if (!(k = calloc(1, sizeof *k)))
			return false;
		*k = (struct graph_object){ g->objects, o, 0 };
		g->objects = k;
	}
	k->count += count;
	return true;
}

bool objects_copy(struct graph *to, const struct graph *from)
{
	for (const struct graph_object *k = from->objects; k; k = k->next) {
		if (!graph_keeps(to, k->object, k->count))
			return false;
		k->object->references += k->count;
	}
	return true;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *ptr, cudaHostFn_t destroy, unsigned int references,
				 unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct object *o;

	if (!object || !destroy || !references || flags != cudaUserObjectNoDestructorSync)
		return call_leave(&call, cudaErrorInvalidValue);
	o = malloc(sizeof *o);
	if (!o)
		return call_leave(&call, cudaErrorMemoryAllocation);
	*o = (struct object){ objects, ptr, destroy, references };
	objects = o;
	*object = (cudaUserObject_t)o;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
	CALL_ANSWER(struct object *o = object_find(&call, object), !o || !count, o->references += count)

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
	CALL_ANSWER(struct object *o = object_find(&call, object), !o || !count, object_drop(o, count))

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count, unsigned int flags)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, graph);
	struct object *o = object_find(&call, object);

	if (!g || !o || !count || flags & ~(unsigned)cudaGraphUserObjectMove)
		return call_leave(&call, cudaErrorInvalidValue);
	if (!graph_keeps(g, o, count))
		return call_leave(&call, cudaErrorMemoryAllocation);
	o->references += flags & cudaGraphUserObjectMove ? 0 : count;
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct graph *g = graph_find(&call, graph);
	struct graph_object **at = g ? &g->objects : NULL, *k;

	while (at && *at && (*at)->object != (struct object *)object)
		at = &(*at)->next;
	k = at ? *at : NULL;
	if (!k || !count || count > k->count)
		return call_leave(&call, cudaErrorInvalidValue);
	k->count -= count;
	object_drop(k->object, count);
	if (!k->count) {
		*at = k->next;
		free(k);
	}
	return call_leave(&call, cudaSuccess);
}
