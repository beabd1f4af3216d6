/* gpu_tools.c - see gpu_tools.h. */
#include "config.h"

#include "device/gpu_tools.h"

#include <stdio.h>
#include <string.h>

#include "device/driver.h"

enum { ATTRIBUTE_SMS = 16, ATTRIBUTE_L2 = 38 }; /* CUdevice_attribute */

#define AREA_BYTES   ((uint64_t)1 << 30) /* large compared with any cache, for the measured limits */
#define AREA_LEAST   ((uint64_t)1 << 26)
#define THREADS      256u
#define TRIES        9      /* the best of them is the limit */
#define ROUNDS       1024   /* of the multiplication loop */
#define CHAINS       16     /* independent multiplications per thread */
#define BLOCKS       16u    /* per SM, for the multiplication kernel */

/*
 * The sweep: each thread reads 16 bytes in steps of the grid. All of them are 0, so nothing is ever stored; the loads are
 * volatile, so that the compiler drops none.
 */
static const char kernels_head[] =
	".version 6.0\n.target sm_50\n.address_size 64\n"
	".visible .entry warpbook_empty()\n{\n\tret;\n}\n"
	".visible .entry warpbook_sweep(.param .u64 at, .param .u64 count)\n{\n"
	"\t.reg .pred %p<3>;\n\t.reg .b32 %r<12>;\n\t.reg .b64 %a<8>;\n"
	"\tld.param.u64 %a0, [at];\n\tld.param.u64 %a1, [count];\n"
	"\tmov.u32 %r0, %ctaid.x;\n\tmov.u32 %r1, %ntid.x;\n\tmov.u32 %r2, %tid.x;\n\tmov.u32 %r3, %nctaid.x;\n"
	"\tmad.wide.u32 %a2, %r0, %r1, 0;\n\tcvt.u64.u32 %a3, %r2;\n\tadd.u64 %a2, %a2, %a3;\n"
	"\tmul.wide.u32 %a4, %r3, %r1;\n\tmov.u32 %r4, 0;\n"
	"more:\n\tsetp.ge.u64 %p0, %a2, %a1;\n\t@%p0 bra done;\n"
	"\tshl.b64 %a5, %a2, 4;\n\tadd.u64 %a5, %a0, %a5;\n"
	"\tld.volatile.global.v4.u32 {%r5, %r6, %r7, %r8}, [%a5];\n"
	"\tor.b32 %r5, %r5, %r6;\n\tor.b32 %r7, %r7, %r8;\n\tor.b32 %r5, %r5, %r7;\n\tor.b32 %r4, %r4, %r5;\n"
	"\tadd.u64 %a2, %a2, %a4;\n\tbra more;\n"
	"done:\n\tsetp.eq.u32 %p1, %r4, 0;\n\t@%p1 bra out;\n\tst.global.u32 [%a0], %r4;\nout:\n\tret;\n}\n"
	".visible .entry warpbook_multiply(.param .u64 at, .param .u32 rounds)\n{\n"
	"\t.reg .pred %p<3>;\n\t.reg .b32 %r<4>;\n\t.reg .b64 %a<2>;\n\t.reg .f32 %f<20>;\n"
	"\tld.param.u64 %a0, [at];\n\tld.param.u32 %r0, [rounds];\n\tmov.u32 %r1, %tid.x;\n\tcvt.rn.f32.u32 %f18, %r1;\n"
	"\tmov.f32 %f17, 0f3F7FFF00;\n";
static const char kernels_tail[] =
	"\tsub.u32 %r0, %r0, 1;\n\tsetp.ne.u32 %p0, %r0, 0;\n\t@%p0 bra again;\n";
/* Stores only in an impossible case: the sum is never below 0. */
static const char kernels_end[] =
	"\tsetp.ge.f32 %p1, %f16, 0f00000000;\n\t@%p1 bra out;\n\tst.global.f32 [%a0], %f16;\nout:\n\tret;\n}\n";

static void kernels_text(struct buf *out)
{
	buf_puts(out, kernels_head);
	for (int i = 0; i < CHAINS; i++)
		buf_printf(out, "\tadd.f32 %%f%d, %%f18, 0f3F800000;\n", i);
	buf_puts(out, "again:\n");
	for (int k = 0; k < 4; k++)
		for (int i = 0; i < CHAINS; i++)
			buf_printf(out, "\tfma.rn.f32 %%f%d, %%f%d, %%f17, %%f17;\n", i, i);
	buf_puts(out, kernels_tail);
	buf_puts(out, "\tmov.f32 %f16, 0f00000000;\n");
	for (int i = 0; i < CHAINS; i++)
		buf_printf(out, "\tadd.f32 %%f16, %%f16, %%f%d;\n", i);
	buf_puts(out, kernels_end);
}

/* As large as the free memory allows: an exercise's arrays are already there. */
static int area_make(struct gpu_tools *t)
{
	int code = 1;

	for (t->area_bytes = AREA_BYTES; code && t->area_bytes >= AREA_LEAST; t->area_bytes /= 2) {
		code = cuda.alloc(&t->area, t->area_bytes);
		if (code == 0)
			break;
	}
	if (!code)
		code = cuda.fill(t->area, 0, t->area_bytes);
	return code;
}

int gpu_tools_open(struct gpu_tools *t, int ordinal, struct error *err)
{
	struct buf text = BUF_INIT;
	int cache = 0, code;

	memset(t, 0, sizeof *t);
	if (!cuda.fill) {
		error_set(err, PARTY_MACHINE, "the GPU driver is too old to take times with: it has no cuMemsetD8");
		return error_remedy(err, "install a newer driver");
	}
	kernels_text(&text);
	if (text.failed) {
		buf_release(&text);
		return error_nomem(err);
	}
	code = cuda.module_load(&t->module, buf_text(&text), 0, NULL, NULL);
	buf_release(&text);
	if (!code)
		code = cuda.module_function(&t->sweep, t->module, "warpbook_sweep");
	if (!code)
		code = cuda.module_function(&t->empty, t->module, "warpbook_empty");
	if (!code)
		code = cuda.module_function(&t->multiply, t->module, "warpbook_multiply");
	if (!code)
		code = area_make(t);
	if (code)
		return driver_fail(err, "prepare to take times", code);
	cuda.device_attribute(&t->sms, ATTRIBUTE_SMS, ordinal);
	cuda.device_attribute(&cache, ATTRIBUTE_L2, ordinal);
	t->sweep_bytes = cache > 0 ? 2 * (uint64_t)cache : 0;
	if (t->sweep_bytes > t->area_bytes)
		t->sweep_bytes = t->area_bytes;
	t->open = true;
	return 0;
}

static unsigned blocks_of(const struct gpu_tools *t)
{
	return (t->sms > 0 ? (unsigned)t->sms : 1) * BLOCKS;
}

static int read_area(const struct gpu_tools *t, uint64_t bytes)
{
	uint64_t at = t->area, count = bytes / 16;
	void *params[] = { &at, &count };

	return cuda.launch(t->sweep, blocks_of(t), 1, 1, THREADS, 1, 1, 0, NULL, params, NULL);
}

int gpu_tools_sweep(const struct gpu_tools *t)
{
	return t->sweep_bytes ? read_area(t, t->sweep_bytes) : 0;
}

/* ---- the card's limits ------------------------------------------------------------------ */

static int run_copy(const struct gpu_tools *t)
{
	return cuda.copy(t->area, t->area + t->area_bytes / 2, t->area_bytes / 2, NULL);
}

static int run_read(const struct gpu_tools *t)
{
	return read_area(t, t->area_bytes);
}

static int run_multiply(const struct gpu_tools *t)
{
	uint64_t at = t->area;
	unsigned rounds = ROUNDS;
	void *params[] = { &at, &rounds };

	return cuda.launch(t->multiply, blocks_of(t), 1, 1, THREADS, 1, 1, 0, NULL, params, NULL);
}

static int run_empty(const struct gpu_tools *t)
{
	return cuda.launch(t->empty, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL);
}

/* The best time of a few, in seconds; a sweep before each delays it until all of it is queued. */
static int best_of(const struct gpu_tools *t, int (*run)(const struct gpu_tools *), void *events[2], double *best)
{
	int code = 0;

	*best = 0;
	for (int i = 0; i < TRIES && !code; i++) {
		float ms = 0;

		code = gpu_tools_sweep(t);
		code = code ? code : cuda.event_record(events[0], NULL);
		code = code ? code : run(t);
		code = code ? code : cuda.event_record(events[1], NULL);
		code = code ? code : cuda.synchronize();
		code = code ? code : cuda.event_elapsed(&ms, events[0], events[1]);
		if (!code && ms > 0 && (*best <= 0 || (double)ms / 1000 < *best))
			*best = (double)ms / 1000;
	}
	return code;
}

static double rate(double amount, double seconds)
{
	return seconds > 0 ? amount / seconds : 0;
}

int gpu_tools_limits(const struct gpu_tools *t, struct card_limits *limits, struct error *err)
{
	const double bytes = (double)t->area_bytes;
	const double flops = 2.0 * 4 * CHAINS * ROUNDS * THREADS * blocks_of(t);
	void *events[2] = { NULL, NULL };
	double copy = 0, read = 0, multiply = 0;
	int code = 0;

	memset(limits, 0, sizeof *limits);
	for (int i = 0; !code && i < 2; i++)
		code = cuda.event_create(&events[i], 0);
	code = code ? code : best_of(t, run_copy, events, &copy);
	code = code ? code : best_of(t, run_read, events, &read);
	code = code ? code : best_of(t, run_multiply, events, &multiply);
	code = code ? code : best_of(t, run_empty, events, &limits->floor_seconds);
	for (int i = 0; i < 2; i++)
		if (events[i])
			cuda.event_destroy(events[i]);
	if (code)
		return driver_fail(err, "measure its own limits", code);
	limits->bytes_per_second = rate(bytes, copy); /* half of the bytes are read, half written */
	if (rate(bytes, read) > limits->bytes_per_second)
		limits->bytes_per_second = rate(bytes, read);
	limits->flops_per_second = rate(flops, multiply);
	limits->cache_bytes = t->sweep_bytes / 2;
	return 0;
}
