__global__ void block_sum(int *out, const int *x, int n)
{
	__shared__ int tile[256];
	int g = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
	tile[t] = 0;
	if (g < n) tile[t] = x[g];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int k = 2 * d * t;
		if (k + d < 256) tile[k] += tile[k + d];
		__syncthreads();
	}
	if (!t) out[blockIdx.x] = tile[0];
}
