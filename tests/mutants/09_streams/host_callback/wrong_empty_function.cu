// Mistake: the function in the stream does nothing; the host adds up everything after its wait.
// Expect: rule-broken needs_host_functions
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

static void nothing(void *)
{
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
        cudaLaunchHostFunc(s, nothing, &work[c]); // <-- here
    }

    cudaStreamSynchronize(s);
    for (auto &p : work)
        add_up(&p);
    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFreeHost(h);
    cudaHostUnregister((void *)x);
}
