/* launch_ex.c - launches with attributes. Attributes that change what a kernel may do take effect or are rejected; preferences are ignored. */
#include "config.h"

#include "cudart/calls/launch.h"
#include "cudart/check/report.h"

struct wanted { bool cooperative; };

static cudaError_t attributes_read(const struct call *call, const cudaLaunchConfig_t *config, struct wanted *w)
{
	*w = (struct wanted){ 0 };
	if (config->numAttrs && !config->attrs)
		return cudaErrorInvalidValue;
	for (unsigned i = 0; i < config->numAttrs; i++) {
		const cudaLaunchAttribute *a = &config->attrs[i];

		if (a->id == cudaLaunchAttributeCooperative)
			w->cooperative = a->val.cooperative != 0;
		if (a->id != cudaLaunchAttributeClusterDimension ||
		    (a->val.clusterDim.x <= 1 && a->val.clusterDim.y <= 1 && a->val.clusterDim.z <= 1))
			continue;
		report_call(KIND_NOT_SUPPORTED, call, NULL, "a cluster of one block is allowed; or run on a GPU with --device gpu",
		     "%s asks for clusters of %u x %u x %u blocks, which the virtual machine does not have", call->name,
		     a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z);
		return cudaErrorNotSupported;
	}
	return cudaSuccess;
}

static cudaError_t launch_with(const struct call *call, const cudaLaunchConfig_t *config, const void *kernel, void **args)
{
	struct launch_shape shape;
	struct wanted w;
	cudaError_t error = config ? attributes_read(call, config, &w) : cudaErrorInvalidValue;

	if (error != cudaSuccess)
		return error;
	shape = (struct launch_shape){ .grid = config->gridDim, .block = config->blockDim, .shared = config->dynamicSmemBytes,
				       .stream = config->stream };
	return launch(call, kernel, &shape, args, w.cooperative);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
{
	struct call call = CALL_ENTER_OR_RETURN;

	return call_leave(&call, launch_with(&call, config, kernel, arguments));
}
