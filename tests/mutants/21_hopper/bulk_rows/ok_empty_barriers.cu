// Barriers in both directions: `full` counts bytes, `empty` the threads that have used the tile.
// Expect: passed
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

__device__ void arrive(barrier *b)
{
    asm volatile("{\n.reg .b64 s;\nmbarrier.arrive.shared::cta.b64 s, [%0];\n}" : : "r"(in_shared(b)) : "memory");
}

__global__ void bulk_rows(float *out, const float *x, int w)
{
    __shared__ __align__(128) float tile[3][3 * 256];
    __shared__ barrier full[3], empty[3];
    int t = threadIdx.x, tiles = (w + 255) / 256;
    float sum = 0;

    if (t == 0)
        for (int s = 0; s < 3; s++) {
            barrier_init(&full[s], 1);
            barrier_init(&empty[s], 256);
        }
    __syncthreads();
    for (int k = 0; k < tiles; k++) {
        int s = k % 3, phase = k / 3 & 1;

        if (t == 255) {
            int first = k == 0 ? 0 : k + 2, last = k + 2;

            for (int j = first; j <= last && j < tiles; j++) {
                int bytes = min(256, w - 256 * j) * 12;

                if (j >= 3)
                    wait_for(&empty[j % 3], (j / 3 - 1) & 1);
                expect(&full[j % 3], bytes);
                bulk_copy(tile[j % 3], x + ((size_t)blockIdx.x * w + 256 * j) * 3, bytes, &full[j % 3]);
            }
        }
        wait_for(&full[s], phase);
        if (k * 256 + t < w) {
            float red = tile[s][3 * t], green = tile[s][3 * t + 1], blue = tile[s][3 * t + 2];
            sum += red + red + 5 * green + blue;
        }
        arrive(&empty[s]);
    }
    out[blockIdx.x * 256 + t] = sum;
}
