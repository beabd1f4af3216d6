// Mistake: an assertion in place of the guard: threads beyond the end stop the kernel.
// Expect: kernel-stopped assert
#include <assert.h>

__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < n); // <-- here
    out[i] = a[i] + b[i];
}
