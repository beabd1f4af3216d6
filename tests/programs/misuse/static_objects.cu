// A global object that allocates before main() and frees after it.
// says: nothing
#include <stdio.h>
#include <cuda_runtime.h>

__global__ void set(int *out, int value) { *out = value; }

struct holder {
	int *d;
	cudaError_t made;
	holder() : d(NULL) { made = cudaMalloc(&d, sizeof *d); }
	~holder()
	{
		cudaError_t freed = cudaFree(d);
		printf("freed: %s\n", freed == cudaSuccess || freed == cudaErrorCudartUnloading ? "well enough" : cudaGetErrorName(freed));
	}
};
static holder global;

int main()
{
	int h = 0;
	printf("made: %s\n", cudaGetErrorName(global.made));
	set<<<1, 1>>>(global.d, 42);
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	cudaError_t status = cudaMemcpy(&h, global.d, 4, cudaMemcpyDeviceToHost);
	printf("%s %d\n", cudaGetErrorName(status), h);
	return 0;
}
