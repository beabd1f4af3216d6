// From the end to the beginning: the order inside a sector does not matter.
// Expect: passed
__global__ void strided_copy(float *out, const float *x, int n)
{
    int last = n - 1 - (int)(blockIdx.x * 2048 + threadIdx.x);
    for (int i = last; i >= 0 && i > last - 2048; i -= 256)
        out[i] = x[i];
}
