// The buffer's name is in the third line of its allocation, inside a macro; the report knows it.
// expect: async-host-race
#include <cstdio>
#include <cstdlib>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) exit(1); } while (0)
int main()
{
	float *mine, *dev;
	CHECK(
		cudaHostAlloc(
			(void **)&mine,
			1024 * sizeof(float),
			cudaHostAllocDefault));
	CHECK(cudaMalloc(&dev, 1024 * sizeof(float)));
	CHECK(cudaMemset(dev, 0, 1024 * sizeof(float)));
	CHECK(cudaMemcpyAsync(mine, dev, 1024 * sizeof(float), cudaMemcpyDeviceToHost));
	printf("%f\n", mine[3]); // BUG
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(dev));
	CHECK(cudaFreeHost(mine));
}
