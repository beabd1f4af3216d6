// prints: 190 released
// A host function of the stream uses the pinned results, and gives an ordinary buffer back.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct job { int *pinned, *scratch, sum; bool released; };

static void finish(void *data)
{
	struct job *j = (struct job *)data;
	for (int i = 0; i < 20; i++)
		j->sum += j->scratch[i] = j->pinned[i];
	free(j->scratch);
	j->released = true;
}

__global__ void iota(int *x) { x[threadIdx.x] = threadIdx.x; }

int main()
{
	struct job j = { 0, (int *)malloc(20 * sizeof(int)), 0, false };
	int *x;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMallocHost(&j.pinned, 20 * sizeof(int));
	cudaMalloc(&x, 20 * sizeof(int));
	iota<<<1, 20, 0, s>>>(x);
	cudaMemcpyAsync(j.pinned, x, 20 * sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaLaunchHostFunc(s, finish, &j);
	cudaStreamSynchronize(s);
	printf("%d %s\n", j.sum, j.released ? "released" : "kept");
	cudaFreeHost(j.pinned);
	cudaFree(x);
	cudaStreamDestroy(s);
	return 0;
}
