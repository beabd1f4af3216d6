/*
 * cudart_async.c - races between operations of streams: reported for operations without an
 * order between them, in whatever order they ran, and never for ordered ones.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/hash.h"
#include "cudart/check/check_async.h"
#include "cudart/check/happens_before.h"
#include "tap/tap.h"

#define R ASYNC_READ
#define W ASYNC_WRITE
#define A ASYNC_ATOMIC
#define F ASYNC_FREE
#define ASK ASYNC_ASK
#define TELL (ASYNC_WRITE | ASYNC_TELL)

static struct check_async *c;

static struct { char kind[32], message[256]; uintptr_t line, other; } findings[300];
static size_t nfindings;

static void memory(void *ctx, uint64_t addr, uint64_t bytes, struct buf *out)
{
	(void)ctx;
	buf_printf(out, "%" PRIu64 " bytes at 0x%" PRIx64, bytes, addr);
}

static void stream(void *ctx, const void *which, struct buf *out)
{
	(void)ctx;
	buf_printf(out, "stream %d", (int)(uintptr_t)which);
}

static void on_reported(void *ctx, finding_kind kind, const struct call *call, const struct call *other, const char *advice,
			const char *message)
{
	(void)ctx, (void)advice;
	snprintf(findings[nfindings].kind, sizeof(findings[0].kind), "%s", finding_rows[kind].name);
	snprintf(findings[nfindings].message, sizeof(findings[0].message), "%s", message);
	findings[nfindings].line = (uintptr_t)call->site.pc[0];
	findings[nfindings++].other = (uintptr_t)other->site.pc[0];
}

/* A call at that line: the line stands for its address. */
static struct call call_at(const char *name, int line)
{
	return (struct call){ name, { { (void *)(uintptr_t)line } } };
}

static void begin(void)
{
	const struct async_words words = { memory, stream, on_reported, NULL };

	c = check_async_new(&words, NULL);
	nfindings = 0;
}

/* A kernel of that stream launched at that line, after those given; -1: none. */
static uint32_t op(int stream_number, int line, int first, int second)
{
	struct async_op o = { call_at("cudaLaunchKernel", line), "_Z1kPi", (void *)(uintptr_t)stream_number };
	uint32_t after[2], number = 0;
	size_t n = 0;

	if (first >= 0)
		after[n++] = first;
	if (second >= 0)
		after[n++] = second;
	if (check_async_submit(c, &o, after, n, &number, NULL))
		abort();
	return number;
}

static void use(uint32_t number, uint64_t addr, uint64_t bytes, unsigned how)
{
	struct async_range r = { addr, bytes, how };

	if (check_async_used(c, number, &r, 1, NULL))
		abort();
}

static void run(uint32_t number, uint64_t addr, uint64_t bytes, unsigned how)
{
	use(number, addr, bytes, how);
	check_async_ran(c, number);
}

static void leave(void)
{
	check_async_free(c);
}

static bool was_reported(size_t i, const char *kind, int line, int other)
{
	return i < nfindings && !strcmp(findings[i].kind, kind) && findings[i].line == (uintptr_t)line &&
	       findings[i].other == (uintptr_t)other;
}

static void streams(void)
{
	uint32_t a, b;

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 400, W);
	run(b, 0x1000, 400, R);
	ok(nfindings == 1 && was_reported(0, "stream-race", 20, 10), "a reader that does not wait for the writer is reported");
	is_text(nfindings ? findings[0].message : "",
		"kernel k in stream 2 reads 400 bytes at 0x1000 while kernel k in stream 1 writes it: "
		"nothing orders the two", "the sentence names both, and the bytes");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(b, 0x1000, 400, R);
	run(a, 0x1000, 400, W);
	ok(nfindings == 1 && was_reported(0, "stream-race", 20, 10), "and is reported the same way if the reader happened to run "
								     "first");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, a, -1);
	run(a, 0x1000, 400, W);
	run(b, 0x1000, 400, R | W);
	ok(nfindings == 0, "nothing is reported about one that waits");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	run(a, 0x1000, 400, W);
	check_async_host_waits(c, a, NULL);
	b = op(2, 20, -1, -1);
	run(b, 0x1000, 400, W);
	ok(nfindings == 0, "nothing is reported about work submitted after the host had waited");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 400, W);
	check_async_host_waits(c, a, NULL);
	run(b, 0x1000, 400, W);
	ok(nfindings == 1, "a wait of the host after both were submitted orders nothing");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 4, A);
	run(b, 0x1000, 4, A);
	ok(nfindings == 0, "atomic operations of two streams on one word are no race");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 4, A);
	run(b, 0x1000, 4, R);
	ok(nfindings == 1, "a plain read beside them is");
	leave();
}

static void flags(void)
{
	uint32_t a, b;

	for (unsigned told = 0; told < 2; told++) {
		begin();
		a = op(1, 10, -1, -1);
		run(a, 0x2000, 400, W);
		b = op(1, 11, (int)a, -1);
		run(b, 0x1000, 4, told ? TELL : A);
		a = op(2, 20, -1, -1);
		run(a, 0x1000, 4, ASK);
		run(a, 0x2000, 400, R);
		ok(nfindings == 0, "who asks for a flag comes after the one that %s it, and what came before",
		   told ? "told" : "updated");
		leave();
	}

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(b, 0x1000, 4, ASK);
	run(a, 0x1000, 4, TELL);
	ok(nfindings == 0, "a flag that is told later is no race");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(1, 11, (int)a, -1);
	run(a, 0x1000, 4, TELL);
	run(b, 0x2000, 400, W);
	a = op(2, 20, -1, -1);
	run(a, 0x1000, 4, ASK);
	run(a, 0x2000, 400, R);
	ok(nfindings == 1, "data that come after the flag are");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 400, W);
	run(b, 0x1000, 4, ASK);
	ok(nfindings == 1, "a plain write is none that tells");
	leave();
}

static void interleaved(void)
{
	struct async_range even[100], odd[100];
	uint32_t a, b, d;

	for (int i = 0; i < 100; i++) {
		even[i] = (struct async_range){ 0x1000 + 8 * i, 4, W };
		odd[i] = (struct async_range){ 0x1004 + 8 * i, 4, W };
	}
	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	check_async_used(c, a, even, 100, NULL);
	check_async_used(c, b, odd, 100, NULL);
	ok(nfindings == 0, "the even and the odd elements of a buffer are written at the same time");
	d = op(3, 30, -1, -1);
	use(d, 0x1000 + 8 * 50 + 4, 1, W);
	ok(nfindings == 1 && was_reported(0, "stream-race", 30, 20), "one byte of an odd one is found between them");
	leave();
}

static void chains(void)
{
	uint32_t a, b, x;

	begin();
	a = op(1, 10, -1, -1);
	b = op(1, 11, a, -1);
	x = op(2, 20, a, -1);
	run(a, 0x1000, 8, W);
	run(b, 0x2000, 8, W);
	run(x, 0x1000, 16, R | W);
	ok(nfindings == 0, "a wait for an earlier operation of a stream is not one for the later");
	run(op(2, 21, x, -1), 0x2000, 8, R);
	ok(nfindings == 1 && was_reported(0, "stream-race", 21, 11), "which is a race where it is used");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 8, R);
	run(b, 0x1000, 8, R);
	x = op(1, 30, a, -1);
	run(x, 0x1000, 8, W);
	ok(nfindings == 1 && was_reported(0, "stream-race", 30, 20), "several last readers are kept");
	leave();
}

static void freed(void)
{
	uint32_t a, b;

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, -1, -1);
	run(a, 0x1000, 400, R);
	run(b, 0x1000, 400, F);
	ok(nfindings == 1 && was_reported(0, "freed-in-use", 20, 10), "freed in a stream while another reads it");
	leave();

	begin();
	a = op(1, 10, -1, -1);
	b = op(2, 20, a, -1);
	run(a, 0x1000, 400, R);
	run(b, 0x1000, 400, F);
	run(op(1, 30, b, -1), 0x1000, 400, W);
	ok(nfindings == 0, "freed after an event, and the address used again for something else");
	leave();
}

static uint32_t more(void *ctx, uint32_t state, unsigned how, uint64_t addr, uint64_t bytes)
{
	(void)ctx, (void)addr, (void)bytes;
	return (state * 3 + how) % 5;
}

/* The runs against an array of a number per byte. */
static void runs_by_chance(void)
{
	enum { SIZE = 300 };
	uint32_t want[SIZE] = { 0 }, got[SIZE];
	struct extents e = { 0 };
	struct rng rng;
	bool same = true, tidy = true;

	rng_init(&rng, 7);
	for (int turn = 0; turn < 3000; turn++) {
		struct async_range r[6];
		size_t n = 0;
		uint64_t at = rng_below(&rng, SIZE);

		while (n < 6 && at < SIZE) {
			uint64_t bytes = rng_below(&rng, 20), room = SIZE - at;

			r[n] = (struct async_range){ at, bytes < room ? bytes : room, (unsigned)rng_below(&rng, 4) };
			for (uint64_t k = 0; k < r[n].bytes; k++)
				want[at + k] = more(NULL, want[at + k], r[n].how, 0, 0);
			at += bytes + rng_below(&rng, 30);
			n++;
		}
		extents_change(&e, r, n, more, NULL);
		memset(got, 0, sizeof(got));
		for (size_t i = 0; i < e.n; i++) {
			for (uint64_t k = e.at[i].start; k < e.at[i].end && k < SIZE; k++)
				got[k] = e.at[i].state;
			tidy &= e.at[i].state && e.at[i].start < e.at[i].end;
			tidy &= !i || e.at[i - 1].end < e.at[i].start ||
				(e.at[i - 1].end == e.at[i].start && e.at[i - 1].state != e.at[i].state);
		}
		same &= !memcmp(want, got, sizeof(got));
	}
	ok(same, "runs hold what an array of a number per byte would");
	ok(tidy, "runs are sorted and disjoint, and equal ones are joined");
	extents_release(&e);
}

/* Chains and clocks against plain search in the graph. */
static void order_by_chance(void)
{
	enum { OPS = 200 };
	static bool before[OPS][OPS];
	struct happens h = { 0 };
	struct rng rng;
	bool same = true, host_done[OPS] = { false };

	rng_init(&rng, 11);
	for (uint32_t i = 0; i < OPS; i++) {
		uint32_t after[3], number, n = i ? (uint32_t)rng_below(&rng, 4) : 0;

		for (uint32_t k = 0; k < n; k++) {
			after[k] = i - 1 - (uint32_t)rng_below(&rng, i < 12 ? i : 12);
			before[after[k]][i] = true;
			for (uint32_t a = 0; a < i; a++)
				before[a][i] |= before[a][after[k]];
		}
		for (uint32_t a = 0; a < i; a++)
			before[a][i] |= host_done[a];
		happens_add(&h, after, n, 0, &number);
		for (uint32_t a = 0; a < i; a++)
			same &= happens_before(&h, a, number) == before[a][i];
		happens_ran(&h, number);
		if (rng_below(&rng, 20) == 0) {
			uint32_t w = (uint32_t)rng_below(&rng, i + 1);

			happens_host_waits(&h, w);
			host_done[w] = true;
			for (uint32_t a = 0; a < w; a++)
				host_done[a] |= before[a][w];
		}
	}
	ok(same, "clocks agree with a search in the graph");
	happens_release(&h);
}

/* An order that only shows when the program runs: a stream waits for a value that another writes. */
static void ordered_late(void)
{
	uint32_t wait, reader, writer, other;

	for (int known = 0; known < 4; known++) {
		begin();
		wait = op(1, 10, -1, -1);
		reader = op(1, 11, wait, -1);
		writer = op(2, 20, -1, -1);
		other = op(3, 30, -1, -1);
		run(writer, 0x1000, 400, W);
		if (known != 3)
			run(other, 0x2000, 400, W);
		if (known)
			check_async_follows(c, wait, known == 1 ? writer : HAPPENS_ALL, NULL);
		check_async_ran(c, wait);
		use(reader, 0x1000, 400, R);
		run(reader, 0x2000, 400, R);
		if (known == 3)
			run(other, 0x2000, 400, W);
		ok(nfindings == (known == 0 ? 2 : known == 2 ? 0 : 1), known == 0 ?
		   "a reader submitted before its writer races with it" : known == 1 ?
		   "unless it turns out to come after that one" : known == 2 ? "or after all that have run" :
		   "which the others have not");
		leave();
	}
	begin();
	wait = op(1, 10, -1, -1);
	writer = op(2, 20, -1, -1);
	run(writer, 0x1000, 400, W);
	check_async_follows(c, wait, writer, NULL);
	check_async_ran(c, wait);
	reader = op(1, 11, wait, -1);
	run(reader, 0x1000, 400, R);
	ok(nfindings == 0, "what is submitted later inherits that order");
	leave();

	begin();
	wait = op(1, 10, -1, -1);
	reader = op(1, 11, wait, -1);
	writer = op(2, 20, -1, -1);
	run(writer, 0x1000, 400, W);
	check_async_host_waits(c, writer, NULL);
	check_async_follows(c, wait, writer, NULL);
	check_async_ran(c, wait);
	run(reader, 0x1000, 400, R);
	ok(nfindings == 0, "a writer for which the host has waited meanwhile still comes before it");
	leave();
}

static void long_programs(void)
{
	uint32_t last[2];

	begin();
	last[0] = op(0, 1, -1, -1);
	last[1] = op(1, 2, -1, -1);
	for (int i = 0; i < 20000; i++) {
		last[i % 2] = op(i % 2, 3 + i % 2, last[i % 2], -1);
		run(last[i % 2], 0x1000 + 64 * (i % 500), 64, i % 2 ? R : W);
		if (i % 100 == 99)
			check_async_host_waits(c, last[0], NULL);
	}
	ok(nfindings == 0, "20000 operations of two streams that share nothing");
	leave();

	begin();
	for (int i = 0; i < 3000; i++) {
		uint32_t a = op(0, 1, i ? (int)last[0] : -1, -1), b = op(1, 2, i ? (int)last[1] : -1, -1);

		run(a, 0x1000, 64, W);
		run(b, i == 2999 ? 0x1020 : 0x1040, 64, R);
		check_async_host_waits(c, a, NULL);
		check_async_host_waits(c, b, NULL);
		last[0] = a;
		last[1] = b;
	}
	ok(nfindings == 1, "a host that waits for everything again and again, and the race in the last of 3000 turns");
	leave();

	begin();
	for (int i = 0; i < 400; i++)
		run(op(i % 8, i, -1, -1), 0x1000, 64, W);
	ok(nfindings == 200, "the number of reports about a program full of races is limited");
	leave();
}

int main(void)
{
	streams();
	flags();
	interleaved();
	chains();
	freed();
	runs_by_chance();
	order_by_chance();
	ordered_late();
	long_programs();
	return tap_done();
}
