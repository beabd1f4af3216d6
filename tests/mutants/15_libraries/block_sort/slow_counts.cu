// Each number counts how many are smaller.
// Expect: too-slow warp_instructions
__global__ void block_sort(int *data, const int *begin, int segments)
{
    __shared__ int tile[512];
    int *segment = data + begin[blockIdx.x], n = begin[blockIdx.x + 1] - begin[blockIdx.x];

    for (int i = threadIdx.x; i < n; i += 128)
        tile[i] = segment[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 128) {
        int mine = tile[i], place = 0;
        for (int k = 0; k < n; k++)
            place += tile[k] < mine || (tile[k] == mine && k < i); // <-- here
        segment[place] = mine;
    }
}
