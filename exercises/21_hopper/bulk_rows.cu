// bulk_rows: weighted sums of the pixels of a row.
//
//   out  a row of 256 floats for each block
//   x    for each block, w pixels of three floats
//   w    a multiple of 4
//
// The launch: a block of 256 threads for each row. On a GPU it needs compute capability 9.0, and nvcc.

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

__global__ void bulk_rows(float *out, const float *x, int w)
{
    __shared__ __align__(128) float tile[4][3 * 256];
    __shared__ barrier arrived[4];
    int t = threadIdx.x;
    float sum = 0;

    x += (size_t)blockIdx.x * w * 3;

    // YOUR CODE HERE
    out[blockIdx.x * 256 + t] = sum;
}
