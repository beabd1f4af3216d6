/*
 * texture.c - texture and surface objects. An object is the vm's number for it, which a kernel gets as a parameter;
 * the records here keep the program's descriptions, for the calls that return them.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cudart/textures/array.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/copy.h"
#include "cudart/runtime.h"
#include "cudart/check/hints.h"
#include "cudart/check/report.h"
#include "simt/mem/texture.h"
#include "words/kinds.h"

struct object {
	uint64_t handle;
	bool is_surface, has_view;
	struct cudaResourceDesc resource;
	struct cudaTextureDesc desc;
	struct cudaResourceViewDesc view;
	struct call destroyed;  /* name NULL: not yet */
	struct object *next;
};

static struct object *objects;

/* A live object of that kind; NULL after a finding. */
static struct object *object_find(const struct call *call, uint64_t handle, bool is_surface)
{
	struct object *o = objects;
	const char *what = is_surface ? "surface" : "texture";

	while (o && (o->handle != handle || o->is_surface != is_surface))
		o = o->next;
	if (!o)
		report_call(KIND_INVALID_HANDLE, call, NULL, "pass what the call that created it returned, and check its error",
		     "%s is given something that is not a %s object", call->name, what);
	else if (o->destroyed.name)
		report_call(KIND_INVALID_HANDLE, call, &o->destroyed, "destroy it once, after its last use",
			    "%s uses a %s object that was destroyed",
		     call->name, what);
	return o && !o->destroyed.name ? o : NULL;
}

/* ---- creating --------------------------------------------------------------------------------- */

static cudaError_t reject(const struct call *call, const char *what)
{
	report_call(KIND_NOT_SUPPORTED, call, NULL, NULL, "%s: %s are not supported by the virtual machine", call->name, what);
	return cudaErrorNotSupported;
}

/* The memory under the texture, in the vm's terms; levels[] holds the levels of a mipmapped one. */
static cudaError_t resource_read(const struct call *call, const struct cudaResourceDesc *resource, struct resource_desc *r,
				 uint64_t levels[TEXTURE_LEVELS], bool *normalized)
{
	const struct cudaChannelFormatDesc *format = &resource->res.linear.desc;
	const struct cudaMipmappedArray *m;
	const struct cudaArray *a;

	memset(r, 0, sizeof *r);
	switch (resource->resType) {
	case cudaResourceTypeArray:
		a = array_find(call, resource->res.array.array);
		if (!a)
			return cudaErrorInvalidResourceHandle;
		r->kind = RESOURCE_ARRAY;
		r->at = a->handle;
		format = &a->format;
		break;
	case cudaResourceTypeLinear:
		r->kind = RESOURCE_LINEAR;
		r->at = (uintptr_t)resource->res.linear.devPtr;
		r->bytes = resource->res.linear.sizeInBytes;
		break;
	case cudaResourceTypePitch2D:
		if (resource->res.pitch2D.width > UINT32_MAX || resource->res.pitch2D.height > UINT32_MAX)
			return cudaErrorInvalidValue;
		r->kind = RESOURCE_PITCH2D;
		r->at = (uintptr_t)resource->res.pitch2D.devPtr;
		r->width = (uint32_t)resource->res.pitch2D.width;
		r->height = (uint32_t)resource->res.pitch2D.height;
		r->pitch = resource->res.pitch2D.pitchInBytes;
		format = &resource->res.pitch2D.desc;
		break;
	case cudaResourceTypeMipmappedArray:
		m = mipmap_find(call, resource->res.mipmap.mipmap);
		if (!m)
			return cudaErrorInvalidResourceHandle;
		r->kind = RESOURCE_MIPMAP;
		r->nlevels = m->nlevels;
		for (unsigned k = 0; k < m->nlevels; k++)
			levels[k] = m->levels[k]->handle;
		r->levels = levels;
		format = &m->levels[0]->format;
		break;
	default:
		return cudaErrorInvalidValue;
	}
	return format_read(call, format, &r->format, normalized) ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

static cudaError_t object_add(const struct object *o)
{
	struct object *made = malloc(sizeof *made);

	if (!made) {
		simt_object_free(runtime.mem, o->handle, NULL);
		return cudaErrorMemoryAllocation;
	}
	*made = *o;
	made->next = objects;
	objects = made;
	return cudaSuccess;
}

/* Features that the vm does not implement like hardware. */
static const char *unsupported(const struct cudaResourceDesc *resource, const struct cudaTextureDesc *desc,
			       const struct cudaResourceViewDesc *view)
{
	bool levels = resource->resType == cudaResourceTypeMipmappedArray;

	if (view && view->format != cudaResViewFormatNone)
		return "views of another format";
	if (view && levels && (view->firstMipmapLevel || view->lastMipmapLevel))
		return "views of some levels";
	if (levels && desc->maxAnisotropy > 1)
		return "anisotropic filters";
	if (desc->seamlessCubemap && desc->filterMode == cudaFilterModeLinear)
		return "linear filters across the edges of a cube (seamlessCubemap)";
	return NULL;
}

static cudaError_t texture_make(const struct call *call, cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
				const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view)
{
	struct object o = { .resource = resource ? *resource : (struct cudaResourceDesc){ 0 } };
	struct texture_desc d = { 0 };
	uint64_t levels[TEXTURE_LEVELS];
	struct resource_desc r;
	struct error err;
	bool normalized;
	cudaError_t error;

	if (!texture || !resource || !desc)
		return cudaErrorInvalidValue;
	if (unsupported(resource, desc, view))
		return reject(call, unsupported(resource, desc, view));
	error = resource_read(call, resource, &r, levels, &normalized);
	if (error != cudaSuccess)
		return error;
	for (unsigned k = 0; k < 3; k++)
		d.address[k] = (enum texture_address)desc->addressMode[k];
	d.filter = (enum texture_filter)desc->filterMode;
	d.read = normalized ? TEXTURE_NORMALIZED_FLOAT : (enum texture_read)desc->readMode;
	d.normalized = desc->normalizedCoords;
	d.srgb = desc->sRGB;
	d.level_filter = (enum texture_filter)desc->mipmapFilterMode;
	d.level_bias = desc->mipmapLevelBias;
	d.level_least = desc->minMipmapLevelClamp;
	d.level_most = desc->maxMipmapLevelClamp;
	memcpy(d.border, desc->borderColor, sizeof d.border);
	if (simt_texture_new(runtime.mem, &r, &d, &o.handle, &err))
		return texture_rejected(call, &err);
	o.desc = *desc;
	o.has_view = view;
	if (view)
		o.view = *view;
	error = object_add(&o);
	if (error != cudaSuccess)
		return error;
	if (resource->resType == cudaResourceTypePitch2D)
		pitch_check(call, &(struct copy_side){ r.at, r.pitch, 0 }, r.height, "texture");
	if (resource->resType == cudaResourceTypeLinear)
		hints_texture_of_bytes(call, o.handle, r.bytes);
	else if (resource->resType != cudaResourceTypeMipmappedArray)
		hints_texture(call, desc, o.handle);
	*texture = o.handle;
	return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
				    const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view)
	CALL_BODY(texture_make(&call, texture, resource, desc, view))

static cudaError_t surface_make(const struct call *call, cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource)
{
	struct object o = { .is_surface = true };
	const struct cudaArray *a;
	struct error err;
	cudaError_t error;

	if (!surface || !resource)
		return cudaErrorInvalidValue;
	if (resource->resType != cudaResourceTypeArray) {
		report_call(KIND_API_ERROR, call, NULL, "use a CUDA array, created with cudaArraySurfaceLoadStore",
			    "%s: a surface needs an array",
		     call->name);
		return cudaErrorInvalidValue;
	}
	a = array_find(call, resource->res.array.array);
	if (!a)
		return cudaErrorInvalidResourceHandle;
	if (simt_surface_new(runtime.mem, a->handle, &o.handle, &err))
		return texture_rejected(call, &err);
	o.resource = *resource;
	error = object_add(&o);
	if (error == cudaSuccess)
		*surface = o.handle;
	return error;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource)
	CALL_BODY(surface_make(&call, surface, resource))

/* ---- destroying ---------------------------------------------------------------------------------- */

/* A pending kernel that got the object, alone or as a member of a struct; NULL if there is none. */
static const struct op *pending_user(uint64_t handle)
{
	for (const struct op *op = queue_first(); op; op = op->next) {
		const struct kernel_op *k = (const struct kernel_op *)op;

		if (op->kind != &op_kernel)
			continue;
		for (size_t at = 0; at + sizeof handle <= k->params_len; at += sizeof handle)
			if (!memcmp(k->params + at, &handle, sizeof handle))
				return op;
	}
	return NULL;
}

/* A pending kernel still sees the object, as it usually does on hardware. */
static cudaError_t object_destroy(const struct call *call, uint64_t handle, bool is_surface)
{
	struct object *o = object_find(call, handle, is_surface);
	const struct op *user;

	if (!o)
		return cudaErrorInvalidValue;
	o->destroyed = *call;
	user = pending_user(handle);
	if (user)
		report_call(KIND_FREED_IN_USE, call, &user->call, "wait for the kernel first",
			    "%s destroys a %s object that a pending kernel uses",
		     call->name, is_surface ? "surface" : "texture");
	else
		simt_object_free(runtime.mem, handle, NULL);
	return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) CALL_BODY(object_destroy(&call, texture, false))
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) CALL_BODY(object_destroy(&call, surface, true))

/* ---- queries -------------------------------------------------------------------------------------- */

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t texture)
	CALL_ANSWER(const struct object *o = object_find(&call, texture, false), !o || !resource, *resource = o->resource)

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture)
	CALL_ANSWER(const struct object *o = object_find(&call, texture, false), !o || !desc, *desc = o->desc)

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t texture)
	CALL_ANSWER(const struct object *o = object_find(&call, texture, false), !o || !view || !o->has_view, *view = o->view)

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t surface)
	CALL_ANSWER(const struct object *o = object_find(&call, surface, true), !o || !resource, *resource = o->resource)
