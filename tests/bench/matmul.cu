#define TILE 16

extern "C" __global__ void naive(float *c, const float *a, const float *b, int n)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < n && col < n) {
		float sum = 0;

		for (int k = 0; k < n; k++)
			sum += a[row * n + k] * b[k * n + col];
		c[row * n + col] = sum;
	}
}

extern "C" __global__ void tiled(float *c, const float *a, const float *b, int n)
{
	__shared__ float as[TILE][TILE], bs[TILE][TILE];
	int row = blockIdx.y * TILE + threadIdx.y;
	int col = blockIdx.x * TILE + threadIdx.x;
	float sum = 0;

	for (int t = 0; t < n; t += TILE) {
		as[threadIdx.y][threadIdx.x] = row < n && t + threadIdx.x < n ? a[row * n + t + threadIdx.x] : 0;
		bs[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < n ? b[(t + threadIdx.y) * n + col] : 0;
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}
