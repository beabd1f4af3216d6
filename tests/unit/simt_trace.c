/* simt_trace.c - a launch traced step by step: lanes, values, order, and where it stops. */
#include "config.h"

#include "simt_run.h"

struct reported { struct buf text; size_t steps, most; const struct bench *bench; };

static bool hear(void *ctx, const struct simt_step *s)
{
	struct reported *t = ctx;
	struct buf text = BUF_INIT, values = BUF_INIT;

	simt_step_print(t->bench->module, s, (unsigned)__builtin_ctz(s->mask), &text, &values);
	buf_printf(&t->text, "%u:%u %x %s%s%s\n", s->block.x, s->warp, s->mask, buf_text(&text), values.len ? " " : "",
		   buf_text(&values));
	buf_release(&text);
	buf_release(&values);
	return ++t->steps < t->most;
}

/* Runs the body with a trace of at most `most` steps. */
static void trace(const char *body, unsigned threads, size_t most, struct reported *reported, uint32_t *out)
{
	char text[4096];
	struct bench b;
	struct simt_trace hook = { hear, reported };
	uint32_t in = 7;

	snprintf(text, sizeof text, HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.reg .pred %%p<4>;\n"
		 ".reg .b32 %%r<8>; .reg .f32 %%f<4>; .reg .b64 %%rd<4>; .shared .b32 s[64];\n%s\n}\n", body);
	*reported = (struct reported){ .most = most, .bench = &b };
	if (ok(bench_load(&b, text, &in, sizeof in, 256), "it loads")) {
		b.launch.block.x = threads;
		b.launch.checks = SIMT_CHECK_ALL;
		b.launch.trace = &hook;
		ok(bench_run(&b) == SIMT_DONE, "it runs to its end");
		bench_read(&b, out, 256);
	}
	bench_free(&b);
}

static void test_values(void)
{
	struct reported t;
	uint32_t out[64];

	trace("mov.u32 %r1, %tid.x; add.s32 %r2, %r1, -3; mov.f32 %f1, 0f3FC00000; mul.f32 %f2, %f1, %f1;\n"
	      "setp.lt.s32 %p1|%p2, %r2, 0; ld.param.u64 %rd1, [out]; st.global.f32 [%rd1+4], %f2; ret;", 1, 99, &t, out);
	is_text(buf_text(&t.text),
	       "0:0 1 mov.u32 %r1, %tid.x; %r1 = 0\n"
	       "0:0 1 add.s32 %r2, %r1, -3; %r2 = -3\n"
	       "0:0 1 mov.f32 %f1, 0f3FC00000; %f1 = 1.5\n"
	       "0:0 1 mul.f32 %f2, %f1, %f1; %f2 = 2.25\n"
	       "0:0 1 setp.lt.s32 %p1|%p2, %r2, 0; %p1 = true, %p2 = false\n"
	       "0:0 1 ld.param.u64 %rd1, [out]; %rd1 = 0x10000000000\n"
	       "0:0 1 st.global.f32 [%rd1+4], %f2; [0x10000000004] = 2.25\n"
	       "0:0 1 ret;\n", "each instruction once, with what came out");
	buf_release(&t.text);
}

static void test_lanes(void)
{
	struct reported t;
	uint32_t out[64];

	trace("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 2;\n"
	      "@%p1 setp.ge.u32 %p1, %r1, 1;\n"
	      "@!%p1 bra OTHER; add.u32 %r1, %r1, 8; OTHER:\n"
	      "shfl.sync.idx.b32 %r2, %r1, 1, 31, 15; bar.sync 0; ret;", 4, 99, &t, out);
	is_text(buf_text(&t.text),
	       "0:0 f mov.u32 %r1, %tid.x; %r1 = 0\n"
	       "0:0 f setp.lt.u32 %p1, %r1, 2; %p1 = true\n"
	       "0:0 3 @%p1 setp.ge.u32 %p1, %r1, 1; %p1 = false\n"
	       "0:0 d @!%p1 bra OTHER;\n"
	       "0:0 2 add.u32 %r1, %r1, 8; %r1 = 9\n"
	       "0:0 f shfl.sync.idx.b32 %r2, %r1, 1, 31, 15; %r2 = 9\n"
	       "0:0 f bar.sync 0;\n"
	       "0:0 f ret;\n", "the lanes for which a guard held, also if it is overwritten, and those of each branch");
	buf_release(&t.text);
}

static void test_stop(void)
{
	static const char body[] =
		"mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; ld.param.u64 %rd1, [out]; add.s64 %rd1, %rd1, %rd2;\n"
		"mov.u32 %r2, 0; mov.u32 %r3, 0;\n"
		"L: add.u32 %r2, %r2, %r1; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 50; @%p1 bra L;\n"
		"st.global.u32 [%rd1], %r2; ret;";
	struct reported few, all;
	uint32_t out_few[64], out_all[64];

	trace(body, 64, 10, &few, out_few);
	trace(body, 64, SIZE_MAX, &all, out_all);
	ok(few.steps == 10, "after a false there are no further calls");
	/* No lane takes the last branch of the loop. */
	ok(all.steps == 2 * (6 + 4 * 50 - 1 + 2), "all steps of both warps");
	ok(!memcmp(out_few, out_all, sizeof out_all) && out_all[63] == 63 * 50, "and the result is the same");
	buf_release(&few.text);
	buf_release(&all.text);
}

int main(void)
{
	test_values();
	test_lanes();
	test_stop();
	return tap_done();
}
