__global__ void block_sum(int *out, const int *x, int n)
{
	__shared__ int tile[256];
	const int idx = threadIdx.x + blockDim.x * blockIdx.x;
	if (idx < n)
		tile[threadIdx.x] = x[idx];
	else
		tile[threadIdx.x] = 0;
	__syncthreads();
	int stride = 128;
	while (stride >= 1) {
		if (threadIdx.x < stride) {
			tile[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + stride];
		}
		__syncthreads();
		stride = stride / 2;
	}
	if (threadIdx.x == 0) {
		out[blockIdx.x] = tile[0];
	}
}
