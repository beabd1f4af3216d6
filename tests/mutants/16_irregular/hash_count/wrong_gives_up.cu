// Mistake: gives up after 256 slots, and later looks for a key that is nowhere.
// Expect: hang
#define SLOTS 2048
#define EMPTY (-1)

__device__ int slot_of(int key)
{
    return (key * 2654435761u) >> 21;
}

__global__ void hash_count(int *times, const int *key, int n)
{
    __shared__ int slot_key[SLOTS], slot_times[SLOTS];
    int first = blockIdx.x * 1024, end = min(n, first + 1024);

    for (int s = threadIdx.x; s < SLOTS; s += 256) {
        slot_key[s] = EMPTY;
        slot_times[s] = 0;
    }
    __syncthreads();

    for (int i = first + threadIdx.x; i < end; i += 256) {
        int s = slot_of(key[i]);

        for (int tries = 0; tries < 256; tries++) {
            int old = atomicCAS(&slot_key[s], EMPTY, key[i]);

            if (old == EMPTY || old == key[i])
                break;
            s = (s + 1) % SLOTS;
        }
        atomicAdd(&slot_times[s], 1);
    }
    __syncthreads();

    for (int i = first + threadIdx.x; i < end; i += 256) {
        int s = slot_of(key[i]);

        while (slot_key[s] != key[i])
            s = (s + 1) % SLOTS;
        times[i] = slot_times[s];
    }
}
