// A stream waits for a value that only its own later work would write.
// options: -lcuda
// gpu: no (it waits for ever)
// says: the stream waits until flag\[1\] >= 1, for ever: the value is 0, and nothing that can still run writes it
// kind: deadlock
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

int main()
{
	int *flag;
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	cudaMalloc(&flag, 2 * sizeof(int));
	cudaMemset(flag, 0, 2 * sizeof(int));
	cuStreamWaitValue32((CUstream)stream, (CUdeviceptr)(flag + 1), 1, CU_STREAM_WAIT_VALUE_GEQ);
	cuStreamWriteValue32((CUstream)stream, (CUdeviceptr)(flag + 1), 1, 0);
	printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
	return 0;
}
