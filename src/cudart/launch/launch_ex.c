/*
 * launch_ex.c - launches with attributes. Attributes that change what a kernel
 * may do take effect or are rejected; preferences are ignored.
 */
#include "config.h"

#include "cudart/launch/launch.h"

struct wanted { bool cooperative, early; dim3 cluster; };

static cudaError_t attributes_read(const cudaLaunchConfig_t *config, struct wanted *w)
{
	*w = (struct wanted){ 0 };
	if (config->numAttrs && !config->attrs)
		return cudaErrorInvalidValue;
	for (unsigned i = 0; i < config->numAttrs; i++) {
		const cudaLaunchAttribute *a = &config->attrs[i];

		if (a->id == cudaLaunchAttributeCooperative)
			w->cooperative = a->val.cooperative != 0;
		if (a->id == cudaLaunchAttributeProgrammaticStreamSerialization)
			w->early = a->val.programmaticStreamSerializationAllowed != 0;
		if (a->id == cudaLaunchAttributeClusterDimension)
			w->cluster = (dim3){ a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z };
	}
	return cudaSuccess;
}

static cudaError_t launch_with(const struct call *call, const cudaLaunchConfig_t *config, const void *kernel, void **args)
{
	struct launch_shape shape;
	struct wanted w;
	cudaError_t error = config ? attributes_read(config, &w) : cudaErrorInvalidValue;

	if (error != cudaSuccess)
		return error;
	shape = (struct launch_shape){ .grid = config->gridDim, .block = config->blockDim, .shared = config->dynamicSmemBytes,
				       .stream = config->stream, .cluster = w.cluster, .early = w.early };
	return launch_on_current(call, kernel, &shape, args, w.cooperative);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
	CALL_BODY(launch_with(&call, config, kernel, arguments))
