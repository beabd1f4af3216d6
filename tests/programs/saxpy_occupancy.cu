/*
 * SAXPY with a launch that fits the device: the occupancy calculator chooses the block, the grid covers
 * every multiprocessor once, and the loop strides over what is left.
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

static void HandleError(cudaError_t err, const char *file, int line)
{
	if (err != cudaSuccess) {
		fprintf(stderr, "%s in %s at line %d\n", cudaGetErrorString(err), file, line);
		exit(EXIT_FAILURE);
	}
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] = a * x[i] + y[i];
}

/* what each thread of a block keeps in dynamic shared memory */
__global__ void reverse_in_blocks(float *data, int n)
{
	extern __shared__ float held[];
	int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
	int here = min((int)blockDim.x, n - first);
	if (i < n)
		held[threadIdx.x] = data[i];
	__syncthreads();
	if (i < n)
		data[i] = held[here - 1 - threadIdx.x];
}

struct floats_for_a_block {
	__host__ __device__ size_t operator()(int block) const { return block * sizeof(float); }
};

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100003, wrong = 0;
	size_t bytes = n * sizeof(float);
	float *x, *y, *dev_x, *dev_y;
	x = (float *)malloc(bytes);
	y = (float *)malloc(bytes);
	for (int i = 0; i < n; i++) {
		x[i] = (float)(i % 1000);
		y[i] = (float)(i % 7);
	}
	HANDLE_ERROR(cudaMalloc(&dev_x, bytes));
	HANDLE_ERROR(cudaMalloc(&dev_y, bytes));
	HANDLE_ERROR(cudaMemcpy(dev_x, x, bytes, cudaMemcpyHostToDevice));
	HANDLE_ERROR(cudaMemcpy(dev_y, y, bytes, cudaMemcpyHostToDevice));

	int least_grid = 0, block = 0, per_sm = 0, device = 0, sms = 0;
	HANDLE_ERROR(cudaOccupancyMaxPotentialBlockSize(&least_grid, &block, saxpy, 0, 0));
	HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, saxpy, block, 0));
	HANDLE_ERROR(cudaGetDevice(&device));
	HANDLE_ERROR(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
	fprintf(stderr, "block %d, least grid %d, %d blocks an SM\n", block, least_grid, per_sm);
	printf("block of whole warps: %s\n", block >= 32 && block <= 1024 && block % 32 == 0 ? "yes" : "no");
	printf("grid fills the device: %s\n", least_grid == per_sm * sms ? "yes" : "no");

	saxpy<<<(unsigned)min(least_grid, (n + block - 1) / block), block>>>(n, 2.0f, dev_x, dev_y);
	HANDLE_ERROR(cudaGetLastError());

	int grid2 = 0, block2 = 0;
	HANDLE_ERROR(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid2, &block2, reverse_in_blocks,
	    floats_for_a_block(), 256));
	printf("no more than the limit of 256 threads: %s\n", block2 <= 256 && block2 > 0 ? "yes" : "no");
	reverse_in_blocks<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(dev_y, n);
	HANDLE_ERROR(cudaGetLastError());

	float *got = (float *)malloc(bytes);
	HANDLE_ERROR(cudaMemcpy(got, dev_y, bytes, cudaMemcpyDeviceToHost));
	for (int first = 0; first < n; first += 256) {
		int here = n - first < 256 ? n - first : 256;
		for (int k = 0; k < here; k++) {
			int from = first + here - 1 - k;
			wrong += got[first + k] != 2.0f * x[from] + y[from];
		}
	}
	printf("wrong elements: %d\n", wrong);
	HANDLE_ERROR(cudaFree(dev_x));
	HANDLE_ERROR(cudaFree(dev_y));
	free(x);
	free(y);
	free(got);
	return wrong != 0;
}
