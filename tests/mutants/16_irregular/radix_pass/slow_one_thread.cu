// Thread 0 sorts the piece.
// Expect: too-slow active_lanes
__global__ void radix_pass(unsigned int *out, int *count, const unsigned int *key, int shift, int n)
{
    if (threadIdx.x == 0) {
        int first = blockIdx.x * 256, m = min(256, n - first), place = first;

        for (int d = 0; d < 16; d++) {
            int begin = place;
            for (int k = 0; k < m; k++)
                if ((key[first + k] >> shift & 15) == d) // <-- here
                    out[place++] = key[first + k];
            count[blockIdx.x * 16 + d] = place - begin;
        }
    }
}
