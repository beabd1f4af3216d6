// Memory for another process, which has no part in the virtual device: the report says what to do.
// gpu: no (there it works)
// says: cudaIpcGetMemHandle is not supported by the virtual machine.*next: devices of one process can copy: cudaMemcpyPeer. Other processes' memory needs --device gpu
// kind: not-supported
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
	cudaIpcMemHandle_t handle;
	int *x;
	cudaMalloc(&x, 4);
	printf("%s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, x)));
	cudaFree(x);
	return 0;
}
