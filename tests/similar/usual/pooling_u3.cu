__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
	__shared__ float tile[33][33];
	int tx = threadIdx.x, ty = threadIdx.y;
	int bx = 2 * 16 * blockIdx.x, by = 2 * 16 * blockIdx.y;
	for (int yy = ty; yy < 33; yy += 16)
		for (int xx = tx; xx < 33; xx += 16)
			if (by + yy < h && bx + xx < w)
				tile[yy][xx] = x[(by + yy) * w + (bx + xx)];
	__syncthreads();
	int px = 16 * blockIdx.x + tx, py = 16 * blockIdx.y + ty;
	if (px < ow && py < oh) {
		float a = max(max(tile[2 * ty][2 * tx], tile[2 * ty][2 * tx + 1]), tile[2 * ty][2 * tx + 2]);
		float b = max(max(tile[2 * ty + 1][2 * tx], tile[2 * ty + 1][2 * tx + 1]), tile[2 * ty + 1][2 * tx + 2]);
		float c = max(max(tile[2 * ty + 2][2 * tx], tile[2 * ty + 2][2 * tx + 1]), tile[2 * ty + 2][2 * tx + 2]);
		out[py * ow + px] = max(a, max(b, c));
	}
}
