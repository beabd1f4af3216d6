/*
 * simt_fuse.c - products and sums become fma where PTX allows it, only on request, and
 * only where no other instruction can see the difference.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "tests/unit/simt_run.h"

/* A kernel with `body` between loads of a, b, c (f0, f1, f2 of the type) and a store of f4 and f5. */
static void kernel_write(char *text, size_t size, const char *type, unsigned bytes, const char *body)
{
	snprintf(text, size, HEAD
		 ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
		 ".reg .%s f<8>; .reg .u64 o, i; .reg .pred p; .reg .u32 n;\n"
		 "ld.param.u64 o, [out]; ld.param.u64 i, [in];\n"
		 "ld.%s f0, [i]; ld.%s f1, [i+%u]; ld.%s f2, [i+%u]; mov.%s f5, f2; setp.eq.u64 p, o, 0;\n"
		 "%s\nst.%s [o], f4; st.%s [o+%u], f5; ret; }\n",
		 type, type, type, bytes, type, 2 * bytes, type, body, type, type, bytes);
}

struct ran { bool good; double first, second; uint64_t instructions, flops; };

static struct ran run(const char *type, unsigned bytes, const char *body, bool fuse, const void *in)
{
	char text[2000];
	struct ran r = { false };
	struct bench b;
	uint8_t out[16] = { 0 };

	kernel_write(text, sizeof text, type, bytes, body);
	if (bench_load(&b, text, in, 3 * bytes, 2 * bytes)) {
		simt_program_free(b.program);
		simt_fuse(b.mem, fuse);
		b.program = simt_program_new(b.module, b.mem, &b.err);
		b.launch.count_lines = true;
		r.good = b.program && bench_run(&b) == SIMT_DONE && bench_read(&b, out, 2 * bytes);
		r.instructions = b.result.counts.thread_instructions;
		r.flops = b.result.counts.flops;
	}
	if (bytes == 4) {
		float f[2];

		memcpy(f, out, sizeof f);
		r.first = f[0];
		r.second = f[1];
	} else {
		memcpy(&r.first, out, 8);
		memcpy(&r.second, out + 8, 8);
	}
	bench_free(&b);
	return r;
}

static const float in32[] = { 1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f };

/* Whether the two make one with --fuse; without it they never do. */
static void fuses(const char *body, bool want, double fused, const char *what)
{
	struct ran off = run("f32", 4, body, false, in32), on = run("f32", 4, body, true, in32);

	ok(off.good && off.first == 0, "%s: rounded twice by default", what);
	if (!ok(on.good && on.first == (want ? fused : 0) && on.instructions == off.instructions - want, "%s: %s", what,
		want ? "once when asked, by one instruction less" : "twice all the same"))
		printf("# %a, %llu instead of %llu instructions\n", on.first, (unsigned long long)on.instructions,
		       (unsigned long long)off.instructions);
	ok(on.flops == off.flops, "%s: as many operations on numbers", what);
}

int main(void)
{
	const double in64[] = { 1 + 0x1p-30, 1 + 0x1p-30, -1 - 0x1p-29 };
	struct ran r;

	fuses("mul.f32 f3, f0, f1; add.f32 f4, f3, f2;", true, 0x1p-24, "mul, add");
	fuses("mul.f32 f3, f0, f1; add.f32 f4, f2, f3;", true, 0x1p-24, "the product on the right");
	fuses("neg.f32 f6, f2; mul.f32 f3, f0, f1; sub.f32 f4, f3, f6;", true, 0x1p-24, "mul, sub");
	fuses("neg.f32 f6, f2; mul.f32 f3, f0, f1; sub.f32 f4, f6, f3;", true, -0x1p-24, "sub of a product");
	fuses("mul.ftz.f32 f3, f0, f1; add.ftz.f32 f4, f3, f2;", true, 0x1p-24, "both with .ftz");
	fuses("mul.f32 f3, f0, f1; mov.f32 f6, f2; add.f32 f4, f3, f6;", true, 0x1p-24, "with another in between");
	fuses("mul.f32 f3, f0, f1; @!p add.f32 f4, f3, f2;", true, 0x1p-24, "a sum under a guard");
	fuses("mul.rn.f32 f3, f0, f1; add.f32 f4, f3, f2;", false, 0, "mul.rn");
	fuses("mul.f32 f3, f0, f1; add.rn.f32 f4, f3, f2;", false, 0, "add.rn");
	fuses("mul.ftz.f32 f3, f0, f1; add.f32 f4, f3, f2;", false, 0, "one with .ftz");
	fuses("mul.sat.f32 f3, f0, f0; sub.f32 f4, f3, f3;", false, 0, "a saturated product");
	fuses("mul.f32 f3, f0, f1; add.f32 f4, f3, f2; mov.f32 f5, f3;", false, 0, "a product with a second reader");
	fuses("mul.f32 f3, f0, f1; mov.f32 f0, f2; add.f32 f4, f3, f2;", false, 0, "a factor that has changed");
	fuses("mul.f32 f3, f0, f1; L: add.f32 f4, f3, f2;  @p bra L;", false, 0, "a label in between");
	fuses("mul.f32 f3, f0, f1; @p bra L; add.f32 f4, f3, f2; L:", false, 0, "a branch in between");
	fuses("mov.f32 f3, f2; @!p mul.f32 f3, f0, f1; add.f32 f4, f3, f2;", false, 0, "a product under a guard");

	r = run("f64", 8, "mul.f64 f3, f0, f1; add.f64 f4, f3, f2;", true, in64);
	ok(r.good && r.first == 0x1p-60, "f64 too");
	r = run("f64", 8, "mul.f64 f3, f0, f1; neg.f64 f6, f2; sub.f64 f4, f3, f6; mov.f64 f5, f6;", true, in64);
	ok(r.good && r.first == 0x1p-60 && r.second == -in64[2], "a difference leaves its operand as it was");
	r = run("f32", 4, "mul.f32 f3, f0, f1; mul.f32 f6, f0, f1; add.f32 f4, f3, f6; mul.f32 f7, f4, f2; add.f32 f5, f7, f4;",
		true, in32);
	ok(r.good && r.first == fmaf(in32[0], in32[1], in32[0] * in32[1]) &&
	   r.second == fmaf((float)r.first, in32[2], (float)r.first),
	   "of two products the first; sums one after the other");
	return tap_done();
}
