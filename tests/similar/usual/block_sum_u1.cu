__global__ void block_sum(int *out, const int *x, int n)
{
	__shared__ int tile[256];
	int tid = threadIdx.x;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	tile[tid] = (i < n) ? x[i] : 0;
	__syncthreads();
	for (int s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			tile[tid] += tile[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = tile[0];
}
