// A tile that is used again needs two barriers in each iteration. The first means "it is full": no thread
// reads before all have stored. The second means "it is free again": no thread stores the next piece before
// all have read this one. The second is the one that people forget, since the first iteration is right
// without it.
//
// All threads of a block have the same `first`, so they all take the same number of iterations, and reach the
// same barriers. That is why a barrier is allowed in this loop.

__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        tile[t] = x[first + t];
        __syncthreads();
        out[first + t] = tile[255 - t];
        __syncthreads();
    }
}
