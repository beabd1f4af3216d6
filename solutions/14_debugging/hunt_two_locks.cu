// All threads take their locks in the same order, so waiting cannot form a circle.
//
// A thread that waits for lock b holds only smaller ones. So the thread that holds the largest lock
// of all never waits, finishes, and releases it; then the next one can. A payment from an account to
// itself would wait for the lock that it holds. It changes nothing, so leave it out.
//
// With a thousand accounts two payments hardly ever met head-on; with twelve they do. And a printf
// between the two locks gave the others time to take theirs. A mistake that depends on timing comes
// and goes with everything that takes time, so change the *data* until it fails each time: two
// accounts, sixty payments. Then you can hunt it.
//
// For sums alone no lock is needed: two atomicAdd do the same, and far faster. Locks are for what
// atomics cannot do, such as a payment that depends on the balance.

#include <cuda_runtime.h>

__device__ void take(int *lock)
{
    while (atomicExch(lock, 1) != 0)
        ;
    __threadfence();
}

__device__ void give_back(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void book(int *balance, int *lock, const int *from, const int *to, const int *amount, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int a = min(from[i], to[i]), b = max(from[i], to[i]);

    if (a == b)
        return;
    take(&lock[a]);
    take(&lock[b]);
    balance[from[i]] -= amount[i];
    balance[to[i]] += amount[i];
    give_back(&lock[b]);
    give_back(&lock[a]);
}

int settle(int *balance, const int *from, const int *to, const int *amount, int accounts, int n)
{
    int *d_balance, *d_lock, *d_from, *d_to, *d_amount, error;

    cudaMalloc(&d_balance, accounts * sizeof(int));
    cudaMalloc(&d_lock, accounts * sizeof(int));
    cudaMalloc(&d_from, n * sizeof(int));
    cudaMalloc(&d_to, n * sizeof(int));
    cudaMalloc(&d_amount, n * sizeof(int));
    cudaMemcpy(d_balance, balance, accounts * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_lock, 0, accounts * sizeof(int));
    cudaMemcpy(d_from, from, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_to, to, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_amount, amount, n * sizeof(int), cudaMemcpyHostToDevice);

    book<<<(n + 127) / 128, 128>>>(d_balance, d_lock, d_from, d_to, d_amount, n);
    error = cudaGetLastError();

    if (error == cudaSuccess)
        error = cudaMemcpy(balance, d_balance, accounts * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_balance);
    cudaFree(d_lock);
    cudaFree(d_from);
    cudaFree(d_to);
    cudaFree(d_amount);
    return error;
}
