// Copies whose direction is not what the pointers are.
// says: direction|cudaMemcpy
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TRY(what, call)                                                            \
	printf("%s: %s\n", what, cudaGetErrorName(call));                          \
	(void)cudaGetLastError()

int main()
{
	const size_t bytes = 4096;
	char *h_x = (char *)calloc(1, bytes), *h_y = (char *)calloc(1, bytes), *d_x, *d_y;
	if (cudaMalloc(&d_x, bytes) != cudaSuccess || cudaMalloc(&d_y, bytes) != cudaSuccess)
		return 1;
	TRY("to the device, said to come from it", cudaMemcpy(d_x, h_x, bytes, cudaMemcpyDeviceToHost));
	TRY("from the device, said to go there", cudaMemcpy(h_x, d_x, bytes, cudaMemcpyHostToDevice));
	TRY("host to host, said to go to the device", cudaMemcpy(h_y, h_x, bytes, cudaMemcpyHostToDevice));
	TRY("device to device, said to come from the host", cudaMemcpy(d_y, d_x, bytes, cudaMemcpyHostToDevice));
	TRY("host to device, said to be within it", cudaMemcpy(d_x, h_x, bytes, cudaMemcpyDeviceToDevice));
	TRY("device to device, said to be the host's", cudaMemcpy(d_y, d_x, bytes, cudaMemcpyHostToHost));
	TRY("by the pointers themselves", cudaMemcpy(d_x, h_x, bytes, cudaMemcpyDefault));
	TRY("no such direction", cudaMemcpy(d_x, h_x, bytes, (cudaMemcpyKind)9));
	TRY("still alive", cudaDeviceSynchronize());
	free(h_x);
	free(h_y);
	return cudaFree(d_x) || cudaFree(d_y);
}
