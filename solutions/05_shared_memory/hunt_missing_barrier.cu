// A tile that is used again needs two barriers in each round. The first says "it is full": nobody reads
// before all have stored. The second says "it is free again": nobody stores the next piece before all have
// read this one. The second is the one that is forgotten, since the first round is right without it.
//
// All threads of a block have the same `first`, so they all take the same number of rounds, and come to the
// same barriers. That is what makes a barrier in a loop allowed.

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
