// No shared memory: a warp goes down ten rows of 512 pixels, sixteen for each lane in one load. The neighbours to the left and right
// are in the next lanes' registers, those above and below in the lane's own: each row is loaded once for all three sums that it is
// part of. The first and the last lane only lend their pixels, so that no lane needs a second load; the next warp begins 480 further.
// Six rows are loaded before the first of them is used. On an H200 it moves 95 % of the bytes per second that a copy does.
//
// Arithmetic would take longer than that, so it is done for several pixels at once: __dp4a adds three bytes of a word in one
// instruction. A sum of nine pixels is at most 2295, and up to there sum * 7282 >> 16 is sum / 9: byte 2 of the product.
//
// Rows must begin at multiples of 16 bytes. Where they do not, each pixel is computed alone.

#define WIDE  480 // pixels of a warp's row
#define ROWS  10
#define BATCH 6   // divides ROWS + 2
#define LOW_THREE  0x00010101u // for __dp4a: adds bytes 0, 1 and 2
#define HIGH_THREE 0x01010100u

// Each pixel and its two neighbours in the row. before, after: the words beside the four.
__device__ void add_neighbours(unsigned sum[16], uint4 v, unsigned before, unsigned after)
{
    unsigned word[6] = { before, v.x, v.y, v.z, v.w, after };

#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned w = word[k + 1];

        sum[4 * k] = __dp4a(w << 8 | word[k] >> 24, LOW_THREE, 0u);
        sum[4 * k + 1] = __dp4a(w, LOW_THREE, 0u);
        sum[4 * k + 2] = __dp4a(w, HIGH_THREE, 0u);
        sum[4 * k + 3] = __dp4a(w >> 8 | word[k + 2] << 24, HIGH_THREE, 0u);
    }
}

// Four pixels as a word.
__device__ unsigned means(const unsigned *above, const unsigned *here, const unsigned *below)
{
    unsigned p[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
        p[i] = (above[i] + here[i] + below[i]) * 7282;
    return __byte_perm(__byte_perm(p[0], p[1], 0x0062), __byte_perm(p[2], p[3], 0x0062), 0x5410);
}

__device__ void any_width(unsigned char *out, const unsigned char *x, int w, int h, int left, int top)
{
    for (int row = top; row < min(top + ROWS, h); row++)
        for (int col = left; col < min(left + 16, w); col++) {
            int sum = 0;

            for (int r = row - 1; r <= row + 1; r++)
                for (int c = col - 1; c <= col + 1; c++)
                    sum += x[min(max(r, 0), h - 1) * w + min(max(c, 0), w - 1)];
            out[row * w + col] = sum / 9;
        }
}

__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
    int lane = threadIdx.x, left = blockIdx.x * WIDE + lane * 16 - 16, top = (blockIdx.y * 8 + threadIdx.y) * ROWS;

    if (w % 16) {
        if (lane > 0 && lane < 31)
            any_width(out, x, w, h, left, top);
        return;
    }
    if (top >= h)
        return;

    int at = min(max(left, 0), w - 16);
    bool stores = lane > 0 && lane < 31 && left < w;
    unsigned sum[3][16];
#pragma unroll
    for (int first = 0; first < ROWS + 2; first += BATCH) {
        uint4 v[BATCH];

#pragma unroll
        for (int k = 0; k < BATCH; k++)
            v[k] = *(const uint4 *)(x + (size_t)min(max(top - 1 + first + k, 0), h - 1) * w + at);
#pragma unroll
        for (int k = 0; k < BATCH; k++) {
            int row = top - 1 + first + k;
            unsigned before = __shfl_up_sync(0xffffffff, v[k].w, 1), after = __shfl_down_sync(0xffffffff, v[k].x, 1);

            if (left == 0)
                before = v[k].x << 24;
            if (left + 16 == w)
                after = v[k].w >> 24;
            add_neighbours(sum[(first + k) % 3], v[k], before, after);
            if (first + k >= 2 && row - 1 < h && stores) {
                const unsigned *above = sum[(first + k + 1) % 3], *here = sum[(first + k + 2) % 3], *below = sum[(first + k) % 3];

                *(uint4 *)(out + (size_t)(row - 1) * w + left) =
                    make_uint4(means(above, here, below), means(above + 4, here + 4, below + 4), means(above + 8, here + 8, below + 8),
                               means(above + 12, here + 12, below + 12));
            }
        }
    }
}
