// As int4: a copy does not depend on the meaning of the bytes.
// Expect: passed
__global__ void vector_copy(float *__restrict__ out, const float *__restrict__ x, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (first + 3 < n) {
        int4 v = *reinterpret_cast<const int4 *>(x + first);
        *reinterpret_cast<int4 *>(out + first) = v;
    } else {
        for (; first < n; first++)
            out[first] = x[first];
    }
}
