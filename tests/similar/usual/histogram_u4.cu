__global__ void histogram(int *bins, const unsigned char *x, int n)
{
	__shared__ int mine[256];
	int t = threadIdx.x;
	mine[t] = 0;
	__syncthreads();
	for (int k = blockIdx.x * 256 + t; k < n; k += 256 * gridDim.x)
		atomicAdd(&mine[x[k]], 1);
	__syncthreads();
	int count = mine[t];
	if (count > 0)
		atomicAdd(&bins[t], count);
}
