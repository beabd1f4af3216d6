__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
	__shared__ float tile[64][65];
	int c0 = blockIdx.x * 64 + threadIdx.x;
	int r0 = blockIdx.y * 64 + threadIdx.y;
	for (int dy = 0; dy < 64; dy += 8) {
		int y = r0 + dy;
		if (y < h) {
			if (c0 < w) tile[threadIdx.y + dy][threadIdx.x] = x[y * w + c0];
			if (c0 + 32 < w) tile[threadIdx.y + dy][threadIdx.x + 32] = x[y * w + c0 + 32];
		}
	}
	__syncthreads();
	c0 = blockIdx.y * 64 + threadIdx.x;
	r0 = blockIdx.x * 64 + threadIdx.y;
	for (int dy = 0; dy < 64; dy += 8) {
		int y = r0 + dy;
		if (y < w) {
			if (c0 < h) out[y * h + c0] = tile[threadIdx.x][threadIdx.y + dy];
			if (c0 + 32 < h) out[y * h + c0 + 32] = tile[threadIdx.x + 32][threadIdx.y + dy];
		}
	}
}
