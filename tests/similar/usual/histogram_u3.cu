#define NUM_BINS 256
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
	__shared__ int mine[NUM_BINS];
	for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
		mine[b] = 0;
	__syncthreads();

	const int start = threadIdx.x + blockIdx.x * blockDim.x;
	const int step = gridDim.x * blockDim.x;
	for (int idx = start; idx < n; idx += step) {
		atomicAdd(mine + x[idx], 1);
	}
	__syncthreads();

	for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
		atomicAdd(bins + b, mine[b]);
}
