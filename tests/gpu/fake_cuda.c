/*
 * fake_cuda.c - a libcuda.so.1 with canned answers, to test the handling of a driver on machines
 * without one. Two GPUs; device memory is the host's; the only kernel it can run is that of 01_kernels/add.
 * tests/cli/device.sh compiles it once for each kind of failure, with
 *
 *	-DINIT=code     cuInit returns it; 11 crashes
 *	-DENDS=code     every launch ends with it; 600 never ends
 *	-DSTALL=n       a launch on n elements or more never returns
 *	-DLAUNCH=code   every launch is rejected with it
 *	-DIMAGE=code    every module is rejected with it, with LOG as the log
 *	-DOLD           lacks a function
 *	-DSLOW=percent  a kernel takes this share of its usual 250 us
 *	-DNOISE=percent the times of a kernel scatter by this much, evenly to both sides
 *	-DSWING=percent one round takes this much longer, the next this much less, and so on: no number of rounds settles that
 *	-DLATER=n       from its n-th launch on, a kernel gives wrong results; with FAULT it ends with an illegal address
 *	-DFROM=n        ... and only from the n-th launch on (ENDS)
 *	-DMAJOR=n       the compute capability's first number
 *	-DMEMORY=bytes  the most that one allocation may have
 *	-DCONTEXT=code  no context can be made
 *	-DTWINS         both GPUs have the same name
 *	-DALONE         rejects a second process that opens it
 *	-DNO_TIMES      lacks the calls that measure times
 */
#define _GNU_SOURCE 1 /* dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#ifndef INIT
#define INIT 0
#endif
#ifndef ENDS
#define ENDS 0
#endif
#ifndef STALL
#define STALL 0
#endif
#ifndef LAUNCH
#define LAUNCH 0
#endif
#ifndef IMAGE
#define IMAGE 0
#endif
#ifndef LOG
#define LOG ""
#endif

#ifndef SLOW
#define SLOW 100
#endif
#ifndef NOISE
#define NOISE 0
#endif
#ifndef SWING
#define SWING 0
#endif
#ifndef LATER
#define LATER 0
#endif

#ifndef FROM
#define FROM 0
#endif
#ifndef MAJOR
#define MAJOR 9
#endif
#ifndef MEMORY
#define MEMORY ((size_t)64 << 20)
#endif
#ifndef CONTEXT
#define CONTEXT 0
#endif

struct module { int spoilt, ours; };
struct function { struct module *of; int add; };

static int ended;  /* the sticky error, once there was a launch */
static int spoilt; /* the module whose kernel ran last */
static struct function *ran;
static unsigned launches, loads; /* of spoilt modules */
static double last_ms;    /* for the last launch */

int cuInit(unsigned flags)
{
	(void)flags;
	if (INIT == 11)
		raise(SIGSEGV);
	return INIT;
}

int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 2; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { *bytes = (size_t)(8 + device) << 30; return 0; }

int cuDevicePrimaryCtxRetain(void **context, int device)
{
	(void)device;
	*context = &ended;
#ifdef ALONE
	/* Processes of different namespaces share this library's file. */
	static int held = -1;
	Dl_info self;

	if (held < 0 && dladdr((void *)cuDeviceGet, &self))
		held = open(self.dli_fname, O_RDONLY | O_CLOEXEC);
	return flock(held, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK ? 46 : 0;
#endif
	return CONTEXT;
}

int cuCtxSetCurrent(void *context) { (void)context; return 0; }
int cuCtxSetLimit(int limit, size_t value) { (void)limit; (void)value; return 0; }
int cuCtxSynchronize(void) { return ended; }

int cuDeviceGetName(char *name, int len, int device)
{
#ifdef TWINS
	device = 0;
#endif
	snprintf(name, (size_t)len, "Imaginary GPU %c", 'A' + device);
	return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	static const struct { int attribute, value; } rows[] = { { 1, 1024 }, { 8, 49152 }, { 10, 32 }, { 16, 7 },
								 { 38, 1 << 20 }, { 75, MAJOR }, { 76, 0 } };

	(void)device;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].attribute == attribute)
			*value = rows[i].value;
	return 0;
}

int cuGetErrorName(int code, const char **name)
{
	*name = code == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : NULL;
	return code == 700 ? 0 : 1;
}

int cuGetErrorString(int code, const char **text) { (void)code; *text = "an error"; return 0; }

/* A factor, above 1 as often and as far as below. */
static double noise(void)
{
	static uint64_t state = 88172645463325252ull;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	double x = (double)(state >> 11) / 9007199254740992.0 * 2 - 1;

	return x > 0 ? 1 + NOISE / 100.0 * x : 1 / (1 - NOISE / 100.0 * x);
}

/* A round takes two samples, and each loads the module anew, after a load that warms up. */
static double swing(void)
{
	return loads / 2 % 2 ? 1 + SWING / 100.0 : 1 / (1 + SWING / 100.0);
}

/* Failures affect only modules with a variable `spoil`, so that a reference solution has none. */
static int is_spoilt(const char *image)
{
	static const char mark[] = "spoil";
	uint64_t sections;
	uint16_t size, count;
	size_t len = strlen(image);

	if (!memcmp(image, "\177ELF", 4)) {
		memcpy(&sections, image + 40, sizeof sections);
		memcpy(&size, image + 58, sizeof size);
		memcpy(&count, image + 60, sizeof count);
		len = sections + (size_t)size * count;
	}
	for (size_t i = 0; i + sizeof mark <= len; i++)
		if (!memcmp(image + i, mark, sizeof mark - 1))
			return 1;
	return 0;
}

int cuModuleLoadDataEx(void **module, const void *image, unsigned n, int *options, void **values)
{
	struct module *m = calloc(1, sizeof *m);

	*module = m;
	m->ours = memcmp(image, "\177ELF", 4) && strstr(image, "warpbook_sweep");
	m->spoilt = !m->ours && is_spoilt(image);
	if (!m->spoilt)
		return 0;
	loads++;
	for (unsigned i = 0; i < n; i++)
		if (options[i] == 5)
			strcpy(values[i], LOG);
	return IMAGE;
}

int cuModuleUnload(void *module) { free(module); return 0; }
int cuFuncSetAttribute(void *function, int attribute, int value) { (void)function; (void)attribute; (void)value; return 0; }

int cuModuleGetFunction(void **function, void *module, const char *name)
{
	struct function *f = calloc(1, sizeof *f);

	f->of = module;
	f->add = !f->of->ours && strstr(name, "add");
	*function = f;
	return 0;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
	*address = bytes > MEMORY ? 0 : (uint64_t)(uintptr_t)calloc(1, bytes);
	return *address ? 0 : 2;
}

#ifndef NO_TIMES
int cuMemsetD8_v2(uint64_t address, unsigned char value, size_t bytes)
{
	if (value || bytes < ((size_t)64 << 20)) /* the large one is zero */
		memset((void *)(uintptr_t)address, value, bytes);
	return 0;
}
#endif

int cuDeviceGetUuid(unsigned char uuid[16], int device) { memset(uuid, 0xA0 + device, 16); return 0; }
int cuDeviceGetPCIBusId(char *bus, int len, int device) { snprintf(bus, (size_t)len, "0000:0%d:00.0", device); return 0; }
int cuMemFree_v2(uint64_t address) { free((void *)(uintptr_t)address); return 0; }

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes)
{
	memcpy((void *)(uintptr_t)to, from, bytes);
	return ended;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes)
{
	memcpy(to, (void *)(uintptr_t)from, bytes);
	return ended;
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream)
{
	(void)stream;
	memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
	return ended;
}

/* out, a, b, n in the parameter buffer. */
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
		   unsigned shared, void *stream, void **params, void **extra)
{
	const unsigned char *buffer = extra ? extra[1] : NULL;
	float *pointers[3];
	int n;

	(void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)stream, (void)params;
	ran = function;
	spoilt = ran->of->spoilt;
	last_ms = ran->of->ours ? 0.002 : 0.25 * (spoilt ? SLOW / 100.0 : 1) * (spoilt ? noise() * swing() : 1);
	if (ran->of->ours)
		return 0;
	if (spoilt && LAUNCH)
		return LAUNCH;
	launches += spoilt;
	ended = !spoilt || ENDS == 600 || launches < FROM ? 0 : ENDS;
	if ((spoilt && ENDS && launches >= FROM) || !ran->add)
		return 0;
#ifdef FAULT
	if (spoilt && LATER && launches >= LATER)
		return ended = 700, 0;
#endif
	memcpy(pointers, buffer, sizeof pointers);
	memcpy(&n, buffer + sizeof pointers, sizeof n);
	while (spoilt && STALL && n >= STALL)
		pause();
	for (int i = 0; i < n; i++)
		pointers[0][i] = pointers[1][i] + pointers[2][i] + (spoilt && LATER && launches >= LATER);
	return 0;
}

int cuEventCreate(void **event, unsigned flags) { (void)flags; *event = &ended; return 0; }
int cuEventDestroy_v2(void *event) { (void)event; return 0; }
int cuEventRecord(void *event, void *stream) { (void)event; (void)stream; return 0; }
#ifndef OLD
int cuEventQuery(void *event) { (void)event; return spoilt && ENDS == 600 ? 600 : ended; }
#endif
int cuEventElapsedTime(float *ms, void *start, void *end) { (void)start; (void)end; *ms = (float)last_ms; return 0; }
