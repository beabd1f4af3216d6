__global__ void block_sum(int *out, const int *x, int n)
{
	__shared__ int tile[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = i < n ? x[i] : 0;
	for (int o = 16; o > 0; o /= 2)
		v += __shfl_down_sync(0xffffffff, v, o);
	if (threadIdx.x % 32 == 0)
		tile[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int k = 0; k < 8; k++)
			sum += tile[k];
		out[blockIdx.x] = sum;
	}
}
