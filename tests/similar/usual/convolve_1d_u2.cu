#define MAX_R 16
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
	__shared__ float tile[256 + 2 * MAX_R];
	int tid = threadIdx.x;
	int gid = blockIdx.x * blockDim.x + tid;

	if (gid < n)
		tile[tid + r] = x[gid];
	else
		tile[tid + r] = 0;

	if (tid < r) {
		int left = gid - r;
		int right = gid + 256;
		tile[tid] = left >= 0 && left < n ? x[left] : 0;
		tile[tid + 256 + r] = right < n ? x[right] : 0;
	}
	__syncthreads();

	if (gid >= n) return;
	float acc = 0;
	for (int k = -r; k <= r; k++) {
		acc += tile[tid + r + k] * w[r - k];
	}
	out[gid] = acc;
}
