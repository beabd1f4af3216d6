__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;
	if (c >= w || r >= h)
		return;
	int alive = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			if (dx == 0 && dy == 0)
				continue;
			int x = (c + dx + w) % w;
			int y = (r + dy + h) % h;
			alive += cells[y * w + x];
		}
	if (alive == 3)
		out[r * w + c] = 1;
	else if (alive == 2)
		out[r * w + c] = cells[r * w + c];
	else
		out[r * w + c] = 0;
}
