// Mistake: takes the number of the current device for the number of devices.
// Expect: wrong-answer
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    int count, sms, total = 0;
    cudaError_t error = cudaGetDevice(&count);

    if (error != cudaSuccess)
        return error;
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
