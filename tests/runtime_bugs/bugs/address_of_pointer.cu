// expect: copy-direction double-free
// advice: pass the pointer itself: d
// A call gets the address of the variable d, which is on the host, in place of the address in it.
// every: yes
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void twice(int *x)
{
	x[threadIdx.x] *= 2;
}

int main()
{
	int *d, h[64] = { 0 };
	cudaMalloc(&d, sizeof(h));
	cudaMemset(d, 0, sizeof(h));
	cudaMemcpy(&d, h, sizeof(h), cudaMemcpyHostToDevice); // BUG
	twice<<<1, 64>>>(d);
	cudaMemcpy(h, &d, sizeof(h), cudaMemcpyDeviceToHost); // BUG
	cudaMemset(&d, 0, sizeof(h)); // BUG
	cudaFree(&d); // BUG
	printf("%d\n", h[63]);
	cudaFree(d);
	return 0;
}
