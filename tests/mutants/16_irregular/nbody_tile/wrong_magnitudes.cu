// Mistake: the magnitudes of the coordinates take their places.
// Expect: wrong-answer
// Adds the pull of body `other` on body `me`.
__device__ void pull(float3 *a, float4 me, float4 other)
{
    float x = other.x - me.x, y = other.y - me.y, z = other.z - me.z;
    float r = rsqrtf(x * x + y * y + z * z + 1 / 16.0f), f = other.w * r * r * r;

    a->x += f * x;
    a->y += f * y;
    a->z += f * z;
}

__device__ float4 without_signs(float4 v)
{
    return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), v.w);
}

__global__ void nbody_tile(float *acceleration, const float *body, int n)
{
    __shared__ float4 tile[256];
    const float4 *all = (const float4 *)body;
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 none = make_float4(0, 0, 0, 0), me = i < n ? without_signs(all[i]) : none;
    float3 a = make_float3(0, 0, 0);

    for (int first = 0; first < n; first += 256) {
        int j = first + threadIdx.x;

        tile[threadIdx.x] = j < n ? without_signs(all[j]) : none;
        __syncthreads();
        for (int k = 0; k < 256; k++)
            pull(&a, me, tile[k]);
        __syncthreads();
    }
    if (i < n) {
        acceleration[3 * i] = a.x;
        acceleration[3 * i + 1] = a.y;
        acceleration[3 * i + 2] = a.z;
    }
}
