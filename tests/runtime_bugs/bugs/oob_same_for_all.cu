// expect: out-of-bounds
// advice: the index is the same for all of them: is it too large
// One element that the array has not; there is no loop.
__global__ void mark(float *o) { o[50] = 1; } // BUG

int main()
{
	float *o;
	cudaMalloc(&o, 32 * sizeof(float));
	mark<<<1, 32>>>(o);
	cudaDeviceSynchronize();
	cudaFree(o);
}
