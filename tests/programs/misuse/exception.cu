// An exception that nobody catches, thrown with work pending.
// status: 134
#include <iostream>
#include <stdexcept>
#include <cuda_runtime.h>

__global__ void set(int *out) { out[threadIdx.x] = 1; }

int main()
{
	int *d;
	try {
		if (cudaMalloc(&d, 4096) != cudaSuccess)
			return 1;
		set<<<1, 4096>>>(d);
		if (cudaError_t status = cudaGetLastError())
			throw std::runtime_error(cudaGetErrorName(status));
	} catch (const std::exception &caught) {
		std::cout << "caught " << caught.what() << std::endl;
	}
	set<<<1, 32>>>(d);
	throw std::runtime_error("nobody's");
}
