// options: -lnvrtc -lcuda
/*
 * NVRTC: kernels compiled while the program runs. One by a name expression and a macro, launched by the driver API; one
 * loaded as a library of the runtime's; a source with a mistake, whose log is looked at; headers that are text, and in two folders.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#include <sys/stat.h>
#include <unistd.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>

#define CHECK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) { \
			fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #call, status); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

static const char *const scale_source =
	"#include \"more.h\"\n"
	"template <typename T, int N> __global__ void scale(T *x, T by, int n)\n"
	"{\n"
	"	int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	"	if (i < n)\n"
	"		x[i] = more(x[i] * by) + N + OFFSET;\n"
	"}\n"
	"__constant__ int limit;\n"
	"extern \"C\" __global__ void count(int *hits, const float *x, int n)\n"
	"{\n"
	"	int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	"	if (i < n && x[i] > limit)\n"
	"		atomicAdd(hits, 1);\n"
	"}\n";
static const char *const more_header = "template <typename T> __device__ T more(T x) { return x + 1; }\n";

static const char *const wrong_source =
	"__global__ void wrong(float *x)\n"
	"{\n"
	"	x[0] = undefined_thing;\n"
	"}\n";

static void run_modules()
{
	const int n = 1000;
	const char *headers[] = { more_header }, *names[] = { "more.h" };
	const char *options[] = { "-DOFFSET=100", "--std=c++17", "-arch", "compute_75", "-default-device", "--dopt=on", "-UNDEBUG",
				  "--extra-device-vectorization", "--diag-suppress=177", "-no-source-include" };
	int archs[64], n_archs = 0;
	nvrtcProgram program;
	const char *name;
	size_t size;

	CHECK(nvrtcCreateProgram(&program, scale_source, "scale.cu", 1, headers, names));
	CHECK(nvrtcAddNameExpression(program, "scale<float, 3>"));
	CHECK(nvrtcAddNameExpression(program, "&limit"));
	CHECK(nvrtcGetNumSupportedArchs(&n_archs));
	CHECK(n_archs < 1 || n_archs > 64 || nvrtcGetSupportedArchs(archs));
	CHECK(archs[0] > 90);
	CHECK(nvrtcCompileProgram(program, sizeof options / sizeof *options, options));
	CHECK(nvrtcGetLoweredName(program, "scale<float, 3>", &name));
	CHECK(nvrtcGetPTXSize(program, &size));
	std::vector<char> ptx(size);
	CHECK(nvrtcGetPTX(program, ptx.data()));
	printf("the PTX has its kernels: %s\n", strstr(ptx.data(), name) && strstr(ptx.data(), ".entry count") ? "yes" : "no");

	CUmodule module;
	CUfunction scale, count;
	CUdeviceptr limit, x, hits;
	size_t bytes;
	CHECK(cuInit(0));
	CUdevice device;
	CHECK(cuDeviceGet(&device, 0));
	CUcontext context;
	CHECK(cuDevicePrimaryCtxRetain(&context, device));
	CHECK(cuCtxSetCurrent(context));
	CHECK(cuModuleLoadData(&module, ptx.data()));
	CHECK(cuModuleGetFunction(&scale, module, name));
	CHECK(cuModuleGetFunction(&count, module, "count"));
	const char *limit_name;
	CHECK(nvrtcGetLoweredName(program, "&limit", &limit_name));
	CHECK(cuModuleGetGlobal(&limit, &bytes, module, limit_name));
	printf("limit: %zu bytes\n", bytes);

	std::vector<float> host(n);
	for (int i = 0; i < n; i++)
		host[i] = (float)i;
	const int bound = 1104;
	int found = 0, length = n;
	float by = 2;
	CHECK(cuMemAlloc(&x, n * sizeof(float)));
	CHECK(cuMemAlloc(&hits, sizeof(int)));
	CHECK(cuMemsetD32(hits, 0, 1));
	CHECK(cuMemcpyHtoD(x, host.data(), n * sizeof(float)));
	CHECK(cuMemcpyHtoD(limit, &bound, sizeof bound));
	void *scale_args[] = { &x, &by, &length }, *count_args[] = { &hits, &x, &length };
	CHECK(cuLaunchKernel(scale, (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, scale_args, NULL));
	CHECK(cuLaunchKernel(count, (n + 255) / 256, 1, 1, 256, 1, 1, 0, NULL, count_args, NULL));
	CHECK(cuCtxSynchronize());
	CHECK(cuMemcpyDtoH(host.data(), x, n * sizeof(float)));
	CHECK(cuMemcpyDtoH(&found, hits, sizeof found));
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += host[i] != 2.0f * i + 104;
	printf("scale: %d wrong\ncount: %d\n", wrong, found);
	CHECK(cuMemFree(x));
	CHECK(cuMemFree(hits));
	CHECK(cuModuleUnload(module));
	CHECK(cuDevicePrimaryCtxRelease(device));
	CHECK(nvrtcDestroyProgram(&program));
}

/* A header in each of two folders, and one that is text: by "name" and by <name>. */
static void run_folders()
{
	const char *source = "#include \"first.h\"\n#include <second.h>\n#include <third.h>\n"
			     "__global__ void k(int *x) { *x = FIRST + SECOND + THIRD; }\n";
	const char *text = "#define THIRD 100\n", *name = "third.h";
	const char *const files[] = { "first.h", "second.h" }, *const lines[] = { "#define FIRST 1\n", "#define SECOND 10\n" };
	char top[] = "/tmp/nvrtc-XXXXXX";
	std::string folders[2], paths[2];
	nvrtcProgram program;

	CHECK(mkdtemp(top) == NULL);
	for (int i = 0; i < 2; i++) {
		folders[i] = std::string(top) + (i ? "/b" : "/a");
		paths[i] = folders[i] + "/" + files[i];
		CHECK(mkdir(folders[i].c_str(), 0700));
		FILE *f = fopen(paths[i].c_str(), "w");
		CHECK(!f || fputs(lines[i], f) < 0 || fclose(f));
	}
	const std::string words[] = { "-I" + folders[0], "--include-path=" + folders[1] };
	const char *options[] = { words[0].c_str(), words[1].c_str() };
	CHECK(nvrtcCreateProgram(&program, source, NULL, 1, &text, &name));
	printf("headers in two folders: %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 2, options)));
	CHECK(nvrtcDestroyProgram(&program));
	for (int i = 0; i < 2; i++)
		CHECK(unlink(paths[i].c_str()) || rmdir(folders[i].c_str()));
	CHECK(rmdir(top));
}

static void run_library()
{
	const char *source = "extern \"C\" __global__ void squares(int *x) { x[threadIdx.x] = SQUARE(threadIdx.x); }\n";
	const char *options[] = { "--define-macro=SQUARE(v)=((v)*(v))", "--gpu-architecture=sm_90", "--use_fast_math" };
	nvrtcProgram program;
	cudaLibrary_t library;
	cudaKernel_t kernel;
	unsigned int kernels;
	size_t size;
	int *x, back[32], wrong = 0;

	CHECK(nvrtcCreateProgram(&program, source, NULL, 0, NULL, NULL));
	CHECK(nvrtcCompileProgram(program, 3, options));
	CHECK(nvrtcGetCUBINSize(program, &size));
	std::string code(size, '\0');
	CHECK(nvrtcGetCUBIN(program, &code[0]));
	CHECK(nvrtcDestroyProgram(&program));
	CHECK(cudaLibraryLoadData(&library, code.data(), NULL, NULL, 0, NULL, NULL, 0));
	CHECK(cudaLibraryGetKernelCount(&kernels, library));
	CHECK(cudaLibraryGetKernel(&kernel, library, "squares"));
	CHECK(cudaMalloc(&x, sizeof back));
	void *args[] = { &x };
	CHECK(cudaLaunchKernel((const void *)kernel, 1, 32, args, 0, 0));
	CHECK(cudaMemcpy(back, x, sizeof back, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 32; i++)
		wrong += back[i] != i * i;
	printf("a library of %u kernel: %d wrong\n", kernels, wrong);
	CHECK(cudaFree(x));
	CHECK(cudaLibraryUnload(library));
}

static void run_wrong()
{
	nvrtcProgram program;
	size_t size;

	CHECK(nvrtcCreateProgram(&program, wrong_source, "wrong.cu", 0, NULL, NULL));
	nvrtcResult result = nvrtcCompileProgram(program, 0, NULL);
	printf("a mistake: %s\n", nvrtcGetErrorString(result));
	CHECK(nvrtcGetProgramLogSize(program, &size));
	std::vector<char> log(size);
	CHECK(nvrtcGetProgramLog(program, log.data()));
	printf("the log names the line: %s\n", strstr(log.data(), "wrong.cu(3)") ? "yes" : log.data());
	printf("and the name: %s\n", strstr(log.data(), "undefined_thing") ? "yes" : log.data());
	CHECK(nvrtcDestroyProgram(&program));
	const char *options[] = { "--no-such-option" };
	CHECK(nvrtcCreateProgram(&program, "", "empty.cu", 0, NULL, NULL));
	printf("an option that is none: %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 1, options)));
	CHECK(nvrtcDestroyProgram(&program));
}

int main()
{
	run_modules();
	run_folders();
	run_library();
	run_wrong();
}
