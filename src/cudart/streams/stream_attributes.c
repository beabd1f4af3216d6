/* stream_attributes.c - attributes of a stream: its priority takes effect, the others are stored and returned. */
#include "config.h"

#include "cudart/runtime.h"
#include "cudart/streams/stream.h"

/* The offset of an attribute in a stream, and its initial value. */
static const struct { cudaLaunchAttributeID id; cudaLaunchAttributeValue first; } kept[STREAM_ATTRIBUTES] = {
	{ cudaLaunchAttributeAccessPolicyWindow, { .pad = { 0 } } },
	{ cudaLaunchAttributeSynchronizationPolicy, { .syncPolicy = cudaSyncPolicyAuto } },
	{ cudaLaunchAttributeMemSyncDomainMap, { .memSyncDomainMap = { 0, 1 } } },
	{ cudaLaunchAttributeMemSyncDomain, { .memSyncDomain = cudaLaunchMemSyncDomainDefault } },
};

static int attribute_index(cudaLaunchAttributeID id)
{
	for (int i = 0; i < STREAM_ATTRIBUTES; i++)
		if (kept[i].id == id)
			return i;
	return -1;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *s = stream_find(&call, stream);
	const int i = attribute_index(attribute);

	if (!s)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	if (!value || (i < 0 && attribute != cudaLaunchAttributePriority))
		return call_leave(&call, cudaErrorInvalidValue);
	if (i < 0)
		value->priority = s->priority;
	else
		*value = s->attributes_set >> i & 1 ? s->attributes[i] : kept[i].first;
	return call_leave(&call, cudaSuccess);
}

static cudaError_t attribute_set(struct stream *s, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
{
	const int i = attribute_index(attribute);

	if (!value)
		return cudaErrorInvalidValue;
	if (attribute == cudaLaunchAttributePriority) {
		s->priority = value->priority > 0 ? 0 : value->priority < -5 ? -5 : value->priority;
		return cudaSuccess;
	}
	if (i < 0)
		return cudaErrorInvalidValue;
	s->attributes[i] = *value;
	s->attributes_set |= 1u << i;
	return cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
	CALL_WITH(struct stream *s = stream_find(&call, stream),
		  s ? attribute_set(s, attribute, value) : cudaErrorInvalidResourceHandle)

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct stream *there = stream_find(&call, to), *here = stream_find(&call, from);

	if (!there || !here)
		return call_leave(&call, cudaErrorInvalidResourceHandle);
	there->priority = here->priority;
	there->attributes_set = here->attributes_set;
	for (int i = 0; i < STREAM_ATTRIBUTES; i++)
		there->attributes[i] = here->attributes[i];
	return call_leave(&call, cudaSuccess);
}
