// options: -rdc=true
// needs: nvcc (launches in kernels)
// What the device runtime answers, and errors in kernels.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void tiny(int *p)
{
	p[threadIdx.x] += 1;
}

__global__ void ask(int *out, int *p, int *grid)
{
	int device = -1, sms = 0, threads = 0;
	out[0] = cudaGetDevice(&device);
	out[1] = device;
	out[2] = cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
	out[3] = threads;
	cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
	out[4] = sms > 0;
	cudaMemsetAsync(p, 0, 32 * sizeof(int), 0);
	tiny<<<1, 32>>>(p);
	tiny<<<1, 32>>>(p);
	out[5] = cudaPeekAtLastError();
	const char *s = cudaGetErrorString(cudaErrorInvalidConfiguration);
	int n = 0;
	while (s[n])
		n++;
	out[6] = n;
	int count = 0;
	size_t heap = 0, *words = 0;
	cudaGetDeviceCount(&count);
	out[7] = count > 0;
	cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
	out[8] = heap == 8 << 20;
	out[9] = cudaMalloc(&words, 8 * sizeof *words);
	words[7] = 77;
	out[10] = (int)words[7];
	out[11] = cudaFree(words);
	/* 3 rows of 2 ints in an array whose rows are 4 long. */
	cudaStream_t own;
	cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
	cudaMemset2DAsync(grid, 16, 0, 8, 3, own);
	cudaMemcpy2DAsync(grid + 2, 16, grid, 16, 8, 2, cudaMemcpyDeviceToDevice, own);
	cudaStreamDestroy(own);
}

int main()
{
	int *out, *p, *grid, g[12], h[12], v[32];
	cudaMalloc(&out, sizeof h);
	cudaMalloc(&p, sizeof v);
	cudaMalloc(&grid, sizeof g);
	cudaMemset(grid, 5, sizeof g);
	ask<<<1, 1>>>(out, p, grid);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(v, p, sizeof v, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 12; i++)
		printf("%d ", h[i]);
	printf("| %d %d\n", v[0], v[31]);
	cudaMemcpy(g, grid, sizeof g, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 12; i++)
		printf("%x ", g[i]);
	printf("\n");
	cudaFree(out);
	cudaFree(p);
	cudaFree(grid);
}
