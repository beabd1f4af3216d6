__global__ void dot(float *out, const float *x, const float *y, int n)
{
	__shared__ float warps[8];
	int gid = blockIdx.x * blockDim.x + threadIdx.x;
	float v = 0.f;
	for (; gid < n; gid += gridDim.x * blockDim.x)
		v = fmaf(x[gid], y[gid], v);
	for (int offset = 16; offset > 0; offset >>= 1)
		v += __shfl_xor_sync(0xffffffffu, v, offset);
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	if (lane == 0)
		warps[warp] = v;
	__syncthreads();
	if (warp == 0) {
		v = lane < 8 ? warps[lane] : 0.f;
		for (int offset = 4; offset > 0; offset >>= 1)
			v += __shfl_xor_sync(0xffffffffu, v, offset);
		if (lane == 0)
			atomicAdd(out, v);
	}
}
