/*
 * warpbook_measured.cu - how long a program's kernels take on the GPU. `warpbook profile prog.cu --device gpu` builds the program
 * with this file and the real runtime. The linker passes the launches here (--wrap): an event before and one after each measure it.
 *
 *	$WARPBOOK_MEASURED    gpu NVIDIA H200
 *	                      kernel SYMBOL LAUNCHES NANOSECONDS SHORTEST
 *
 * is written when the program ends, if a kernel was measured. What a stream captures is not measured, nor what graphs and libraries launch. The time of a
 * launch is part of the event's time, some microseconds. The program sees neither our events nor our errors.
 */
#include <cuda_runtime.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS 512
#define PENDING 256

namespace {

struct kernel { char symbol[1024]; const void *function; unsigned long long launches; double ms, least; };
struct launch { int kernel; cudaEvent_t before, after; };

struct kernel kernels[KERNELS];
struct launch pending[PENDING];
int nkernels, npending;
char gpu[256];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Takes our own failure back, unless the program has an error of its own that it has not seen. */
class quiet {
	const bool clean;
public:
	quiet() : clean(cudaPeekAtLastError() == cudaSuccess) {}
	~quiet() { if (clean) cudaGetLastError(); }
};

/* Waits for the first `n` launches, and adds them up. */
void settle(int n)
{
	for (int i = 0; i < n; i++) {
		struct kernel *k = &kernels[pending[i].kernel];
		float ms;

		if (cudaEventSynchronize(pending[i].after) == cudaSuccess &&
		    cudaEventElapsedTime(&ms, pending[i].before, pending[i].after) == cudaSuccess) {
			k->least = k->launches ? fmin(k->least, ms) : ms;
			k->ms += ms;
			k->launches++;
		}
		cudaEventDestroy(pending[i].before);
		cudaEventDestroy(pending[i].after);
	}
	memmove(pending, pending + n, (size_t)(npending - n) * sizeof *pending);
	npending -= n;
}

void finish()
{
	const quiet q;
	const char *path = getenv("WARPBOOK_MEASURED");
	bool any = false;
	FILE *file;

	pthread_mutex_lock(&lock);
	settle(npending);
	for (int i = 0; i < nkernels; i++)
		any |= kernels[i].launches > 0;
	file = path && any ? fopen(path, "w") : NULL;
	if (file) {
		fprintf(file, "gpu %s\n", gpu);
		for (int i = 0; i < nkernels; i++)
			if (kernels[i].launches)
				fprintf(file, "kernel %s %llu %.0f %.0f\n", kernels[i].symbol, kernels[i].launches,
					1e6 * kernels[i].ms, 1e6 * kernels[i].least);
		fclose(file);
	}
	pthread_mutex_unlock(&lock);
}

void begin()
{
	struct cudaDeviceProp p;
	int device;

	if (cudaGetDevice(&device) == cudaSuccess && cudaGetDeviceProperties(&p, device) == cudaSuccess)
		snprintf(gpu, sizeof gpu, "%s", p.name);
	atexit(finish);
}

/* The function's row, or -1: an entry, or a handle of one. */
int kernel_of(const void *function)
{
	const char *name;
	int i = 0;

	while (i < nkernels && kernels[i].function != function)
		i++;
	if (i < nkernels)
		return i;
	if (i == KERNELS || cudaFuncGetName(&name, function) != cudaSuccess || strlen(name) >= sizeof kernels[i].symbol)
		return -1;
	strcpy(kernels[i].symbol, name);
	kernels[i].function = function;
	return nkernels++;
}

/* Is something being captured that an event would become part of, or disturb? */
bool captured(cudaStream_t stream)
{
	enum cudaStreamCaptureStatus status;

	return cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

/* Before a launch: the event, or none. */
cudaEvent_t clock_start(cudaStream_t stream)
{
	const quiet q;
	cudaEvent_t event = NULL;

	if (captured(stream) || cudaEventCreate(&event) != cudaSuccess)
		return NULL;
	if (cudaEventRecord(event, stream) == cudaSuccess)
		return event;
	cudaEventDestroy(event);
	return NULL;
}

/* After it. */
cudaError_t clock_stop(cudaError_t status, cudaEvent_t before, const void *function, cudaStream_t stream)
{
	static bool begun;
	struct launch l = { -1, before, NULL };

	if (!before || status != cudaSuccess)
		return status;
	const quiet q;
	pthread_mutex_lock(&lock);
	if (!begun)
		begin();
	begun = true;
	if (npending == PENDING)
		settle(PENDING / 2);
	if (cudaEventCreate(&l.after) == cudaSuccess && cudaEventRecord(l.after, stream) == cudaSuccess)
		l.kernel = kernel_of(function);
	if (l.kernel >= 0) {
		pending[npending++] = l;
	} else {
		cudaEventDestroy(l.before);
		if (l.after)
			cudaEventDestroy(l.after);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

}

#define LAUNCH(name, type) \
	extern "C" cudaError_t __real_##name(type, dim3, dim3, void **, size_t, cudaStream_t); \
	extern "C" cudaError_t __wrap_##name(type f, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream) \
	{ \
		const cudaEvent_t before = clock_start(stream); \
		return clock_stop(__real_##name(f, grid, block, args, shared, stream), before, (const void *)f, stream); \
	}
#define LAUNCH_CONFIGURED(name) \
	extern "C" cudaError_t __real_##name(const cudaLaunchConfig_t *, const void *, void **); \
	extern "C" cudaError_t __wrap_##name(const cudaLaunchConfig_t *c, const void *f, void **args) \
	{ \
		const cudaEvent_t before = c ? clock_start(c->stream) : NULL; \
		return clock_stop(__real_##name(c, f, args), before, f, c ? c->stream : NULL); \
	}
#undef cudaLaunchKernel /* with a default stream for each thread, a macro gives it the other name */
#undef cudaLaunchKernelExC
#undef cudaLaunchCooperativeKernel
LAUNCH(cudaLaunchKernel, const void *)
LAUNCH(cudaLaunchKernel_ptsz, const void *)
LAUNCH(__cudaLaunchKernel, cudaKernel_t)
LAUNCH(__cudaLaunchKernel_ptsz, cudaKernel_t)
LAUNCH(cudaLaunchCooperativeKernel, const void *)
LAUNCH(cudaLaunchCooperativeKernel_ptsz, const void *)
LAUNCH_CONFIGURED(cudaLaunchKernelExC)
LAUNCH_CONFIGURED(cudaLaunchKernelExC_ptsz)

/* It would take the events with it. */
extern "C" cudaError_t __real_cudaDeviceReset(void);
extern "C" cudaError_t __wrap_cudaDeviceReset(void)
{
	pthread_mutex_lock(&lock);
	settle(npending);
	pthread_mutex_unlock(&lock);
	return __real_cudaDeviceReset();
}
