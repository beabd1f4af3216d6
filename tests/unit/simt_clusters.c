/*
 * simt_clusters.c - clusters of blocks in the vm: special registers, addresses in
 * other blocks' shared memory, cluster barrier, mbarriers.
 */
#include "config.h"

#include "tests/unit/simt_run.h"

#define MODERN ".version 8.0\n.target sm_90\n.address_size 64\n"

/* Four numbers of each block, at 16 * its number. */
static const char places[] = MODERN
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
	".reg .u64 %rd<9>; .reg .u32 %r<30>;\n"
	"mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x; mov.u32 %r3, %ctaid.y; mad.lo.u32 %r4, %r3, %r2, %r1;\n"
	"ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r4, 16; add.u64 %rd1, %rd1, %rd2;\n"
	"mov.u32 %r5, %cluster_ctarank; mov.u32 %r6, %cluster_nctarank; mov.u32 %r7, %cluster_ctaid.x; mov.u32 %r8, "
	"%cluster_ctaid.y;\nmov.u32 %r9, %cluster_nctaid.x; mov.u32 %r10, %cluster_nctaid.y; mov.u32 %r11, %clusterid.x; mov.u32 "
	"%r12, %clusterid.y;\nmov.u32 %r13, %nclusterid.x; mov.u32 %r14, %nclusterid.y;\n"
	"mad.lo.u32 %r20, %r6, 100, %r5; mad.lo.u32 %r21, %r8, 100, %r7; mad.lo.u32 %r22, %r12, 100, %r11; mad.lo.u32 %r23, "
	"%r10, 100, %r9;\nmad.lo.u32 %r23, %r13, 10000, %r23; mad.lo.u32 %r23, %r14, 1000000, %r23;\n"
	"st.global.v4.u32 [%rd1], {%r20, %r21, %r22, %r23};\n"
	"ret;\n}\n";

/* Each block leaves 100 + its rank; then reads its neighbour's by a 32-bit and by a generic address, and asks whose they are. */
static const char shared[] = MODERN
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
	".reg .u64 %rd<9>; .reg .u32 %r<30>; .shared .align 4 .u32 word[2];\n"
	"mov.u32 %r1, %ctaid.x; ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r1, 16; add.u64 %rd1, %rd1, %rd2;\n"
	"mov.u32 %r2, %cluster_ctarank; add.u32 %r3, %r2, 100; st.shared.u32 [word + 4], %r3;\n"
	"barrier.cluster.arrive; barrier.cluster.wait;\n"
	"xor.b32 %r4, %r2, 1; mov.u32 %r5, word; mapa.shared::cluster.u32 %r6, %r5, %r4; ld.shared::cluster.u32 %r7, [%r6 + 4];\n"
	"cvt.u64.u32 %rd3, %r5; cvta.shared.u64 %rd3, %rd3; mapa.u64 %rd4, %rd3, %r4; atom.add.u32 %r8, [%rd4 + 4], 0;\n"
	"getctarank.shared::cluster.u32 %r9, %r6; getctarank.u64 %r10, %rd4; getctarank.u64 %r11, %rd3;\n"
	"mad.lo.u32 %r12, %r9, 100, %r10; mad.lo.u32 %r12, %r11, 10000, %r12;\n"
	"barrier.cluster.arrive.release; barrier.cluster.wait.acquire;\n"
	"ld.shared.u32 %r13, [word + 4];\n"
	"st.global.v4.u32 [%rd1], {%r7, %r8, %r12, %r13};\n"
	"ret;\n}\n";

/* The block of rank 0 writes into the other's memory, and arrives at its mbarrier. */
static const char mbarrier[] = MODERN
	".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
	".reg .u64 %rd<9>; .reg .u32 %r<30>; .reg .pred %p<4>; .shared .align 8 .u64 bar; .shared .align 4 .u32 word;\n"
	"mov.u32 %r1, %ctaid.x; ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r1, 16; add.u64 %rd1, %rd1, %rd2;\n"
	"mbarrier.init.shared.b64 [bar], 1; fence.mbarrier_init.release.cluster;\n"
	"barrier.cluster.arrive; barrier.cluster.wait;\n"
	"mov.u32 %r2, %cluster_ctarank; setp.ne.u32 %p1, %r2, 0; @%p1 bra WAIT;\n"
	"mov.u32 %r3, word; mapa.shared::cluster.u32 %r4, %r3, 1; st.shared::cluster.u32 [%r4], 41;\n"
	"mov.u32 %r5, bar; mapa.shared::cluster.u32 %r6, %r5, 1; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6];\n"
	"mov.u32 %r7, 1; bra END;\n"
	"WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra WAIT;\n"
	"ld.shared.u32 %r7, [word];\n"
	"END: st.global.u32 [%rd1], %r7; barrier.cluster.arrive; barrier.cluster.wait;\n"
	"ret;\n}\n";

static uint32_t got[64];

/* Runs it for several orders of blocks; false if one of them has another result, or a finding. */
static bool run(const char *text, struct dim3u grid, struct dim3u cluster, const char *what)
{
	uint32_t first[64];
	struct bench b;
	bool good = bench_load(&b, text, "", 0, sizeof got);

	b.launch.grid = grid;
	b.launch.cluster = cluster;
	b.launch.checks = SIMT_CHECK_ALL;
	for (uint64_t seed = 0; good && seed < 6; seed++) {
		b.launch.order_seed = seed;
		good = bench_run(&b) == SIMT_DONE && !b.result.nfindings && bench_read(&b, got, sizeof got);
		if (!seed)
			memcpy(first, got, sizeof first);
		good = good && !memcmp(first, got, sizeof first);
	}
	for (size_t k = 0; !good && k < b.result.nfindings; k++)
		printf("# %s\n", b.result.findings[k].message);
	ok(good, "%s: six orders of blocks", what);
	bench_free(&b);
	return good;
}

static void test_places(void)
{
	run(places, (struct dim3u){ 4, 4, 1 }, (struct dim3u){ 2, 2, 1 }, "special registers");
	/* Block (3,2): (1,0) of cluster (1,1). */
	ok(got[4 * 11] == 401 && got[4 * 11 + 1] == 1 && got[4 * 11 + 2] == 101 && got[4 * 11 + 3] == 2020202,
	   "of a block in clusters of 2 x 2");
	run(places, (struct dim3u){ 4, 1, 1 }, (struct dim3u){ 0, 0, 0 }, "special registers without clusters");
	ok(got[4 * 3] == 100 && got[4 * 3 + 1] == 0 && got[4 * 3 + 2] == 3 && got[4 * 3 + 3] == 1040101,
	   "a cluster is one block");
}

static void test_shared(void)
{
	run(shared, (struct dim3u){ 4, 1, 1 }, (struct dim3u){ 2, 1, 1 }, "addresses in other blocks");
	ok(got[0] == 101 && got[1] == 101 && got[2] == 101 && got[3] == 100, "rank 0 reads 101 twice, of rank 1");
	ok(got[12] == 100 && got[13] == 100 && got[14] == 10000 && got[15] == 101,
	   "rank 1 of the other cluster reads 100, of rank 0");
	run(mbarrier, (struct dim3u){ 2, 1, 1 }, (struct dim3u){ 2, 1, 1 }, "an mbarrier of another block");
	ok(got[0] == 1 && got[4] == 41, "what was written before the arrival is there after the wait");
}

static void rejected(struct dim3u grid, struct dim3u cluster, const char *want)
{
	struct bench b;
	bool good = bench_load(&b, places, "", 0, sizeof got);

	b.launch.grid = grid;
	b.launch.cluster = cluster;
	ok(good && bench_run(&b) == SIMT_BAD_LAUNCH && strstr(b.result.error.text, want), "rejected: %s", want);
	bench_free(&b);
}

int main(void)
{
	test_places();
	test_shared();
	rejected((struct dim3u){ 6, 1, 1 }, (struct dim3u){ 4, 1, 1 }, "cannot be divided");
	rejected((struct dim3u){ 64, 1, 1 }, (struct dim3u){ 32, 1, 1 }, "blocks in a cluster is 32");
	return tap_done();
}
