// prints: 1 answers 1
// prints: 2 answers 4
// prints: 3 answers 9
// Host and kernel answer each other in turn through mapped memory: the kernel goes on while the host polls.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void serve(volatile int *ask, volatile int *answer, int rounds)
{
	for (int k = 1; k <= rounds; k++) {
		while (*ask < k)
			;
		answer[0] = k * k;
		__threadfence_system();
		answer[1] = k;
	}
}
int main()
{
	volatile int *ask, *answer;
	cudaHostAlloc((void **)&ask, sizeof(int), cudaHostAllocMapped);
	cudaHostAlloc((void **)&answer, 2 * sizeof(int), cudaHostAllocMapped);
	ask[0] = answer[0] = answer[1] = 0;
	serve<<<1, 1>>>(ask, answer, 3);
	for (int k = 1; k <= 3; k++) {
		*ask = k;
		while (answer[1] < k)
			;
		printf("%d answers %d\n", k, answer[0]);
	}
	cudaDeviceSynchronize();
	cudaFreeHost((void *)ask);
	cudaFreeHost((void *)answer);
}
