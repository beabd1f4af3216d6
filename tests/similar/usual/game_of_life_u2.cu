__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;
	if (c < w && r < h) {
		int count = 0;
		for (int i = -1; i <= 1; i++) {
			for (int j = -1; j <= 1; j++) {
				int rr = (r + i + h) % h;
				int cc = (c + j + w) % w;
				count += cells[rr * w + cc];
			}
		}
		int self = cells[r * w + c];
		count -= self;
		out[r * w + c] = (count == 3 || (self && count == 2)) ? 1 : 0;
	}
}
