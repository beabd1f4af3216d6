// Mistake: the magnitude of x is compared with the limit.
// Expect: wrong-answer
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && abs(x[i]) > limit)
        atomicAdd(&visits[atomicInc(next, seats - 1)], 1);
}
