__device__ int cell(const unsigned char *cells, int r, int c, int w, int h)
{
	if (r < 0) r += h;
	if (r >= h) r -= h;
	if (c < 0) c += w;
	if (c >= w) c -= w;
	return cells[r * w + c];
}
__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;
	if (c >= w || r >= h) return;
	int total = 0;
	for (int y = r - 1; y <= r + 1; ++y)
		for (int x = c - 1; x <= c + 1; ++x)
			if (y != r || x != c)
				total += cell(cells, y, x, w, h);
	bool now = cells[r * w + c];
	out[r * w + c] = now ? total == 2 || total == 3 : total == 3;
}
