typedef struct { float x, y, z; } point;
// expect: out-of-bounds
// advice: c has 16 elements
// The struct stands at the very beginning of the file.
__constant__ point c[16];
__global__ void pick(float *out, int n)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = c[i % 17].z; // BUG
}

int main()
{
	point h[16] = {};
	float *d;
	cudaMalloc(&d, 32 * sizeof(float));
	cudaMemcpyToSymbol(c, h, sizeof h);
	pick<<<1, 32>>>(d, 32);
	cudaDeviceSynchronize();
	cudaFree(d);
}
