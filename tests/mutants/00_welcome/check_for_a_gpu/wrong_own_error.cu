// Mistake: reports an error of its own choice, not the one that came.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    int count, sms, total = 0;
    cudaError_t error = cudaGetDeviceCount(&count); // <-- here

    if (error != cudaSuccess)
        return cudaErrorNoDevice;
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
