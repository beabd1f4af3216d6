__global__ void histogram(int *bins, const unsigned char *x, int n)
{
	__shared__ int mine[256];

	int tid = threadIdx.x;
	int gid = blockIdx.x * blockDim.x + tid;

	// init
	if (tid < 256) {
		mine[tid] = 0;
	}
	__syncthreads();

	while (gid < n) {
		unsigned char value = x[gid];
		atomicAdd(&mine[value], 1);
		gid += gridDim.x * blockDim.x;
	}
	__syncthreads();

	if (tid < 256) {
		atomicAdd(&bins[tid], mine[tid]);
	}
}
