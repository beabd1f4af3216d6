/*
 * __managed__ variables of two files: the host reads their values before its first CUDA call, and changes them by name; system
 * calls use memory beside them while a kernel is pending.
 */
// options: -rdc=true
// sources: main.cu other.cu
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <cuda_runtime.h>
#include "shared.h"

namespace box {
__managed__ int items = 3;
}
__managed__ Settings settings = { 1.5, { 1, 2, 3 } };
static __managed__ int rounds;
__device__ __managed__ unsigned char large[70000] = { 9 };
__managed__ char last = 'x'; // the end of its page belongs to nothing else
char beside[32] = "beside";

__global__ void work(int *out)
{
	int i = threadIdx.x;

	out[i] = (int)settings.of(i) + large[0];
	large[69999 - i] = (unsigned char)i;
	if (i == 0) {
		rounds++;
		last = 'y';
	}
}

int main()
{
	int *out, ends[2], status;

	printf("%d %g %d %c\n", box::items, settings.of(1), large[0], last);
	settings.scale = 10;
	large[0] = 1;
	cudaMallocManaged(&out, 32 * sizeof(*out));
	work<<<1, 32>>>(out);
	/* The kernel is pending. */
	status = pipe(ends) || write(ends[1], beside, 7) != 7 || read(ends[0], beside + 10, 7) != 7 || strcmp(beside + 10, "beside");
	cudaDeviceSynchronize();
	printf("%d %d %d %d %d %d %c\n", status, out[0], out[1], out[2], rounds, large[69998], last);
	double_all(5);
	printf("%d %g %d\n", box::items, settings.scale, settings.steps[2]);

	cudaPointerAttributes what;
	cudaPointerGetAttributes(&what, &box::items);
	printf("%s\n", what.type == cudaMemoryTypeManaged ? "managed" : "not managed");
	cudaMemPrefetchAsync(large, sizeof(large), { cudaMemLocationTypeDevice, 0 }, 0, 0);
	cudaDeviceSynchronize();
	cudaFree(out);
	return 0;
}
