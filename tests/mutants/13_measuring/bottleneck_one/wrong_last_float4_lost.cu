// Mistake: four points a thread, and what is left over when the number is no multiple of four is never written.
// Expect: wrong-answer
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h / 4)
        return;
    float4 a = ((const float4 *)air)[i], s = ((const float4 *)wind)[i];
    float t[4] = { a.x, a.y, a.z, a.w }, v[4] = { s.x, s.y, s.z, s.w };

    for (int k = 0; k < 4; k++)
        if (t[k] < 10 && v[k] > 5)
            t[k] = 13.12f + 0.6215f * t[k] + (0.3965f * t[k] - 11.37f) * powf(v[k], 0.16f);
    ((float4 *)feels)[i] = make_float4(t[0], t[1], t[2], t[3]);
}
