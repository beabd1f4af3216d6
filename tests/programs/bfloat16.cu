// bfloat16: conversions, arithmetic and comparisons of many pairs, against the host's own rounding in double.
// options: -arch=sm_80
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>

enum { ADD, SUB, MUL, DIV, FMA, MAX, MIN, LESS, EQUAL, COUNT };

__global__ void compute(const unsigned short *a, const unsigned short *b, unsigned short *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__nv_bfloat16 x = __ushort_as_bfloat16(a[i]), y = __ushort_as_bfloat16(b[i]);
	out[ADD * n + i] = __bfloat16_as_ushort(__hadd(x, y));
	out[SUB * n + i] = __bfloat16_as_ushort(x - y);
	out[MUL * n + i] = __bfloat16_as_ushort(x * y);
	out[DIV * n + i] = __bfloat16_as_ushort(__hdiv(x, y));
	out[FMA * n + i] = __bfloat16_as_ushort(__hfma(x, y, __float2bfloat16(1.0f)));
	out[MAX * n + i] = __bfloat16_as_ushort(__hmax(x, y));
	out[MIN * n + i] = __bfloat16_as_ushort(__hmin(x, y));
	out[LESS * n + i] = __hlt(x, y);
	out[EQUAL * n + i] = x == y;
}

__global__ void round_all(const float *in, unsigned short *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = __bfloat16_as_ushort(__float2bfloat16_rn(in[i]));
}

// The nearest number of 8 binary digits, of two the even one; x is neither NaN nor too large.
static unsigned short nearest(double x)
{
	int exponent;
	double m = std::frexp(std::fabs(x), &exponent);
	int digits = exponent < -125 ? 8 - (-125 - exponent) : 8;
	double q = std::nearbyint(std::ldexp(m, digits));
	float f = (float)std::copysign(std::ldexp(q, exponent - digits), x);
	unsigned bits;
	std::memcpy(&bits, &f, 4);
	return (unsigned short)(bits >> 16);
}

static double value(unsigned short x)
{
	unsigned bits = (unsigned)x << 16;
	float f;
	std::memcpy(&f, &bits, 4);
	return f;
}

int main()
{
	const int n = 8192;
	unsigned short *a, *b, *out;
	float *floats;
	unsigned seed = 7;
	cudaMallocManaged(&a, n * sizeof *a);
	cudaMallocManaged(&b, n * sizeof *b);
	cudaMallocManaged(&out, COUNT * n * sizeof *out);
	cudaMallocManaged(&floats, n * sizeof *floats);
	for (int i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		a[i] = (unsigned short)((seed >> 16 & 0x87ff) + 0x3c00);
		seed = seed * 1664525u + 1013904223u;
		b[i] = i % 9 ? (unsigned short)((seed >> 16 & 0x87ff) + 0x3c00) : a[i];
		floats[i] = (float)(seed * 0.001 - 2e6);
	}
	compute<<<n / 128, 128>>>(a, b, out, n);
	cudaDeviceSynchronize();
	int wrong[COUNT] = {};
	unsigned sum = 0;
	for (int i = 0; i < n; i++) {
		double x = value(a[i]), y = value(b[i]);
		double want[] = { x + y, x - y, x * y, x / y, x * y + 1, x > y ? x : y, x < y ? x : y };
		for (int k = 0; k < LESS; k++)
			wrong[k] += out[k * n + i] != nearest(want[k]);
		wrong[LESS] += out[LESS * n + i] != (x < y);
		wrong[EQUAL] += out[EQUAL * n + i] != (x == y);
		for (int k = 0; k < COUNT; k++)
			sum = sum * 31 + out[k * n + i];
	}
	for (int k = 0; k < COUNT; k++)
		printf("%d ", wrong[k]);
	printf("wrong, checksum %08x\n", sum);
	round_all<<<n / 128, 128>>>(floats, out);
	cudaDeviceSynchronize();
	wrong[0] = 0;
	for (int i = 0; i < n; i++)
		wrong[0] += out[i] != nearest(floats[i]);
	printf("%d roundings are wrong\n", wrong[0]);
	cudaFree(a);
	cudaFree(b);
	cudaFree(out);
	cudaFree(floats);
	return 0;
}
