/*
 * debug.c - moves a launch forward and back: the state at a step is the same from both directions.
 */
#include "config.h"

#include "base/clock.h"
#include "debug/debug.h"
#include "simt_run.h"

#define ENTRY HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"

struct world { struct ptx_module *module; uint64_t params[2]; struct dim3u grid, block; uint64_t bytes; };

static int fill(void *ctx, struct simt_mem *m, struct simt_program *p, struct simt_launch *launch, struct error *err)
{
	struct world *w = ctx;
	uint32_t in[64];

	(void)p;
	for (uint32_t k = 0; k < 64; k++)
		in[k] = k * k;
	launch->kernel = "k";
	launch->grid = w->grid;
	launch->block = w->block;
	launch->params = w->params;
	launch->params_len = sizeof w->params;
	return simt_alloc(m, w->bytes, "out", 4, 0, &w->params[0], err) ||
	       simt_alloc(m, sizeof in, "in", 4, SIMT_READ_ONLY, &w->params[1], err) ||
	       simt_write(m, w->params[1], in, sizeof in, err) ? -1 : 0;
}

static uint64_t hash_of(const void *bytes, size_t len)
{
	uint64_t h = 14695981039346656037u;

	for (size_t k = 0; k < len; k++)
		h = (h ^ ((const uint8_t *)bytes)[k]) * 1099511628211u;
	return h;
}

static struct debug *begin(struct world *w, struct debug_setup *setup, const char *text, uint32_t blocks, uint32_t threads)
{
	struct error err = { 0 };
	struct debug *d = NULL;

	*w = (struct world){ .grid = { blocks, 1, 1 }, .block = { threads, 1, 1 }, .bytes = 4096 };
	*setup = (struct debug_setup){ .fill = fill, .ctx = w };
	w->module = ptx_parse(text, strlen(text), "test.ptx", &err);
	setup->module = w->module;
	if (!w->module || debug_new(&d, setup, &err))
		printf("# %s\n", err.text);
	return d;
}

/* Diverges, calls, loops, meets at a barrier, uses shared memory and an atomic operation. */
static const char busy[] = HEAD
	".visible .func (.param .b32 r) twice(.param .b32 v)\n{\n"
	".reg .b32 %r<4>; ld.param.u32 %r1, [v]; add.u32 %r2, %r1, %r1; st.param.u32 [r], %r2; ret;\n}\n"
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
	".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<8>; .shared .b32 s[64];\n"
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
	"mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3; ld.global.u32 %r3, [%rd4];\n"
	"mov.u32 %r4, s; shl.b32 %r5, %r1, 2; add.u32 %r4, %r4, %r5;\n"
	"and.b32 %r6, %r1, 1; setp.eq.u32 %p1, %r6, 0; @%p1 bra EVEN;\n"
	"{ .param .b32 a; .param .b32 b; st.param.u32 [a], %r3; call (b), twice, (a); ld.param.u32 %r3, [b]; }\n"
	"bra JOIN;\n"
	"EVEN: and.b32 %r7, %r1, 3;\n"
	"LOOP: setp.eq.u32 %p2, %r7, 0; @%p2 bra JOIN; add.u32 %r3, %r3, 5; sub.u32 %r7, %r7, 1; bra LOOP;\n"
	"JOIN: st.shared.u32 [%r4], %r3; bar.sync 0;\n"
	"xor.b32 %r8, %r5, 4; mov.u32 %r9, s; add.u32 %r9, %r9, %r8; ld.shared.u32 %r10, [%r9];\n"
	"setp.lt.u32 %p3, %r1, 40; @%p3 add.u32 %r10, %r10, %r2; shfl.sync.bfly.b32 %r10, %r10, 1, 31, 0xffffffff;\n"
	"atom.global.add.u32 %r11, [%rd1+2048], 1; mad.lo.u32 %r11, %r2, 64, %r1; mul.wide.u32 %rd5, %r11, 4;\n"
	"add.s64 %rd6, %rd1, %rd5; st.global.u32 [%rd6], %r10; ret;\n}\n";

/* Everything visible at the step: the thread's place, registers of the function, shared and global memory. */
static uint64_t state_hash(struct debug *d, const struct world *w)
{
	const struct simt_step *s = debug_at(d);
	uint8_t out[4096];
	uint64_t h = 0;
	uint32_t bytes;

	simt_read(debug_memory(d), w->params[0], out, sizeof out, NULL);
	h ^= hash_of(out, sizeof out);
	if (!s)
		return h;
	for (size_t r = 0; r < s->function->nregs; r++)
		for (unsigned lane = 0; lane < 32; lane++)
			h = h * 31 + simt_step_value(s, (int)r, lane);
	for (uint32_t warp = 0; warp < 2; warp++)
		for (unsigned lane = 0; lane < 32; lane++) {
			struct simt_step t = { 0 };

			h = h * 31 + (uint64_t)simt_step_thread(s, warp, lane, &t);
			h = h * 31 + (t.instr ? (uint64_t)t.instr->line : 0) + t.active;
		}
	const uint8_t *shared = simt_step_shared(s, &bytes);
	h = h * 31 + hash_of(shared, bytes);
	return h * 31 + s->block.x + s->warp * 7 + s->mask + (uint64_t)s->active * 3 + (uint64_t)s->instr->line;
}

static bool every(void *ctx, const struct simt_step *s)
{
	(void)ctx;
	return s != NULL;
}

static void test_every_step(void)
{
	static uint64_t number[20000], seen[20000];
	struct debug_setup setup;
	struct world w;
	struct debug *d = begin(&w, &setup, busy, 3, 64);
	struct debug_pass pass = { .checks = SIMT_CHECK_ALL };
	struct simt_result result;
	struct error err = { 0 };
	size_t n = 0, wrong = 0;
	bool found;

	if (!ok(d != NULL, "a launch stands before its first step"))
		return;
	do {
		number[n] = debug_now(d);
		seen[n++] = state_hash(d, &w);
	} while (debug_at(d) && n < 20000 && debug_run(d, every, NULL, &err) == 0);
	ok(!debug_at(d) && n > 200, "step by step it comes to its end");
	ok(number[n - 1] == debug_total(d), "where the steps are counted");
	ok(debug_result(d)->end == SIMT_DONE, "and is done");
	for (size_t k = n - 1; k-- > 0;) {
		if (debug_back(d, every, NULL, &found, &err) || !found || debug_now(d) != number[k] ||
		    state_hash(d, &w) != seen[k])
			wrong++;
	}
	ok(wrong == 0, "every step back finds what was there");
	debug_back(d, every, NULL, &found, &err);
	ok(!found && debug_now(d) == 0, "there is nothing before the first");
	for (size_t k = 0; k < 200; k++) {
		size_t to = (k * 7919) % n;

		if (debug_goto(d, number[to], &err) || debug_now(d) != number[to] || state_hash(d, &w) != seen[to])
			wrong++;
	}
	ok(wrong == 0, "and every jump");
	ok(debug_pass(&setup, &pass, &result, &err) == 0, "a pass with all checks");
	ok(pass.steps == debug_total(d), "has as many steps");
	simt_result_release(&result);
	debug_free(d);
	ptx_free(w.module);
}

static const char race[] = ENTRY
	".reg .b32 %r<4>; .reg .b64 %rd<4>; .shared .b32 s[64];\n"
	"mov.u32 %r1, %tid.x; mov.u32 %r2, s; st.shared.u32 [%r2], %r1;\n"
	"ld.param.u64 %rd1, [out]; st.global.u32 [%rd1+8192], %r1; ret;\n}\n";

static void test_findings(void)
{
	struct debug_setup setup;
	struct world w;
	struct debug *d = begin(&w, &setup, race, 1, 64);
	struct debug_pass pass = { .checks = SIMT_CHECK_ALL };
	struct simt_result result;
	struct error err = { 0 };
	size_t matched = 0;

	if (!ok(d && debug_pass(&setup, &pass, &result, &err) == 0, "a launch with findings"))
		return;
	ok(result.nfindings >= 2, "has several");
	for (size_t k = 0; k < result.nfindings; k++) {
		const struct finding *f = &result.findings[k];

		debug_goto(d, f->step, &err);
		matched += debug_at(d) && debug_at(d)->instr->line == f->place.line &&
			   debug_at(d)->mask >> f->thread.x % 32 & 1 && debug_at(d)->warp == f->thread.x / 32;
	}
	ok(matched == result.nfindings, "and each has the step of its thread and line");
	simt_result_release(&result);
	debug_goto(d, UINT64_MAX, &err);
	ok(debug_result(d)->end == SIMT_FAULT, "the launch that stands ends with the fault");
	debug_goto(d, 1, &err);
	ok(debug_at(d) && debug_now(d) == 1, "and goes back from it");
	debug_free(d);
	ptx_free(w.module);
}

static const char loop[] = ENTRY
	".reg .pred %p<2>; .reg .b32 %r<4>; .reg .f32 %f<3>; .reg .b64 %rd<2>;\n"
	"mov.u32 %r1, 0; mov.f32 %f1, 0f3F800000;\n"
	"LOOP: add.f32 %f1, %f1, %f1; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 2500000; @%p1 bra LOOP;\n"
	"ld.param.u64 %rd1, [out]; st.global.f32 [%rd1], %f1; ret;\n}\n";

static void test_speed(void)
{
	struct debug_setup setup;
	struct world w;
	struct debug *d = begin(&w, &setup, loop, 1, 32);
	struct error err = { 0 };
	double t = clock_used(), forward, back;
	bool found;

	if (!ok(d != NULL, "a long launch"))
		return;
	debug_goto(d, 10000000, &err);
	forward = clock_used() - t;
	ok(debug_now(d) == 10000000, "goes to step 10,000,000");
	t = clock_used();
	debug_back(d, every, NULL, &found, &err);
	back = clock_used() - t;
	ok(debug_now(d) == 9999999, "and one back");
	printf("# processor time: forward %.3f s, one step back %.3f s\n", forward, back);
	ok(back < 6 * forward, "without a long wait");
	debug_free(d);
	ptx_free(w.module);
}

static const char endless[] = ENTRY "L: bra L;\n}\n";

static void test_leaving(void)
{
	struct debug_setup setup;
	struct world w;
	struct debug *d = begin(&w, &setup, endless, 1, 64);
	struct error err = { 0 };

	if (!ok(d != NULL, "an endless launch"))
		return;
	debug_goto(d, 100000, &err);
	ok(debug_now(d) == 100000, "stops where it is asked to");
	debug_goto(d, 50, &err);
	ok(debug_now(d) == 50, "and goes back");
	debug_free(d);
	ok(true, "and can be left");
	ptx_free(w.module);
}

int main(void)
{
	test_every_step();
	test_findings();
	test_speed();
	test_leaving();
	return tap_done();
}
