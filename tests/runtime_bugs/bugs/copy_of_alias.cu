// expect: copy-size
// every: yes
// Objects and pointers whose types have other names, or none in the text, are copied themselves.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
typedef std::vector<float> row;
using data = float *;
struct matrix { int n; float *elements; };
__global__ void twice(float *x, int n)
{
	int i = threadIdx.x;
	if (i < n)
		x[i] *= 2;
}

int main()
{
	float *d;
	float room[64] = { 0 };
	row h(64, 1.0f);
	data p = (data)calloc(64, sizeof(float));
	auto q = new float[64]();
	matrix m = { 64, q };
	cudaMalloc(&d, 6 * sizeof(float));
	cudaMemcpy(d, &h, sizeof(float) * 6, cudaMemcpyHostToDevice); // BUG
	cudaMemcpy(d, &p, sizeof(float) * 2, cudaMemcpyHostToDevice); // BUG
	cudaMemcpy(d, &q, sizeof(float) * 2, cudaMemcpyHostToDevice); // BUG
	cudaMemcpy(d, &m.elements, sizeof(float) * 2, cudaMemcpyHostToDevice); // BUG
	twice<<<1, 32>>>(d, 6);
	cudaMemcpy(room, d, sizeof(float) * 6, cudaMemcpyDeviceToHost);
	printf("%d\n", room[5] > 0);
	cudaFree(d);
	free(p);
	delete[] q;
}
