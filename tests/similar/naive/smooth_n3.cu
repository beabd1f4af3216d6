__device__ int clamp(int v, int lo, int hi) { if (v < lo) return lo; if (v > hi) return hi; return v; }
__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
	const int px = threadIdx.x + blockIdx.x * blockDim.x;
	const int py = threadIdx.y + blockIdx.y * blockDim.y;
	if (px >= w) return;
	if (py >= h) return;
	int acc = 0;
	for (int oy = -1; oy < 2; oy++)
		for (int ox = -1; ox < 2; ox++)
			acc = acc + x[clamp(py + oy, 0, h - 1) * w + clamp(px + ox, 0, w - 1)];
	out[py * w + px] = (unsigned char)(acc / 9);
}
