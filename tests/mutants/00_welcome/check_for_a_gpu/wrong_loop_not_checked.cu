// Mistake: does not look at the errors in the loop.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    int count, sms = 0, total = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    if (error != cudaSuccess)
        return error;
    for (int d = 0; d < count; d++) {
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, d); // <-- here
        total += sms;
    }
    *devices = count;
    *multiprocessors = total;
    return cudaSuccess;
}
