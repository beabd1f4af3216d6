__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
	__shared__ float tile[64][65];
	int bx = blockIdx.x * 64, by = blockIdx.y * 64;
	for (int r = threadIdx.y; r < 64; r += 8)
		for (int c = threadIdx.x; c < 64; c += 32)
			if (by + r < h && bx + c < w)
				tile[r][c] = x[(by + r) * w + bx + c];
	__syncthreads();
	for (int r = threadIdx.y; r < 64; r += 8)
		for (int c = threadIdx.x; c < 64; c += 32)
			if (bx + r < w && by + c < h)
				out[(bx + r) * h + by + c] = tile[c][r];
}
