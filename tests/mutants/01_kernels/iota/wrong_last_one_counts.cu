// Mistake: two threads write to each element, one after the other only by luck. Atomics end the race,
// not the disorder.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        atomicExch(&out[i + 1], -1);
    if (i < n)
        atomicExch(&out[i], i);
}
