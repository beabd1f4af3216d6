// A grid of two dimensions rounds up, and the threads beyond the last column and row do nothing.
// prints: 1 0
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void checkers(float *board, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		board[y * w + x] = (x + y) % 2;
}

int main()
{
	const int w = 70, h = 50;
	size_t size = w * h * sizeof(float);
	std::vector<float> board(w * h);
	float *d;
	cudaMalloc(&d, size);
	checkers<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, w, h);
	cudaMemcpy(board.data(), d, size, cudaMemcpyDeviceToHost);
	printf("%g %g\n", board[1], board[w * h - 1]);
	cudaFree(d);
	return 0;
}
