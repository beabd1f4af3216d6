// Mistake: draws a number, and then looks for it in *next, where others have drawn since.
// Expect: data-race data-race-global
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > limit) {
        atomicInc(next, seats - 1);
        atomicAdd(&visits[(*next + seats - 1) % seats], 1); // <-- here
    }
}
