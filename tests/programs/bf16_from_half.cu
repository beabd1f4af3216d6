// Conversions between the two 16-bit floats, of all values: the hardware's instruction rounds once, as by way of a float.
// options: -arch=sm_90
#include <cstdio>

__global__ void convert(unsigned short *to_bf16, unsigned short *to_half)
{
	unsigned short i = blockIdx.x * blockDim.x + threadIdx.x, d, e;

	asm("cvt.rn.bf16.f16 %0, %1;" : "=h"(d) : "h"(i));
	asm("cvt.rn.f16.bf16 %0, %1;" : "=h"(e) : "h"(i));
	to_bf16[i] = d;
	to_half[i] = e;
}

static unsigned short a[65536], b[65536];

int main()
{
	unsigned short *d;
	unsigned sum = 0;

	cudaMalloc(&d, sizeof a + sizeof b);
	convert<<<256, 256>>>(d, d + 65536);
	cudaMemcpy(a, d, sizeof a, cudaMemcpyDeviceToHost);
	cudaMemcpy(b, d + 65536, sizeof b, cudaMemcpyDeviceToHost);
	cudaFree(d);
	for (int i = 0; i < 65536; i++)
		sum = (sum * 31 + a[i]) * 31 + b[i];
	printf("%04x %04x %04x %04x, %04x %04x %04x %04x, %08x\n", a[0x3c01], a[0x3c04], a[0x7bff], a[0x7e01], b[0x3f81], b[0x4780], b[0x3300], b[0x7fc1], sum);
	return 0;
}
