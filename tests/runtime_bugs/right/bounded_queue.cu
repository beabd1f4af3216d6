// prints: 960
// A bounded queue of many producers and consumers in a kernel: sequence numbers with acquire and release.
#include <cstdio>
#include <cuda_runtime.h>
struct Cell { unsigned seq; int data; };
__device__ unsigned load_acquire(unsigned *p)
{
    unsigned v;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ void store_release(unsigned *p, unsigned v)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory");
}
__device__ bool push(Cell *ring, unsigned mask, unsigned *tail, int v)
{
    unsigned pos = atomicAdd(tail, 0u);
    for (;;) {
        Cell *c = &ring[pos & mask];
        int d = (int)(load_acquire(&c->seq) - pos);
        if (d == 0) {
            unsigned old = atomicCAS(tail, pos, pos + 1);
            if (old == pos) { c->data = v; store_release(&c->seq, pos + 1); return true; }
            pos = old;
        } else if (d < 0) return false;
        else pos = atomicAdd(tail, 0u);
    }
}
__device__ bool pop(Cell *ring, unsigned mask, unsigned *head, int *v)
{
    unsigned pos = atomicAdd(head, 0u);
    for (;;) {
        Cell *c = &ring[pos & mask];
        int d = (int)(load_acquire(&c->seq) - (pos + 1));
        if (d == 0) {
            unsigned old = atomicCAS(head, pos, pos + 1);
            if (old == pos) { *v = c->data; store_release(&c->seq, pos + mask + 1); return true; }
            pos = old;
        } else if (d < 0) return false;
        else pos = atomicAdd(head, 0u);
    }
}
__global__ void init(Cell *ring, int n) { int i = threadIdx.x; if (i < n) { ring[i].seq = i; } }
__global__ void run(Cell *ring, unsigned mask, unsigned *ends, unsigned long long *sum, int each)
{
    unsigned long long s = 0;
    if (blockIdx.x % 2 == 0) {
        for (int k = 0; k < each; k++) while (!push(ring, mask, &ends[0], k + 1)) { }
    } else {
        for (int k = 0; k < each; k++) { int v; while (!pop(ring, mask, &ends[32], &v)) { } s += v; }
        atomicAdd(sum, s);
    }
}
int main()
{
    const int size = 64, each = 5, threads = 32;
    Cell *ring; unsigned *ends; unsigned long long *sum, r;
    cudaMalloc(&ring, size * sizeof(Cell)); cudaMalloc(&ends, 64 * 4); cudaMalloc(&sum, 8);
    cudaMemset(ends, 0, 64 * 4); cudaMemset(sum, 0, 8);
    init<<<1, size>>>(ring, size);
    run<<<4, threads>>>(ring, size - 1, ends, sum, each);
    cudaMemcpy(&r, sum, 8, cudaMemcpyDeviceToHost);
    printf("%llu\n", r);
    cudaFree(ring); cudaFree(ends); cudaFree(sum);
}
