// aims.cu - how near to the limits of the machine the solutions come.
//
// Each program is a cubin of one kernel, named FAMILY.PROGRAM.cubin, in the folder that is given; aims.sh makes them of
// solutions/ and of what lies beside them. A family has a size that keeps a GPU busy, the launch of its exercise, and
// a limit that is measured here, too:
//
//   copy    cudaMemcpy within the device, of as many bytes as the kernel has to read and write together
//   cublas  the same product by cuBLAS (sgemm, or tf32 for tensor cores)
//   steps   the same arithmetic with all lanes at work to the end
//
// A round is limit, program, program, limit (A B B A); before each of the four the second-level cache is swept by
// reading something else, and a waiting kernel holds the stream until all are queued, so that launches do not count.
// What is printed is the median over the rounds of limit / program, and half the middle half's width.
// The result is checked before and after the timing, in an output that was poisoned.
//
//   nvcc -O2 -std=c++17 --extended-lambda -arch=native aims.cu -lcuda -lcublas && ./a.out FOLDER

#include <cstring>
#include <dirent.h>
#include <string>
#include <vector>

#include <cuda.h>

#include "aims_families.cuh"

#define ROUNDS 21
#define SWEEP ((size_t)192 << 20) // more than any second-level cache

static char *sweep;
static volatile int *gate; // in the host's memory

__global__ void gate_kernel(volatile int *open)
{
	long long begin = clock64();
	while (!*open && clock64() - begin < 1000000000)
		;
}

__global__ void sweep_kernel(const int4 *p, long n, int *out)
{
	int sum = 0;
	for (long i = blockIdx.x * 256l + threadIdx.x; i < n; i += gridDim.x * 256l)
		sum += p[i].x ^ p[i].w;
	if (sum == 0x12345678)
		*out = sum;
}

struct timed {
	const struct family *family;
	struct run run;
	CUfunction kernel;
	bool is_fast;
	double work;
	cudaEvent_t begin[4], end[4];
};

static void limit_launch(struct timed *t)
{
	if (t->family->limit == COPY)
		MUST(cudaMemcpyAsync(spare[1], spare[0], (size_t)(t->work / 2), cudaMemcpyDeviceToDevice, 0));
	else if (t->family->limit == STEPS)
		steps_kernel<<<1056, 256>>>((int *)spare[1], (int)(t->work / (1056 * 256)));
	else
		library_product(&t->run, t->family->limit, (float *)spare[1]);
}

static void program_launch(struct timed *t)
{
	struct run *r = &t->run;
	MUST(cuLaunchKernel(t->kernel, r->grid.x, r->grid.y, r->grid.z, r->block.x, r->block.y, r->block.z, r->shared, 0, r->arg,
			    NULL));
}

// Limit, program, program, limit: milliseconds of each of the four.
static void round_of_four(struct timed *t, float ms[4])
{
	*gate = 0;
	gate_kernel<<<1, 1>>>((volatile int *)gate);
	for (int k = 0; k < 4; k++) {
		sweep_kernel<<<1056, 256>>>((int4 *)sweep, SWEEP / 16, (int *)sweep);
		if (t->family->again)
			t->family->again(&t->run);
		MUST(cudaEventRecord(t->begin[k]));
		if (k == 0 || k == 3)
			limit_launch(t);
		else
			program_launch(t);
		MUST(cudaEventRecord(t->end[k]));
	}
	*gate = 1;
	MUST(cudaDeviceSynchronize());
	for (int k = 0; k < 4; k++)
		MUST(cudaEventElapsedTime(&ms[k], t->begin[k], t->end[k]));
}

static long prepared_and_wrong(struct timed *t)
{
	memset(&t->run, 0, sizeof t->run);
	t->family->prepare(&t->run);
	if (t->is_fast)
		t->family->fast(&t->run);
	if (t->run.shared)
		MUST(cuFuncSetAttribute(t->kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, t->run.shared));
	program_launch(t);
	MUST(cudaDeviceSynchronize());
	return t->family->wrong(&t->run);
}

static int program_time(const struct family *f, const char *name, const std::string &file)
{
	struct timed t = {};
	CUmodule module;
	t.family = f;
	t.is_fast = f->fast && (!strcmp(name, "fast") || !strcmp(name, "hopper"));
	if (cuModuleLoad(&module, file.c_str()) != CUDA_SUCCESS || cuModuleEnumerateFunctions(&t.kernel, 1, module) != CUDA_SUCCESS) {
		printf("%-18s %-18s cannot be loaded\n", f->name, name);
		return 1;
	}
	for (int k = 0; k < 4; k++) {
		MUST(cudaEventCreate(&t.begin[k]));
		MUST(cudaEventCreate(&t.end[k]));
	}
	long bad = prepared_and_wrong(&t);
	t.work = f->limit == STEPS ? mandelbrot_steps() : f->work;

	std::vector<double> ratio, us;
	float ms[4];
	float warm = 0;
	for (int k = 0; k < 200 && warm < 60; k++) {
		round_of_four(&t, ms);
		warm += ms[0] + ms[1] + ms[2] + ms[3];
	}
	for (int k = 0; k < ROUNDS; k++) {
		round_of_four(&t, ms);
		ratio.push_back((ms[0] + ms[3]) / (ms[1] + ms[2]));
		us.push_back(500 * (ms[1] + ms[2]));
	}
	bad += prepared_and_wrong(&t);

	std::sort(ratio.begin(), ratio.end());
	std::sort(us.begin(), us.end());
	double median = ratio[ROUNDS / 2], spread = (ratio[ROUNDS * 3 / 4] - ratio[ROUNDS / 4]) / 2;
	double rate = t.work / us[ROUNDS / 2] / 1e6;
	const char *unit = f->limit == COPY ? "TB/s" : f->limit == STEPS ? "Tsteps/s" : "TFLOP/s";
	char aim[32] = "    -";
	if (f->aim > 0)
		snprintf(aim, sizeof aim, "%3.0f %%", 100 * f->aim);
	printf("%-18s %-18s %-19s %9.1f us %7.3f %-8s %5.1f %% +- %3.1f  %s  %s\n", f->name, name, f->size, us[ROUNDS / 2], rate, unit,
	       100 * median, 100 * spread, aim, bad ? "WRONG RESULT" : f->aim == 0 ? "" : median >= f->aim ? "reached" : "below");
	fflush(stdout);
	cuModuleUnload(module);
	return bad != 0;
}

int main(int argc, char **argv)
{
	const char *folder = argc > 1 ? argv[1] : ".";
	const char *only = argc > 2 ? argv[2] : "";
	cudaDeviceProp card;
	MUST(cudaSetDevice(0));
	MUST(cudaGetDeviceProperties(&card, 0));
	MUST(cudaMalloc(&pool, POOL_SIZE));
	MUST(cudaMalloc(&spare[0], SPARE_SIZE));
	MUST(cudaMalloc(&spare[1], SPARE_SIZE));
	MUST(cudaMalloc(&sweep, SWEEP));
	MUST(cudaMemset(sweep, 1, SWEEP));
	MUST(cudaMalloc(&tally, 8));
	MUST(cudaHostAlloc((void **)&gate, 4, cudaHostAllocMapped));
	MUST(cublasCreate(&cublas));
	// What is loaded at its first launch must not be so behind the gate.
	sweep_kernel<<<1056, 256>>>((int4 *)sweep, SWEEP / 16, (int *)sweep);
	steps_kernel<<<1056, 256>>>((int *)spare[1], 1);
	float *from = (float *)spare[0];
	each(SPARE_SIZE / 4, [=] __device__(long i) { from[i] = hash(i); });
	printf("# %s, %d multiprocessors\n", card.name, card.multiProcessorCount);
	printf("%-18s %-18s %-19s %12s %16s %15s %6s\n", "exercise", "program", "size", "time", "rate", "of the limit", "aim");

	std::vector<std::string> files;
	DIR *dir = opendir(folder);
	must("the folder cannot be read", !dir);
	for (struct dirent *d; (d = readdir(dir));)
		files.push_back(d->d_name);
	closedir(dir);
	std::sort(files.begin(), files.end());
	int failed = 0;
	for (const struct family &f : families)
		for (const std::string &file : files) {
			std::string head = std::string(f.name) + ".";
			if (file.compare(0, head.size(), head) || file.size() < 6 || file.substr(file.size() - 6) != ".cubin" || !strstr(file.c_str(), only))
				continue;
			failed += program_time(&f, file.substr(head.size(), file.size() - head.size() - 6).c_str(), std::string(folder) + "/" + file);
		}
	return failed != 0;
}
