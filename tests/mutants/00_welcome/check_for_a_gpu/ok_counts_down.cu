// From the last device to the first, with one function for the question.
// Expect: passed
#include <cuda_runtime.h>

static cudaError_t add(int *total, int d)
{
    int sms = 0;
    cudaError_t error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, d);

    *total += sms;
    return error;
}

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    cudaError_t error;

    *multiprocessors = 0;
    if ((error = cudaGetDeviceCount(devices)))
        return error;
    for (int d = *devices - 1; d >= 0; d--)
        if ((error = add(multiprocessors, d)))
            return error;
    return cudaSuccess;
}
