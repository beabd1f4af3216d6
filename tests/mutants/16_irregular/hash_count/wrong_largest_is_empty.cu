// Mistake: the largest int stands for an empty slot, but it is a key: another key takes its place later.
// Expect: wrong-answer
#define EMPTY 0x7fffffff

__global__ void hash_count(int *times, const int *key, int n)
{
    __shared__ int slot[2048], many[2048];
    int first = blockIdx.x * 1024, end = min(n, first + 1024);

    for (int s = threadIdx.x; s < 2048; s += 256) {
        slot[s] = EMPTY;
        many[s] = 0;
    }
    __syncthreads();
    for (int i = first + threadIdx.x; i < end; i += 256) {
        int s = key[i] % 2048;

        while (true) {
            int old = atomicCAS(&slot[s], EMPTY, key[i]);

            if (old == EMPTY || old == key[i])
                break;
            s = (s + 1) % 2048;
        }
        atomicAdd(&many[s], 1);
    }
    __syncthreads();
    for (int i = first + threadIdx.x; i < end; i += 256) {
        int s = key[i] % 2048;

        while (slot[s] != key[i])
            s = (s + 1) % 2048;
        times[i] = many[s];
    }
}
