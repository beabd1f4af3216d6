// prints: 0x3f800000 2 1
// Unions, __float_as_int and memcpy between types of different size.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

union both { float f; unsigned u; unsigned char b[4]; };

__global__ void casts(unsigned *out, const double *in)
{
	both v;
	v.f = (float)in[0];
	out[0] = v.u;
	unsigned long long bits;
	memcpy(&bits, &in[1], 8);
	out[1] = (bits >> 52 & 0x7ff) - 1022;
	out[2] = v.b[3] == 0x3f && __float_as_uint(1.0f) == v.u;
}

int main()
{
	double d[2] = { 1.0, 2.5 }, *in;
	unsigned h[3], *out;
	cudaMalloc(&in, sizeof(d));
	cudaMalloc(&out, sizeof(h));
	cudaMemcpy(in, d, sizeof(d), cudaMemcpyHostToDevice);
	casts<<<1, 1>>>(out, in);
	cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
	printf("0x%x %u %u\n", h[0], h[1], h[2]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
