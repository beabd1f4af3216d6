__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x;
	int r = blockIdx.y * blockDim.y + threadIdx.y;
	if (c >= w || r >= h)
		return;
	int up = r > 0 ? r - 1 : 0, down = r < h - 1 ? r + 1 : h - 1;
	int left = c > 0 ? c - 1 : 0, right = c < w - 1 ? c + 1 : w - 1;
	int sum = x[up * w + left] + x[up * w + c] + x[up * w + right] + x[r * w + left] + x[r * w + c] + x[r * w + right]
		+ x[down * w + left] + x[down * w + c] + x[down * w + right];
	out[r * w + c] = sum / 9;
}
