// expect: out-of-bounds
// advice: the index is the same for all of them: has the array too few elements for the blocks?
// Each block writes its own element, and there are fewer elements than blocks.
__global__ void mark(float *o) { o[blockIdx.x] = 1; } // BUG

int main()
{
	float *o;
	cudaMalloc(&o, 8 * sizeof(float));
	mark<<<16, 32>>>(o);
	cudaDeviceSynchronize();
	cudaFree(o);
}
