/*
 * simt_async.c - asynchronous copies, mbarriers and matrix rows, in forms that compilers seldom emit: sizes,
 * tokens, faults, missing lanes.
 */
#include "config.h"

#include <inttypes.h>
#include <stdint.h>

#include "tests/unit/simt_run.h"

#define HEAD90 ".version 8.4\n.target sm_90\n.address_size 64\n"
#define BEGIN HEAD90 ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
	".shared .align 128 .b8 s[4096]; .shared .align 8 .b64 bar;\n" \
	".reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<12>;\n" \
	"ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [in]; mov.u32 %r1, %tid.x;\n" \
	"mov.u32 %r2, s; mad.lo.u32 %r3, %r1, 16, %r2; mul.wide.u32 %rd3, %r1, 16; add.s64 %rd4, %rd2, %rd3;\n" \
	"mul.wide.u32 %rd5, %r1, 4; add.s64 %rd6, %rd1, %rd5; mov.u32 %r10, 0;\n"
#define END "st.global.u32 [%rd6], %r10; ret;\n}\n"
#define ALL_WAIT "cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;\n"

static uint32_t in[1024], out[1024];

static enum simt_end run(struct bench *b, const char *ptx, unsigned threads)
{
	enum simt_end end;

	for (unsigned k = 0; k < 1024; k++)
		in[k] = k + 1;
	if (!bench_load(b, ptx, in, sizeof(in), sizeof(out)))
		return (enum simt_end)-1;
	b->launch.block.x = threads;
	b->launch.checks = SIMT_CHECK_ALL;
	b->launch.budget = 1u << 18;
	end = bench_run(b);
	bench_read(b, out, sizeof(out));
	return end;
}

static void gives(const char *ptx, unsigned threads, uint32_t (*want)(uint32_t thread), const char *what)
{
	struct bench b;
	bool good = run(&b, ptx, threads) == SIMT_DONE && !b.result.nfindings;

	for (size_t f = 0; f < b.result.nfindings; f++)
		printf("# %s: %s\n", finding_name(&b.result.findings[f]), b.result.findings[f].message);
	for (uint32_t k = 0; k < threads && good; k++)
		if (out[k] != want(k)) {
			printf("# out[%u] is %u, not %u\n", k, out[k], want(k));
			good = false;
		}
	ok(good, "%s", what);
	bench_free(&b);
}

static void finds(const char *ptx, unsigned threads, const char *kind, const char *what)
{
	struct bench b;

	run(&b, ptx, threads);
	ok(bench_found(&b, kind), "%s", what);
	bench_free(&b);
}

static void rejects(const char *ptx, const char *text, const char *what)
{
	struct bench b;

	ok(!bench_load(&b, ptx, "", 0, 4) && strstr(b.err.text, text), "%s", what);
	bench_free(&b);
}

/* ---- copies ---- */

/* Element 3 of the neighbour's 16 bytes. */
static const char whole[] = BEGIN "cp.async.cg.shared.global.L2::128B [%r3], [%rd4], 16;\n" ALL_WAIT
	"xor.b32 %r4, %r1, 1; mad.lo.u32 %r4, %r4, 16, %r2; ld.shared.u32 %r10, [%r4+12];\n" END;
static uint32_t neighbour(uint32_t k) { return (k ^ 1) * 4 + 4; }

static const char filled[] = BEGIN "and.b32 %r5, %r1, 3; mul.lo.u32 %r5, %r5, 4;\n"
	"cp.async.ca.shared.global [%r3], [%rd4], 16, %r5;\n" ALL_WAIT
	"ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [%r3];\n"
	"add.u32 %r10, %r6, %r7; add.u32 %r10, %r10, %r8; add.u32 %r10, %r10, %r9;\n" END;
static uint32_t filled_value(uint32_t k)
{
	uint32_t sum = 0;

	for (uint32_t e = 0; e < k % 4; e++)
		sum += 4 * k + e + 1;
	return sum;
}

static const char ignored[] = BEGIN "setp.lt.u32 %p1, %r1, 8; mov.u64 %rd7, 0; selp.b64 %rd4, %rd4, %rd7, %p1;\n"
	"not.pred %p2, %p1; cp.async.ca.shared.global [%r3], [%rd4], 4, %p2;\n" ALL_WAIT "ld.shared.u32 %r10, [%r3];\n" END;
static uint32_t ignored_value(uint32_t k) { return k < 8 ? 4 * k + 1 : 0; }

/* The older of two groups has arrived, the other is not needed. */
static const char groups[] = BEGIN
	"cp.async.ca.shared.global [%r3], [%rd4], 4; cp.async.commit_group;\n"
	"cp.async.ca.shared.global [%r3+4], [%rd4+4], 4; cp.async.commit_group;\n"
	"cp.async.wait_group 1; ld.shared.u32 %r10, [%r3]; cp.async.wait_all;\n"
	"ld.shared.u32 %r11, [%r3+4]; add.u32 %r10, %r10, %r11;\n" END;
static uint32_t groups_value(uint32_t k) { return 8 * k + 3; }

static const char hinted[] = BEGIN "mov.u64 %rd9, 0; cp.async.cg.shared.global.L2::cache_hint [%r3], [%rd4], 16, %rd9;\n"
	ALL_WAIT "ld.shared.u32 %r10, [%r3];\n" END;
static uint32_t first_of_four(uint32_t k) { return 4 * k + 1; }

static const char misaligned[] = BEGIN "cp.async.cg.shared.global [%r3], [%rd4+4], 16;\n" ALL_WAIT END;
static const char too_far[] = BEGIN "cp.async.cg.shared.global [%r3+4096], [%rd4], 16;\n" ALL_WAIT END;
static const char uncommitted[] = BEGIN "cp.async.ca.shared.global [%r3], [%rd4], 4; cp.async.wait_group 0;\n"
	"ld.shared.u32 %r10, [%r3];\n" END;
static const char odd_size[] = BEGIN "cp.async.cg.shared.global [%r3], [%rd4], 8;\n" END;

static void test_copies(void)
{
	gives(whole, 64, neighbour, "cp.async brings 16 bytes");
	gives(filled, 64, filled_value, "the unread part is filled with zeros");
	gives(ignored, 32, ignored_value, "an ignored source may be anywhere");
	gives(groups, 32, groups_value, "wait_group 1 leaves the last group under way, wait_all none");
	gives(hinted, 32, first_of_four, "a cache hint changes nothing");
	finds(misaligned, 32, "misaligned", "a misaligned source is reported");
	finds(too_far, 32, "out-of-bounds", "a target outside shared memory is reported");
	finds(uncommitted, 32, "async-copy-pending", "wait_group does not wait for copies outside a group");
	rejects(odd_size, "8 bytes", "cp.async.cg of 8 bytes is rejected");
}

/* ---- mbarriers ---- */

#define INIT(n) "setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared::cta.b64 [bar], " n "; bar.sync 0;\n"
#define WAIT(n, how) "W" n ": mbarrier." how "; @!%p2 bra W" n ";\n"

static const char phases[] = BEGIN INIT("64")
	"st.shared.u32 [%r3], %r1; mbarrier.arrive.shared.b64 %rd7, [bar];\n" WAIT("1", "test_wait.shared.b64 %p2, [bar], %rd7")
	"xor.b32 %r4, %r1, 33; mad.lo.u32 %r4, %r4, 16, %r2; ld.shared.u32 %r10, [%r4];\n"
	"mbarrier.arrive.release.cta.shared::cta.b64 _, [bar], 1;\n"
	WAIT("2", "try_wait.parity.acquire.cta.shared::cta.b64 %p2, [bar], 1, 1000") "st.shared.u32 [%r3], 0;\n" END;
static uint32_t crosswise(uint32_t k) { return k ^ 33; }

static const char counted[] = BEGIN INIT("40")
	"mbarrier.arrive.noComplete.shared.b64 %rd7, [bar], 1; mbarrier.pending_count.b64 %r10, %rd7;\n"
	END;
static uint32_t counted_value(uint32_t k) { return 40 - k; }

/* Thread 0 leaves after the first phase: from then on 31 are enough. */
static const char dropped[] = BEGIN INIT("32")
	"@%p1 mbarrier.arrive_drop.shared.b64 _, [bar]; @%p1 bra DONE;\n"
	"mbarrier.arrive.shared.b64 %rd7, [bar];\n" WAIT("1", "test_wait.shared.b64 %p2, [bar], %rd7")
	"mbarrier.arrive.shared.b64 %rd7, [bar];\n" WAIT("2", "test_wait.shared.b64 %p2, [bar], %rd7")
	"DONE: mov.u32 %r10, 5;\n" END;
static uint32_t five(uint32_t k) { (void)k; return 5; }

static const char copied[] = BEGIN INIT("64")
	"cp.async.ca.shared.global [%r3], [%rd4], 4; cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar];\n"
	WAIT("1", "try_wait.parity.shared.b64 %p2, [bar], 0")
	"xor.b32 %r4, %r1, 33; mad.lo.u32 %r4, %r4, 16, %r2; ld.shared.u32 %r10, [%r4];\n" END;
static uint32_t copied_value(uint32_t k) { return (k ^ 33) * 4 + 1; }

static const char incremented[] = BEGIN INIT("64")
	"cp.async.ca.shared.global [%r3], [%rd4], 4; cp.async.mbarrier.arrive.shared.b64 [bar]; mbarrier.arrive.shared.b64 %rd7, "
	"[bar];\n"
	WAIT("1", "try_wait.shared.b64 %p2, [bar], %rd7")
	"xor.b32 %r4, %r1, 33; mad.lo.u32 %r4, %r4, 16, %r2; ld.shared.u32 %r10, [%r4];\n" END;

static const char bulk[] = BEGIN INIT("1")
	"@!%p1 bra W1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 1024;\n"
	"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2], 1024, [bar];\n"
	WAIT("1", "try_wait.parity.shared.b64 %p2, [bar], 0") "ld.shared.u32 %r10, [%r3];\n" END;

/* Shared memory goes back to global, and is read there after the group was waited for. */
static const char bulk_back[] = BEGIN
	"add.u32 %r4, %r1, 7; shl.b32 %r5, %r1, 2; add.u32 %r5, %r2, %r5; st.shared.u32 [%r5], %r4; "
	"fence.proxy.async.shared::cta; bar.sync 0;\nsetp.eq.u32 %p1, %r1, 0; @!%p1 bra DONE;\n"
	"cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 128; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"
	"DONE: ret;\n}\n";
static uint32_t seven_more(uint32_t k) { return k + 7; }

static const char unset[] = BEGIN "mbarrier.arrive.shared.b64 %rd7, [bar];\n" END;
static const char early[] = BEGIN "setp.eq.u32 %p1, %r1, 32; @%p1 mbarrier.init.shared.b64 [bar], 64;\n"
	"mbarrier.arrive.shared.b64 %rd7, [bar];\n" END;
static const char stuck[] = BEGIN INIT("33") "mbarrier.arrive.shared.b64 %rd7, [bar];\n"
	WAIT("1", "try_wait.shared.b64 %p2, [bar], %rd7") END;

static void test_mbarriers(void)
{
	gives(phases, 64, crosswise, "arrivals of all complete a phase, and the next");
	gives(counted, 32, counted_value, "a token says how many were pending");
	gives(dropped, 32, five, "a thread that drops out is not expected again");
	gives(copied, 64, copied_value, "copies that arrive themselves");
	gives(incremented, 64, copied_value, "copies that arrive in addition to their threads");
	gives(bulk, 64, first_of_four, "a bulk copy completes the bytes that are expected");
	gives(bulk_back, 32, seven_more, "a bulk copy back to global memory");
	finds(unset, 32, "uninitialised-read", "an uninitialised mbarrier is reported");
	finds(early, 64, "data-race-shared", "arrivals that may come before init are reported");
	finds(stuck, 32, "deadlock", "a phase that cannot complete is a deadlock");
}

/* ---- what copies hide behind ---- */

/* Two warps copy 512 bytes each to the first kilobyte, and meanwhile use the second. */
#define COPY "cp.async.ca.shared.global [%r3], [%rd4], 16; cp.async.commit_group;\n"
#define WAIT_ALL "cp.async.wait_group 0;\n"
#define USE(OP) OP ".shared.u32 [%r3+2048], %r1;\n"
static const char at_once[] = BEGIN USE("st") COPY WAIT_ALL "ld.shared.u32 %r10, [%r3+2048];\n" END;
static const char meanwhile[] = BEGIN USE("st") COPY "ld.shared.u32 %r10, [%r3+2048];\nld.shared.u32 %r10, "
						     "[%r3+2048];\n" WAIT_ALL END;
static const char some_lanes[] = BEGIN USE("st") COPY "setp.lt.u32 %p1, %r1, 7; @%p1 ld.shared.u32 %r10, "
						      "[%r3+2048];\n" WAIT_ALL END;
static const char only_stores[] = BEGIN COPY USE("st") WAIT_ALL END;

static void counts_ahead(const char *ptx, uint64_t want, const char *what)
{
	struct bench b;
	bool good = run(&b, ptx, 64) == SIMT_DONE && !b.result.nfindings;
	struct simt_counts c = b.result.counts;

	ok(good && c.async_copies == 2 && c.async_ahead == want, "%s: %" PRIu64 " of %" PRIu64, what, c.async_ahead,
	   c.async_copies);
	bench_free(&b);
}

static void test_ahead(void)
{
	counts_ahead(at_once, 0, "a copy that the warp waits for at once is not ahead");
	counts_ahead(meanwhile, 2, "a copy is ahead if its warp loads meanwhile, once");
	counts_ahead(some_lanes, 1, "some lanes are enough, of its own warp");
	counts_ahead(only_stores, 0, "stores to shared memory do not count");
}

/* ---- rows of matrices, and lanes that are missing ---- */

static const char rows_misaligned[] = BEGIN "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r3+4];\n" END;
/* Lanes 8 to 31 have no address that is used. */
static const char rows_unused[] = BEGIN
	"st.shared.v4.u32 [%r3], {%r1, %r1, %r1, %r1}; bar.sync 0; setp.ge.u32 %p1, %r1, 8; @%p1 mov.u32 %r3, -1;\n"
	"ldmatrix.sync.aligned.m8n8.x1.shared.b16 %r10, [%r3];\n" END;
static uint32_t rows_value(uint32_t k) { return k / 4; }

#define PRODUCT "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r10, %r11}, {%r1}, {%r1}, {%r4, %r5};\n"
static const char missing[] = BEGIN "mov.u32 %r4, 0; mov.u32 %r5, 0;\n" PRODUCT END;
static const char parted[] = BEGIN "mov.u32 %r4, 0; mov.u32 %r5, 0; setp.lt.u32 %p1, %r1, 16; @!%p1 bra OTHERS;\n" PRODUCT
	"bra DONE; OTHERS: bar.sync 0;\nDONE: bar.sync 0; ret;\n}\n";
/* Both halves come to the product, one after the other. */
static const char meeting[] = BEGIN "mov.u32 %r4, 3; mov.u32 %r5, 0; mov.u32 %r1, 0; mov.u32 %r12, %tid.x;\n"
	"setp.lt.u32 %p1, %r12, 16; @%p1 bra JOIN; mov.u32 %r4, 4;\nJOIN:" PRODUCT END;
static uint32_t three_or_four(uint32_t k) { return k < 16 ? 3 : 4; }

static void test_rows(void)
{
	finds(rows_misaligned, 32, "misaligned", "misaligned rows of a matrix are reported");
	gives(rows_unused, 32, rows_value, "ldmatrix.x1 uses eight addresses");
	gives(meeting, 32, three_or_four, "a product waits for all lanes");
	finds(missing, 20, "bad-warp-mask", "a product in a warp of 20 threads is reported");
	finds(parted, 32, "bad-warp-mask", "a product in half a warp is reported, and ends");
}

int main(void)
{
	test_copies();
	test_mbarriers();
	test_ahead();
	test_rows();
	return tap_done();
}
