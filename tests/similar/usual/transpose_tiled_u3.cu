__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
	__shared__ float tile[64][65];
	for (int k = 0; k < 16; k++) {
		int r = threadIdx.y + (k / 2) * 8;
		int c = threadIdx.x + (k % 2) * 32;
		int gr = blockIdx.y * 64 + r, gc = blockIdx.x * 64 + c;
		if (gr < h && gc < w) tile[r][c] = x[gr * w + gc];
	}
	__syncthreads();
	for (int k = 0; k < 16; k++) {
		int r = threadIdx.y + (k / 2) * 8;
		int c = threadIdx.x + (k % 2) * 32;
		int gr = blockIdx.x * 64 + r, gc = blockIdx.y * 64 + c;
		if (gr < w && gc < h) out[gr * h + gc] = tile[c][r];
	}
}
