// options: -lcuda
// The memory of graphs, as the device counts it: at the first launch, while an allocation lives, after a trim; a captured pool's too.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status) { \
			fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void fill(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = i;
}

struct footprint { cuuint64_t used, used_high, reserved, reserved_high; };

static footprint look()
{
	footprint f;
	CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &f.used));
	CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &f.used_high));
	CHECK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &f.reserved));
	CHECK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, &f.reserved_high));
	return f;
}

static void show(const char *what)
{
	const footprint f = look();
	printf("%s: %s, %s; marks %s\n", what, f.used ? "used" : "not used", f.reserved ? "reserved" : "not reserved",
	       f.used_high >= f.used && f.reserved_high >= f.reserved && f.reserved >= f.used ? "above" : "below");
}

int main()
{
	const int n = 1 << 20;
	const size_t bytes = n * sizeof(int);
	cuuint64_t zero = 0, one = 1;
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t x;
	CHECK(cudaStreamCreate(&s));
	show("at first");

	// Captured: the graph frees what it allocates.
	int *tmp;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaMallocAsync(&tmp, bytes, s));
	fill<<<n / 256, 256, 0, s>>>(tmp, n);
	CHECK(cudaFreeAsync(tmp, s));
	CHECK(cudaStreamEndCapture(s, &g));
	cudaGraphNode_t nodes[3];
	size_t count = 3;
	CHECK(cudaGraphGetNodes(g, nodes, &count));
	for (size_t i = 0; i < count; i++) {
		cudaGraphNodeType type;
		CHECK(cudaGraphNodeGetType(nodes[i], &type));
		cudaMemAllocNodeParams allocated = {};
		void *freed = NULL;
		if (type == cudaGraphNodeTypeMemAlloc)
			CHECK(cudaGraphMemAllocNodeGetParams(nodes[i], &allocated));
		if (type == cudaGraphNodeTypeMemFree)
			CHECK(cudaGraphMemFreeNodeGetParams(nodes[i], &freed));
		printf("%s\n", type == cudaGraphNodeTypeKernel ? "a kernel" : allocated.dptr == tmp && allocated.bytesize == bytes ?
		       "its allocation" : freed == tmp ? "its free" : "another node");
	}
	CHECK(cudaGraphInstantiate(&x, g, 0));
	show("instantiated");
	CHECK(cudaGraphLaunch(x, s));
	CHECK(cudaStreamSynchronize(s));
	show("launched");
	CHECK(cudaDeviceGraphMemTrim(0));
	show("trimmed");
	CHECK(cudaGraphLaunch(x, s));
	CHECK(cudaStreamSynchronize(s));
	show("launched again");
	CHECK(cudaGraphExecDestroy(x));
	CHECK(cudaGraphDestroy(g));
	CHECK(cudaDeviceGraphMemTrim(0));
	show("destroyed and trimmed");

	// By hand: the program frees it after the launch, and a trim before that leaves it.
	CHECK(cudaGraphCreate(&g, 0));
	cudaMemAllocNodeParams p = {};
	p.poolProps.allocType = cudaMemAllocationTypePinned;
	p.poolProps.location.type = cudaMemLocationTypeDevice;
	p.poolProps.location.id = 0;
	p.bytesize = 3 * bytes;
	CHECK(cudaGraphAddMemAllocNode(&nodes[0], g, NULL, 0, &p));
	CHECK(cudaGraphInstantiate(&x, g, 0));
	CHECK(cudaGraphLaunch(x, s));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaDeviceGraphMemTrim(0));
	show("an allocation lives");
	printf("all of it: %d\n", look().used >= 3 * bytes);
	CHECK(cudaFreeAsync(p.dptr, s));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cuDeviceGraphMemTrim(0));
	show("freed and trimmed");
	CHECK(cudaGraphExecDestroy(x));
	CHECK(cudaGraphDestroy(g));

	printf("marks stay: %d\n", look().used_high > 0 && look().reserved_high > 0);
	CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
	CHECK(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, &zero));
	printf("until they are reset: %d\n", !look().used_high && !look().reserved_high);
	printf("refused: %d %d %d %d %d\n", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero),
	       cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one), cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &one),
	       cudaDeviceGraphMemTrim(-1), cuDeviceGetGraphMemAttribute(0, (CUgraphMem_attribute)77, &one));
	(void)cudaGetLastError();
	CHECK(cudaStreamDestroy(s));
	return 0;
}
