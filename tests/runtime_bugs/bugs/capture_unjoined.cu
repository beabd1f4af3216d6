// A capture that another stream has joined and not left ends in an error; the program looks at it, and gives up.
// expect: api-error ignored-error
#include <cstdio>
#include <cstdlib>
#define CU(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); std::exit(1); } } while (0)

__global__ void inc(int *p, int v) { *p += v; }

int main()
{
    int *a, *b, ha, hb;
    cudaStream_t s, t;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CU(cudaMalloc(&a, 4)); CU(cudaMalloc(&b, 4));
    CU(cudaMemset(a, 0, 4)); CU(cudaMemset(b, 0, 4));
    CU(cudaStreamCreate(&s)); CU(cudaStreamCreate(&t));
    CU(cudaEventCreate(&fork)); CU(cudaEventCreate(&join));
    CU(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    inc<<<1, 1, 0, s>>>(a, 1);
    CU(cudaEventRecord(fork, s));
    CU(cudaStreamWaitEvent(t, fork, 0));
    inc<<<1, 1, 0, t>>>(b, 2);
    CU(cudaStreamEndCapture(s, &graph)); // BUG
    CU(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    for (int i = 0; i < 2; i++) CU(cudaGraphLaunch(exec, s));
    CU(cudaStreamSynchronize(s));
    CU(cudaMemcpy(&ha, a, 4, cudaMemcpyDeviceToHost));
    CU(cudaMemcpy(&hb, b, 4, cudaMemcpyDeviceToHost));
    std::printf("%d\n", ha + hb);
    CU(cudaGraphExecDestroy(exec)); CU(cudaGraphDestroy(graph));
    CU(cudaEventDestroy(fork)); CU(cudaEventDestroy(join));
    CU(cudaStreamDestroy(s)); CU(cudaStreamDestroy(t));
    CU(cudaFree(a)); CU(cudaFree(b));
}
