// A product and a sum that name no rounding: an assembler may round them once, as one fma, and ptxas does. `--fuse` does as ptxas; this
// is what hardware prints. Those that name their rounding stay two.
// options: --fuse
#include <cstdio>
#include <cuda_runtime.h>

struct rounded { float sum, difference, other, named; double wide, wide_named; };

__global__ void rounds(rounded *out, float a, float b, float c, double x, double y, double z)
{
	rounded r;

	asm("{ .reg .f32 p; mul.f32 p, %1, %2; add.f32 %0, p, %3; }" : "=f"(r.sum) : "f"(a), "f"(b), "f"(c));
	asm("{ .reg .f32 p; mul.f32 p, %1, %2; sub.f32 %0, p, %3; }" : "=f"(r.difference) : "f"(a), "f"(b), "f"(-c));
	asm("{ .reg .f32 p; mul.f32 p, %1, %2; sub.f32 %0, %3, p; }" : "=f"(r.other) : "f"(a), "f"(b), "f"(-c));
	asm("{ .reg .f32 p; mul.rn.f32 p, %1, %2; add.rn.f32 %0, p, %3; }" : "=f"(r.named) : "f"(a), "f"(b), "f"(c));
	asm("{ .reg .f64 p; mul.f64 p, %1, %2; add.f64 %0, p, %3; }" : "=d"(r.wide) : "d"(x), "d"(y), "d"(z));
	asm("{ .reg .f64 p; mul.rn.f64 p, %1, %2; add.rn.f64 %0, p, %3; }" : "=d"(r.wide_named) : "d"(x), "d"(y), "d"(z));
	*out = r;
}

// How many of n dot products differ from those with a named rounding.
__global__ void dots(int *differ, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float once = 0, twice = 0;

	if (i >= n)
		return;
	for (int k = 1; k <= 16; k++) {
		float a = 1.0f / (float)(i + k), b = (float)(i * k % 31) * 0.1f;

		asm("{ .reg .f32 p; mul.f32 p, %1, %2; add.f32 %0, p, %0; }" : "+f"(once) : "f"(a), "f"(b));
		asm("{ .reg .f32 p; mul.rn.f32 p, %1, %2; add.rn.f32 %0, p, %0; }" : "+f"(twice) : "f"(a), "f"(b));
	}
	if (once != twice)
		atomicAdd(differ, 1);
}

int main()
{
	// (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: the last bit is beyond a float; so is 2^-54 of the square of 1 + 2^-27 beyond a double.
	const float a = 1 + 0x1p-12f, c = -1 - 0x1p-11f;
	const double x = 1 + 0x1p-27, z = -1 - 0x1p-26;
	rounded *out;
	int *differ;

	cudaMallocManaged(&out, sizeof *out);
	cudaMallocManaged(&differ, sizeof *differ);
	*differ = 0;
	rounds<<<1, 1>>>(out, a, a, c, x, x, z);
	dots<<<8, 128>>>(differ, 1000);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("mul, add %a\nmul, sub %a\nsub of mul %a\nmul.rn, add.rn %a\n", out->sum, out->difference, out->other, out->named);
	printf("f64: mul, add %a\nf64: mul.rn, add.rn %a\n", out->wide, out->wide_named);
	printf("%d of 1000 dot products have other last bits\n", *differ);
	cudaFree(out);
	cudaFree(differ);
	return 0;
}
