#define TILE 64
__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
	__shared__ float tile[TILE][TILE + 1];
	int tx = threadIdx.x;
	int ty = threadIdx.y;
	for (int j = 0; j < TILE; j += blockDim.y) {
		for (int i = 0; i < TILE; i += blockDim.x) {
			int col = blockIdx.x * TILE + tx + i;
			int row = blockIdx.y * TILE + ty + j;
			if (row < h && col < w)
				tile[ty + j][tx + i] = x[row * w + col];
		}
	}
	__syncthreads();
	for (int j = 0; j < TILE; j += blockDim.y) {
		for (int i = 0; i < TILE; i += blockDim.x) {
			int col = blockIdx.y * TILE + tx + i;
			int row = blockIdx.x * TILE + ty + j;
			if (row < w && col < h)
				out[row * h + col] = tile[tx + i][ty + j];
		}
	}
}
