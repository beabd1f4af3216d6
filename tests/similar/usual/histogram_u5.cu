__global__ void histogram(int *bins, const unsigned char *x, int n)
{
	__shared__ int mine[256];
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	mine[threadIdx.x] = 0;
	__syncthreads();
	for (; i < n; i += (size_t)gridDim.x * blockDim.x) {
		int byte = x[i];
		atomicAdd(&mine[byte], 1);
	}
	__syncthreads();
	if (mine[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
