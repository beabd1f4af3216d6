/*
 * peer.c - several devices: access to each other's memory, and copies between them. Any two virtual devices can be
 * peers; a kernel that uses a peer's memory without access to it faults, as on hardware.
 */
#include "config.h"

#include <string.h>

#include "cudart/memory/copy.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"
#include "words/kinds.h"

/* ---- access ------------------------------------------------------------------------------------ */

cudaError_t cudaDeviceCanAccessPeer(int *yes, int device, int peer)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(device) || !device_exists(peer))
		return call_leave(&call, cudaErrorInvalidDevice);
	if (!yes)
		return call_leave(&call, cudaErrorInvalidValue);
	*yes = device != peer;
	return call_leave(&call, cudaSuccess);
}

static cudaError_t access_enable(const struct call *call, int peer, unsigned flags)
{
	struct device *d = device_current();

	if (flags)
		return cudaErrorInvalidValue;
	if (!device_exists(peer) || peer == d->number) {
		report_call(KIND_API_ERROR, call, NULL, "make the one device current with cudaSetDevice, and name the other",
		     device_exists(peer) ? "%s is given device %d, which is the current one: a device is not its own peer" :
		     "%s is given device %d, which does not exist", call->name, peer);
		return cudaErrorInvalidDevice;
	}
	if (d->peers >> peer & 1)
		return cudaErrorPeerAccessAlreadyEnabled;
	d->peers |= 1u << peer;
	return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) CALL_BODY(access_enable(&call, peer, flags))

/* Work submitted earlier may still use it. */
cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct device *d = device_current();

	if (!device_exists(peer))
		return call_leave(&call, cudaErrorInvalidDevice);
	if (!(d->peers >> peer & 1))
		return call_leave(&call, cudaErrorPeerAccessNotEnabled);
	queue_run_all(d->number);
	d->peers &= ~(1u << peer);
	return call_leave(&call, cudaSuccess);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(from) || !device_exists(to) || from == to)
		return call_leave(&call, cudaErrorInvalidDevice);
	if (!value)
		return call_leave(&call, cudaErrorInvalidValue);
	switch (attribute) {
	case cudaDevP2PAttrPerformanceRank:
	case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
		*value = 0;
		break;
	case cudaDevP2PAttrAccessSupported:
	case cudaDevP2PAttrNativeAtomicSupported:
	case cudaDevP2PAttrCudaArrayAccessSupported:
		*value = 1;
		break;
	default:
		return call_leave(&call, cudaErrorInvalidValue);
	}
	return call_leave(&call, cudaSuccess);
}

/* The same between peers as on the device itself. */
static unsigned atomic_capability(enum cudaAtomicOperation operation)
{
	const unsigned words = cudaAtomicCapabilityReduction | cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64;

	switch (operation) {
	case cudaAtomicOperationFloatAdd:
		return cudaAtomicCapabilitySigned | words;
	case cudaAtomicOperationFloatMin:
	case cudaAtomicOperationFloatMax:
		return 0;
	case cudaAtomicOperationExchange:
	case cudaAtomicOperationCAS:
		return cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityScalar32 |
		       cudaAtomicCapabilityScalar64;
	default:
		return cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned | words;
	}
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned *capabilities, const enum cudaAtomicOperation *operations, unsigned count,
					       int from, int to)
{
	struct call call = CALL_ENTER_OR_RETURN;

	if (!device_exists(from) || !device_exists(to) || from == to)
		return call_leave(&call, cudaErrorInvalidDevice);
	if (!capabilities || !operations || !count)
		return call_leave(&call, cudaErrorInvalidValue);
	for (unsigned i = 0; i < count; i++)
		capabilities[i] = atomic_capability(operations[i]);
	return call_leave(&call, cudaSuccess);
}

/* ---- copies -------------------------------------------------------------------------------------- */

/*
 * Runs a copy after all work of both devices, and before everything submitted later, while the host waits: a program
 * cannot see the difference from hardware, which does not make the host wait.
 */
static cudaError_t copy_run(struct copy_op *c, int to, int from)
{
	if (!c)
		return cudaSuccess;
	queue_run_all(to);
	queue_run_all(from);
	return op_submit_and_run(&c->op, stream_legacy(thread_state()->device));
}

static cudaError_t line_make(const struct call *call, void *to, int to_device, const void *from, int from_device, size_t size,
			     struct copy_op **made)
{
	const struct copy_side there = { (uintptr_t)to, size, size }, here = { (uintptr_t)from, size, size };

	if (!device_exists(to_device) || !device_exists(from_device))
		return cudaErrorInvalidDevice;
	return copy_make(call, &there, &here, size, 1, 1, cudaMemcpyDeviceToDevice, made);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct copy_op *c;
	cudaError_t error = line_make(&call, to, to_device, from, from_device, size, &c);

	return call_leave(&call, error == cudaSuccess ? copy_run(c, to_device, from_device) : error);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t size, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);
	struct copy_op *c;
	cudaError_t error;

	if (!s)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	error = line_make(&call, to, to_device, from, from_device, size, &c);
	return call_leave(&call, error == cudaSuccess ? copy_submit(c, s, true) : error);
}

static cudaError_t box_make(const struct call *call, const struct cudaMemcpy3DPeerParms *p, struct copy_op **made)
{
	struct cudaMemcpy3DParms plain;

	if (!p)
		return cudaErrorInvalidValue;
	if (!device_exists(p->srcDevice) || !device_exists(p->dstDevice))
		return cudaErrorInvalidDevice;
	plain = (struct cudaMemcpy3DParms){
		.srcArray = p->srcArray, .srcPos = p->srcPos, .srcPtr = p->srcPtr,
		.dstArray = p->dstArray, .dstPos = p->dstPos, .dstPtr = p->dstPtr,
		.extent = p->extent, .kind = cudaMemcpyDeviceToDevice,
	};
	return copy_make_box(call, &plain, made);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct copy_op *c;
	cudaError_t error = box_make(&call, p, &c);

	return call_leave(&call, error == cudaSuccess ? copy_run(c, p->dstDevice, p->srcDevice) : error);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);
	struct copy_op *c;
	cudaError_t error;

	if (!s)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	error = box_make(&call, p, &c);
	return call_leave(&call, error == cudaSuccess ? copy_submit(c, s, true) : error);
}
