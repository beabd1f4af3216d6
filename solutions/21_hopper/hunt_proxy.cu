// A fence orders what is before it. In the stub it stood before the stores, so it had nothing to order, and the copy
// engine read shared memory while some of the stores were still on their way. __syncthreads() does not help: it orders the
// threads' accesses among themselves, which all use the generic proxy. The copy engine belongs to the asynchronous one.
//
// So: store, fence, barrier, copy. Each thread needs the fence for its own stores. Or one thread has it, after the
// barrier and before it starts the copy: the barrier has ordered the others' stores before that.
//
// The other direction needs no such fence: whoever sees the end of the phase sees the bytes that the engine brought. And at the
// end thread 0 waits until the engine has read its source, because a block's shared memory is gone when the block has ended.

typedef unsigned long long barrier; // lies in shared memory

__device__ unsigned int in_shared(const void *p) { return (unsigned int)__cvta_generic_to_shared(p); }

__device__ void barrier_init(barrier *b, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(in_shared(b)), "r"(arrivals) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory"); // for the copy engine, too
}

__device__ void expect(barrier *b, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(in_shared(b)), "r"(bytes) : "memory");
}

__device__ void bulk_copy(void *to, const void *from, int bytes, barrier *b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 : : "r"(in_shared(to)), "l"(from), "r"(bytes), "r"(in_shared(b)) : "memory");
}

__device__ void wait_for(barrier *b, int phase)
{
    int over;

    do
        asm volatile("{\n.reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                     "selp.s32 %0, 1, 0, p;\n}"
                     : "=r"(over) : "r"(in_shared(b)), "r"(phase) : "memory");
    while (!over);
}

// From shared to global memory; wait_for_reads waits until the copy has read its source.
__device__ void bulk_store(void *to, const void *from, int bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;" : : "l"(to), "r"(in_shared(from)), "r"(bytes) : "memory");
}

__device__ void wait_for_reads()
{
    asm volatile("cp.async.bulk.wait_group.read 0;" : : : "memory");
}

// Between threads' accesses to shared memory and those of the copy engine.
__device__ void fence_async()
{
    asm volatile("fence.proxy.async;" : : : "memory");
}

__global__ void turn_tiles(float *out, const float *x, int n)
{
    __shared__ __align__(128) float tile[1024], turned[1024];
    __shared__ barrier arrived;
    int t = threadIdx.x, first = blockIdx.x * 1024, m = min(1024, n - first), bytes = m * (int)sizeof(float);

    if (t == 0) {
        barrier_init(&arrived, 1);
        expect(&arrived, bytes);
        bulk_copy(tile, x + first, bytes, &arrived);
    }
    __syncthreads();
    wait_for(&arrived, 0);

    for (int j = t; j < m; j += 256)
        turned[j] = tile[m - 1 - j];
    fence_async();
    __syncthreads();
    if (t == 0) {
        bulk_store(out + first, turned, bytes);
        wait_for_reads();
    }
}
