__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
	for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < h; r += gridDim.y * blockDim.y)
		for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < w; c += gridDim.x * blockDim.x) {
			unsigned total = 0;
			for (int i = -1; i <= 1; i++)
				for (int k = -1; k <= 1; k++)
					total += x[max(0, min(h - 1, r + i)) * w + max(0, min(w - 1, c + k))];
			out[r * w + c] = total / 9u;
		}
}
