// Mistake: no exchange at all: a group's first element decides.
// Expect: wrong-answer
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 32 == 0)
        out[i / 32] = x[i] > limit ? x[i] : 0;
}
