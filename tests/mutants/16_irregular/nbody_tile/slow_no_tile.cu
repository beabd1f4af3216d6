// Each thread loads all bodies.
// Expect: too-slow global_requests
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
    const float4 *bodies = (const float4 *)body;
    int i = blockIdx.x * 256 + threadIdx.x;
    float3 a = make_float3(0, 0, 0);

    if (i >= n)
        return;
    float4 me = bodies[i];
    for (int k = 0; k < n; k++) {
        float4 other = bodies[k]; // <-- here
        pull(&a, me, other);
    }
    acceleration[3 * i] = a.x;
    acceleration[3 * i + 1] = a.y;
    acceleration[3 * i + 2] = a.z;
}
