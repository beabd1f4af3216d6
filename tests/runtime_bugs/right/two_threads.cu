// prints: 496 1520
// Two host threads, each with a stream and buffers of its own.
#include <cstdio>
#include <thread>
#include <cuda_runtime.h>

__global__ void sum(int *out, const int *in)
{
	int s = 0;
	for (int i = 0; i < 32; i++)
		s += in[i];
	*out = s;
}

static void work(int first, int *result)
{
	int *h, *x, *out;
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaMallocHost(&h, 33 * sizeof(int));
	cudaMalloc(&x, 32 * sizeof(int));
	cudaMalloc(&out, sizeof(int));
	for (int i = 0; i < 32; i++)
		h[i] = first + i;
	cudaMemcpyAsync(x, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s);
	sum<<<1, 1, 0, s>>>(out, x);
	cudaMemcpyAsync(h + 32, out, sizeof(int), cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	*result = h[32];
	cudaFree(x);
	cudaFree(out);
	cudaFreeHost(h);
	cudaStreamDestroy(s);
}

int main()
{
	int a = 0, b = 0;
	std::thread first(work, 0, &a), second(work, 32, &b);
	first.join();
	second.join();
	printf("%d %d\n", a, b);
	return 0;
}
