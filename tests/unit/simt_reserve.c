/* simt_reserve.c - memory that is mapped at reserved addresses, piece by piece: what is one allocation, and what is written. */
#include "config.h"

#include <stdlib.h>

#include "../tap/tap.h"
#include "base/hash.h"
#include "simt/mem/mem.h"
#include "simt/reserve.h"
#include "simt/simt.h"
#include "simt/written.h"

#define P      SIMT_PIECE_BYTES
#define PIECES 12
#define BOTH   3u

static struct simt_mem *mem;
static uint64_t base;
static uint8_t *store[PIECES];

static void begin(void)
{
	mem = simt_mem_new(64 * P, NULL);
	if (!mem || simt_mem_device(mem, 1, 64 * P, NULL) || simt_reserve(mem, PIECES * P, 4 * P, &base, NULL))
		exit(1);
	for (unsigned i = 0; i < PIECES; i++)
		store[i] = simt_store_new(mem, 0, P, NULL);
}

static void end(void)
{
	for (unsigned i = 0; i < PIECES; i++)
		simt_store_free(mem, 0, store[i], P);
	simt_mem_free(mem);
}

static int map(unsigned i, uint32_t reach)
{
	const struct simt_piece p = {
		.addr = base + i * P, .bytes = P, .device = i == 5, .view = store[i], .owner = store[i],
	};

	return simt_piece_map(mem, &p, NULL) || simt_piece_open(mem, base + i * P, reach, false, NULL) ? -1 : 0;
}

/* The allocation at a piece is the pieces [from, to). */
static bool run_is(unsigned at, unsigned from, unsigned to)
{
	struct simt_allocation_info info;

	return simt_allocation_info(mem, base + at * P, &info) && info.addr == base + from * P && info.bytes == (to - from) * P;
}

static bool is_byte(unsigned piece, uint64_t offset, uint8_t value)
{
	uint8_t byte;

	return !simt_read(mem, base + piece * P + offset, &byte, 1, NULL) && byte == value;
}

static void test_runs(void)
{
	uint64_t start, bytes;

	begin();
	ok(base % (4 * P) == 0 && simt_mem_usage(mem, 0).used == PIECES * P,
	   "addresses are aligned; memory is used when it is made");
	ok(simt_reservation_find(mem, base + 5 * P, &start, &bytes) && start == base && bytes == PIECES * P &&
	   !simt_reservation_find(mem, base + PIECES * P, &start, &bytes), "a reservation is found by its addresses");
	ok(simt_gap(mem, base) == GAP_RESERVED && simt_gap(mem, base - 1) == GAP_NOWHERE && !simt_find(mem, base),
	   "nothing is there");
	ok(!map(2, 1) && !map(3, 1) && run_is(2, 2, 4) && run_is(3, 2, 4), "a piece joins the one before it");
	ok(!map(1, 1) && run_is(3, 1, 4), "and the one behind it");
	ok(!map(5, 1) && run_is(5, 5, 6) && !map(4, 1) && run_is(2, 1, 6), "and both, whichever devices own them");
	ok(!map(6, 2) && run_is(6, 6, 7) && run_is(5, 1, 6), "but not one that other devices may use");
	ok(!simt_piece_open(mem, base + 6 * P, 1, false, NULL) && run_is(1, 1, 7), "before they may");
	ok(map(3, 1) == -1 && simt_unreserve(mem, base, NULL), "no two pieces are at one place, and none in addresses that end");
	ok(!simt_piece_unmap(mem, base + 3 * P, NULL) && run_is(1, 1, 3) && run_is(6, 4, 7) && !simt_find(mem, base + 3 * P) &&
	   simt_gap(mem, base + 3 * P + 7) == GAP_RESERVED, "one that is unmapped leaves two");
	ok(!simt_piece_open(mem, base + P, 0, false, NULL) && run_is(2, 2, 3) && simt_gap(mem, base + P) == GAP_MAPPED,
	   "one without access leaves the rest");
	ok(simt_free(mem, base + 2 * P, NULL) && run_is(2, 2, 3), "it is not freed like others");
	for (unsigned i = 1; i < 7; i++)
		if (i != 3)
			simt_piece_unmap(mem, base + i * P, NULL);
	ok(!simt_unreserve(mem, base, NULL) && simt_gap(mem, base) == GAP_NOWHERE, "addresses end when nothing is mapped");
	end();
}

static void test_bytes(void)
{
	const uint32_t word = 0x01020304;
	struct simt_piece second;

	begin();
	second = (struct simt_piece){ .addr = base + 9 * P, .bytes = P, .view = store[2], .owner = store[2], .is_written = true };
	map(2, 1);
	ok(is_byte(2, 9, 0xa5) && simt_first_unwritten(mem, base + 2 * P, 8) == 0,
	   "fresh bytes are poisoned, and not initialised");
	simt_fill(mem, base + 2 * P + 100, &word, 4, P / 4 - 25, NULL);
	map(3, 1);
	ok(simt_first_unwritten(mem, base + 2 * P + 100, P) == P - 100, "a longer allocation keeps what was written");
	map(1, 1);
	ok(simt_first_written(mem, base + P, 3 * P) == P + 100 && simt_first_unwritten(mem, base + 2 * P + 100, P) == P - 100,
	   "at its place");
	ok(!simt_fill(mem, base + P, &word, 4, 3 * P / 4, NULL) && is_byte(3, P - 1, 1) && is_byte(1, 0, 4),
	   "one fill crosses borders");
	ok(!simt_move(mem, base + P + 4, base + P, 3 * P - 4, NULL) && is_byte(2, 0, 4), "and so does a move");
	ok(!simt_piece_map(mem, &second, NULL) && !simt_piece_open(mem, second.addr, 1, false, NULL) && is_byte(9, 100, 4),
	   "memory that is mapped twice has the same bytes");
	simt_fill(mem, base + 9 * P, &(uint32_t){ 0x0a0b0c0d }, 4, 25, NULL);
	ok(is_byte(2, 0, 0x0d) && is_byte(2, 100, 4), "both ways");
	simt_piece_unmap(mem, base + 2 * P, NULL);
	ok(is_byte(9, 0, 0x0d) && simt_first_unwritten(mem, base + 9 * P, P) == P && is_byte(3, 0, 4) && is_byte(1, P - 1, 1),
	   "the others stay when one is unmapped");
	ok(!simt_piece_open(mem, base + 9 * P, BOTH, false, NULL) && is_byte(9, 0, 0x0d), "or more devices may use it");
	end();
}

/* Pieces come and go by chance; each has its own value, or has not been written. */
static void test_chance(void)
{
	bool is_there[PIECES] = { false }, written[PIECES] = { false }, good = true;
	struct rng rng;

	begin();
	rng_init(&rng, 5);
	for (int step = 0; step < 400 && good; step++) {
		const unsigned i = (unsigned)rng_below(&rng, PIECES);
		const uint64_t at = base + i * P + 8 * rng_below(&rng, 1000);

		if (!is_there[i]) {
			const struct simt_piece p = {
				.addr = base + i * P, .bytes = P, .view = store[i], .is_written = written[i],
			};

			good = !simt_piece_map(mem, &p, NULL) && !simt_piece_open(mem, p.addr, 1, rng_below(&rng, 4) == 0, NULL);
		} else if (rng_below(&rng, 3)) {
			good = !simt_fill(mem, base + i * P, &(uint8_t){ (uint8_t)(i + 1) }, 1, P, NULL);
			written[i] = true;
		} else {
			good = !simt_piece_unmap(mem, base + i * P, NULL);
		}
		is_there[i] = simt_piece_at(mem, base + i * P) != NULL;
		for (unsigned k = 0; k < PIECES && good; k++)
			good = is_there[k] == (simt_find(mem, base + k * P) != NULL) && (!is_there[k] || (written[k] ?
				is_byte(k, P - 1, (uint8_t)(k + 1)) && simt_first_unwritten(mem, base + k * P, P) == P :
				simt_first_unwritten(mem, base + k * P, 8) == 0));
		good = good && (!is_there[i] || simt_find(mem, at));
	}
	ok(good, "400 changes in any order lose nothing");
	end();
}

int main(void)
{
	test_runs();
	test_bytes();
	test_chance();
	return tap_done();
}
