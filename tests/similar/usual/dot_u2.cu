__global__ void dot(float *out, const float *x, const float *y, int n)
{
	__shared__ float partial[256];
	float sum = 0.0f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		sum += x[i] * y[i];
	partial[threadIdx.x] = sum;
	__syncthreads();
	for (int s = 128; s > 0; s >>= 1) {
		if (threadIdx.x < s)
			partial[threadIdx.x] += partial[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(&out[0], partial[0]);
}
