// Without shared memory: half of the threads swap two elements each, which no other thread touches.
// Expect: too-slow shared_requests
__global__ void reverse_block(float *x, int n)
{
    int first = blockIdx.x * blockDim.x, count = min((int)blockDim.x, n - first), t = threadIdx.x;
    if (t < count / 2) {
        float *a = x + first + t, *b = x + first + count - 1 - t;
        float keep = *a;
        *a = *b;
        *b = keep;
    }
}
