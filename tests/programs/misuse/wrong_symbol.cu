// Symbols that are none, or too small for what is copied to them.
// says: not a device variable
#include <stdio.h>
#include <cuda_runtime.h>

__constant__ int table[16];
__device__ int counter;
static int of_the_host;

#define TRY(what, call)                                                            \
	printf("%s: %s\n", what, cudaGetErrorName(call));                          \
	(void)cudaGetLastError()

__global__ void use(int *out) { *out = table[threadIdx.x] + counter; }

int main()
{
	int h[32] = { 0 };
	void *at = NULL;
	size_t size = 0;
	TRY("a variable of the host", cudaMemcpyToSymbol(of_the_host, h, 4));
	TRY("a name in quotes", cudaMemcpyToSymbol((const void *)"table", h, 4));
	TRY("more than there is", cudaMemcpyToSymbol(table, h, sizeof h));
	TRY("past the end by the offset", cudaMemcpyToSymbol(table, h, 8, 60));
	TRY("all of it", cudaMemcpyToSymbol(table, h, sizeof table));
	TRY("the address", cudaGetSymbolAddress(&at, counter));
	TRY("the size", cudaGetSymbolSize(&size, table));
	TRY("the address of the host's", cudaGetSymbolAddress(&at, of_the_host));
	printf("%zu bytes\n", size);
	return of_the_host;
}
