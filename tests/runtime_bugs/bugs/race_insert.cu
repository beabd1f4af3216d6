// expect: data-race-global
// advice: between the test on line 13 and the write on line 14: let one atomic operation do both, such as atomicCAS()
// Two threads may both find a slot empty. The loop looks at several slots, and the key comes from memory.
#include <cstdio>
#define EMPTY 0xffffffffu
__global__ void insert(unsigned *keys, const unsigned *in, int n, unsigned slots)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned key = in[i], slot = key * 2654435761u % slots;
	while (true) {
		if (keys[slot] == EMPTY) { // BUG
			keys[slot] = key; // BUG
			return;
		}
		if (keys[slot] == key)
			return;
		slot = (slot + 1) % slots;
	}
}

int main()
{
	const unsigned n = 1000, slots = 2048;
	unsigned *keys, *in, h[n];
	for (unsigned i = 0; i < n; i++)
		h[i] = i * 7 % 700;
	cudaMalloc(&keys, slots * sizeof(unsigned));
	cudaMalloc(&in, sizeof h);
	cudaMemset(keys, 0xff, slots * sizeof(unsigned));
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	insert<<<4, 256>>>(keys, in, n, slots);
	cudaMemcpy(h, keys, sizeof h, cudaMemcpyDeviceToHost);
	printf("%u\n", h[0]);
	cudaFree(keys);
	cudaFree(in);
}
