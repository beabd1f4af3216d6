// Only the copies between the devices; adding takes little beside them.
#define D 4

static float *data[D], *buffer[D];
static cudaStream_t s[D];
static cudaEvent_t e[D];

static void begin(int n)
{
    for (int d = 0; d < D; d++) {
        cudaSetDevice(d);
        cudaMalloc(&data[d], n * 4);
        cudaMalloc(&buffer[d], n * 4);
        cudaStreamCreate(&s[d]);
        cudaEventCreateWithFlags(&e[d], cudaEventDisableTiming);
    }
    for (int d = 0; d < D; d++)
        cudaMemsetAsync(data[d], 0, n * 4, s[d]);
    for (int d = 0; d < D; d++)
        cudaStreamSynchronize(s[d]);
}

static void end()
{
    for (int d = 0; d < D; d++)
        cudaStreamSynchronize(s[d]);
    for (int d = 0; d < D; d++) {
        cudaSetDevice(d);
        cudaFree(data[d]);
        cudaFree(buffer[d]);
        cudaStreamDestroy(s[d]);
        cudaEventDestroy(e[d]);
    }
}

// Device 0 fetches all arrays, and sends the sum to all.
void star(const float *, int n)
{
    begin(n);
    for (int d = 1; d < D; d++)
        cudaMemcpyPeerAsync(buffer[0], 0, data[d], d, n * 4, s[0]);
    for (int d = 1; d < D; d++)
        cudaMemcpyPeerAsync(data[d], d, data[0], 0, n * 4, s[0]);
    end();
}

// In 6 rounds, every device fetches a quarter from its neighbour.
void ring(const float *, int n)
{
    begin(n);
    for (int k = 0; k < 2 * (D - 1); k++) {
        for (int d = 0, left = D - 1; d < D; left = d++) {
            if (k > 0)
                cudaStreamWaitEvent(s[d], e[left], 0);
            cudaMemcpyPeerAsync(buffer[d], d, data[left], left,
                                n / D * 4, s[d]);
        }
        for (int d = 0; d < D; d++)
            cudaEventRecord(e[d], s[d]);
    }
    end();
}
