// expect: host-pointer
// options: --extended-lambda
// needs: nvcc (clang warns of the capture itself)
// The lambda uses members, so it captures `this`, a pointer to the host's object.
#include <cstdio>
#include <cuda_runtime.h>

template<typename F> __global__ void for_each(int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		f(i);
}

struct Field {
	float *d, scale;
	int n;

	void run()
	{
		for_each<<<(n + 127) / 128, 128>>>(n, [=] __device__(int i) { d[i] *= scale; }); // BUG
		cudaDeviceSynchronize();
	}
};

int main()
{
	float h[100];
	Field f = { nullptr, 3, 100 };

	for (int i = 0; i < 100; i++)
		h[i] = 2;
	cudaMalloc(&f.d, sizeof h);
	cudaMemcpy(f.d, h, sizeof h, cudaMemcpyHostToDevice);
	f.run();
	cudaMemcpy(h, f.d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g\n", h[99]);
	cudaFree(f.d);
}
