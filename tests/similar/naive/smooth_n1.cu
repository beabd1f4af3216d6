__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (col < w && row < h) {
		int total = 0;
		for (int dy = -1; dy <= 1; ++dy) {
			for (int dx = -1; dx <= 1; ++dx) {
				int yy = min(max(row + dy, 0), h - 1);
				int xx = min(max(col + dx, 0), w - 1);
				total += x[yy * w + xx];
			}
		}
		out[row * w + col] = total / 9;
	}
}
