// Each block takes a piece, and finds the sum of the pieces before it by looking back: most of them
// have published their own sum by then, and a few steps further back there is one that knows the
// sum of everything up to its end. So no block waits for its neighbour to finish; it only waits for
// the blocks ahead of it to publish *something*.
//
// The counter makes waiting safe: a block with an earlier piece has already begun, and never waits
// for a later one.
//
// A sum and its mark share one word of 64 bits. It is written in one step, so no block can see one
// without the other, and no fence is needed between them. That is worth a lot here: a fence waits
// until earlier stores have arrived, and there are always many on their way.
//
// x is read once: while a thread waits, it keeps its 32 elements in registers, as eight int4. In
// each of the eight rows the 32 lanes of a warp hold 128 neighbouring elements, and shuffles scan
// them.
//
// One thread looks back, piece by piece. It is faster if 32 lanes look at 32 pieces together: see
// ok_at_speed.cu, among the other programs of this exercise. On an H200, with 2^26 elements, that
// one moves 92 % of the bytes per second that a copy does, and one thread 82 %.

#define WARPS 8
#define ROWS 8
#define PIECE (WARPS * ROWS * 128)
#define OWN (1ull << 32)
#define ALL (2ull << 32)

__device__ void tell(volatile unsigned long long *known, int p, unsigned long long mark, int sum)
{
    atomicExch((unsigned long long *)&known[p], mark | (unsigned)sum);
}

__device__ int4 load4(const int *x, int i, int n)
{
    if (i + 3 < n)
        return *(const int4 *)(x + i);
    return make_int4(i < n ? x[i] : 0, i + 1 < n ? x[i + 1] : 0, i + 2 < n ? x[i + 2] : 0, 0);
}

__device__ void store4(int *out, int i, int n, int4 v)
{
    if (i + 3 < n) {
        *(int4 *)(out + i) = v;
        return;
    }
    if (i < n)
        out[i] = v.x;
    if (i + 1 < n)
        out[i + 1] = v.y;
    if (i + 2 < n)
        out[i + 2] = v.z;
}

// The sum of all that is before piece p.
__device__ int look_back(const volatile unsigned long long *known, int p)
{
    int sum = 0;
    while (p-- > 0) {
        unsigned long long told;
        do
            told = known[p];
        while (told == 0);
        sum += (int)told;
        if (told >= ALL)
            break;
    }
    return sum;
}

__global__ void scan_any_n(int *__restrict__ out, unsigned *turn, volatile unsigned long long *known, const int *__restrict__ x, int n)
{
    __shared__ int sums[WARPS];
    __shared__ int piece, before;
    int t = threadIdx.x, lane = t % 32, warp = t / 32;

    if (t == 0)
        piece = atomicAdd(turn, 1);
    __syncthreads();
    int first = piece * PIECE + warp * ROWS * 128 + lane * 4;

    int4 v[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        v[r] = load4(x, first + r * 128, n);

    int sum = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        v[r].y += v[r].x;
        v[r].z += v[r].y;
        v[r].w += v[r].z;
        int upto = v[r].w;
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(0xffffffff, upto, d);
            if (lane >= d)
                upto += left;
        }
        int add = sum + upto - v[r].w;
        v[r].x += add, v[r].y += add, v[r].z += add, v[r].w += add;
        sum += __shfl_sync(0xffffffff, upto, 31);
    }
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();

    if (t == 0) {
        int total = 0;
        for (int w = 0; w < WARPS; w++)
            total += sums[w];
        tell(known, piece, OWN, total);
        before = look_back(known, piece);
        tell(known, piece, ALL, before + total);
    }
    __syncthreads();

    int add = before;
    for (int w = 0; w < warp; w++)
        add += sums[w];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        v[r].x += add, v[r].y += add, v[r].z += add, v[r].w += add;
        store4(out, first + r * 128, n, v[r]);
    }
}
