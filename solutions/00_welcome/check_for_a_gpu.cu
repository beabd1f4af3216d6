// The result of a call comes through the address that you pass; what the call *returns* is whether it
// worked. So each call has two lines: the call, and the look at its error.
//
// Without a GPU, cudaGetDeviceCount returns cudaErrorNoDevice, and without a driver
// cudaErrorInsufficientDriver. To the caller both mean the same: compute on the CPU, or say what is missing.
//
// The multiprocessors come from each device in turn, since a computer may have a large GPU and a small one.
// cudaGetDeviceProperties(&p, d) fills a struct with all that there is to know, but takes longer.
//
// In Python: cuda.is_available() in Numba, cupy.cuda.runtime.getDeviceCount(), torch.cuda.is_available(),
// jax.devices(). In a shell: nvidia-smi.

#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    int count, sms, total = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

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
