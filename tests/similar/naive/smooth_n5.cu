__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
	int cx = blockIdx.x * blockDim.x + threadIdx.x;
	int cy = blockIdx.y * blockDim.y + threadIdx.y;
	if (cx >= w || cy >= h) return;
	int sum = 0;
	for (int dy = -1; dy <= 1; dy++) {
		for (int dx = -1; dx <= 1; dx++) {
			int nx = cx + dx;
			int ny = cy + dy;
			if (nx < 0) nx = 0;
			if (nx >= w) nx = w - 1;
			if (ny < 0) ny = 0;
			if (ny >= h) ny = h - 1;
			sum += x[ny * w + nx];
		}
	}
	out[cy * w + cx] = sum / 9;
}
