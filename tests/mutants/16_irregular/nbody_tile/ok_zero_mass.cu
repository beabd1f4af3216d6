// Expect: passed
// Tiles are filled up with bodies without mass.
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
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? ((const float4 *)body)[i] : make_float4(0, 0, 0, 0);
    float3 a = { 0, 0, 0 };

    for (int j = threadIdx.x; j - (int)threadIdx.x < n; j += 256) {
        tile[threadIdx.x] = j < n ? ((const float4 *)body)[j] : make_float4(9, 9, 9, 0);
        __syncthreads();
        #pragma unroll 8
        for (int k = 0; k < 256; k++)
            pull(&a, me, tile[k]);
        __syncthreads();
    }
    if (i >= n)
        return;
    acceleration[i * 3 + 0] = a.x;
    acceleration[i * 3 + 1] = a.y;
    acceleration[i * 3 + 2] = a.z;
}
