// expect: out-of-bounds
// advice: the guard on line 7 lets them through
// min() limits one term of the index rightly, and nothing the other one.
__global__ void shift(const float *a, float *o, int n, int off)
{
	int i = min((int)threadIdx.x, n - 1);
	if (threadIdx.x < n)
		o[i] = a[i + off]; // BUG
}

int main(int argc, char **)
{
	float *a, *o;
	cudaMalloc(&a, 32 * sizeof(float));
	cudaMalloc(&o, 32 * sizeof(float));
	cudaMemset(a, 0, 32 * sizeof(float));
	shift<<<1, 64>>>(a, o, 32, 8 * argc);
	cudaDeviceSynchronize();
	cudaFree(a);
	cudaFree(o);
}
