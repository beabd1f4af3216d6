// Device code that is linked at run time: two pieces of PTX become one module.
// options: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

#define CHECK(call) \
	do { \
		CUresult result = (call); \
		const char *text = ""; \
		if (result != CUDA_SUCCESS) { \
			cuGetErrorString(result, &text); \
			printf("line %d: %s: %s\n", __LINE__, #call, text); \
			exit(1); \
		} \
	} while (0)

static const char caller[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	".extern .func (.param .b32 r) step(.param .b32 x);\n"
	".visible .entry apply(.param .u64 p)\n{\n"
	".reg .b32 %r<4>; .reg .b64 %d<4>;\n"
	"ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.s64 %d1, %d1, %d2; ld.global.b32 %r2, [%d1];\n"
	"{ .param .b32 x; .param .b32 r; st.param.b32 [x], %r2; call.uni (r), step, (x); ld.param.b32 %r3, [r]; }\n"
	"st.global.b32 [%d1], %r3; ret;\n}\n";
static const char callee[] =
	".version 7.0\n.target sm_75\n.address_size 64\n"
	".visible .func (.param .b32 r) step(.param .b32 x)\n{\n"
	".reg .b32 %r<3>;\n"
	"ld.param.b32 %r1, [x]; mad.lo.s32 %r2, %r1, 3, 1; st.param.b32 [r], %r2; ret;\n}\n";

int main()
{
	int data[64], wrong = 0;
	CUdevice device;
	CUcontext context;
	CUlinkState link;
	CUmodule module;
	CUfunction apply;
	CUdeviceptr p;
	void *image, *parameters[] = { &p };
	size_t size;
	char log[1024] = "";
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };
	CUlibrary library;
	CUkernel kernel;
	unsigned count;

	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDevicePrimaryCtxRetain(&context, device));
	CHECK(cuCtxSetCurrent(context));
	CHECK(cuLinkCreate(2, options, values, &link));
	CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller.ptx", 0, NULL, NULL));
	CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "callee.ptx", 0, NULL, NULL));
	CHECK(cuLinkComplete(link, &image, &size));
	CHECK(cuModuleLoadData(&module, image));
	CHECK(cuModuleGetFunction(&apply, module, "apply"));
	for (int i = 0; i < 64; i++)
		data[i] = i;
	CHECK(cuMemAlloc(&p, sizeof data));
	CHECK(cuMemcpyHtoD(p, data, sizeof data));
	CHECK(cuLaunchKernel(apply, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL));
	CHECK(cuMemcpyDtoH(data, p, sizeof data));
	for (int i = 0; i < 64; i++)
		wrong += data[i] != 3 * i + 1;
	printf("%d wrong\n", wrong);

	// The same image as a library, which belongs to no context.
	CHECK(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
	CHECK(cuLibraryGetKernelCount(&count, library));
	CHECK(cuLibraryGetKernel(&kernel, library, "apply"));
	CHECK(cuKernelGetFunction(&apply, kernel));
	CHECK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL));
	CHECK(cuMemcpyDtoH(data, p, sizeof data));
	for (int i = 0; i < 64; i++)
		wrong += data[i] != 3 * (3 * i + 1) + 1;
	printf("%u kernel in the library, %d wrong\n", count, wrong);
	CHECK(cuLibraryUnload(library));
	CHECK(cuLinkDestroy(link));
	CHECK(cuMemFree(p));
	CHECK(cuModuleUnload(module));
	CHECK(cuDevicePrimaryCtxRelease(device));
	return 0;
}
