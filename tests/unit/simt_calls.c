/*
 * simt_calls.c - calls through pointers, the heap and the stack of threads, addresses of
 * parameters, 128 bits, hints, and modules in which some kernels cannot run.
 */
#include "config.h"

#include <stdint.h>

#include "base/limits.h"
#include "tests/unit/simt_run.h"

#define THREADS 64
/* With small limits the lanes of a warp take turns so often that they run apart: as many instructions each for itself. */
#define BUDGET LIMIT(1u << 20, 1u << 24)
#define ENTRY ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
/* %rd9 = &out[thread], %r9 = thread; the result goes to %r10. */
#define BEGIN \
	".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .b128 %q<4>; .reg .f32 %f<4>;\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r9, %tid.x;\n" \
	"mul.wide.u32 %rd9, %r9, 4; add.s64 %rd9, %rd1, %rd9;\n"
#define END "st.global.u32 [%rd9], %r10; ret;\n}\n"
#define BINARY(name, op) ".func (.param .b32 r) " name "(.param .b32 a, .param .b32 b)\n{\n" \
	".reg .b32 %r<4>; ld.param.u32 %r1, [a]; ld.param.u32 %r2, [b]; " op " %r3, %r1, %r2; st.param.b32 [r], %r3; ret;\n}\n"
#define FUNCTIONS BINARY("plus", "add.u32") BINARY("minus", "sub.u32") BINARY("times", "mul.lo.u32") \
	".func other(.param .b64 p)\n{\nret;\n}\n"
/* r10 = (*rd10)(r9, 7) */
#define INDIRECT "{ .param .b32 a; .param .b32 b; .param .b32 v; st.param.b32 [a], %r9; st.param.b32 [b], 7;\n" \
	"P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n" \
	"call (v), %rd10, (a, b), P; ld.param.b32 %r10, [v]; }\n"
#define HEAP ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"

static uint32_t out[THREADS];

static enum simt_end run(struct bench *b, const char *ptx)
{
	uint32_t in[THREADS];
	enum simt_end end;

	for (uint32_t k = 0; k < THREADS; k++)
		in[k] = 1000 + k;
	if (!bench_load(b, ptx, in, sizeof(in), sizeof(out)))
		return (enum simt_end)-1;
	b->launch.block.x = THREADS;
	b->launch.checks = SIMT_CHECK_ALL;
	b->launch.budget = BUDGET;
	end = bench_run(b);
	bench_read(b, out, sizeof(out));
	return end;
}

static void gives(const char *ptx, uint32_t (*want)(uint32_t k), const char *what)
{
	struct bench b;
	bool good = run(&b, ptx) == SIMT_DONE && b.result.nfindings == 0;

	for (size_t f = 0; f < b.result.nfindings; f++)
		printf("# %s\n", b.result.findings[f].message);
	for (uint32_t k = 0; k < THREADS && good; k++)
		if (out[k] != want(k)) {
			printf("# out[%u] is %u, not %u\n", k, out[k], want(k));
			good = false;
		}
	ok(good, "%s", what);
	bench_free(&b);
}

static void finds(const char *ptx, const char *kind, const char *text, const char *what)
{
	struct bench b;
	bool good = run(&b, ptx) == SIMT_FAULT && bench_found(&b, kind) && strstr(b.result.findings[0].message, text);

	if (!good && b.result.nfindings)
		printf("# %s\n", b.result.findings[0].message);
	ok(good, "%s", what);
	bench_free(&b);
}

static uint32_t seven(uint32_t k) { (void)k; return 7; }
static uint32_t one(uint32_t k) { (void)k; return 1; }
static uint32_t zero(uint32_t k) { (void)k; return 0; }
static uint32_t thread(uint32_t k) { return k; }
static uint32_t discarded(uint32_t k) { (void)k; return 0xDBDBDBDB; }
static uint32_t from_in(uint32_t k) { return 1000 + k; }

/* ---- calls through pointers ---- */

static const char table[] = HEAD FUNCTIONS ".global .align 8 .u64 table[3] = {plus, minus, times};\n" ENTRY BEGIN
	"rem.u32 %r11, %r9, 3; mov.u64 %rd11, table; mul.wide.u32 %rd12, %r11, 8; add.s64 %rd11, %rd11, %rd12;\n"
	"ld.global.u64 %rd10, [%rd11];\n" INDIRECT END;
static uint32_t table_value(uint32_t k) { return k % 3 == 0 ? k + 7 : k % 3 == 1 ? k - 7 : k * 7; }

static const char constant_table[] = HEAD FUNCTIONS ".const .align 8 .u64 table[2] = {times, plus};\n" ENTRY BEGIN
	"ld.const.u64 %rd10, [table+8];\n" INDIRECT END;
static uint32_t plus_value(uint32_t k) { return k + 7; }

static const char moved[] = HEAD FUNCTIONS ENTRY BEGIN
	"setp.lt.u32 %p1, %r9, 20; mov.u64 %rd10, plus; @%p1 mov.u64 %rd10, times;\n" INDIRECT END;
static uint32_t moved_value(uint32_t k) { return k < 20 ? k * 7 : k + 7; }

static const char listed[] = HEAD FUNCTIONS ENTRY BEGIN "L: .calltargets times, minus;\n"
	"mov.u64 %rd10, minus; call (%r10), %rd10, (%r9, 7), L;\n" END;
static uint32_t minus_value(uint32_t k) { return k - 7; }

static const char in_registers[] = HEAD FUNCTIONS ENTRY BEGIN
	"setp.lt.u32 %p1, %r9, 20; mov.u32 %r10, 1; @%p1 call (%r10), plus, (%r9, 7);\n" END;
static uint32_t guarded_value(uint32_t k) { return k < 20 ? k + 7 : 1; }

/* down(n, f): n ? f(n - 1, f) + 1 : 0, through the pointer that it is given. */
static const char recursion[] = HEAD ".func (.param .b32 r) down(.param .b32 n, .param .b64 f)\n{\n"
	".reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<2>;\n"
	"ld.param.u32 %r1, [n]; ld.param.u64 %rd1, [f]; mov.u32 %r3, 0; setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE;\n"
	"sub.u32 %r1, %r1, 1;\n"
	"P: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);\n"
	"call (%r3), %rd1, (%r1, %rd1), P; add.u32 %r3, %r3, 1;\n"
	"DONE: st.param.b32 [r], %r3; ret;\n}\n" ENTRY BEGIN
	"mov.u64 %rd10, down; call (%r10), down, (%r9, %rd10);\n" END;

static const char aliased[] = HEAD FUNCTIONS ".func (.param .b32 r) sum(.param .b32 a, .param .b32 b);\n"
	".global .u64 pointer = sum;\n" ENTRY BEGIN
	"ld.global.u64 %rd10, [pointer]; call (%r11), sum, (%r9, 0); mov.u32 %r9, %r11;\n" INDIRECT END ".alias sum, plus;\n";

static const char null_call[] = HEAD FUNCTIONS ENTRY BEGIN "mov.u64 %rd10, 0; mov.u64 %rd11, plus;\n" INDIRECT END;
static const char wild_call[] = HEAD FUNCTIONS ENTRY BEGIN "mov.u64 %rd10, 0x123456; mov.u64 %rd11, plus;\n" INDIRECT END;
static const char other_type[] = HEAD FUNCTIONS ENTRY BEGIN "mov.u64 %rd10, other; mov.u64 %rd11, plus;\n" INDIRECT END;
static const char code_read[] = HEAD FUNCTIONS ENTRY BEGIN "mov.u64 %rd10, plus; ld.u32 %r10, [%rd10];\n" END;

static void test_pointers(void)
{
	gives(table, table_value, "a table of functions: lanes go to different ones");
	gives(constant_table, plus_value, "a table in constant memory");
	gives(moved, moved_value, "a function's address in a register");
	gives(listed, minus_value, "an indirect call with .calltargets, values in registers");
	gives(in_registers, guarded_value, "a guarded call gives back to a register");
	gives(recursion, thread, "a recursion through a pointer");
	gives(aliased, plus_value, "an alias can be called and pointed to like its function");
	finds(null_call, "bad-call", "null pointer", "a call through a null pointer");
	finds(wild_call, "bad-call", "0x123456", "a call of an address that is not a function's");
	finds(other_type, "bad-call", "no such function", "a call of a function with other parameters");
	finds(code_read, "out-of-bounds", "", "a function can not be read");
}

/* ---- the heap ---- */

#define MALLOC(n, to) "call (" to "), malloc, (" n ");\n"
static const char heap[] = HEAD HEAP ENTRY BEGIN MALLOC("40", "%rd10")
	"st.u32 [%rd10+36], %r9; ld.u32 %r10, [%rd10+36]; call free, (%rd10); call free, (0);\n" END;
static const char none[] = HEAD HEAP ENTRY BEGIN MALLOC("9000000", "%rd10")
	"setp.eq.u64 %p1, %rd10, 0; selp.u32 %r10, 1, 0, %p1;\n" END;
/* Threads take a MiB each: the heap has 8 of them, less what blocks cost. */
static const char full[] = HEAD HEAP ".global .u32 got;\n" ENTRY BEGIN MALLOC("1048576", "%rd10")
	"setp.ne.u64 %p1, %rd10, 0; @%p1 red.global.add.u32 [got], 1; bar.sync 0; ld.global.u32 %r10, [got];\n" END;
static const char twice[] = HEAD HEAP ENTRY BEGIN MALLOC("8", "%rd10") "call free, (%rd10); call free, (%rd10);\n" END;
static const char inside[] = HEAD HEAP ENTRY BEGIN MALLOC("8", "%rd10") "add.u64 %rd10, %rd10, 4; call free, (%rd10);\n" END;
static const char foreign[] = HEAD HEAP ENTRY BEGIN "call free, (%rd1);\n" END;
static const char past[] = HEAD HEAP ENTRY BEGIN MALLOC("8", "%rd10") "st.u32 [%rd10+8], %r9;\n" END;
static const char later[] = HEAD HEAP ENTRY BEGIN MALLOC("8", "%rd10")
	"st.u32 [%rd10], %r9; ld.u32 %r11, [%rd10]; call free, (%rd10); bar.sync 0; ld.u32 %r10, [%rd10];\n" END;
/* The same load reads a block before and after it is freed: the vm must not use its remembered address. */
static const char remembered[] = HEAD HEAP ENTRY BEGIN MALLOC("256", "%rd10")
	"shfl.sync.idx.b32 %r2, %r9, 0, 31, -1; mov.u32 %r3, 0;\n"
	"L: st.u32 [%rd10], %r9; setp.eq.u32 %p1, %r3, 3; @%p1 call free, (%rd10); add.u32 %r3, %r3, 1;\n"
	"setp.lt.u32 %p2, %r3, 6; @%p2 bra L;\n" END;
static const char unwritten[] = HEAD HEAP ENTRY BEGIN MALLOC("8", "%rd10") "ld.u32 %r10, [%rd10];\n" END;
static const char many[] = HEAD HEAP ENTRY BEGIN "mov.u32 %r3, 0;\n"
	"L: " MALLOC("100", "%rd10") "st.u32 [%rd10], %r3; ld.u32 %r10, [%rd10]; call free, (%rd10);\n"
	"add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 200; @%p2 bra L; sub.u32 %r10, %r10, 192;\n" END;

static uint32_t seven_blocks(uint32_t k) { (void)k; return 7; }

static void test_heap(void)
{
	struct bench b;

	gives(heap, thread, "a block of each thread's own; freeing a null pointer is nothing");
	gives(none, one, "more than the heap has is a null pointer");
	gives(full, seven_blocks, "and so is a block that no longer fits");
	gives(many, seven, "blocks that are freed make room for others");
	finds(twice, "double-free", "malloc", "a block is freed twice");
	finds(inside, "bad-free", "did not return", "an address inside a block is freed");
	finds(foreign, "bad-free", "out", "an array of the host's is freed");
	finds(past, "out-of-bounds", "malloc", "a write past a block");
	finds(later, "use-after-free", "malloc", "a block is read after it was freed");
	finds(remembered, "use-after-free", "malloc", "by an instruction that reached it before");
	ok(run(&b, unwritten) == SIMT_DONE && bench_found(&b, "uninitialised-read"), "a new block is not initialised");
	bench_free(&b);
}

/* ---- the stack ---- */

/* a[i] = i for i below the thread's number, twice with the same stack. */
static const char taken[] = ".version 7.3\n.target sm_75\n.address_size 64\n"
	".func (.param .b32 r) fill(.param .b32 n)\n{\n.reg .pred %p<3>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
	"ld.param.u32 %r1, [n]; add.u32 %r2, %r1, 1; mul.wide.u32 %rd1, %r2, 4; alloca.u64 %rd2, %rd1, 16;\n"
	"mov.u32 %r3, 0;\n"
	"L: mul.wide.u32 %rd3, %r3, 4; add.s64 %rd3, %rd2, %rd3; st.local.u32 [%rd3], %r3;\n"
	"add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra L;\n"
	"ld.local.u32 %r4, [%rd3]; st.param.b32 [r], %r4; ret;\n}\n" ENTRY BEGIN
	"mov.u32 %r2, 0;\nL: call (%r10), fill, (%r9); add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 200; @%p1 bra L;\n" END;
static const char restored[] = ".version 7.3\n.target sm_75\n.address_size 64\n" ENTRY BEGIN
	"mov.u32 %r2, 0; mov.u32 %r10, 1;\n"
	"L: stacksave.u64 %rd10; alloca.u64 %rd11, 4096; st.local.u32 [%rd11+4092], %r2; stackrestore.u64 %rd10;\n"
	"add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 100; @%p1 bra L;\n" END;
static const char overrun[] = ".version 7.3\n.target sm_75\n.address_size 64\n" ENTRY BEGIN
	"L: alloca.u64 %rd11, 4096; bra L;\n" END;

static void test_stack(void)
{
	gives(taken, thread, "alloca of another size in each thread; a return gives it back");
	gives(restored, one, "stackrestore gives it back");
	finds(overrun, "stack-overflow", "", "alloca without end overflows the stack");
}

/* ---- addresses of parameters ---- */

static const char by_address[] = HEAD ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" BEGIN
	"mov.b64 %rd10, in; ld.param.u64 %rd11, [%rd10]; cvta.param.u64 %rd12, %rd10; ld.u64 %rd13, [%rd12];\n"
	"setp.eq.u64 %p1, %rd11, %rd13; isspacep.param::entry %p2, %rd12; and.pred %p1, %p1, %p2;\n"
	"isspacep.global %p2, %rd12; not.pred %p2, %p2; and.pred %p1, %p1, %p2; selp.u32 %r10, 1, 0, %p1;\n" END;
static const char written[] = HEAD ENTRY BEGIN
	"mov.b64 %rd10, in; cvta.param.u64 %rd12, %rd10; st.u64 [%rd12], 0;\n" END;
static const char element[] = HEAD ".func (.param .b32 r) pick(.param .align 4 .b8 a[32], .param .b32 i)\n{\n"
	".reg .b32 %r<4>; .reg .b64 %rd<4>; mov.b64 %rd1, a; ld.param.u32 %r1, [i]; mul.wide.u32 %rd2, %r1, 4;\n"
	"add.s64 %rd1, %rd1, %rd2; ld.param.u32 %r2, [%rd1]; st.param.b32 [r], %r2; ret;\n}\n" ENTRY BEGIN
	"{ .param .align 4 .b8 a[32]; .param .b32 i; .param .b32 v; mov.u32 %r2, 0; mov.b64 %rd10, a;\n"
	"L: add.u32 %r3, %r2, 1000; mul.wide.u32 %rd11, %r2, 4; add.s64 %rd11, %rd10, %rd11; st.param.b32 [%rd11], %r3;\n"
	"add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 8; @%p1 bra L;\n"
	"and.b32 %r4, %r9, 7; st.param.b32 [i], %r4; call (v), pick, (a, i); ld.param.b32 %r10, [v]; }\n" END;
static uint32_t element_value(uint32_t k) { return 1000 + k % 8; }
static const char far_parameter[] = HEAD ".func (.param .b32 r) pick(.param .b32 i)\n{\n"
	".reg .b32 %r<4>; .reg .b64 %rd<4>; mov.b64 %rd1, i; ld.param.u32 %r2, [%rd1+4096]; st.param.b32 [r], %r2; ret;\n}\n"
	ENTRY BEGIN "call (%r10), pick, (%r9);\n" END;

static void test_parameters(void)
{
	gives(by_address, one, "a kernel's parameter by its address, its own and generic");
	finds(written, "read-only-write", "", "which can not be written");
	gives(element, element_value, "an element of a function's parameter");
	finds(far_parameter, "out-of-bounds", "", "but not past its end");
}

/* ---- single instructions ---- */

#define MODERN ".version 8.3\n.target sm_90\n.address_size 64\n"
static const struct { const char *what, *body; uint32_t (*want)(uint32_t k); } lines[] = {
	{ "128 bits are packed, stored, loaded and unpacked", "cvt.u64.u32 %rd10, %r9; mov.b128 %q1, {5, %rd10};\n"
	  ".local .align 16 .b8 l[32]; st.local.b128 [l+16], %q1; ld.local.b128 %q2, [l+16]; mov.b128 %q3, %q2;\n"
	  "mov.b128 {%rd11, %rd12}, %q3; mov.b128 {_, %rd13}, %q3; cvt.u32.u64 %r10, %rd13;\n", thread },
	{ "128 bits are exchanged and compared", ".shared .align 16 .b8 s[1024]; mov.u32 %r2, s; shl.b32 %r3, %r9, 4; add.u32 "
	  "%r2, %r2, %r3;\ncvt.u64.u32 %rd10, %r9; mov.b128 %q1, {%rd10, 3}; mov.b128 %q2, {0, 0}; st.shared.v2.u64 [%r2], "
	  "{0, 0};\natom.shared.cas.b128 %q3, [%r2], %q1, %q2; atom.shared.cas.b128 %q3, [%r2], %q2, %q1;\n"
	  "atom.shared.exch.b128 %q3, [%r2], %q2; mov.b128 {%rd11, %rd12}, %q3; cvt.u32.u64 %r10, %rd11;\n", thread },
	{ "hints change nothing", "shl.b32 %r2, %r9, 2; cvt.u64.u32 %rd10, %r2; add.s64 %rd10, %rd2, %rd10;\n"
	  "createpolicy.fractional.L2::evict_last.b64 %rd11, 0.5; "
	  "createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %rd11;\n"
	  "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd12, [%rd2], 128, 256; createpolicy.cvt.L2.b64 %rd12, "
	  "%rd11;\nprefetch.global.L1 [%rd10]; prefetch.global.L2::evict_last [%rd10]; prefetchu.L1 [%rd10]; "
	  "applypriority.global.L2::evict_normal [%rd2], 128;\nld.global.nc.L1::no_allocate.L2::128B.u32 %r10, [%rd10]; "
	  "ld.global.L1::evict_last.L2::cache_hint.u32 %r11, [%rd10], %rd11;\n"
	  "ld.global.L1::evict_first.L2::256B.u32 %r12, [%rd10]; st.global.L1::evict_unchanged.L2::cache_hint.u32 [%rd9], %r12, "
	  "%rd11;\n", from_in },
	{ "bytes that are discarded have no value", "mov.u32 %r10, 5; st.global.u32 [%rd9], %r10; bar.sync 0; and.b64 %rd10, "
	  "%rd9, -128;\nand.b32 %r11, %r9, 31; setp.eq.u32 %p0, %r11, 0; @%p0 discard.global.L2 [%rd10], 128; bar.sync 0; "
	  "ld.global.u32 %r10, [%rd9];\n", discarded },
	{ "and may be written again", "and.b64 %rd10, %rd9, -128; discard.global.L2 [%rd10], 128; bar.sync 0; mov.u32 %r10, "
				      "%r9;\n", thread },
	{ "orders, scopes and mmio", "shl.b32 %r2, %r9, 2; cvt.u64.u32 %rd10, %r2; add.s64 %rd10, %rd2, %rd10;\n"
	  "ld.relaxed.gpu.global.u32 %r10, [%rd10]; ld.acquire.sys.u32 %r10, [%rd10]; ld.acquire.cluster.global.u32 %r10, "
	  "[%rd10];\nld.volatile.global.u32 %r10, [%rd10]; ld.mmio.relaxed.sys.global.u32 %r10, [%rd10]; ld.weak.global.u32 "
	  "%r10, [%rd10];\nst.release.cta.global.u32 [%rd9], %r10; st.relaxed.sys.global.u32 [%rd9], %r10; "
	  "st.mmio.relaxed.sys.global.u32 [%rd9], %r10;\n", from_in },
	{ "fences of every kind", "mov.u32 %r10, 1; membar.cta; membar.gl; membar.sys; membar.proxy.alias; "
	  "fence.acq_rel.cluster; fence.sc.sys;\nfence.acquire.sync_restrict::shared::cluster.cluster; "
	  "fence.release.sync_restrict::shared::cta.cluster;\nfence.proxy.async; fence.proxy.async.global; "
	  "fence.proxy.async.shared::cta; fence.proxy.alias; fence.mbarrier_init.release.cluster;\n"
	  "fence.proxy.tensormap::generic.release.gpu; fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;\n", one },
	{ "one lane is elected", "mov.u32 %r10, 0; elect.sync %r11|%p1, -1; @%p1 mov.u32 %r10, 32; elect.sync _|%p2, -1;\n"
	  "@!%p2 bra L; add.u32 %r10, %r10, 1;\nL: add.u32 %r10, %r10, %r11; popc.b32 %r10, %r10; and.b32 %r12, %r9, 31;\n"
	  "setp.ne.u32 %p3, %r12, 0; selp.u32 %r12, 2, 0, %p3; add.u32 %r10, %r10, %r12;\n", NULL },
	{ "a cluster is one block", "mov.u32 %r10, %cluster_nctarank; mov.u32 %r11, %cluster_ctarank; add.u32 %r10, %r10, %r11;\n"
	  "mov.u32 %r11, %cluster_ctaid.y; add.u32 %r10, %r10, %r11; mov.u32 %r11, %nclusterid.x; mul.lo.u32 %r10, %r10, %r11;\n"
	  "barrier.cluster.arrive; barrier.cluster.wait; barrier.cluster.arrive.release.aligned; "
	  "barrier.cluster.wait.acquire.aligned;\n.shared .align 4 .b8 s[4]; mapa.shared::cluster.u32 %r12, s, 0; mov.u32 %r13, "
	  "s; sub.u32 %r12, %r12, %r13; add.u32 %r10, %r10, %r12;\ngetctarank.shared::cluster.u32 %r12, %r13; add.u32 %r10, "
	  "%r10, %r12; mov.pred %p1, %is_explicit_cluster; @%p1 mov.u32 %r10, 9;\n"
	  "cvt.u64.u32 %rd10, %r13; cvta.shared.u64 %rd10, %rd10; isspacep.shared::cluster %p2, %rd10; @!%p2 mov.u32 %r10, 8; "
	  "isspacep.shared::cta %p2, %rd10; @!%p2 mov.u32 %r10, 7;\n", one },
	{ "what is for the profiler, the driver and the scheduler",
	  "pmevent 3; pmevent.mask 5; griddepcontrol.launch_dependents; griddepcontrol.wait; nanosleep.u32 100;\n"
	  "setmaxnreg.inc.sync.aligned.u32 96; mov.u32 %r10, %envreg3; mov.u32 %r11, %pm0; mov.u64 %rd10, %pm3_64; mov.u64 "
	  "%rd10, %current_graph_exec;\nmov.u32 %r11, %reserved_smem_offset_begin; mov.u32 %r11, %aggr_smem_size; mov.u64 %rd10, "
	  "%gridid; mov.u32 %r11, %nsmid; mov.u32 %r11, %clock_hi;\n", zero },
	{ "variables of a function: global and constant", ".global .u32 counter; .const .u32 seven = 7;\n"
	  "red.global.add.u32 [counter], 1; bar.sync 0; ld.global.u32 %r10, [counter]; ld.const.u32 %r11, [seven]; sub.u32 %r10, "
	  "%r10, 57;\n", seven },
};

/* 33 = {32 | 1} has two bits set in the lane that is elected; the others get two for being others. */
static uint32_t elected(uint32_t k) { (void)k; return 2; }

static void test_lines(void)
{
	for (size_t k = 0; k < sizeof(lines) / sizeof(lines[0]); k++) {
		char text[6000];

		snprintf(text, sizeof(text), "%s%s%s%s%s", MODERN, ENTRY, BEGIN, lines[k].body, END);
		gives(text, lines[k].want ? lines[k].want : elected, lines[k].what);
	}
}

/* ---- kernels of which some can not run ---- */

static const char mixed[] = MODERN
	".func helper()\n{\ntcgen05.wait::ld.sync.aligned;\nret;\n}\n"                                  /* line 6 */
	".visible .entry bad()\n{\ncall helper;\nret;\n}\n"
	".visible .entry worse()\n{\n.reg .b64 %rd<3>; .reg .b32 %r<9>;\n"
	"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [%r1], [%rd2, {%r2, %r3, %r3, %r3, %r3}], [%r4];\n" /* 16 */
	"ret;\n}\n"
	".visible .entry large()\n.reqnctapercluster 2\n{\nret;\n}\n" ENTRY BEGIN "mov.u32 %r10, 7;\n" END;

static void rejected(struct bench *b, const char *kernel, const char *want)
{
	struct simt_kernel_info info;
	struct error err = { 0 };
	bool good = simt_kernel_describe(b->program, kernel, &info, &err) < 0 && strstr(err.text, want);

	if (!good)
		printf("# %s\n", err.text);
	ok(good, "'%s' is rejected: %s", kernel, want);
	b->launch.kernel = kernel;
	ok(bench_run(b) == (enum simt_end)-1, "'%s' is not launched", kernel);
}

static void test_rejections(void)
{
	struct bench b;
	struct simt_kernel_info info;

	gives(mixed, seven, "a kernel runs although others in its module cannot");
	if (bench_load(&b, mixed, "", 0, 4)) {
		rejected(&b, "bad", "tcgen05.wait::ld.sync.aligned: tensor memory");
		rejected(&b, "worse", "cp.async.bulk.tensor.2d");
		b.launch.kernel = "large";
		b.launch.grid.x = 3;
		ok(bench_run(&b) == SIMT_BAD_LAUNCH && strstr(b.result.error.text, "clusters of (2,1,1)"),
		   "a grid of no whole clusters is rejected");
		b.launch.grid.x = 4;
		ok(bench_run(&b) == SIMT_DONE, "clusters of two blocks run");
		ok(simt_kernel_describe(b.program, "nobody", &info, &b.err) < 0 && strstr(b.err.text, "nobody"),
		   "a missing kernel is reported as such");
	}
	bench_free(&b);
	for (size_t k = 0; k < ptx_nleft_out; k++)
		ok(ptx_left_out_find(ptx_left_out[k].name) == &ptx_left_out[k] && *ptx_left_out[k].why &&
		   (!k || strcmp(ptx_left_out[k - 1].name, ptx_left_out[k].name) < 0), "left_out.def: %s", ptx_left_out[k].name);
	ok(!ptx_left_out_find("text") && !ptx_left_out_find("add.s32") && !ptx_left_out_find("mma.sync"),
	   "an instruction that is supported");
}

/* ---- modules that mean harm ---- */

/* A chain of 3000 functions, each calling the one before or behind it. */
static void chain(bool forward)
{
	struct buf text = BUF_INIT;

	buf_puts(&text, HEAD);
	for (int k = 0; k < 3000; k++)
		buf_printf(&text, ".func f%d();\n", k);
	for (int k = 0; k < 3000; k++) {
		int to = forward ? k + 1 : k - 1;

		buf_printf(&text, ".func f%d()\n{\n.local .b8 l[16];\n", k);
		if (to >= 0 && to < 3000)
			buf_printf(&text, "call f%d;\n", to);
		buf_puts(&text, "ret;\n}\n");
	}
	buf_printf(&text, "%s%scall f%d;\n%s", ENTRY, BEGIN, forward ? 0 : 2999, END);
	finds(buf_text(&text), "stack-overflow", "", forward ? "a chain of calls that is too long" : "and the same from its end");
	buf_release(&text);
}

static void test_pointers_many(void)
{
	struct buf text = BUF_INIT;
	struct bench b;

	buf_puts(&text, HEAD);
	for (int k = 0; k < 700; k++)
		buf_printf(&text, ".func f%d()\n{\nret;\n}\n", k);
	buf_puts(&text, ".global .u64 t[700] = {f0");
	for (int k = 1; k < 700; k++)
		buf_printf(&text, ", f%d", k);
	buf_printf(&text, "};\n%s%sP: .callprototype _;\n", ENTRY, BEGIN);
	for (int k = 0; k < 700; k++)
		buf_puts(&text, "call %rd10, P;\n");
	buf_puts(&text, END);
	ok(!bench_load(&b, buf_text(&text), "", 0, 4) && strstr(b.err.text, "so many functions"),
	   "calls that could reach too many functions are rejected");
	bench_free(&b);
	buf_release(&text);
}

static const char greedy[] = HEAD HEAP ENTRY BEGIN "L: " MALLOC("1", "%rd10") "bra L;\n" END;
static const char churning[] = HEAD HEAP ENTRY BEGIN "L: " MALLOC("1", "%rd10") "call free, (%rd10); bra L;\n" END;
static const char ring[] = HEAD ".func a();\n.func b();\n.alias a, b;\n.alias b, a;\n";

static void hangs(const char *ptx, const char *what)
{
	struct bench b;

	ok(run(&b, ptx) == SIMT_HANG && bench_found(&b, "hang"), "%s", what);
	bench_free(&b);
}

static void test_harm(void)
{
	struct error err = { 0 };

	chain(true);
	chain(false);
	test_pointers_many();
	hangs(greedy, "malloc without end uses up the budget");
	hangs(churning, "and so does malloc with free");
	ok(!ptx_parse(ring, strlen(ring), "test.ptx", &err) && strstr(err.text, "alias"), "aliases in a circle are rejected");
}

int main(void)
{
	test_pointers();
	test_heap();
	test_stack();
	test_parameters();
	test_lines();
	test_rejections();
	test_harm();
	return tap_done();
}
