/* children.cu - a kernel launches two others, in one stream, in two, or in two and one as a tail launch: their times (timeline.sh). */
#include <cuda_runtime.h>

__global__ void work(float *x, int n)
{
	float a = x[threadIdx.x];

	for (int i = 0; i < n; i++)
		a = a * 0.5f + 1;
	x[threadIdx.x] = a;
}

__global__ void pair(float *x, char mode)
{
	cudaStream_t first, second;
	float a = x[96];

	cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
	work<<<1, 32, 0, first>>>(x, 3000);
	work<<<1, 32, 0, mode == 's' ? first : second>>>(x + 32, 3000);
	if (mode == 't')
		work<<<1, 32, 0, cudaStreamTailLaunch>>>(x + 64, 1500);
	for (int i = 0; i < 2000; i++)
		a = a * 0.5f + 1;
	x[96] = a;
	cudaStreamDestroy(first);
	cudaStreamDestroy(second);
}

int main(int, char **argv)
{
	float *x;

	cudaMalloc(&x, 128 * sizeof *x);
	cudaMemset(x, 0, 128 * sizeof *x);
	pair<<<1, 1>>>(x, *argv[1]);
	cudaDeviceSynchronize();
	cudaFree(x);
}
