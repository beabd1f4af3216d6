// n * n terms, but only n bodies: each block loads them tile by tile, and each load serves 256 threads. In
// the inner loop all lanes of a warp read the same body of the tile, which is one pass through shared
// memory, and then come 20 operations. So arithmetic is the limit here, and not memory.
//
// A thread without a body must not leave: it loads a body of each tile for the others, and a barrier waits
// for all threads of the block. Its own sum is never stored.
//
// The root and the division are one operation, rsqrtf, which the hardware has.

__device__ void pull(float3 *a, float4 me, float4 other)
{
    float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    float r = rsqrtf(x * x + y * y + z * z + 1 / 16.0f), f = other.w * r * r * r;

    a->x += f * x;
    a->y += f * y;
    a->z += f * z;
}

__global__ void nbody_tile(float *acceleration, const float *body, int n)
{
    __shared__ float4 tile[256];
    const float4 *bodies = (const float4 *)body;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = bodies[min(i, n - 1)];
    float3 a = make_float3(0, 0, 0);

    for (int first = 0; first < n; first += 256) {
        int count = min(256, n - first);

        if (t < count)
            tile[t] = bodies[first + t];
        __syncthreads();
        for (int k = 0; k < count; k++)
            pull(&a, me, tile[k]);
        __syncthreads();
    }

    if (i < n) {
        acceleration[3 * i] = a.x;
        acceleration[3 * i + 1] = a.y;
        acceleration[3 * i + 2] = a.z;
    }
}
