// settle: books payments between accounts, all at the same time. Sometimes it hangs; there are two reasons.
//
//   balance   accounts ints: changed by the payments
//   from, to  n ints each: payment i goes from account from[i] to account to[i]
//   amount    n ints
//
// It returns 0, or the error of the launch or of the copy back.

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

    int a = from[i], b = to[i];

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
