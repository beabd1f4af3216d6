// prints: 1
// The kernel waits for the host's flag, for a while: the host waits for the kernel, so it gives up.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void patient(volatile int *go, int *gave_up)
{
	long long begun = clock64();
	while (!*go)
		if (clock64() - begun > 100000) {
			*gave_up = 1;
			return;
		}
}
int main()
{
	volatile int *go;
	int *gave_up, answer = 0;
	cudaHostAlloc((void **)&go, sizeof(int), cudaHostAllocMapped);
	*go = 0;
	cudaMalloc(&gave_up, sizeof(int));
	cudaMemset(gave_up, 0, sizeof(int));
	patient<<<1, 1>>>(go, gave_up);
	cudaMemcpy(&answer, gave_up, sizeof(int), cudaMemcpyDeviceToHost);
	printf("%d\n", answer);
	cudaFree(gave_up);
	cudaFreeHost((void *)go);
}
