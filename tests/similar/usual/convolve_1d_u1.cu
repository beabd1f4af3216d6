#define MAX_R 16
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
	__shared__ float tile[256 + 2 * MAX_R];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int l = threadIdx.x + r;
	tile[l] = i < n ? x[i] : 0.0f;
	if (threadIdx.x < r) {
		tile[l - r] = i - r >= 0 && i - r < n ? x[i - r] : 0.0f;
		tile[l + blockDim.x] = i + (int)blockDim.x < n ? x[i + blockDim.x] : 0.0f;
	}
	__syncthreads();
	if (i < n) {
		float sum = 0.0f;
		for (int j = 0; j <= 2 * r; j++)
			sum += w[j] * tile[l + r - j];
		out[i] = sum;
	}
}
