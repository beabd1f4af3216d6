// prints: 64 64 0
// Many read two words together, and few write both: the lock's word counts readers, or is -1.
#include <cstdio>
#include <cuda_runtime.h>

struct pair { int lock, a, b, differed; };

__device__ void write_both(pair *p)
{
	for (bool done = false; !done;)
		if (atomicCAS(&p->lock, 0, -1) == 0) {
			__threadfence();
			p->a = p->a + 1;
			p->b = p->b + 1;
			__threadfence();
			atomicExch(&p->lock, 0);
			done = true;
		}
}

__device__ void read_both(pair *p)
{
	for (bool done = false; !done;) {
		int readers = atomicAdd(&p->lock, 0);
		if (readers >= 0 && atomicCAS(&p->lock, readers, readers + 1) == readers) {
			__threadfence();
			if (p->a != p->b)
				atomicAdd(&p->differed, 1);
			__threadfence();
			atomicSub(&p->lock, 1);
			done = true;
		}
	}
}

__global__ void work(pair *p)
{
	if ((blockIdx.x * blockDim.x + threadIdx.x) % 16 == 3)
		write_both(p);
	else
		read_both(p);
}

int main()
{
	pair h, *p;
	cudaMalloc(&p, sizeof(h));
	cudaMemset(p, 0, sizeof(h));
	work<<<4, 256>>>(p);
	cudaMemcpy(&h, p, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h.a, h.b, h.differed);
	cudaFree(p);
	return 0;
}
