#define MAX_R 16
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
	__shared__ float tile[256 + 2 * MAX_R];
	int t = threadIdx.x;
	int i = blockIdx.x * 256 + t;
	int from = i - MAX_R;
	tile[t] = from >= 0 && from < n ? x[from] : 0;
	if (t < 2 * MAX_R) {
		int more = from + 256;
		tile[t + 256] = more < n && more >= 0 ? x[more] : 0;
	}
	__syncthreads();
	float total = 0;
	for (int j = 0; j <= 2 * r; j++)
		total += tile[t + MAX_R + r - j] * w[j];
	if (i < n)
		out[i] = total;
}
