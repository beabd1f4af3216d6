__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
	__shared__ float tile[33][33];
	for (int r = threadIdx.y; r < 33; r += blockDim.y) {
		for (int c = threadIdx.x; c < 33; c += blockDim.x) {
			int gr = blockIdx.y * 32 + r;
			int gc = blockIdx.x * 32 + c;
			tile[r][c] = (gr < h && gc < w) ? x[gr * w + gc] : -INFINITY;
		}
	}
	__syncthreads();
	int oc = blockIdx.x * blockDim.x + threadIdx.x;
	int orow = blockIdx.y * blockDim.y + threadIdx.y;
	if (oc >= ow || orow >= oh)
		return;
	float best = -INFINITY;
	for (int i = 0; i < 3; ++i) {
		for (int j = 0; j < 3; ++j) {
			float v = tile[threadIdx.y * 2 + i][threadIdx.x * 2 + j];
			if (v > best)
				best = v;
		}
	}
	out[orow * ow + oc] = best;
}
