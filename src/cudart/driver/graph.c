/* graph.c - calls about graphs whose parameters the driver API describes in structs of its own. */
#include "config.h"

#include "cudart/driver/stream_value.h"

#include <stdlib.h>
#include <string.h>

#include "cudart/textures/array.h"

_Static_assert(sizeof(CUDA_MEMSET_NODE_PARAMS) == sizeof(struct cudaMemsetParams), "the two APIs describe fills alike");
_Static_assert(sizeof(CUDA_HOST_NODE_PARAMS) == sizeof(struct cudaHostNodeParams), "and functions of the host");
_Static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(struct cudaMemAllocNodeParams), "and allocations");
_Static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams), "and instantiations");
_Static_assert(sizeof(CUgraphExecUpdateResultInfo) == sizeof(cudaGraphExecUpdateResultInfo), "and updates");
_Static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData), "and edges");
_Static_assert(sizeof(CUlaunchAttributeValue) == sizeof(cudaLaunchAttributeValue), "and attributes");

/* ---- launches ------------------------------------------------------------------------------------------------ */

/* *packed: what the caller frees after the use of *r: pointers to parameters that were packed in one buffer. */
static cudaError_t kernel_of(const struct call *call, const CUDA_KERNEL_NODE_PARAMS *p, struct cudaKernelNodeParams *r,
			     void ***packed)
{
	*packed = NULL;
	if (!p)
		return cudaErrorInvalidValue;
	*r = (struct cudaKernelNodeParams){ .func = p->func ? (void *)p->func : (void *)p->kern, .kernelParams = p->kernelParams,
					    .gridDim = { p->gridDimX, p->gridDimY, p->gridDimZ },
					    .blockDim = { p->blockDimX, p->blockDimY, p->blockDimZ },
					    .sharedMemBytes = p->sharedMemBytes };
	if (p->kernelParams || !p->extra)
		return cudaSuccess;
	*packed = r->kernelParams = driver_arguments(call, r->func, p->extra);
	return *packed ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t kernel_add(const struct call *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
			      const CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;
	void **packed;
	cudaError_t error = kernel_of(call, params, &p, &packed);

	if (error == cudaSuccess)
		error = cudaGraphAddKernelNode((cudaGraphNode_t *)node, (cudaGraph_t)graph, (const cudaGraphNode_t *)before,
					       count, &p);
	free(packed);
	return error;
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
				 const CUDA_KERNEL_NODE_PARAMS *params)
	DRIVER_BODY(kernel_add(&call, node, graph, before, count, params))

static cudaError_t kernel_get(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;
	cudaError_t error = params ? cudaGraphKernelNodeGetParams((cudaGraphNode_t)node, &p) : cudaErrorInvalidValue;

	if (error == cudaSuccess)
		*params = (CUDA_KERNEL_NODE_PARAMS){ .func = p.func, .gridDimX = p.gridDim.x, .gridDimY = p.gridDim.y,
						     .gridDimZ = p.gridDim.z, .blockDimX = p.blockDim.x,
						     .blockDimY = p.blockDim.y, .blockDimZ = p.blockDim.z,
						     .sharedMemBytes = p.sharedMemBytes, .kernelParams = p.kernelParams };
	return error;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params) DRIVER_BODY(kernel_get(node, params))

/* exec NULL: in the graph itself. */
static cudaError_t kernel_set(const struct call *call, CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;
	void **packed;
	cudaError_t error = kernel_of(call, params, &p, &packed);

	if (error == cudaSuccess)
		error = exec ? cudaGraphExecKernelNodeSetParams((cudaGraphExec_t)exec, (cudaGraphNode_t)node, &p) :
			       cudaGraphKernelNodeSetParams((cudaGraphNode_t)node, &p);
	free(packed);
	return error;
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
	DRIVER_BODY(kernel_set(&call, NULL, node, params))

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
	DRIVER_BODY(exec ? kernel_set(&call, exec, node, params) : cudaErrorInvalidValue)

/* ---- copies --------------------------------------------------------------------------------------------------- */

/*
 * One side, as cudaMemcpy3D takes it: positions in an array are in texels, those in memory in bytes. *texel: bytes of an array's
 * texel, if the side is one.
 */
static cudaError_t side_of(const struct call *call, CUmemorytype type, const void *host, CUdeviceptr device, CUarray array,
			   size_t pitch, size_t height, struct cudaPos *at, struct cudaPitchedPtr *memory, cudaArray_t *there,
			   size_t *texel)
{
	const struct cudaArray *a;

	if (type != CU_MEMORYTYPE_ARRAY) {
		*memory = (struct cudaPitchedPtr){ type == CU_MEMORYTYPE_HOST ? (void *)host : (void *)device, pitch, pitch,
						   height };
		return cudaSuccess;
	}
	*there = (cudaArray_t)array;
	a = array_find(call, *there);
	if (!a)
		return cudaErrorInvalidResourceHandle;
	*texel = a->texel;
	if (at->x % a->texel)
		return cudaErrorInvalidValue;
	at->x /= a->texel;
	return cudaSuccess;
}

static cudaError_t copy_of(const struct call *call, const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *p)
{
	size_t texel = 1;
	cudaError_t error;

	if (!c)
		return cudaErrorInvalidValue;
	*p = (struct cudaMemcpy3DParms){ .srcPos = { c->srcXInBytes, c->srcY, c->srcZ },
					 .dstPos = { c->dstXInBytes, c->dstY, c->dstZ },
					 .kind = driver_copy_kind(c->srcMemoryType, c->dstMemoryType) };
	error = side_of(call, c->srcMemoryType, c->srcHost, c->srcDevice, c->srcArray,
			c->srcPitch ? c->srcPitch : c->WidthInBytes, c->srcHeight ? c->srcHeight : c->Height, &p->srcPos,
			&p->srcPtr, &p->srcArray, &texel);
	if (error == cudaSuccess)
		error = side_of(call, c->dstMemoryType, c->dstHost, c->dstDevice, c->dstArray,
				c->dstPitch ? c->dstPitch : c->WidthInBytes, c->dstHeight ? c->dstHeight : c->Height, &p->dstPos,
				&p->dstPtr, &p->dstArray, &texel);
	if (error == cudaSuccess && c->WidthInBytes % texel)
		error = cudaErrorInvalidValue;
	p->extent = (struct cudaExtent){ c->WidthInBytes / texel, c->Height, c->Depth };
	return error;
}

static cudaError_t copy_add(const struct call *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
			    const CUDA_MEMCPY3D *params)
{
	struct cudaMemcpy3DParms p;
	cudaError_t error = copy_of(call, params, &p);

	if (error != cudaSuccess)
		return error;
	return cudaGraphAddMemcpyNode((cudaGraphNode_t *)node, (cudaGraph_t)graph, (const cudaGraphNode_t *)before, count, &p);
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
			      const CUDA_MEMCPY3D *params, CUcontext context)
	DRIVER_BODY(copy_add(&call, node, graph, before, count, params))

static cudaError_t copy_set(const struct call *call, CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params)
{
	struct cudaMemcpy3DParms p;
	cudaError_t error = copy_of(call, params, &p);

	if (error != cudaSuccess)
		return error;
	return exec ? cudaGraphExecMemcpyNodeSetParams((cudaGraphExec_t)exec, (cudaGraphNode_t)node, &p) :
		      cudaGraphMemcpyNodeSetParams((cudaGraphNode_t)node, &p);
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params)
	DRIVER_BODY(copy_set(&call, NULL, node, params))

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params, CUcontext context)
	DRIVER_BODY(exec ? copy_set(&call, exec, node, params) : cudaErrorInvalidValue)

/* ---- nodes of any type ------------------------------------------------------------------------------------------ */

/* Types whose parameters differ are translated; those of the others lie at the same places. */
static cudaError_t params_of(const struct call *call, const CUgraphNodeParams *p, struct cudaGraphNodeParams *r, void ***packed)
{
	struct cudaKernelNodeParams kernel;
	cudaError_t error = cudaSuccess;

	*packed = NULL;
	if (!p)
		return cudaErrorInvalidValue;
	memset(r, 0, sizeof *r);
	r->type = (enum cudaGraphNodeType)p->type;
	switch (p->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		error = kernel_of(call, &p->kernel, &kernel, packed);
		if (error == cudaSuccess)
			memcpy(&r->kernel, &kernel, sizeof kernel);
		break;
	case CU_GRAPH_NODE_TYPE_MEMCPY: error = copy_of(call, &p->memcpy.copyParams, &r->memcpy.copyParams); break;
	default: memcpy(r->reserved1, p->reserved1, sizeof r->reserved1); break;
	}
	return error;
}

static cudaError_t node_add_any(const struct call *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
				const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *params)
{
	struct cudaGraphNodeParams p;
	void **packed;
	cudaError_t error = params_of(call, params, &p, &packed);

	if (params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)
		return batch_node_add(call, node, graph, before, count, &params->memOp);
	if (error == cudaSuccess)
		error = cudaGraphAddNode((cudaGraphNode_t *)node, (cudaGraph_t)graph, (const cudaGraphNode_t *)before,
					 (const cudaGraphEdgeData *)edges, count, &p);
	if (error == cudaSuccess && params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
		params->alloc.dptr = (uintptr_t)p.alloc.dptr;
	if (error == cudaSuccess && params->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
		params->conditional.phGraph_out = (CUgraph *)p.conditional.phGraph_out;
	free(packed);
	return error;
}

CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, const CUgraphEdgeData *edges,
			   size_t count, CUgraphNodeParams *params)
	DRIVER_BODY(node_add_any(&call, node, graph, before, edges, count, params))

CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count, CUgraphNodeParams *params)
	DRIVER_BODY(node_add_any(&call, node, graph, before, NULL, count, params))

static cudaError_t node_set(const struct call *call, CUgraphExec exec, CUgraphNode node, const CUgraphNodeParams *params)
{
	struct cudaGraphNodeParams p;
	void **packed;
	cudaError_t error = params_of(call, params, &p, &packed);

	if (params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)
		return exec ? batch_node_set_exec(call, exec, node, &params->memOp) : batch_node_set(call, node, &params->memOp);
	if (error == cudaSuccess)
		error = exec ? cudaGraphExecNodeSetParams((cudaGraphExec_t)exec, (cudaGraphNode_t)node, &p) :
			       cudaGraphNodeSetParams((cudaGraphNode_t)node, &p);
	free(packed);
	return error;
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params) DRIVER_BODY(node_set(&call, NULL, node, params))

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params)
	DRIVER_BODY(exec ? node_set(&call, exec, node, params) : cudaErrorInvalidValue)
