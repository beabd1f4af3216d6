// cudaMemcpy2D gets its width in elements: of each row only the beginning arrives.
// expect: uninitialised-read
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void add_up(const float *in, float *out, int w)
{
	float sum = 0;
	for (int x = 0; x < w; x++)
		sum += in[threadIdx.x * w + x]; // BUG
	out[threadIdx.x] = sum;
}

int main()
{
	const int w = 100, h = 25;
	std::vector<float> grid(w * h, 1.0f), sums(h);
	float *in, *out;
	cudaMalloc(&in, w * h * sizeof(float));
	cudaMalloc(&out, h * sizeof(float));
	cudaMemcpy2D(in, w * sizeof(float), grid.data(), w * sizeof(float), w, h, cudaMemcpyHostToDevice); // BUG
	add_up<<<1, h>>>(in, out, w);
	cudaMemcpy(sums.data(), out, h * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", sums[0]);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
