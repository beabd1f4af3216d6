// prints: no error 4
// A second thread of the program feeds the kernel.
#include <cstdio>
#include <thread>
#include <cuda_runtime.h>
__global__ void echo(volatile int *in, volatile int *out, int n)
{
	for (int k = 1; k <= n; k++) {
		while (*in != k)
			;
		*out = k;
		__threadfence_system();
	}
}
int main()
{
	volatile int *in, *out;
	cudaHostAlloc((void **)&in, sizeof(int), cudaHostAllocMapped);
	cudaHostAlloc((void **)&out, sizeof(int), cudaHostAllocMapped);
	*in = *out = 0;
	echo<<<1, 1>>>(in, out, 4);
	std::thread feeds([&] {
		for (int k = 1; k <= 4; k++) {
			*in = k;
			while (*out != k)
				;
		}
	});
	feeds.join();
	const char *end = cudaGetErrorString(cudaDeviceSynchronize());
	printf("%s %d\n", end, *out);
	cudaFreeHost((void *)in);
	cudaFreeHost((void *)out);
}
