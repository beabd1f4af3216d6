// cccl: libcu++
// libcu++: a flag handed over between blocks with acquire and release, a semaphore, std::optional, std::complex.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/semaphore>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda_runtime.h>
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;

__device__ cuda::std::optional<int> halved(int x)
{
	if (x % 2)
		return {};
	return x / 2;
}

__global__ void relay(int *box, float *out)
{
	if (blockIdx.x == 0) {
		box[0] = 42;
		ready.store(1, cuda::std::memory_order_release);
	} else {
		while (ready.load(cuda::std::memory_order_acquire) == 0)
			;
		auto h = halved(box[0]);
		cuda::std::complex<float> z(3, 4);
		out[0] = h ? (float)*h : -1;
		out[1] = cuda::std::abs(z);
		out[2] = halved(7).has_value();
	}
}

int main()
{
	int *b;
	float *o, h[3];
	cudaMalloc(&b, 4);
	cudaMalloc(&o, sizeof h);
	relay<<<2, 1>>>(b, o);
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
	printf("%g %g %g\n", h[0], h[1], h[2]);
	cudaFree(b);
	cudaFree(o);
}
