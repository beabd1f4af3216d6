// An event is used after it was destroyed.
// says: destroy
// gpu: no (the real runtime crashes)
#include <stdio.h>
#include <cuda_runtime.h>

int main()
{
	cudaEvent_t event;
	if (cudaEventCreate(&event) != cudaSuccess || cudaEventDestroy(event) != cudaSuccess)
		return 1;
	printf("record: %s\n", cudaGetErrorName(cudaEventRecord(event)));
	printf("synchronize: %s\n", cudaGetErrorName(cudaEventSynchronize(event)));
	return 0;
}
