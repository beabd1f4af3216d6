// gemm_tensor with instructions that only GPUs of compute capability 9.0 have, for aims.sh; the virtual machine does not run it. On an
// H200, n = 4096: 250 TFLOP/s, two thirds of what cuBLAS reaches there; ok_at_speed.cu 140, the exercise's solution 57.
//
// A block of 384 threads computes 256 x 128 elements of c. Its warps have different tasks: four of them only fill tiles in shared
// memory, with cp.async; the other eight, two groups of four, multiply. They meet at two mbarriers for each of four pairs of tiles:
// `filled` and `used`. The warps that fill need few registers and give the others (setmaxnreg) to the warps that multiply, whose lanes hold 128 sums each.
//
// wgmma multiplies for a group of four warps: 64 x 8 numbers, here in registers, with 8 x 128 in shared memory. It wants the latter
// column by column, which is how a's transpose lies in memory, not b. So the block computes the transpose: c' = b' a'. The
// numbers of b come through registers, where any layout will do; those of a stay where they are. The tile of a is
// stored in the order that wgmma calls the 128-byte swizzle, so that neither side has bank conflicts.
//
// By a count of its cycles (not measured) shared memory limits it: copies into it, the reads of b and those of wgmma itself together
// need as many as the products. cuBLAS copies with the tensor memory accelerator and shares tiles between the blocks of a cluster.

#define HIGH   256 // rows of c that a block computes
#define WIDE   128 // and columns
#define DEEP   32  // of k in a round
#define ROUNDS 4   // whose tiles are in shared memory at once
#define PADDED (WIDE + 8)

struct tiles {
    float a[HIGH * DEEP]; // rows of 128 bytes; the 16 bytes number i of row r are at i ^ r % 8
    float b[DEEP][PADDED];
};

struct shared {
    tiles round[ROUNDS];
    unsigned long long filled[ROUNDS], used[ROUNDS];
};

__device__ unsigned in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void barrier_init(unsigned long long *b, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(in_shared(b)), "r"(arrivals) : "memory");
}

__device__ void arrive(unsigned long long *b)
{
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" : : "r"(in_shared(b)) : "memory");
}

__device__ void wait_for(unsigned long long *b, int phase)
{
    asm volatile("{\n"
                 ".reg .pred done;\n"
                 "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
                 "@!done bra again;\n"
                 "}"
                 : : "r"(in_shared(b)), "r"(phase) : "memory");
}

// Copies 16 bytes, or writes zeros: beyond k.
__device__ void copy16(float *to, const float *from, bool zeros)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(in_shared(to)), "l"(from), "r"(zeros ? 0 : 16) : "memory");
}

__device__ void produce(shared *s, const float *a, const float *b, int top, int left, int m, int n, int k)
{
    int t = threadIdx.x;

    for (int first = 0, round = 0; first < k; first += DEEP, round++) {
        tiles *to = &s->round[round % ROUNDS];

        wait_for(&s->used[round % ROUNDS], (round / ROUNDS + 1) % 2);
#pragma unroll 4
        for (int i = 0; i < HIGH / 16; i++) {
            int row = t / 8 + 16 * i, part = t % 8, col = first + 4 * part;

            copy16(&to->a[DEEP * row + 4 * (part ^ row % 8)], a + (size_t)min(top + row, m - 1) * k + min(col, k - 4), col >= k);
        }
#pragma unroll
        for (int i = 0; i < DEEP / 4; i++) {
            int row = t / 32 + 4 * i, col = t % 32 * 4;

            copy16(&to->b[row][col], b + (size_t)min(first + row, k - 1) * n + left + col, first + row >= k);
        }
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" : : "r"(in_shared(&s->filled[round % ROUNDS])) : "memory");
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

__device__ void consume(shared *s, float *c, int top, int left, int m, int n, int k)
{
    int warp = threadIdx.x / 32 - 4, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, col = 16 * warp + g;
    float sum[HIGH / 128][64] = {};

    for (int first = 0, round = 0; first < k; first += DEEP, round++) {
        const tiles *from = &s->round[round % ROUNDS];
        float x[DEEP / 8][4];

        wait_for(&s->filled[round % ROUNDS], round / ROUNDS % 2);
#pragma unroll
        for (int i = 0; i < DEEP / 8; i++) {
            x[i][0] = from->b[8 * i + t][col];
            x[i][1] = from->b[8 * i + t][col + 8];
            x[i][2] = from->b[8 * i + t + 4][col];
            x[i][3] = from->b[8 * i + t + 4][col + 8];
        }
        asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
        asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
#pragma unroll
        for (int i = 0; i < DEEP / 8; i++)
#pragma unroll
            for (int half = 0; half < HIGH / 128; half++)
                multiply(sum[half], x[i], described(from->a + half * 128 * DEEP + 8 * i));
        asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" : : : "memory");
        if (threadIdx.x % 32 == 0)
            arrive(&s->used[round % ROUNDS]);
    }
#pragma unroll
    for (int half = 0; half < HIGH / 128; half++) {
        if (top + 128 * half >= m)
            break;
#pragma unroll
        for (int j = 0; j < 16; j++) {
            float *to = c + (size_t)(top + 128 * half + 8 * j + 2 * t) * n + left + col;

            to[0] = sum[half][4 * j];
            to[n] = sum[half][4 * j + 1];
            to[8] = sum[half][4 * j + 2];
            to[n + 8] = sum[half][4 * j + 3];
        }
    }
}

__global__ void __launch_bounds__(384, 1) gemm_tensor(float *c, const float *a, const float *b, int m, int n, int k)
{
    extern __shared__ __align__(1024) char memory[];
    shared *s = (shared *)memory;
    int top = blockIdx.y * HIGH, left = blockIdx.x * WIDE;

    if (threadIdx.x == 0)
        for (int i = 0; i < ROUNDS; i++) {
            barrier_init(&s->filled[i], 128);
            barrier_init(&s->used[i], 8);
        }
    __syncthreads();
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 56;");
        produce(s, a, b, top, left, m, n, k);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 224;");
        consume(s, c, top, left, m, n, k);
    }
}
