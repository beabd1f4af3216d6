/*
 * context.c - devices and contexts. All contexts of a device share its memory, streams and modules; the runtime API uses its
 * primary one.
 */
#include "config.h"

#include "cudart/driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/array.h"
#include "cudart/check/report.h"
#include "cudart/runtime.h"
#include "words/kinds.h"

struct context {
	int device;
	bool is_primary, is_dead;
	unsigned retained;      /* of a primary context */
	unsigned flags;
	unsigned long long id;
	struct context *next;   /* in the list of contexts that the program created */
};

static struct context primaries[DEVICES_MAX], *created;
static unsigned long long ncreated;

static bool is_device(int device)
{
	return device >= 0 && device < (int)runtime.ndevices;
}

static struct context *find(CUcontext handle)
{
	struct context *c = (struct context *)handle;

	if (c >= primaries && c < primaries + DEVICES_MAX)
		return c;
	for (struct context *at = created; at; at = at->next)
		if (at == c)
			return at->is_dead ? NULL : at;
	return NULL;
}

CUcontext context_primary(int device)
{
	vm_assert(device >= 0 && device < DEVICES_MAX);
	primaries[device].device = device;
	primaries[device].is_primary = true;
	return (CUcontext)&primaries[device];
}

int context_device(CUcontext context)
{
	const struct context *c = find(context);

	return c ? c->device : -1;
}

struct context *context_current(void)
{
	const struct thread *t = thread_state();

	if (t->ncontexts)
		return t->contexts[t->ncontexts - 1];
	return t->uses_runtime ? (struct context *)context_primary(t->device) : NULL;
}

static cudaError_t push(struct context *c)
{
	struct thread *t = thread_state();
	struct context **slot = array_push(&t->contexts, &t->ncontexts, sizeof *slot);

	if (!slot)
		return cudaErrorMemoryAllocation;
	*slot = c;
	if (c)
		t->device = c->device;
	return cudaSuccess;
}

static void leave(void)
{
	struct thread *t = thread_state();

	vm_assert(t->ncontexts);
	t->ncontexts--;
	if (t->ncontexts && t->contexts[t->ncontexts - 1])
		t->device = t->contexts[t->ncontexts - 1]->device;
}

/* ---- devices -------------------------------------------------------------------------------------------- */

static cudaError_t device_get(CUdevice *device, int ordinal)
{
	if (!device)
		return cudaErrorInvalidValue;
	if (!is_device(ordinal))
		return cudaErrorInvalidDevice;
	*device = ordinal;
	return cudaSuccess;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) DRIVER_BODY_ANYWHERE(device_get(device, ordinal))

static cudaError_t name_get(char *name, int len, CUdevice device)
{
	struct cudaDeviceProp properties;
	cudaError_t error = name && len > 0 ? cudaGetDeviceProperties(&properties, device) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		snprintf(name, (size_t)len, "%s", properties.name);
	return error;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice device) DRIVER_BODY_ANYWHERE(name_get(name, len, device))

static cudaError_t uuid_get(CUuuid *uuid, CUdevice device)
{
	struct cudaDeviceProp properties;
	cudaError_t error = uuid ? cudaGetDeviceProperties(&properties, device) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		memcpy(uuid, &properties.uuid, sizeof *uuid);
	return error;
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) DRIVER_BODY_ANYWHERE(uuid_get(uuid, device))
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) DRIVER_BODY_ANYWHERE(uuid_get(uuid, device))

static cudaError_t memory_total(size_t *bytes, CUdevice device)
{
	if (!bytes || !is_device(device))
		return bytes ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
	*bytes = runtime.settings.memory_bytes;
	return cudaSuccess;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) DRIVER_BODY_ANYWHERE(memory_total(bytes, device))

static cudaError_t capability_get(int *major, int *minor, CUdevice device)
{
	cudaError_t error = major && minor ? cudaSuccess : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
	if (error == cudaSuccess)
		error = cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
	return error;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
	DRIVER_BODY_ANYWHERE(capability_get(major, minor, device))

/* ---- primary contexts -------------------------------------------------------------------------------------- */

static cudaError_t primary_retain(CUcontext *context, CUdevice device)
{
	if (!context || !is_device(device))
		return context ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
	*context = context_primary(device);
	primaries[device].retained++;
	return cudaSuccess;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) DRIVER_BODY_ANYWHERE(primary_retain(context, device))

static cudaError_t primary_release(CUdevice device)
{
	if (!is_device(device))
		return cudaErrorInvalidDevice;
	if (!primaries[device].retained)
		return cudaErrorDeviceUninitialized;
	primaries[device].retained--;
	return cudaSuccess;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) DRIVER_BODY_ANYWHERE(primary_release(device))

static cudaError_t primary_reset(CUdevice device)
{
	struct thread *t = thread_state();
	const int outer = t->device;
	cudaError_t error;

	if (!is_device(device))
		return cudaErrorInvalidDevice;
	t->device = device;
	error = cudaDeviceReset();
	t->device = outer;
	return error;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) DRIVER_BODY_ANYWHERE(primary_reset(device))

static cudaError_t primary_state(CUdevice device, unsigned int *flags, int *active)
{
	if (!is_device(device) || !flags || !active)
		return flags && active ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
	*flags = primaries[device].flags;
	*active = primaries[device].retained > 0;
	return cudaSuccess;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
	DRIVER_BODY_ANYWHERE(primary_state(device, flags, active))

static cudaError_t primary_flags(CUdevice device, unsigned int flags)
{
	if (!is_device(device))
		return cudaErrorInvalidDevice;
	primaries[device].flags = flags;
	return cudaSuccess;
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags) DRIVER_BODY_ANYWHERE(primary_flags(device, flags))

/* ---- other contexts ----------------------------------------------------------------------------------------- */

static cudaError_t create(CUcontext *context, unsigned int flags, CUdevice device)
{
	struct context *c;

	if (!context || !is_device(device))
		return context ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
	c = calloc(1, sizeof *c);
	if (!c)
		return cudaErrorMemoryAllocation;
	*c = (struct context){ .device = device, .flags = flags, .id = ++ncreated + DEVICES_MAX, .next = created };
	created = c;
	*context = (CUcontext)c;
	return push(c);
}

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device)
	DRIVER_BODY_ANYWHERE(create(context, flags, device))

static cudaError_t create_with(const struct call *call, CUcontext *context, const CUctxCreateParams *p, unsigned int flags,
			       CUdevice device)
{
	if (!p || (!p->numExecAffinityParams && !p->cigParams))
		return create(context, flags, device);
	report_call(KIND_NOT_SUPPORTED, call, NULL, "leave the parameters empty",
		    "%s for a part of the multiprocessors, or for graphics, is not supported by the virtual machine", call->name);
	return cudaErrorNotSupported;
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *params, unsigned int flags, CUdevice device)
	DRIVER_BODY_ANYWHERE(create_with(&call, context, params, flags, device))

/* A thread whose current context is destroyed keeps the dead context. */
static cudaError_t destroy(CUcontext context)
{
	struct context *c = find(context);

	if (!c || c->is_primary)
		return cudaErrorDeviceUninitialized;
	if (context_current() == c)
		leave();
	c->is_dead = true;
	return cudaSuccess;
}

CUresult cuCtxDestroy_v2(CUcontext context) DRIVER_BODY_ANYWHERE(destroy(context))

static cudaError_t push_handle(CUcontext context)
{
	struct context *c = find(context);

	return c ? push(c) : cudaErrorDeviceUninitialized;
}

CUresult cuCtxPushCurrent_v2(CUcontext context) DRIVER_BODY_ANYWHERE(push_handle(context))

static cudaError_t pop(CUcontext *context)
{
	struct thread *t = thread_state();
	struct context *current = context_current();

	if (!current)
		return cudaErrorDeviceUninitialized;
	if (context)
		*context = (CUcontext)current;
	if (t->ncontexts)
		leave();
	else
		t->uses_runtime = false; /* the runtime had made the device's own context current */
	return cudaSuccess;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context) DRIVER_BODY_ANYWHERE(pop(context))

/* NULL removes the top of the stack. */
static cudaError_t set(CUcontext context)
{
	struct thread *t = thread_state();
	struct context *c = find(context);

	if (context && !c)
		return cudaErrorDeviceUninitialized;
	if (t->ncontexts)
		leave();
	return c ? push(c) : cudaSuccess;
}

CUresult cuCtxSetCurrent(CUcontext context) DRIVER_BODY_ANYWHERE(set(context))

static cudaError_t get(CUcontext *context)
{
	if (!context)
		return cudaErrorInvalidValue;
	*context = (CUcontext)context_current();
	return cudaSuccess;
}

CUresult cuCtxGetCurrent(CUcontext *context) DRIVER_BODY_ANYWHERE(get(context))

static cudaError_t device_of(CUdevice *device)
{
	if (!device)
		return cudaErrorInvalidValue;
	*device = context_current()->device;
	return cudaSuccess;
}

CUresult cuCtxGetDevice(CUdevice *device) DRIVER_BODY(device_of(device))

static cudaError_t flags_of(unsigned int *flags)
{
	if (!flags)
		return cudaErrorInvalidValue;
	*flags = context_current()->flags;
	return cudaSuccess;
}

CUresult cuCtxGetFlags(unsigned int *flags) DRIVER_BODY(flags_of(flags))

static cudaError_t version_of(CUcontext context, unsigned int *version)
{
	if (!version)
		return cudaErrorInvalidValue;
	if (context && !find(context))
		return cudaErrorDeviceUninitialized;
	*version = CUDA_VERSION;
	return cudaSuccess;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version) DRIVER_BODY_ANYWHERE(version_of(context, version))

static cudaError_t id_of(CUcontext context, unsigned long long *id)
{
	const struct context *c = context ? find(context) : context_current();

	if (!id || !c)
		return id ? cudaErrorDeviceUninitialized : cudaErrorInvalidValue;
	*id = c->is_primary ? (unsigned long long)c->device + 1 : c->id;
	return cudaSuccess;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id) DRIVER_BODY_ANYWHERE(id_of(context, id))

/* ---- peers, and streams' contexts ------------------------------------------------------------------------------ */

static cudaError_t peer(CUcontext context, unsigned int flags, bool enable)
{
	const struct context *c = find(context);

	if (!c)
		return cudaErrorDeviceUninitialized;
	return enable ? cudaDeviceEnablePeerAccess(c->device, flags) : cudaDeviceDisablePeerAccess(c->device);
}

CUresult cuCtxEnablePeerAccess(CUcontext context, unsigned int flags) DRIVER_BODY(peer(context, flags, true))
CUresult cuCtxDisablePeerAccess(CUcontext context) DRIVER_BODY(peer(context, 0, false))

static cudaError_t stream_context(const struct call *call, CUstream stream, CUcontext *context)
{
	const struct stream *s = context ? stream_find(call, (cudaStream_t)stream) : NULL;
	struct context *now = context_current();

	if (!s)
		return context ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
	*context = now->device == s->device ? (CUcontext)now : context_primary(s->device);
	return cudaSuccess;
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) DRIVER_BODY(stream_context(&call, stream, context))
