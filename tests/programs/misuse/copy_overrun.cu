// Copies and sets that go past the end of a device buffer.
// says: d_x
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TRY(what, call)                                                            \
	printf("%s: %s\n", what, cudaGetErrorName(call));                          \
	(void)cudaGetLastError()

int main()
{
	const size_t bytes = 64 << 20;
	char *h_x = (char *)calloc(3, bytes), *d_x;
	if (cudaMalloc(&d_x, bytes) != cudaSuccess)
		return 1;
	TRY("twice as much to the device", cudaMemcpy(d_x, h_x, 2 * bytes, cudaMemcpyHostToDevice));
	TRY("twice as much from the device", cudaMemcpy(h_x, d_x, 2 * bytes, cudaMemcpyDeviceToHost));
	TRY("twice as much set", cudaMemset(d_x, 0, 2 * bytes));
	TRY("all of it, begun in the middle", cudaMemcpy(d_x + bytes / 2, h_x, bytes, cudaMemcpyHostToDevice));
	TRY("rows past the end", cudaMemcpy2D(d_x, 1 << 20, h_x, 1 << 20, 1 << 20, 128, cudaMemcpyHostToDevice));
	TRY("a row wider than its pitch", cudaMemcpy2D(d_x, 100, h_x, 200, 200, 2, cudaMemcpyHostToDevice));
	TRY("still alive", cudaDeviceSynchronize());
	free(h_x);
	return cudaFree(d_x);
}
