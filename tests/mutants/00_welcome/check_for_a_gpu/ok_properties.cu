// The whole struct of properties, and the numbers added up in place.
// Expect: passed
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    *devices = *multiprocessors = 0;

    cudaError_t error = cudaGetDeviceCount(devices);

    for (int d = 0; error == cudaSuccess && d < *devices; d++) {
        cudaDeviceProp p;

        error = cudaGetDeviceProperties(&p, d);
        if (error == cudaSuccess)
            *multiprocessors += p.multiProcessorCount;
    }
    return error;
}
