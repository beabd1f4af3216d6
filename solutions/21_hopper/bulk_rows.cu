// One thread requests a tile, and is free at once: no register holds an element on its way, and 255 threads need not compute
// addresses. The barrier's phase ends when its one arrival *and* exactly the announced bytes have come. The announcement adds
// to a count, the copy subtracts what has arrived, and the phase ends at 0. If the two disagree, all threads wait forever.
//
// wait_for orders memory, too: what the copy engine wrote is visible to a thread that has
// seen the phase end. So no __syncthreads() is needed before the tile is read. One is needed
// after it: all threads must have read tile k before the engine writes tile k + 4 over it.
//
// A phase has no number, only a parity. A barrier that is used for the third time is again in phase 0. That is enough
// as long as no thread can be two phases behind, which the __syncthreads() of each round guarantees.
//
// On an H200 such rings feed the tensor cores: a few warps only start copies, and the others only multiply.

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

#define STAGES 4
#define TILE   256 // pixels

__global__ void bulk_rows(float *out, const float *x, int w)
{
    __shared__ __align__(128) float tile[STAGES][3 * TILE];
    __shared__ barrier arrived[STAGES];
    int t = threadIdx.x, tiles = (w + TILE - 1) / TILE;
    float sum = 0;

    x += (size_t)blockIdx.x * w * 3;
    auto start = [&](int k) {
        int bytes = min(TILE, w - k * TILE) * 3 * (int)sizeof(float);

        expect(&arrived[k % STAGES], bytes);
        bulk_copy(tile[k % STAGES], x + k * TILE * 3, bytes, &arrived[k % STAGES]);
    };

    if (t == 0) {
        for (int s = 0; s < STAGES; s++)
            barrier_init(&arrived[s], 1);
        for (int k = 0; k < STAGES && k < tiles; k++)
            start(k);
    }
    __syncthreads();

    for (int k = 0; k < tiles; k++) {
        const float *pixel = tile[k % STAGES] + 3 * t;

        wait_for(&arrived[k % STAGES], k / STAGES & 1);
        if (k * TILE + t < w)
            sum += 2 * pixel[0] + 5 * pixel[1] + pixel[2];
        __syncthreads();
        if (t == 0 && k + STAGES < tiles)
            start(k + STAGES);
    }
    out[blockIdx.x * 256 + t] = sum;
}
