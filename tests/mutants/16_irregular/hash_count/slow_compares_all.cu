// Compares each key with all others of the piece.
// Expect: too-slow warp_instructions
__global__ void hash_count(int *times, const int *key, int n)
{
    __shared__ int keys[1024];
    int first = blockIdx.x * 1024, count = min(1024, n - first);

    for (int k = threadIdx.x; k < count; k += 256)
        keys[k] = key[first + k];
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += 256) {
        int same = 0;

        #pragma unroll 1
        for (int j = 0; j < count; j++) same += keys[j] == keys[k]; // <-- here
        times[first + k] = same;
    }
}
