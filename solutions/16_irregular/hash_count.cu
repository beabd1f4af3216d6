// A table of twice as many slots as keys stays half empty, so most keys find their slot with one or two
// tries. The multiplication carries all bits of the key into the upper bits of the product, and
// those are the slot: keys at regular distances do not collide.
//
// atomicCAS decides between threads that want the same slot at the same time. Its result says which of the
// three happened: the slot was empty and is taken now, it has this very key, or it has another.
// A look with a plain load first and a store after it would let two threads take one slot.
//
// Slots are never emptied again, so a key that was put after a full slot is found by the same steps.
// The tries depend on the data: lanes that are done wait for the one with the longest way.

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

        for (;;) {
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
