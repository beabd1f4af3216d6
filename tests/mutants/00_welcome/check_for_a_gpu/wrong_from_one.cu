// Mistake: counts the devices from 1, and asks for one that is not there.
// Expect: wrong-answer api-error
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    int count, sms, total = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    if (error != cudaSuccess)
        return error;
    for (int d = 1; d <= count; d++) {
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, d); // <-- here
        if (error != cudaSuccess)
            return error;
        total += sms;
    }
    *devices = count;
    *multiprocessors = total;
    return cudaSuccess;
}
