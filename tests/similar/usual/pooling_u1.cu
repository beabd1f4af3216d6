__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
	__shared__ float tile[33][33];
	int tid = threadIdx.y * blockDim.x + threadIdx.x;
	int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32;
	for (int i = tid; i < 33 * 33; i += 256) {
		int row = i / 33, col = i % 33;
		if (y0 + row < h && x0 + col < w)
			tile[row][col] = x[(y0 + row) * w + x0 + col];
	}
	__syncthreads();
	int ox = blockIdx.x * 16 + threadIdx.x, oy = blockIdx.y * 16 + threadIdx.y;
	if (ox < ow && oy < oh) {
		float m = tile[2 * threadIdx.y][2 * threadIdx.x];
		for (int dy = 0; dy < 3; dy++)
			for (int dx = 0; dx < 3; dx++)
				m = fmaxf(m, tile[2 * threadIdx.y + dy][2 * threadIdx.x + dx]);
		out[oy * ow + ox] = m;
	}
}
