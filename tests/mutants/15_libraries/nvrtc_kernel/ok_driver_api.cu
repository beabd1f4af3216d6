// Right: a template with a name expression, loaded and launched by the driver API.
// Expect: passed

#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

static const char *const frame =
    "#include \"formula.h\"\n"
    "template <typename T> __global__ void apply(T *x, int n)\n"
    "{\n"
    "    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
    "        x[i] = formula(x[i]);\n"
    "}\n";

int apply_formulas(float *out, const float *x, int n, const char *text, const int *first, int formulas, const int *step, int steps)
{
    std::vector<CUmodule> module(formulas);
    std::vector<CUfunction> function(formulas);
    size_t bytes = n * sizeof(float);
    int wrong = 0;
    float *d_x;

    cudaMalloc(&d_x, bytes); // the runtime's context is the driver's, too
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    for (int f = 0; f < formulas; f++) {
        std::string header = "__device__ inline TYPE formula(TYPE v) { return " + std::string(text + first[f], text + first[f + 1]) + "; }\n";
        const char *headers[] = { header.c_str() }, *names[] = { "formula.h" };
        const char *options[] = { "-DTYPE=float", "--gpu-architecture=compute_75" }, *name;
        nvrtcProgram program;
        size_t size;

        nvrtcCreateProgram(&program, frame, "frame.cu", 1, headers, names);
        nvrtcAddNameExpression(program, "apply<float>");
        if (nvrtcCompileProgram(program, 2, options) == NVRTC_SUCCESS) {
            nvrtcGetLoweredName(program, "apply<float>", &name);
            nvrtcGetPTXSize(program, &size);
            std::vector<char> ptx(size);
            nvrtcGetPTX(program, ptx.data());
            cuModuleLoadData(&module[f], ptx.data());
            cuModuleGetFunction(&function[f], module[f], name);
        } else {
            nvrtcGetProgramLogSize(program, &size);
            std::vector<char> log(size);
            nvrtcGetProgramLog(program, log.data());
            printf("%s", log.data());
            wrong++;
        }
        nvrtcDestroyProgram(&program);
    }
    for (int s = 0; s < steps; s++) {
        void *arguments[] = { &d_x, &n };
        if (function[step[s]])
            cuLaunchKernel(function[step[s]], (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL);
    }
    cudaMemcpy(out, d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    for (CUmodule m : module)
        if (m)
            cuModuleUnload(m);
    return wrong;
}
