/* check_race.c - which accesses are races, and which are not. */
#include "config.h"

#include "check_fixture.h"

static struct fixture f;

static uint64_t buf(unsigned i) { return f.buf + 4 * i; }
static uint32_t tile(unsigned i) { return TILE + 4 * i; }

static void shared_memory(void)
{
	const struct finding *x;

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	store(&f, 1, ALL, 12, tile(32), 4, EACH(5));
	load(&f, 1, 1, 14, tile(31), 4);
	x = fires(&f, "data-race-shared", 14, 12,
		  "a read of what another warp wrote needs a barrier between");
	is_text(x->message,
		"tile[31] is written on line 12 by thread (31,0,0) and read on line 14 by thread "
		"(32,0,0) of block (0,0,0), and nothing orders the two",
		"a race names the element, both lines and both threads");
	is_text(x->advice, "put __syncthreads() between line 12 and line 14",
		"the advice says where the barrier goes");
	ok(x->level == FINDING_ERROR && x->threads == 1, "one thread did it, and it is an error");

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	store(&f, 1, ALL, 12, tile(32), 4, EACH(5));
	barrier(&f);
	load(&f, 1, ALL, 14, tile(0), 4);
	load(&f, 0, ALL, 14, tile(0), 4);
	barrier(&f);
	store(&f, 1, ALL, 16, tile(0), 4, EACH(9));
	silent(&f, "a barrier orders accesses before it and after it");

	one_block(&f, 64, SIMT_CHECK_RACE);
	load(&f, 0, ALL, 14, tile(0), 4);
	store(&f, 1, ALL, 16, tile(0), 4, EACH(9));
	x = fires(&f, "data-race-shared", 16, 14, "a write after a read needs a barrier just as well");
	ok(x->threads == 32, "all threads that race are counted");

	one_block(&f, 96, SIMT_CHECK_RACE);
	load(&f, 0, 1, 14, tile(0), 4);
	load(&f, 1, 1, 15, tile(0), 4);
	store(&f, 0, 1, 16, tile(0), 4, 3);
	fires(&f, "data-race-shared", 16, 15, "a second reader is not forgotten when the first one writes");

	one_block(&f, 96, SIMT_CHECK_RACE);
	load(&f, 1, 1, 14, tile(0), 4);
	load(&f, 0, 1, 15, tile(0), 4);
	store(&f, 0, 1, 16, tile(0), 4, 3);
	fires(&f, "data-race-shared", 16, 14, "nor the first one when the last one writes, and the line is the first one's");

	one_block(&f, 96, SIMT_CHECK_RACE);
	load(&f, 1, 1, 14, tile(1), 4);
	load(&f, 0, 1, 15, tile(1), 4);
	load(&f, 1, 1, 13, tile(0), 4);
	load(&f, 0, 1, 15, tile(0), 4);
	store(&f, 0, 1, 16, tile(0), 4, 3);
	x = fires(&f, "data-race-shared", 16, 0, "where it may be one of two lines, none is named");
	is_text(x->message, "tile[0] is read by another warp of the block and written on line 16 by thread (0,0,0) of block "
		"(0,0,0), and nothing orders the two", "nor in the sentence");
	is_text(x->advice, "put __syncthreads() between this line and the other accesses", "nor in the advice");

	fixture_launch(&f, 2, 64, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 2; b++) {
		block_begin(&f, b);
		store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
		barrier(&f);
		load(&f, 1, ALL, 14, tile(0), 4);
		block_end(&f);
	}
	silent(&f, "blocks do not share their shared memory");
}

static void same_warp(void)
{
	const struct finding *x;

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	load(&f, 0, 0x7fffffff, 14, tile(1), 4);
	x = fires(&f, "race-within-warp", 14, 12, "lanes of a warp that rely on lockstep are warned");
	ok(x->level == FINDING_WARNING, "and it is a warning");
	is_text(x->advice, "31 threads do the same: put __syncwarp() between line 12 and line 14",
		"which asks for __syncwarp");

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	syncwarp(&f, 0, ALL);
	load(&f, 0, 0x7fffffff, 14, tile(1), 4);
	silent(&f, "__syncwarp orders the lanes of a warp");

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, 0xffff, 12, tile(0), 4, EACH(5));
	syncwarp(&f, 0, 0xffff);
	load(&f, 0, 0x7fff, 14, tile(1), 4);
	silent(&f, "__syncwarp of some lanes orders those");

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, 0xffff, 12, tile(0), 4, EACH(5));
	syncwarp(&f, 0, 0xffff);
	load(&f, 0, 0x10000, 14, tile(5), 0);
	fires(&f, "race-within-warp", 14, 12, "and no others");

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, 1, 12, tile(0), 4, 7);
	syncwarp(&f, 0, 3);
	syncwarp(&f, 0, 6);
	load(&f, 0, 4, 14, tile(0), 0);
	silent(&f, "lane 0 to 1 and 1 to 2 is an order from 0 to 2");

	one_block(&f, 20, SIMT_CHECK_RACE);
	store(&f, 0, 0xfffff, 12, tile(0), 4, EACH(5));
	syncwarp(&f, 0, 0xfffff);
	load(&f, 0, 0x7ffff, 14, tile(1), 4);
	silent(&f, "in a last warp of 20 lanes those 20 are all");

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	syncwarp(&f, 0, ALL);
	syncwarp(&f, 1, ALL);
	load(&f, 1, ALL, 14, tile(0), 4);
	fires(&f, "data-race-shared", 14, 12, "__syncwarp orders nothing between warps");
}

static void one_element(void)
{
	const struct finding *x;

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 9, buf(3), 0, EACH(0));
	x = fires(&f, "data-race-global", 9, 9, "lanes that write different values to one element race");
	is_text(x->message,
		"thread (0,0,0) and thread (1,0,0) of block (0,0,0) write different values to buf[3] "
		"at the same time",
		"the sentence names two of them");
	ok(x->threads == 31, "and the others are counted");

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 9, FLAG, 0, 1);
	store(&f, 1, ALL, 9, FLAG, 0, 1);
	silent(&f, "`flag = 1` by all threads is no race");

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 9, FLAG, 0, 1);
	load(&f, 0, ALL, 10, FLAG, 0);
	silent(&f, "nor is it when the warp reads it back");

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 9, FLAG, 0, 1);
	load(&f, 1, ALL, 10, FLAG, 0);
	x = fires(&f, "data-race-shared", 10, 9, "a warp that only reads the flag needs a barrier");
	ok(x->threads == 32, "all lanes that read one element are counted");
	ok(strstr(x->message, "flag is written") == x->message,
	   "a variable that is not an array is reported by its name");

	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, 0x11, 9, tile(0), 0, 1);
	store(&f, 1, 1, 9, tile(0), 0, 2);
	fires(&f, "data-race-shared", 9, 9, "different values from two warps are one");

	f.no_value = true;
	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 9, buf(3), 0, 0);
	silent(&f, "unknown values of one instruction get the benefit of the doubt");
	f.no_value = false;

	one_block(&f, 32, SIMT_CHECK_RACE);
	store(&f, 0, ALL, 9, buf(31), -4, EACH(0));
	store(&f, 0, ALL, 9, buf(31), -4, EACH(0));
	silent(&f, "a thread may write its own element as often as it likes");
}

static void global_memory(void)
{
	const struct finding *x;

	fixture_launch(&f, 2, 32, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	store(&f, 0, 1, 9, buf(0), 4, 1);
	block_end(&f);
	block_begin(&f, 1);
	store(&f, 0, 1, 9, buf(0), 4, 2);
	block_end(&f);
	x = fires(&f, "data-race-global", 9, 9,
		  "blocks that write one element race, in whatever order they run");
	is_text(x->message,
		"buf[0] is written on line 9 by thread (0,0,0) of block (0,0,0) "
		"and by thread (0,0,0) of block (1,0,0), and nothing orders the two",
		"both blocks are named");

	fixture_launch(&f, 2, 32, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	load(&f, 0, ALL, 9, buf(1), 4);
	store(&f, 0, ALL, 10, buf(100), 4, EACH(3));
	block_end(&f);
	block_begin(&f, 1);
	load(&f, 0, ALL, 9, buf(1), 4);
	store(&f, 0, ALL, 10, buf(200), 4, EACH(3));
	block_end(&f);
	silent(&f, "reads of one array and writes to a thread's own elements are not a race");

	fixture_launch(&f, 3, 32, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 3; b++) {
		block_begin(&f, b);
		load(&f, 0, ALL, 9, buf(0), 4);
		if (b == 2)
			store(&f, 0, 1, 10, buf(0), 4, 3);
		block_end(&f);
	}
	x = fires(&f, "data-race-global", 10, 9,
		  "a block that writes what other blocks read races with them");
	ok(strstr(x->message, "by a thread of another block"),
	   "though only their being there is remembered");

	fixture_launch(&f, 2, 64, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 2; b++) {
		block_begin(&f, b);
		for (uint32_t w = 0; w < 2; w++)
			atomic(&f, w, ALL, 9, buf(0), 0);
		block_end(&f);
	}
	silent(&f, "atomic operations do not race with each other");

	fixture_launch(&f, 2, 64, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 2; b++) {
		block_begin(&f, b);
		atomic(&f, 0, ALL, 9, buf(0), 0);
		if (b == 1)
			load(&f, 1, 1, 10, buf(0), 0);
		block_end(&f);
	}
	fires(&f, "data-race-global", 10, 9, "a plain read of atomically updated data does");

	fixture_launch(&f, 2, 64, SIMT_CHECK_RACE);
	f.instrs[9][2].atom = PTX_A_CAS;
	for (uint32_t b = 0; b < 2; b++) {
		block_begin(&f, b);
		load(&f, 0, 1, 8, buf(0), 0);
		atomic(&f, 0, 1, 9, buf(0), 0);
		block_end(&f);
	}
	x = fires(&f, "data-race-global", 9, 8, "so does one before atomicCAS()");
	ok(x->advice && strstr(x->advice, "read it on line 8 with an atomic operation"), "which is to be atomic, too");
	f.instrs[9][2].atom = 0;

	fixture_launch(&f, 1, 32, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	store(&f, 0, ALL, 9, buf(0), 4, EACH(1));
	block_end(&f);
	fixture_launch(&f, 1, 64, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	load(&f, 1, ALL, 9, buf(0), 4);
	silent(&f, "a launch is ordered after the one before it");
}

/* Each block: partial sum, fence, ticket, fence; the last one reads all partial sums. */
static void last_block_sums(bool fenced, bool behind, bool barriers)
{
	fixture_launch(&f, 3, 64, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 3; b++) {
		block_begin(&f, b);
		store(&f, 0, 1, 9, buf(1 + b), 0, b + 5);
		if (fenced)
			fence(&f, 0, 1);
		atomic(&f, 0, 1, 11, buf(0), 0);
		if (behind)
			fence(&f, 0, 1);
		store(&f, 0, 1, 12, FLAG, 0, b == 2);
		if (barriers)
			barrier(&f);
		load(&f, 1, ALL, 13, FLAG, 0);
		if (b == 2)
			load(&f, 1, 7, 14, buf(1), 4);
		block_end(&f);
	}
}

static void hand_over(void)
{
	last_block_sums(true, true, true);
	silent(&f, "fence, ticket, barrier: the last block may read what all wrote");
	last_block_sums(false, true, true);
	fires(&f, "data-race-global", 14, 9, "without the fence it may not");
	last_block_sums(true, false, true);
	fires(&f, "unfenced-read", 14, 9, "without the one behind the ticket it may find older values");

	fixture_launch(&f, 2, 64, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 2; b++) {
		block_begin(&f, b);
		for (uint32_t w = 0; w < 2; w++) {
			for (unsigned l = 0; l < 32; l++) {
				atomic(&f, w, 1u << l, 8, buf(0), 0);
				fence(&f, w, 1u << l);
				load(&f, w, 1u << l, 9, buf(1), 0);
				store(&f, w, 1u << l, 9, buf(1), 0, l + 32 * w + 1);
				fence(&f, w, 1u << l);
				atomic(&f, w, 1u << l, 10, buf(0), 0);
			}
		}
		block_end(&f);
	}
	silent(&f, "a lock with fences orders its holders, lanes, warps and blocks");

	fixture_launch(&f, 2, 32, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 2; b++) {
		block_begin(&f, b);
		atomic(&f, 0, 1, 8, buf(0), 0);
		load(&f, 0, 1, 9, buf(1), 0);
		store(&f, 0, 1, 9, buf(1), 0, b + 1);
		atomic(&f, 0, 1, 10, buf(0), 0);
		block_end(&f);
	}
	ok(fixture_findings(&f) == 1 && f.findings[0].kind == KIND_DATA_RACE_GLOBAL,
	   "a lock without fences does not");

	fixture_launch(&f, 3, 32, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	store(&f, 0, 1, 8, buf(1), 0, 4);
	fence(&f, 0, 1);
	atomic(&f, 0, 1, 9, buf(10), 0);
	block_end(&f);
	block_begin(&f, 1);
	atomic(&f, 0, 1, 10, buf(10), 0);
	fence(&f, 0, 1);
	atomic(&f, 0, 1, 11, buf(20), 0);
	block_end(&f);
	block_begin(&f, 2);
	atomic(&f, 0, 1, 12, buf(20), 0);
	fence(&f, 0, 1);
	load(&f, 0, 1, 13, buf(1), 0);
	silent(&f, "a block passes on what another released to it");
	block_begin(&f, 2);
	load(&f, 0, 1, 14, buf(1), 0);
	fires(&f, "data-race-global", 14, 8, "and a block that synchronised with none of them sees nothing");

	fixture_launch(&f, 2, 32, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	store(&f, 0, 1, 8, buf(1), 0, 4);
	fence(&f, 0, 1);
	atomic(&f, 0, 1, 9, buf(10), 0);
	store(&f, 0, 1, 10, buf(2), 0, 4);
	block_end(&f);
	block_begin(&f, 1);
	atomic(&f, 0, 1, 12, buf(10), 0);
	fence(&f, 0, 1);
	load(&f, 0, 1, 13, buf(1), 0);
	load(&f, 0, 1, 14, buf(2), 0);
	fires(&f, "data-race-global", 14, 10,
	      "a release covers accesses before it, not those after it");

	fixture_launch(&f, 2, 32, SIMT_CHECK_RACE);
	block_begin(&f, 0);
	store(&f, 0, 1, 8, buf(1), 0, 4);
	fence(&f, 0, 1);
	f.sem = PTX_VOLATILE;
	store(&f, 0, 1, 9, buf(10), 0, 1);
	block_end(&f);
	block_begin(&f, 1);
	load(&f, 0, 1, 10, buf(10), 0);
	f.sem = PTX_SEM_NONE;
	fence(&f, 0, 1);
	load(&f, 0, 1, 11, buf(1), 0);
	silent(&f, "a volatile flag and a fence hand over between blocks");

	one_block(&f, 64, SIMT_CHECK_RACE);
	f.sem = PTX_VOLATILE;
	store(&f, 0, 1, 9, tile(0), 0, 1);
	load(&f, 1, 1, 10, tile(0), 0);
	f.sem = PTX_SEM_NONE;
	fires(&f, "data-race-shared", 10, 9, "volatile is no barrier");

	fixture_launch(&f, 100, 32, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < 100; b++) {
		block_begin(&f, b);
		for (unsigned k = 0; k < 20; k++) {
			atomic(&f, 0, 1, 8, buf(100 + k * 40 + b), 0);
			fence(&f, 0, 1);
			atomic(&f, 0, 1, 9, buf(k), 0);
		}
		block_end(&f);
	}
	silent(&f, "more words and releases than are kept lead to silence, not to false alarms");
}

static void bounds_of_the_method(void)
{
	one_block(&f, 64, SIMT_CHECK_RACE);
	for (unsigned i = 0; i < (1u << 20) + 10; i++) {
		store(&f, i & 1, 1, 9, tile(0), 0, i);
		barrier(&f);
	}
	silent(&f, "clocks that run out are set back without a false alarm");

	f.launch.min_access = 1;
	one_block(&f, 64, SIMT_CHECK_RACE);
	store(&f, 0, 1, 9, tile(0), 0, 1);
	load(&f, 1, 1, 10, tile(1), 0);
	silent(&f, "neighbours are no race in byte granules");
	f.launch.min_access = 4;

	fixture_launch(&f, 1u << 30, 1024, SIMT_CHECK_ALL);
	ok(!f.hooks->barrier && f.hooks->access,
	   "a grid too large for shadow words is checked for all but races");

	one_block(&f, 96, SIMT_CHECK_RACE);
	for (int line = 1; line < 12; line++)
		for (int other = 12; other < 24; other++) {
			store(&f, 0, 1, line, tile(0), 0, (uint64_t)(line * 100 + other));
			store(&f, 1, 1, other, tile(0), 0, (uint64_t)(line * 1000 + other));
		}
	ok(fixture_findings(&f) == 64 && strstr(f.findings[63].advice, "and more: "),
	   "causes are bounded and the rest is mentioned");
}

int main(void)
{
	fixture_init(&f);
	shared_memory();
	same_warp();
	one_element();
	global_memory();
	hand_over();
	bounds_of_the_method();
	return fixture_done(&f);
}
