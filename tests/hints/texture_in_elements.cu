// Hint: texture-bytes 41
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(cudaTextureObject_t in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * tex1Dfetch<float>(in, i);
}

/* Neighbours of the ends are zero: the texture of the first quarter is meant. */
__global__ void quarter(cudaTextureObject_t in, float *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] += tex1Dfetch<float>(in, i - 1) + tex1Dfetch<float>(in, i + 1);
}

int main()
{
	const int n = 1000;
	static float h[n];
	float *in, *out;
	cudaTextureObject_t all, part;
	cudaResourceDesc r = {};
	cudaTextureDesc how = {};
	for (int i = 0; i < n; i++)
		h[i] = i + 0.5f;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = in;
	r.res.linear.desc = cudaCreateChannelDesc<float>();
#ifndef FIXED
	r.res.linear.sizeInBytes = n;
#else
	r.res.linear.sizeInBytes = n * sizeof(float);
#endif
	cudaCreateTextureObject(&all, &r, &how, NULL);
	r.res.linear.sizeInBytes = n / 4 * sizeof(float);
	cudaCreateTextureObject(&part, &r, &how, NULL);
	twice<<<4, 256>>>(all, out, n);
	quarter<<<1, 256>>>(part, out, n / 4);
	cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%g\n", h[999]);
	cudaDestroyTextureObject(all);
	cudaDestroyTextureObject(part);
	cudaFree(in);
	cudaFree(out);
	return 0;
}
