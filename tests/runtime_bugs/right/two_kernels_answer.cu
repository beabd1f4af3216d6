// prints: 120
// Two kernels wait for the host at the same time, each in its stream, and the host serves both in turn.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void echo(volatile int *mail, int n)
{
	for (int k = 1; k <= n; k++) {
		while (mail[0] != k)
			;
		mail[1] = mail[0] * 10;
		__threadfence_system();
		mail[2] = k;
	}
}
int main()
{
	volatile int *mail[2];
	cudaStream_t s[2];
	int sum = 0;
	for (int i = 0; i < 2; i++) {
		cudaHostAlloc((void **)&mail[i], 3 * sizeof(int), cudaHostAllocMapped);
		mail[i][0] = mail[i][1] = mail[i][2] = 0;
		cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
		echo<<<1, 1, 0, s[i]>>>(mail[i], 3);
	}
	for (int k = 1; k <= 3; k++) {
		for (int i = 0; i < 2; i++)
			mail[i][0] = k;
		for (int i = 0; i < 2; i++) {
			while (mail[i][2] != k)
				;
			sum += mail[i][1];
		}
	}
	for (int i = 0; i < 2; i++) {
		cudaStreamSynchronize(s[i]);
		cudaStreamDestroy(s[i]);
		cudaFreeHost((void *)mail[i]);
	}
	printf("%d\n", sum);
}
