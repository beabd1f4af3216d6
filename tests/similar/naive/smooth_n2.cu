__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= w || j >= h) return;
	unsigned int s = 0;
	for (int b = j - 1; b <= j + 1; b++) {
		int y = b < 0 ? 0 : b >= h ? h - 1 : b;
		for (int a = i - 1; a <= i + 1; a++) {
			int z = a < 0 ? 0 : a >= w ? w - 1 : a;
			s += x[y * w + z];
		}
	}
	out[j * w + i] = s / 9;
}
