// Device code that the runtime loads from a file: its kernels are listed and launched, its variables are written.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <cuda_runtime.h>

#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(error)); \
			exit(1); \
		} \
	} while (0)

static const char text[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	".visible .global .align 4 .s32 offset = 100;\n"
	".visible .entry add(.param .u64 c, .param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
	".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p;\n"
	"ld.param.u64 %d1, [c]; ld.param.u64 %d2, [a]; ld.param.u64 %d3, [b]; ld.param.u32 %r1, [n];\n"
	"mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
	"setp.ge.s32 %p, %r5, %r1; @%p ret;\n"
	"mul.wide.s32 %d4, %r5, 4; add.s64 %d1, %d1, %d4; add.s64 %d2, %d2, %d4; add.s64 %d3, %d3, %d4;\n"
	"ld.global.s32 %r6, [%d2]; ld.global.s32 %r7, [%d3]; add.s32 %r6, %r6, %r7;\n"
	"ld.global.s32 %r8, [offset]; add.s32 %r6, %r6, %r8; st.global.s32 [%d1], %r6; ret;\n}\n"
	".visible .entry empty()\n{\nret;\n}\n";

__global__ void own(int *out) { *out = 42; }

int main()
{
	const int n = 300;
	static int a[n], c[n];
	char path[] = "/tmp/library_XXXXXX";
	int file = mkstemp(path), *da, *dc, wrong = 0, offset = 5, size = n;
	unsigned count = 0;
	cudaLibrary_t library;
	cudaKernel_t kernels[4], add, mine;
	void *variable;
	size_t bytes;
	const char *name;
	dim3 grid(2), block(256);

	if (file < 0 || write(file, text, sizeof text - 1) != (ssize_t)sizeof text - 1)
		return 1;
	close(file);
	CHECK(cudaLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0));
	unlink(path);
	CHECK(cudaLibraryGetKernelCount(&count, library));
	CHECK(cudaLibraryEnumerateKernels(kernels, count, library));
	CHECK(cudaLibraryGetKernel(&add, library, "add"));
	CHECK(cudaLibraryGetGlobal(&variable, &bytes, library, "offset"));
	printf("%u kernels, a variable of %zu bytes\n", count, bytes);
	CHECK(cudaMemcpy(variable, &offset, sizeof offset, cudaMemcpyHostToDevice));
	for (int i = 0; i < n; i++)
		a[i] = i;
	CHECK(cudaMalloc(&da, sizeof a));
	CHECK(cudaMalloc(&dc, sizeof c));
	CHECK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
	void *arguments[] = { &dc, &da, &da, &size };
	CHECK(cudaLaunchKernel((const void *)add, grid, block, arguments, 0, 0));
	CHECK(cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		wrong += c[i] != 2 * i + 5;
	printf("%d wrong\n", wrong);
	CHECK(cudaGetKernel(&mine, (const void *)own));
	CHECK(cudaFuncGetName(&name, (const void *)own));
	void *one[] = { &dc };
	CHECK(cudaLaunchKernel((const void *)mine, dim3(1), dim3(1), one, 0, 0));
	CHECK(cudaMemcpy(c, dc, sizeof *c, cudaMemcpyDeviceToHost));
	printf("%s: %d\n", strstr(name, "own") ? "own" : name, c[0]);
	CHECK(cudaLibraryUnload(library));
	CHECK(cudaFree(da));
	CHECK(cudaFree(dc));
	return 0;
}
