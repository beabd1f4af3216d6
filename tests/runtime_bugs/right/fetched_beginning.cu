// prints: 90 15
// Buffers with room for more than there is: the beginning is written, all is fetched, and the host uses what was written.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void squares(int *out, int used)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < used)
		out[i] = i * i;
}

int main()
{
	const int room = 256, used = 10;
	int h[room], some[5] = { 1, 2, 3, 4, 5 }, *out, *in;
	cudaMalloc(&out, room * sizeof(int));
	cudaMalloc(&in, room * sizeof(int));
	cudaMemcpy(in, some, sizeof(some), cudaMemcpyHostToDevice);
	for (int k = 0; k < 3; k++)
		squares<<<1, 256>>>(out, used);
	cudaMemcpy(h, out, room * sizeof(int), cudaMemcpyDeviceToHost);
	int last = h[used - 1] + h[3], sum = 0;
	cudaMemcpy(h, in, room * sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = 0; i < 5; i++)
		sum += h[i];
	printf("%d %d\n", last, sum);
	cudaFree(out);
	cudaFree(in);
	return 0;
}
