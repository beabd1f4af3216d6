// Mistake: one device, without asking: right on the author's computer.
// Expect: wrong-answer
#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    *devices = 1;
    return cudaDeviceGetAttribute(multiprocessors, cudaDevAttrMultiProcessorCount, 0);
}
