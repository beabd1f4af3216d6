/* check_blocks.c - several blocks at once, and the data that they exchange. */
#include "config.h"

#include "check_fixture.h"

static struct fixture f;

static uint64_t buf(unsigned i) { return f.buf + 4 * i; }
static uint32_t tile(unsigned i) { return TILE + 4 * i; }

static void begin(uint32_t blocks, uint32_t threads)
{
	fixture_launch(&f, blocks, threads, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < blocks; b++)
		block_begin(&f, b);
}

static void end(uint32_t blocks)
{
	for (uint32_t b = 0; b < blocks; b++) {
		block_turn(&f, b);
		block_end(&f);
	}
}

static void volatile_store(uint32_t warp, uint32_t mask, int line, uint64_t addr, uint64_t value)
{
	f.sem = PTX_VOLATILE;
	store(&f, warp, mask, line, addr, 0, value);
	f.sem = PTX_SEM_NONE;
}

static void volatile_load(uint32_t warp, uint32_t mask, int line, uint64_t addr)
{
	f.sem = PTX_VOLATILE;
	load(&f, warp, mask, line, addr, 0);
	f.sem = PTX_SEM_NONE;
}

static void own_state(void)
{
	begin(3, 64);
	for (uint32_t b = 0; b < 3; b++) {
		block_turn(&f, b);
		store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	}
	for (uint32_t b = 0; b < 3; b++) {
		block_turn(&f, b);
		barrier(&f);
		load(&f, 1, ALL, 14, tile(0), 4);
	}
	end(3);
	silent(&f, "blocks in turns have shared memory and barriers of their own");

	begin(2, 64);
	block_turn(&f, 0);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	block_turn(&f, 1);
	store(&f, 0, ALL, 12, tile(0), 4, EACH(5));
	barrier(&f);
	block_turn(&f, 0);
	load(&f, 1, 1, 14, tile(0), 4);
	ok(fires(&f, "data-race-shared", 14, 12, "another block's barrier orders nothing")->block.x == 0,
	   "and the block that races is named");
	end(2);

	begin(2, 64);
	for (int turn = 0; turn < 4; turn++) {
		block_turn(&f, turn & 1);
		store(&f, 0, ALL, 9, buf(0), 0, EACH((uint64_t)turn));
	}
	ok(fires(&f, "data-race-global", 9, 9, "threads of running blocks are reported once")->threads == 64,
	   "however often the blocks take turns");
	end(2);

	begin(1, 64);
	block_end(&f);
	block_begin(&f, 0);
	store(&f, 0, 1, 12, tile(0), 4, 5);
	block_end(&f);
	silent(&f, "a block may begin when another has ended");
}

/* Every block: data, barrier, thread 0 arrives and waits, barrier, data of the next one. */
static void grid_sync(bool fenced, int rounds)
{
	begin(3, 64);
	for (int round = 0; round < rounds; round++) {
		for (uint32_t b = 0; b < 3; b++) {
			block_turn(&f, b);
			for (uint32_t w = 0; w < 2; w++)
				store(&f, w, ALL, 12, buf(64 * b + 32 * w + (round & 1 ? 256 : 0)), 4, EACH(round));
			barrier(&f);
			if (fenced)
				fence(&f, 0, 1);
			atomic(&f, 0, 1, 13, buf(900), 0);
		}
		for (uint32_t b = 0; b < 3; b++) {
			block_turn(&f, b);
			volatile_load(0, 1, 14, buf(900));
			if (fenced)
				fence(&f, 0, 1);
			barrier(&f);
			load(&f, 1, ALL, 16, buf(64 * ((b + 1) % 3) + (round & 1 ? 256 : 0)), 4);
		}
	}
	end(3);
}

static void between(void)
{
	f.no_value = true;
	grid_sync(true, 6);
	silent(&f, "a barrier of the grid orders all blocks, time after time");
	grid_sync(false, 1);
	fires(&f, "data-race-global", 16, 12, "without its fences it does not");

	begin(2, 64);
	block_turn(&f, 0);
	store(&f, 1, ALL, 12, buf(0), 4, EACH(5));
	fence(&f, 1, ALL);
	barrier(&f);
	volatile_store(0, 1, 13, buf(500), 1);
	block_turn(&f, 1);
	volatile_load(0, 1, 14, buf(500));
	fence(&f, 0, 1);
	barrier(&f);
	load(&f, 1, ALL, 16, buf(0), 4);
	end(2);
	silent(&f, "a fence by all, a barrier, and a volatile flag hand a block's data to another");

	begin(2, 64);
	block_turn(&f, 0);
	fence(&f, 1, ALL);
	barrier(&f);
	barrier(&f);
	store(&f, 1, ALL, 12, buf(0), 4, EACH(5));
	barrier(&f);
	volatile_store(0, 1, 13, buf(500), 1);
	block_turn(&f, 1);
	volatile_load(0, 1, 14, buf(500));
	load(&f, 0, ALL, 16, buf(0), 4);
	end(2);
	fires(&f, "data-race-global", 16, 12, "a fence before the data does not hand it over");

	begin(2, 64);
	f.scope = PTX_CTA;
	block_turn(&f, 0);
	store(&f, 0, 1, 12, buf(0), 4, 5);
	fence(&f, 0, 1);
	atomic(&f, 0, 1, 13, buf(500), 0);
	block_turn(&f, 1);
	atomic(&f, 0, 1, 14, buf(500), 0);
	load(&f, 0, 1, 16, buf(0), 4);
	end(2);
	fires(&f, "data-race-global", 16, 12, "a fence for the block hands nothing to another block");

	begin(1, 64);
	store(&f, 0, 1, 12, tile(0), 4, 5);
	fence(&f, 0, 1);
	volatile_store(0, 1, 13, FLAG, 1);
	volatile_load(1, 1, 14, FLAG);
	load(&f, 1, 1, 16, tile(0), 4);
	end(1);
	silent(&f, "but to another warp of the block it does");
	f.scope = PTX_SCOPE_NONE;

	begin(1, 64);
	store(&f, 0, 1, 12, tile(0), 4, 5);
	volatile_store(0, 1, 13, FLAG, 1);
	volatile_load(1, 1, 14, FLAG);
	end(1);
	fires(&f, "data-race-shared", 14, 13, "a volatile flag without a fence orders nothing");

	begin(3, 64);
	block_turn(&f, 0);
	store(&f, 0, 1, 12, buf(0), 4, 5);
	fence(&f, 0, 1);
	volatile_store(0, 1, 13, FLAG, 1);
	volatile_load(1, 1, 14, FLAG);
	fence(&f, 1, 1);
	volatile_store(1, 1, 15, buf(500), 1);
	block_end(&f);
	block_turn(&f, 1);
	volatile_load(0, 1, 16, buf(500));
	fence(&f, 0, 1);
	load(&f, 0, 1, 17, buf(0), 4);
	silent(&f, "a warp passes on to other blocks what another warp of its block released to it");
	block_turn(&f, 2);
	load(&f, 0, 1, 18, buf(0), 4);
	fires(&f, "data-race-global", 18, 12, "and to none that did not look");
}

/* Tile b waits for the flag of tile b - 1, adds, and sets its own: more flags than numbers. */
static void look_back(uint32_t blocks, bool fenced)
{
	fixture_launch(&f, blocks, 32, SIMT_CHECK_RACE);
	for (uint32_t b = 0; b < blocks; b++) {
		block_begin(&f, b);
		if (b > 0) {
			volatile_load(0, 1, 10, buf(500 + b - 1));
			fence(&f, 0, 1);
			load(&f, 0, 1, 11, buf(b - 1), 0);
		}
		store(&f, 0, 1, 12, buf(b), 0, b);
		if (fenced)
			fence(&f, 0, 1);
		volatile_store(0, 1, 13, buf(500 + b), 1);
	}
	for (uint32_t b = 0; b < blocks; b++) {
		block_turn(&f, b);
		if (b > 2)
			load(&f, 0, 1, 14, buf(b - 3), 0);
		block_end(&f);
	}
}

int main(void)
{
	fixture_init(&f);
	own_state();
	between();
	look_back(100, true);
	silent(&f, "a look-back scan hands on what earlier tiles handed on");
	look_back(480, true);
	silent(&f, "also with more flags than can be distinguished");
	look_back(40, false);
	ok(fixture_findings(&f) >= 1 && f.findings[0].kind == KIND_DATA_RACE_GLOBAL,
	   "without the fence it is a race");
	return fixture_done(&f);
}
