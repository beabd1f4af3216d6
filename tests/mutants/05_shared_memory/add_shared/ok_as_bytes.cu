// Shared memory declared as bytes, stored shifted by one: thread t's place is that of its left neighbour.
// Expect: passed
__global__ void add_shared(float *__restrict__ x, int n)
{
    extern __shared__ __align__(16) unsigned char room[];
    float *shifted = reinterpret_cast<float *>(room);
    int first = blockIdx.x * blockDim.x, t = threadIdx.x;
    int count = n - first < (int)blockDim.x ? n - first : blockDim.x;
    float v;
    if (t < count) {
        v = x[first + t];
        shifted[t ? t - 1 : count - 1] = v;
    }
    __syncthreads();
    if (t < count)
        x[first + t] = v + shifted[t];
}
