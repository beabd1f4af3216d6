// The driver's functions by name, as libraries get them that are linked with the runtime only; surfaces know what they are made of.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void stamp(cudaSurfaceObject_t to, int w)
{
	int x = threadIdx.x, y = blockIdx.x;

	surf2Dwrite(y * w + x, to, x * 4, y);
}

typedef CUresult get_name(char *, int, CUdevice);
typedef CUresult get_range(CUdeviceptr *, size_t *, CUdeviceptr);

int main()
{
	const int w = 32, h = 8;
	static int got[h][w];
	void *function, *range;
	cudaDriverEntryPointQueryResult found;
	char name[100] = "";
	int *p, wrong = 0;
	CUdeviceptr base;
	size_t size;
	cudaArray_t array;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
	cudaResourceDesc resource, asked;
	cudaSurfaceObject_t surface;

	CHECK(cudaMalloc(&p, 1000));
	CHECK(cudaGetDriverEntryPointByVersion("cuDeviceGetName", &function, 12000, cudaEnableDefault, &found));
	printf("found %d, named %d\n", found == cudaDriverEntryPointSuccess, ((get_name *)function)(name, sizeof name, 0) == CUDA_SUCCESS && *name);
	CHECK(cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", &range, 12000, cudaEnableDefault, &found));
	printf("range %d", ((get_range *)range)(&base, &size, (CUdeviceptr)p + 10) == CUDA_SUCCESS);
	printf(" of %zu bytes from its beginning %d\n", size, base == (CUdeviceptr)p);
	cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &function, 12000, cudaEnableDefault, &found);
	printf("no such function: %d\n", found == cudaDriverEntryPointSymbolNotFound);
	cudaGetLastError();
	CHECK(cudaMallocArray(&array, &format, w, h, cudaArraySurfaceLoadStore));
	memset(&resource, 0, sizeof resource);
	resource.resType = cudaResourceTypeArray, resource.res.array.array = array;
	CHECK(cudaCreateSurfaceObject(&surface, &resource));
	CHECK(cudaGetSurfaceObjectResourceDesc(&asked, surface));
	stamp<<<h, w>>>(surface, w);
	CHECK(cudaMemcpy2DFromArray(got, sizeof got[0], array, 0, 0, sizeof got[0], h, cudaMemcpyDeviceToHost));
	for (int k = 0; k < w * h; k++)
		wrong += got[k / w][k % w] != k;
	printf("of this array %d, %d wrong\n", asked.res.array.array == array, wrong);
	CHECK(cudaDestroySurfaceObject(surface));
	CHECK(cudaFreeArray(array));
	CHECK(cudaFree(p));
	return 0;
}
