// A kernel waits for a value that no stream writes: the other one writes less, and a kernel there waits as well.
// options: -lcuda
// gpu: no (it waits for ever)
// says: waits on line [0-9]+ for a change of flag\[0\], which is 1
// kind: deadlock
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void wait_for(const volatile unsigned *flag, unsigned value, volatile unsigned *beat)
{
	while (*flag < value)
		*beat = 1;
}

int main()
{
	unsigned *flag;
	cudaStream_t mine, yours;
	cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&yours, cudaStreamNonBlocking);
	cudaMalloc(&flag, 3 * sizeof *flag);
	cudaMemset(flag, 0, 3 * sizeof *flag);
	cudaDeviceSynchronize();
	wait_for<<<1, 32, 0, mine>>>(flag, 2, flag + 1);
	cuStreamWriteValue32((CUstream)yours, (CUdeviceptr)flag, 1, 0);
	wait_for<<<1, 32, 0, yours>>>(flag, 3, flag + 2);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
