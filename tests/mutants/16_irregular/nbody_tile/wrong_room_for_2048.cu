// Mistake: shared memory has room for 2048 bodies, and the others are left out.
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

__global__ void nbody_tile(float *acceleration, const float *body, int n)
{
    __shared__ float4 some[2048];
    int i = blockIdx.x * 256 + threadIdx.x, most = min(n, 2048);

    for (int j = threadIdx.x; j < most; j += 256)
        some[j] = ((const float4 *)body)[j];
    __syncthreads();
    if (i >= n)
        return;

    float4 me = ((const float4 *)body)[i];
    float3 a = make_float3(0, 0, 0);

    for (int k = 0; k < most; k++)
        pull(&a, me, some[k]);
    acceleration[3 * i] = a.x;
    acceleration[3 * i + 1] = a.y;
    acceleration[3 * i + 2] = a.z;
}
