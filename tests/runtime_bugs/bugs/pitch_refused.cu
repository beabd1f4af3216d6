// A copy with a row that is wider than the host's rows fails, and its error is dropped: the kernel reads what was never written.
// expect: api-error
#include <cstdio>
__global__ void add(float *m, size_t pitch, int w)
{
	float *row = (float *)((char *)m + blockIdx.x * pitch);
	if (threadIdx.x < w)
		row[threadIdx.x] += 1;
}
int main()
{
	const int w = 100, rows = 10;
	static float h[rows][w];
	float *m;
	size_t pitch;
	cudaMallocPitch(&m, &pitch, w * sizeof(float), rows);
	cudaMemcpy2D(m, pitch, h, w, w * sizeof(float), rows, cudaMemcpyHostToDevice); // BUG
	add<<<rows, 128>>>(m, pitch, w);
	cudaMemcpy2D(h, w * sizeof(float), m, pitch, w * sizeof(float), rows, cudaMemcpyDeviceToHost);
	printf("%g\n", h[3][3]);
	cudaFree(m);
}
