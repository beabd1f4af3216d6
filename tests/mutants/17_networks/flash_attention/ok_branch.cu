// Scales only when the maximum has grown. The tile is the same array for keys and values, as float4.
// Expect: passed
__device__ float product(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

__global__ void flash_attention(float *out, const float *q, const float *k, const float *v, int n, float scale)
{
    __shared__ float4 tile[2][64 * 8];
    int t = blockIdx.x * 64 + threadIdx.x, me = min(t, n - 1);
    float4 query[8], result[8];
    float most = -3e38f, sum = 0;

    #pragma unroll
    for (int i = 0; i < 8; i++) {
        query[i] = ((const float4 *)q)[me * 8 + i];
        result[i] = make_float4(0, 0, 0, 0);
    }
    for (int step = 0; step <= blockIdx.x; step++) {
        for (int p = threadIdx.x; p < 512; p += 64) {
            int at = min(step * 512 + p, n * 8 - 1);

            tile[0][p] = ((const float4 *)k)[at];
            tile[1][p] = ((const float4 *)v)[at];
        }
        __syncthreads();
        for (int j = 0; j < 64 && step * 64 + j <= me; j++) {
            float s = 0;

            #pragma unroll
            for (int i = 0; i < 8; i++)
                s += product(query[i], tile[0][j * 8 + i]);
            s *= scale;
            if (s > most) {
                float old = expf(most - s);

                most = s;
                sum *= old;
                #pragma unroll
                for (int i = 0; i < 8; i++)
                    result[i] = make_float4(result[i].x * old, result[i].y * old, result[i].z * old, result[i].w * old);
            }
            float share = expf(s - most);
            sum += share;
            #pragma unroll
            for (int i = 0; i < 8; i++) {
                float4 value = tile[1][j * 8 + i];

                result[i].x += share * value.x;
                result[i].y += share * value.y;
                result[i].z += share * value.z;
                result[i].w += share * value.w;
            }
        }
        __syncthreads();
    }
    if (t == me)
        #pragma unroll
        for (int i = 0; i < 8; i++)
            ((float4 *)out)[t * 8 + i] = make_float4(result[i].x / sum, result[i].y / sum, result[i].z / sum, result[i].w / sum);
}
