// check_for_a_gpu: what is there to compute with?
//
//   devices           to write: the number of GPUs
//   multiprocessors   to write: how many multiprocessors they have in total
//
// It returns cudaSuccess, or the error of the call that failed.

#include <cuda_runtime.h>

cudaError_t check_for_a_gpu(int *devices, int *multiprocessors)
{
    *devices = 0;
    *multiprocessors = 0;

    // YOUR CODE HERE

    return cudaSuccess;
}
