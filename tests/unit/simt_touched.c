/*
 * simt_touched.c - the footprint of a launch: the bytes that it read, wrote and updated by atomics.
 */
#include "config.h"

#include <stdint.h>

#include "simt/mem/mem.h"
#include "simt/written.h"
#include "tests/unit/simt_run.h"

#define BEGIN HEAD ".const .align 4 .u32 c[8] = {1, 2, 3};\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<12>; .reg .b64 %rd<16>; .reg .f32 %f<8>; .shared .align 4 .u32 s[64];\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;\n" \
	"mad.lo.u32 %r1, %r3, %r4, %r1; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n"
#define END "ret;\n}\n"

static bool range_is(const struct simt_range *r, uint64_t addr, uint64_t bytes, const char *kinds)
{
	bool good = r->addr == addr && r->bytes == bytes && r->read == !!strchr(kinds, 'r') &&
		    r->written == !!strchr(kinds, 'w') &&
		    r->atomic == !!strchr(kinds, 'a') && r->asked == !!strchr(kinds, '?') && r->told == !!strchr(kinds, '!');

	if (!good)
		printf("# at +%lld %llu bytes%s%s%s%s%s\n", (long long)(r->addr - addr), (unsigned long long)r->bytes,
		       r->read ? " read" : "", r->written ? " written" : "", r->atomic ? " atomic" : "",
		       r->asked ? " asked" : "", r->told ? " told" : "");
	return good;
}

static bool load(struct bench *b, const char *ptx)
{
	static const uint32_t in[25000];

	if (!bench_load(b, ptx, in, sizeof(in), sizeof(in)))
		return false;
	b->launch.footprint = true;
	b->launch.block.x = 64;
	return true;
}

static void test_ranges(void)
{
	struct bench b;

	if (!load(&b, BEGIN "ld.global.u32 %r2, [%rd5]; st.global.u32 [%rd4], %r2;\n" END))
		return;
	b.launch.grid.x = 300;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 2 && range_is(&b.result.touched[0], b.out, 300 * 256, "w") &&
	   range_is(&b.result.touched[1], b.in, 300 * 256, "r"), "buffers that are used whole are a range each");
	b.launch.checks = SIMT_CHECK_ALL;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 2 && b.result.nfindings == 0, "also with the checks");
	b.launch.footprint = false;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 0 && !b.result.touched, "nothing is kept without asking");
	b.launch.footprint = true;
	b.in = b.out;
	b.launch.checks = 0;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 1 && range_is(&b.result.touched[0], b.out, 300 * 256, "rw"),
	   "read and written");
	b.launch.block.x = 5;
	b.launch.grid.x = 1;
	b.out += 3 * 16384 - 8;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 2 && range_is(&b.result.touched[0], b.in, 20, "r") &&
	   range_is(&b.result.touched[1], b.out, 20, "w"), "a few bytes over the end of a page, and nothing of the launch "
							   "before");
	bench_free(&b);

	if (!load(&b, BEGIN "atom.global.add.u32 %r2, [%rd1+400], 1; ld.global.u32 %r2, [%rd1+404]; ld.const.u32 %r2, [c+4]; "
		  "st.shared.u32 [s], %r2;\nand.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 0; @%p1 st.global.u32 [%rd5], %r2;\n" END))
		return;
	b.launch.block.x = 4;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 5 && b.result.touched[0].bytes == 4 && b.result.touched[0].read &&
	   !b.result.touched[0].written && range_is(&b.result.touched[1], b.out + 400, 4, "a") &&
	   range_is(&b.result.touched[2], b.out + 404, 4, "r") && range_is(&b.result.touched[3], b.in, 4, "w") &&
	   range_is(&b.result.touched[4], b.in + 8, 4, "w"),
	   "atomics are distinguished, constants are read, guarded-off accesses touch nothing, shared memory is the block's own");
	bench_free(&b);

	if (!load(&b, BEGIN "mul.wide.u32 %rd3, %r1, 16; add.s64 %rd4, %rd1, %rd3; ld.global.v4.f32 {%f1, %f2, %f3, %f4}, "
		  "[%rd4];\nadd.s64 %rd5, %rd2, 4; st.global.u8 [%rd5+1], %r1; st.global.u16 [%rd5+4], %r1;\n" END))
		return;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 3 && range_is(&b.result.touched[0], b.out, 1024, "r") &&
	   range_is(&b.result.touched[1], b.in + 5, 1, "w") && range_is(&b.result.touched[2], b.in + 8, 2, "w"),
	   "vectors, bytes and halves");
	bench_free(&b);

	if (!load(&b, BEGIN "L: ld.volatile.global.u32 %r2, [%rd1]; ld.acquire.gpu.global.u32 %r2, [%rd1+4];\n"
		  "setp.ne.u32 %p1, %r2, 0; @%p1 bra L;\nst.volatile.global.u32 [%rd1+8], %r2;\nst.release.gpu.global.u32 [%rd1+12], %r2; "
		  "ld.global.u32 %r2, [%rd1+4];\n" END))
		return;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 3 && range_is(&b.result.touched[0], b.out, 4, "?") &&
	   range_is(&b.result.touched[1], b.out + 4, 4, "?r") && range_is(&b.result.touched[2], b.out + 8, 8, "!"),
	   "loads that ask in a loop and stores that tell are distinguished");
	bench_free(&b);

	if (!load(&b, BEGIN "ld.volatile.global.u32 %r2, [%rd1]; ld.acquire.gpu.global.u32 %r2, [%rd1+4];\n" END))
		return;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 1 && range_is(&b.result.touched[0], b.out, 8, "r"),
	   "outside of a loop nothing waits for an answer");
	bench_free(&b);
}

/* Late reads of an array that nothing writes are marked, too: the checkers' short way needs marks that are there already. */
static void test_late_reads(void)
{
	struct bench b;

	if (!load(&b, BEGIN "mov.u32 %r5, 0;\nL: ld.global.u32 %r2, [%rd5]; ld.global.u32 %r6, [%rd2]; add.u32 %r5, %r5, 1; "
		  "setp.lt.u32 %p1, %r5, 200;\n@%p1 bra L; ld.global.u32 %r2, [%rd5+40004]; ld.global.u32 %r6, [%rd2+60000]; "
		  "add.s64 %rd6, %rd5, %rd3; ld.global.u32 %r7, [%rd6+64000];\n"
		  "st.global.u32 [%rd4], %r2;\n" END))
		return;
	b.launch.grid.x = 30;
	b.launch.checks = SIMT_CHECK_ALL;
	ok(bench_run(&b) == SIMT_DONE && b.result.nfindings == 0 && b.result.ntouched > 4 &&
	   range_is(&b.result.touched[0], b.out, 30 * 256, "w") && range_is(&b.result.touched[1], b.in, 30 * 256, "r") &&
	   range_is(&b.result.touched[2], b.in + 40004, 30 * 256, "r") && range_is(&b.result.touched[3], b.in + 60000, 4, "r") &&
	   range_is(&b.result.touched[4], b.in + 64000, 4, "r") && b.result.ntouched == 3 + 1 + 30 * 64,
	   "rows, a word, and words apart that are read late");
	bench_free(&b);
}

#define AREA 40000
static const char scattered[] = BEGIN
	"ld.global.u32 %r2, [%rd5]; cvt.u64.u32 %rd6, %r2; add.s64 %rd6, %rd6, %rd1; and.b32 %r5, %r2, 3; and.b32 %r6, %r1, 3;\n"
	"setp.eq.u32 %p1, %r5, 0; setp.eq.u32 %p2, %r6, 0; @!%p1 bra BYTE; @%p2 red.global.add.u32 [%rd6], 1; @%p2 bra DONE;\n"
	"setp.eq.u32 %p2, %r6, 1; @%p2 ld.global.u32 %r7, [%rd6]; @!%p2 st.global.u32 [%rd6], %r1; bra DONE;\n"
	"BYTE: @%p2 ld.global.u8 %r7, [%rd6]; @!%p2 st.global.u8 [%rd6], %r1;\nDONE: " END;

/* Each byte as an independent model has it. */
static void test_scattered(void)
{
	static uint32_t at[20000];
	static uint8_t want[AREA + 4], have[AREA + 4];
	uint64_t seed = 88172645463325252u;
	struct bench b;
	bool good = true;

	if (!load(&b, scattered))
		return;
	for (unsigned i = 0; i < 20000; i++) {
		unsigned bytes, kind;

		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		at[i] = (uint32_t)(seed % (i % 3000 < 1000 ? AREA : 200));
		bytes = at[i] % 4 ? 1 : 4;
		kind = at[i] % 4 ? i % 4 == 0 ? 1 : 2 : i % 4 == 0 ? 4 : i % 4 == 1 ? 1 : 2;
		for (unsigned k = 0; k < bytes; k++)
			want[at[i] + k] |= (uint8_t)kind;
	}
	simt_write(b.mem, b.in, at, sizeof(at), &b.err);
	b.launch.block.x = 160;
	b.launch.grid.x = 125;
	good = bench_run(&b) == SIMT_DONE;
	for (size_t k = 0; good && k < b.result.ntouched; k++) {
		const struct simt_range *r = &b.result.touched[k];

		good = k == 0 || r[-1].addr + r[-1].bytes < r->addr ||
			(r[-1].addr + r[-1].bytes == r->addr && (r->read != r[-1].read || r->written != r[-1].written ||
								 r->atomic != r[-1].atomic));
		for (uint64_t o = 0; r->addr < b.in && o < r->bytes; o++)
			have[r->addr - b.out + o] = (uint8_t)(r->read | r->written << 1 | r->atomic << 2);
	}
	ok(good, "ranges are in order, disjoint, and as long as they can be");
	ok(b.result.ntouched > 1000 && !memcmp(have, want, sizeof(want)), "every byte of scattered accesses is as it should be");
	bench_free(&b);
}

static void test_elsewhere(void)
{
	uint32_t *host = calloc(1024, 4);
	struct bench b;

	if (!load(&b, BEGIN "ld.global.u32 %r2, [%rd5]; st.global.u32 [%rd4], %r2;\n" END))
		return;
	simt_map(b.mem, host, 4096, "h", 4, &b.err);
	b.in = (uintptr_t)host;
	simt_alloc(b.mem, 4000, "fresh", 4, 0, &b.out, &b.err);
	b.out += 8;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 2 && range_is(&b.result.touched[1], (uintptr_t)host, 256, "r"),
	   "host memory too");
	ok(simt_first_unwritten(b.mem, b.out, 300) == 256 && simt_first_unwritten(b.mem, b.out - 8, 8) == 0,
	   "written bytes stay marked afterwards, without the check too");
	b.out += 4000 - 64;
	ok(bench_run(&b) == SIMT_FAULT && b.result.ntouched == 2 && range_is(&b.result.touched[0], b.out, 56, "w"),
	   "a fault keeps the marks made until then");
	b.launch.cooperative = true;
	b.out = b.in;
	ok(bench_run(&b) == SIMT_DONE && b.result.ntouched == 1, "a launch's own accesses are not reported");
	bench_free(&b);
	free(host);
}

int main(void)
{
	test_ranges();
	test_late_reads();
	test_scattered();
	test_elsewhere();
	return tap_done();
}
