// gemm_tensor with instructions that only GPUs of compute capability 9.0 have, for aims.sh; the virtual machine does not run it. On an
// H100, n = 4096: 365 TFLOP/s, 96 % of what cuBLAS reaches there (aims.sh prints both); without a cluster 78 %, with four blocks in it 79 %.
//
// Two blocks that are neighbours along a row of c form a cluster. A block of 384 threads computes 256 x 128 elements of c. Its warps
// have different tasks: one thread of the first four warps starts copies of tiles into shared memory, which the tensor memory
// accelerator makes; the other eight warps, two groups of four, multiply. They meet at two mbarriers for each of four pairs of tiles:
// `filled` and `used`. The warps that copy need few registers and give the others (setmaxnreg) to the warps that multiply,
// whose lanes hold 128 sums each. Both blocks of a cluster need the same rows of a: each copies half of them into the shared memory of
// both, so the blocks read a third less from the second-level cache.
//
// wgmma multiplies for a group of four warps: 64 x 8 numbers, here in registers, with 8 x 128 in shared memory. It wants the latter
// column by column, which is how a's transpose lies in memory, not b. So the block computes the transpose: c' = b' a'. The
// numbers of b come through registers, where any layout will do; those of a stay where they are. Both tiles are stored in the
// order that wgmma calls the 128-byte swizzle. Any lane may take any column of b: the choice here has no bank conflicts.
//
// Waits and arrivals have the default scope: with `.acquire.cluster` and `.release.cluster` it took 1.6 times as long.
//
// aims_families.cuh describes to the accelerator where a and b lie (cuTensorMapEncodeTiled). n is a multiple of 256.

#define HIGH    256 // rows of c that a block computes
#define WIDE    128 // and columns
#define DEEP    32  // of k in a round
#define ROUNDS  4   // whose tiles are in shared memory at once
#define CLUSTER 2

typedef unsigned long long mbarrier;

struct alignas(64) tensor_map { char opaque[128]; };

struct tiles {
    float a[HIGH * DEEP];         // rows of 128 bytes; the 16 bytes number i of row r are at i ^ r % 8
    float b[WIDE / 32][DEEP][32]; // these rows too
};

struct shared {
    tiles round[ROUNDS];
    mbarrier filled[ROUNDS], used[ROUNDS];
};

__device__ unsigned in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ unsigned rank_in_cluster()
{
    unsigned rank;

    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ void cluster_wait()
{
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" : : : "memory");
}

__device__ void barrier_init(mbarrier *b, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(in_shared(b)), "r"(arrivals) : "memory");
}

// At the barrier of the block `rank` of the cluster.
__device__ void arrive(mbarrier *b, unsigned rank)
{
    asm volatile("{\n"
                 ".reg .b32 there;\n"
                 "mapa.shared::cluster.u32 there, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
                 "}"
                 : : "r"(in_shared(b)), "r"(rank) : "memory");
}

__device__ void arrive_with_bytes(mbarrier *b, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" : : "r"(in_shared(b)), "r"(bytes) : "memory");
}

__device__ void wait_for(mbarrier *b, int phase)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                 "@!done bra again;\n"
                 "}"
                 : : "r"(in_shared(b)), "r"(phase) : "memory");
}

__device__ void produce(shared *s, const tensor_map *a, const tensor_map *b, int top, int left, int k)
{
    unsigned rank = rank_in_cluster();

    for (int first = 0, round = 0; first < k; first += DEEP, round++) {
        tiles *to = &s->round[round % ROUNDS];
        mbarrier *filled = &s->filled[round % ROUNDS];

        wait_for(&s->used[round % ROUNDS], (round / ROUNDS + 1) % 2);
        arrive_with_bytes(filled, sizeof *to);
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[%0], [%1, {%2, %3}], [%4], %5;"
                     : : "r"(in_shared(to->a + rank * (HIGH / CLUSTER) * DEEP)), "l"(a), "r"(first), "r"(top + (int)rank * (HIGH / CLUSTER)),
                     "r"(in_shared(filled)), "h"((unsigned short)((1 << CLUSTER) - 1)) : "memory");
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
                     : : "r"(in_shared(to->b)), "l"(b), "r"(0), "r"(first), "r"(left / 32), "r"(in_shared(filled)) : "memory");
    }
}

#define SUMS16(d, i) \
    "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7]), \
    "+f"(d[i + 8]), "+f"(d[i + 9]), "+f"(d[i + 10]), "+f"(d[i + 11]), "+f"(d[i + 12]), "+f"(d[i + 13]), "+f"(d[i + 14]), "+f"(d[i + 15])

__device__ void multiply(float d[64], const float x[4], unsigned long long y)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
                 "{%64, %65, %66, %67}, %68, 1, 1, 1;"
                 : SUMS16(d, 0), SUMS16(d, 16), SUMS16(d, 32), SUMS16(d, 48)
                 : "r"(__float_as_uint(x[0])), "r"(__float_as_uint(x[1])), "r"(__float_as_uint(x[2])), "r"(__float_as_uint(x[3])), "l"(y));
}

// Where a tile of a begins, and that 1024 bytes lie between its groups of eight rows, which are swizzled.
__device__ unsigned long long described(const float *tile)
{
    return (in_shared(tile) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

struct lane {
    int part, column; // in b's tile: a part, and the first of two columns in it; the second is 4 columns on
    int row;          // of eight, the first of two rows; the second is 4 rows on
};

__device__ void read(float x[DEEP / 8][4], const tiles *from, lane l)
{
    int unit = l.column / 4, word = l.column % 4;

#pragma unroll
    for (int i = 0; i < DEEP / 8; i++) {
        const float *row = from->b[l.part][8 * i + l.row], *fourth = row + 4 * 32;

        x[i][0] = row[4 * (unit ^ l.row) + word];
        x[i][1] = row[4 * ((unit + 1) ^ l.row) + word];
        x[i][2] = fourth[4 * (unit ^ (l.row + 4)) + word];
        x[i][3] = fourth[4 * ((unit + 1) ^ (l.row + 4)) + word];
    }
}

__device__ void release(mbarrier *used)
{
    if (threadIdx.x % 32 < CLUSTER)
        arrive(used, threadIdx.x % 32);
}

__device__ void consume(shared *s, float *c, int top, int left, int m, int n, int k)
{
    int warp = threadIdx.x / 32 - 4, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    lane l = { warp / 2, 16 * (g / 4) + 8 * (warp % 2) + g % 4, t };
    float sum[HIGH / 128][64] = {};

    for (int first = 0, round = 0; first < k; first += DEEP, round++) {
        const tiles *from = &s->round[round % ROUNDS];
        float x[DEEP / 8][4];

        wait_for(&s->filled[round % ROUNDS], round / ROUNDS % 2);
        read(x, from, l);
        asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
#pragma unroll
        for (int i = 0; i < DEEP / 8; i++)
#pragma unroll
            for (int half = 0; half < HIGH / 128; half++)
                multiply(sum[half], x[i], described(from->a + half * 128 * DEEP + 8 * i));
        asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" : : : "memory");
        release(&s->used[round % ROUNDS]);
    }
#pragma unroll
    for (int half = 0; half < HIGH / 128; half++) {
        if (top + 128 * half >= m)
            break;
#pragma unroll
        for (int j = 0; j < 16; j++) {
            float *to = c + (size_t)(top + 128 * half + 8 * j + 2 * t) * n + left + 32 * l.part + l.column;

            to[0] = sum[half][4 * j];
            to[n] = sum[half][4 * j + 1];
            to[4] = sum[half][4 * j + 2];
            to[n + 4] = sum[half][4 * j + 3];
        }
    }
}

__global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(384, 1)
gemm_tensor(float *c, const __grid_constant__ tensor_map a, const __grid_constant__ tensor_map b, int m, int n, int k)
{
    extern __shared__ __align__(1024) char memory[];
    shared *s = (shared *)memory;
    int top = blockIdx.y * HIGH, left = blockIdx.x * WIDE;

    if (threadIdx.x == 0) {
        for (int i = 0; i < ROUNDS; i++) {
            barrier_init(&s->filled[i], 1);
            barrier_init(&s->used[i], 8 * CLUSTER);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
    }
    cluster_wait();
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x == 0)
            produce(s, &a, &b, top, left, k);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        consume(s, c, top, left, m, n, k);
    }
    __syncwarp();
    cluster_wait(); // the other block may still write to the memory of this one
}
