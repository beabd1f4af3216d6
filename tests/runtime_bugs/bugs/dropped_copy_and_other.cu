// expect: api-error uninitialised-read
// every: yes
// A copy fails, and its error is dropped: what its destination lacks is no report of its own. That another array was never filled is one.
#include <cstdio>
__global__ void add(float *m, size_t pitch, int w)
{
	float *row = (float *)((char *)m + blockIdx.x * pitch);
	if (threadIdx.x < w)
		row[threadIdx.x] += 1;
}
__global__ void scale(float *out, const float *factor)
{
	out[threadIdx.x] = 2 * factor[threadIdx.x]; // BUG
}
int main()
{
	const int w = 100, rows = 10;
	static float h[rows][w];
	float *m, *factor, *out;
	size_t pitch;
	cudaMallocPitch(&m, &pitch, w * sizeof(float), rows);
	cudaMalloc(&factor, 64 * sizeof(float));
	cudaMalloc(&out, 64 * sizeof(float));
	cudaMemcpy2D(m, pitch, h, w, w * sizeof(float), rows, cudaMemcpyHostToDevice); // BUG
	add<<<rows, 128>>>(m, pitch, w);
	cudaMemcpy2D(h, w * sizeof(float), m, pitch, w * sizeof(float), rows, cudaMemcpyDeviceToHost);
	scale<<<1, 64>>>(out, factor);
	cudaMemcpy(h, out, 64 * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[3][3]);
	cudaFree(m);
	cudaFree(factor);
	cudaFree(out);
}
