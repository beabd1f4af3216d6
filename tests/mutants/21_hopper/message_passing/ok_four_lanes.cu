// Four lanes pass on a number each: lane 0 acquires and releases, for the others behind __syncwarp. Old intrinsics in place of atomic_ref.
// Expect: passed
__global__ void message_passing(int *state, int *ready, int *turn, const int *x, int n)
{
    __shared__ int tile, own[4];
    int t = threadIdx.x;

    if (t == 0)
        tile = atomicAdd(turn, 1);
    if (t < 4)
        own[t] = t == 0 ? 2147483647 : t == 1 ? -2147483647 - 1 : 0;
    __syncthreads();
    int i = tile * 256 + t;
    if (i < n) {
        int v = x[i];
        atomicMin(&own[0], v);
        atomicMax(&own[1], v);
        atomicAdd(&own[2], v);
        atomicAdd(&own[3], v > 0);
    }
    __syncthreads();
    if (t >= 32)
        return;
    if (tile > 0) {
        if (t == 0)
            while (atomicAdd(&ready[tile - 1], 0) == 0)
                ;
        __threadfence();
        __syncwarp();
        if (t < 4) {
            int was = state[4 * (tile - 1) + t], is = own[t];
            own[t] = t == 0 ? min(was, is) : t == 1 ? max(was, is) : was + is;
        }
    }
    if (t < 4)
        state[4 * tile + t] = own[t];
    __threadfence();
    __syncwarp();
    if (t == 0)
        atomicExch(&ready[tile], 1);
}
