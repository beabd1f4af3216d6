// Mistake: does not look at the first error.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    int count = 0, sms, total = 0;
    cudaError_t error = cudaGetDeviceCount(&count); // <-- here

    for (int d = 0; d < count; d++) {
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, d);
        if (error != cudaSuccess)
            return error;
        total += sms;
    }
    *devices = count;
    *multiprocessors = total;
    return cudaSuccess;
}
