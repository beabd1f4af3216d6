__global__ void histogram(int *bins, const unsigned char *x, int n)
{
	__shared__ int mine[256];
	mine[threadIdx.x] = 0;
	__syncthreads();
	int stride = blockDim.x * gridDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
		atomicAdd(&mine[x[i]], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
