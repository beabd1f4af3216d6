#define THREADS 256
__global__ void dot(float *out, const float *x, const float *y, int n)
{
	__shared__ float s[THREADS];
	int t = threadIdx.x;
	int step = gridDim.x * THREADS;
	s[t] = 0;
	for (int k = blockIdx.x * THREADS + t; k < n; k += step) {
		s[t] = s[t] + x[k] * y[k];
	}
	__syncthreads();
	for (int half = THREADS / 2; half >= 1; half = half / 2) {
		if (t < half) {
			s[t] = s[t] + s[t + half];
		}
		__syncthreads();
	}
	if (t == 0) {
		atomicAdd(out, s[0]);
	}
}
