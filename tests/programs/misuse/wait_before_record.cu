// says: whose wait on line 17 waits for
// A stream waits for an event before it is recorded: the wait is empty.
#include <cstdio>
__global__ void add(int *p) { p[threadIdx.x] += 1; }
int main()
{
	int *p, h[64];
	cudaMalloc(&p, sizeof h);
	cudaMemset(p, 0, sizeof h);
	cudaDeviceSynchronize();
	cudaStream_t first, second;
	cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
	cudaEvent_t done;
	cudaEventCreate(&done);
	add<<<1, 64, 0, first>>>(p);
	cudaStreamWaitEvent(second, done, 0);
	cudaEventRecord(done, first);
	add<<<1, 64, 0, second>>>(p);
	cudaDeviceSynchronize();
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h[0]);
	cudaEventDestroy(done);
	cudaStreamDestroy(first);
	cudaStreamDestroy(second);
	cudaFree(p);
}
