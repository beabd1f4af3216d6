/*
 * graph_attribute.c - attributes of kernel nodes: those that change what a kernel may do take effect, the others are preferences.
 */
#include "config.h"

#include "cudart/graph/graph.h"

#include <string.h>

#include "cudart/launch/launch.h"

static struct kernel_op *kernel_find(const struct call *call, cudaGraphNode_t node)
{
	struct node *n = node_find(call, node);

	return n && n->type == cudaGraphNodeTypeKernel ? (struct kernel_op *)n->work : NULL;
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute, cudaKernelNodeAttrValue *value)
{
	struct call call = CALL_ENTER_OR_RETURN;
	const struct kernel_op *k = value ? kernel_find(&call, node) : NULL;

	if (!k)
		return call_leave(&call, cudaErrorInvalidValue);
	memset(value, 0, sizeof *value);
	if (attribute == cudaLaunchAttributeCooperative)
		value->cooperative = k->cooperative;
	if (attribute == cudaLaunchAttributePriority)
		value->priority = k->priority;
	if (attribute == cudaLaunchAttributeClusterDimension && k->cluster.x) {
		value->clusterDim.x = k->cluster.x;
		value->clusterDim.y = k->cluster.y;
		value->clusterDim.z = k->cluster.z;
	}
	return call_leave(&call, cudaSuccess);
}

static cudaError_t set(const struct call *call, struct kernel_op *k, cudaKernelNodeAttrID attribute,
		       const cudaKernelNodeAttrValue *value)
{
	struct dim3u cluster;
	cudaError_t error;

	if (attribute == cudaLaunchAttributeCooperative)
		k->cooperative = value->cooperative;
	if (attribute == cudaLaunchAttributePriority)
		k->priority = value->priority;
	if (attribute != cudaLaunchAttributeClusterDimension)
		return cudaSuccess;
	cluster = (struct dim3u){ value->clusterDim.x, value->clusterDim.y, value->clusterDim.z };
	error = launch_cluster_check(call, k->function, k->op.device, k->grid, &cluster);
	if (error == cudaSuccess)
		k->cluster = cluster;
	return error;
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
					    const cudaKernelNodeAttrValue *value)
	CALL_WITH(struct kernel_op *k = value ? kernel_find(&call, node) : NULL,
		  k ? set(&call, k, attribute, value) : cudaErrorInvalidValue)

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from)
{
	struct call call = CALL_ENTER_OR_RETURN;
	struct kernel_op *k = kernel_find(&call, to);
	const struct kernel_op *other = kernel_find(&call, from);
	struct dim3u cluster;
	cudaError_t error;

	if (!k || !other)
		return call_leave(&call, cudaErrorInvalidValue);
	cluster = other->cluster;
	error = launch_cluster_check(&call, k->function, k->op.device, k->grid, &cluster);
	if (error != cudaSuccess)
		return call_leave(&call, error);
	k->cluster = cluster;
	k->cooperative = other->cooperative;
	k->priority = other->priority;
	return call_leave(&call, cudaSuccess);
}
