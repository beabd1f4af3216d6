// Correct: a running sum of ones, with a barrier on either side of each write.
// Expect: passed
__global__ void hello_threads(int *seat)
{
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    seat[t] = s[t] - 1;
}
