/*
 * matrix_gpu.c - runs the cases of matrix.h on the GPU and writes the results:
 *
 *	gcc -O1 matrix_gpu.c -I$CUDA/include -lcuda -o matrix_gpu && ./matrix_gpu > matrix.results
 *
 * With an argument it writes the module instead.
 */
#include <cuda.h>

#include "matrix.h"

static void check(CUresult r, const char *what)
{
	const char *text = "?";

	if (r == CUDA_SUCCESS)
		return;
	cuGetErrorString(r, &text);
	fprintf(stderr, "%s: %s\n", what, text);
	exit(1);
}

int main(int argc, char **argv)
{
	char *text = module_text(), name[32], log[8192] = "";
	CUjit_option option[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof(log) };
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUresult rc;

	(void)argv;
	if (argc > 1)
		return puts(text) < 0;
	check(cuInit(0), "cuInit");
	check(cuDeviceGet(&device, 0), "cuDeviceGet");
	check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
	check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
	rc = cuModuleLoadDataEx(&module, text, 2, option, values);
	if (rc != CUDA_SUCCESS)
		fprintf(stderr, "%s\n", log);
	check(rc, "cuModuleLoadDataEx");
	for (size_t k = 0; k < ROWS; k++) {
		size_t nin = row_in_words(&rows[k]), nout = row_out_words(&rows[k]);
		uint32_t *in = calloc(nin, 4), *out = calloc(nout, 4);
		CUdeviceptr din, dout;
		void *params[] = { &dout, &din };
		CUfunction f;

		inputs_make(k, in);
		snprintf(name, sizeof(name), "k%zu", k);
		check(cuModuleGetFunction(&f, module, name), name);
		check(cuMemAlloc(&din, nin * 4), "cuMemAlloc");
		check(cuMemAlloc(&dout, nout * 4), "cuMemAlloc");
		check(cuMemcpyHtoD(din, in, nin * 4), "cuMemcpyHtoD");
		check(cuMemsetD8(dout, 0, nout * 4), "cuMemsetD8");
		check(cuLaunchKernel(f, CASES, 1, 1, 32, 1, 1, 0, NULL, params, NULL), rows[k].text);
		check(cuMemcpyDtoH(out, dout, nout * 4), rows[k].text);
		fwrite(out, 4, nout, stdout);
		cuMemFree(din);
		cuMemFree(dout);
		free(in);
		free(out);
	}
	return 0;
}
