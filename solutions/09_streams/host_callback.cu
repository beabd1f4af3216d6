// add_up is one more operation in the stream, after the copy that brings its numbers.
//
// The loop puts everything into the stream and ends before the first piece has come back. So the
// data for a call of add_up cannot be a variable of the loop: when the function is called at last,
// that variable would be gone, or describe the last piece. Each piece has an entry of an array that
// lives until after the wait, and that never grows, since growing would move it. add_up itself does
// not call CUDA. While it runs, its stream waits: for long work, let it wake up a thread of the
// program's own, and return.

#include <vector>

#include <cuda_runtime.h>

__global__ void stir(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int h = x[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        x[i] = h;
    }
}

struct piece {
    const unsigned int *from;
    int count;
    unsigned int *sum;
};

static void add_up(void *data)
{
    const struct piece *p = (const struct piece *)data;
    unsigned int sum = 0;

    for (int i = 0; i < p->count; i++)
        sum += p->from[i];
    *p->sum = sum;
}

void piece_sums(const unsigned int *x, unsigned int *sums, int n, int chunk, int rounds)
{
    std::vector<struct piece> work((n + chunk - 1) / chunk);
    unsigned int *d, *h;
    cudaStream_t s;

    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaMallocHost(&h, n * sizeof(*h));
    cudaMalloc(&d, n * sizeof(*d));
    cudaStreamCreate(&s);

    for (int c = 0; c * chunk < n; c++) {
        int begin = c * chunk;
        int count = n - begin < chunk ? n - begin : chunk;
        size_t bytes = count * sizeof(*x);

        cudaMemcpyAsync(d + begin, x + begin, bytes, cudaMemcpyHostToDevice, s);
        stir<<<(count + 255) / 256, 256, 0, s>>>(d + begin, count, rounds);
        cudaMemcpyAsync(h + begin, d + begin, bytes, cudaMemcpyDeviceToHost, s);

        work[c] = { h + begin, count, &sums[c] };
        cudaLaunchHostFunc(s, add_up, &work[c]);
    }

    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFreeHost(h);
    cudaHostUnregister((void *)x);
}
