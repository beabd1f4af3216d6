#define MAX_R 16
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
	__shared__ float tile[256 + 2 * MAX_R];
	int start = blockIdx.x * 256 - r;
	for (int k = threadIdx.x; k < 256 + 2 * r; k += blockDim.x) {
		int src = start + k;
		if (src < 0 || src >= n)
			tile[k] = 0;
		else
			tile[k] = x[src];
	}
	__syncthreads();
	int i = blockIdx.x * 256 + threadIdx.x;
	if (i < n) {
		float s = 0;
		for (int j = 0; j < 2 * r + 1; ++j)
			s += w[j] * tile[threadIdx.x + 2 * r - j];
		out[i] = s;
	}
}
