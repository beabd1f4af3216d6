// Registers of 8 bits: conversions, loads and stores, and packing. CUDA's own header of bfloat16 uses them.
#include <cstdio>

__global__ void k(unsigned *o)
{
	unsigned r, s;
	unsigned short h;

	asm("{ .reg .b8 %%a, %%b; cvt.u8.u32 %%a, %1; cvt.u8.u32 %%b, %2; mov.b16 %0, {%%a, %%b}; }" : "=h"(h) : "r"(0x1fe), "r"(0x203));
	asm("{ .reg .s8 %%a; cvt.s8.s32 %%a, %1; cvt.s32.s8 %0, %%a; }" : "=r"(r) : "r"(0x2fe));
	asm("{ .reg .b8 %%a<4>; ld.global.v4.b8 {%%a0, %%a1, %%a2, %%a3}, [%1]; mov.b32 %0, {%%a3, %%a2, %%a1, %%a0}; st.global.b8 [%1+3], %%a0; }"
	    : "=r"(s) : "l"(o) : "memory");
	o[1] = h;
	o[2] = r;
	o[3] = s;
}

int main()
{
	unsigned *o, h[4] = { 0x81828384 };

	cudaMalloc(&o, sizeof h);
	cudaMemcpy(o, h, sizeof h, cudaMemcpyHostToDevice);
	k<<<1, 1>>>(o);
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
	cudaFree(o);
	printf("%x %x %x %x\n", h[0], h[1], h[2], h[3]);
	return 0;
}
