// The text of a formula becomes the text of a kernel, the kernel becomes PTX (NVRTC, some 10 to 1000 ms), and the
// PTX becomes machine code when it is loaded. All that belongs to the *first* call. Each further call is a launch
// of some microseconds, ten thousand times as fast, if the program keeps what it has loaded: here in a table with
// an entry for each formula. CuPy, Numba and torch.compile do the same, and keep the table on disk as well.
//
// extern "C" keeps the kernel's name as it is written. A C++ name would be mangled in the PTX, and the
// program would have to ask for it: nvrtcAddNameExpression before it compiles, nvrtcGetLoweredName after.
//
// Foreign text can be wrong, and that is no reason to stop: nvrtcCompileProgram says so,
// its log says where. No library is loaded then, and the steps of that formula do nothing.
//
// The array goes to the device once and comes back once. The launches are in one stream, so the host need not wait between them.

#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

struct Formula {
    cudaLibrary_t library;
    cudaKernel_t kernel; // NULL: the text is no formula
};

static std::string kernel_of(const std::string &formula)
{
    return "extern \"C\" __global__ void apply(float *x, int n)\n"
           "{\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (i < n) {\n"
           "        float v = x[i];\n"
           "        x[i] = " + formula + ";\n"
           "    }\n"
           "}\n";
}

static Formula compile_formula(const std::string &formula)
{
    Formula made = { NULL, NULL };
    nvrtcProgram program;
    size_t size;

    nvrtcCreateProgram(&program, kernel_of(formula).c_str(), "formula.cu", 0, NULL, NULL);
    if (nvrtcCompileProgram(program, 0, NULL) == NVRTC_SUCCESS) {
        nvrtcGetPTXSize(program, &size);
        std::vector<char> ptx(size);
        nvrtcGetPTX(program, ptx.data());
        cudaLibraryLoadData(&made.library, ptx.data(), NULL, NULL, 0, NULL, NULL, 0);
        cudaLibraryGetKernel(&made.kernel, made.library, "apply");
    } else {
        nvrtcGetProgramLogSize(program, &size);
        std::vector<char> log(size);
        nvrtcGetProgramLog(program, log.data());
        printf("%s\n%s", formula.c_str(), log.data());
    }
    nvrtcDestroyProgram(&program);
    return made;
}

int apply_formulas(float *out, const float *x, int n, const char *text, const int *first, int formulas, const int *step, int steps)
{
    std::vector<Formula> table;
    int wrong = 0;

    for (int f = 0; f < formulas; f++) {
        table.push_back(compile_formula(std::string(text + first[f], text + first[f + 1])));
        wrong += !table[f].kernel;
    }

    float *d_x;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        void *arguments[] = { &d_x, &n };
        if (table[step[s]].kernel)
            cudaLaunchKernel((const void *)table[step[s]].kernel, dim3((n + 255) / 256), dim3(256), arguments, 0, 0);
    }
    cudaMemcpy(out, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);

    cudaFree(d_x);
    for (const Formula &f : table)
        if (f.kernel)
            cudaLibraryUnload(f.library);
    return wrong;
}
