// Thread 0 draws for its whole block: one loop around one swap, and the seats are shared out inside.
// Expect: passed
__global__ void ring_ticket(unsigned int *next, int *visits, const int *x, int limit, int n, int seats)
{
    __shared__ unsigned int many, first;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        many = 0;
    __syncthreads();
    bool visitor = i < n && x[i] > limit;
    unsigned int mine = visitor ? atomicAdd(&many, 1) : 0;
    __syncthreads();
    if (threadIdx.x == 0 && many > 0) {
        unsigned int seen = atomicAdd(next, 0);
        do {
            first = seen;
            seen = atomicCAS(next, first, (first + many) % seats);
        } while (seen != first);
    }
    __syncthreads();
    if (visitor)
        atomicAdd(&visits[(first + mine) % seats], 1);
}
