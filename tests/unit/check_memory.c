/* check_bounds.c, check_init.c, shadow.c - the owner of the memory, the element, whether it was written. */
#include "config.h"

#include "check_fixture.h"

static struct fixture f;

/* A rejected access; lane l at base + l * stride. */
static void reject(enum fault_kind kind, enum access_kind access, enum ptx_space space, uint32_t warp,
		   uint32_t mask, uint32_t bytes, uint64_t base, int64_t stride)
{
	uint64_t addr[32];
	struct warp_access a = { .kind = access, .space = space, .mask = mask, .bytes = bytes, .elem = bytes,
				 .addr = addr, .instr = &f.instrs[12][access] };

	for (unsigned l = 0; l < 32; l++)
		addr[l] = base + (uint64_t)(stride * (int64_t)l);
	f.hooks->fault(f.hooks->ctx, warp_of(&f, warp), kind, mask, &a);
}

static void out_of_bounds(void)
{
	const struct finding *x;

	fixture_launch(&f, 4, 256, SIMT_CHECK_BOUNDS);
	ok(!f.hooks->access && !f.hooks->barrier, "with only bounds to check, legal accesses cost nothing");
	f.place.block_linear = 3;
	f.place.block = (struct dim3u){ 3, 0, 0 };
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_STORE, PTX_GLOBAL, 7, 0xffffff00, 4, f.out + 4 * (ELEMS - 8), 4);
	x = fires(&f, "out-of-bounds", 12, 0, "a write past the end is reported");
	is_text(x->message, "thread (232,0,0) of block (3,0,0) writes out[1000]; out has 1000 elements",
		"with thread, block, array, index and size");
	is_text(x->advice, "24 threads do the same: is there a guard `if (i < n)`?",
		"the number of threads, and what to look at");
	ok(x->thread.x == 232 && x->block.x == 3 && x->threads == 24 && x->place.column == 1 &&
	   !strcmp(x->place.file, "learner.cu"), "and the same as numbers");
	f.place.block_linear = 0;
	f.place.block = (struct dim3u){ 0, 0, 0 };

	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, PTX_GLOBAL, 0, 1, 4, f.in - 4, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "a read before the start is reported");
	is_text(x->message, "thread (0,0,0) of block (0,0,0) reads in[-1]; in has 1000 elements",
		"with a negative index");
	is_text(x->advice, "the first element is in[0]: what should a thread do when nothing precedes its element?",
		"and the advice asks where the array begins");

	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_STORE, PTX_GLOBAL, 0, 1, 4, f.out + 4 * ELEMS, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "a write by one thread, one past the end");
	is_text(x->advice, "the last element is out[999]: is the index one too large (i + 1), or the guard one too wide "
		"(`<=` for `<`)?", "is asked about the index, not for a guard");

	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, PTX_GLOBAL, 0, 1, 4, f.in + 4 * 4294967295ull, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "an unsigned index below 0 is reported");
	ok(strstr(x->message, " reads in[4294967295]; ") && strstr(x->advice, "4294967295 is -1 as an unsigned number"),
	   "with its array, and as the negative number it stands for");

	fixture_launch(&f, 1, 256, SIMT_CHECK_ALL);
	block_begin(&f, 0);
	store(&f, 0, 1, 12, f.in + 4 * 999, 4, 1);
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_STORE, PTX_GLOBAL, 0, 2, 4, f.out - 8, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "an index far past the end, nearer to another array");
	ok(strstr(x->message, " writes in["), "belongs to the array that the instruction reached before");

	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_STORE, PTX_GLOBAL, 0, 1, 4, f.buf - 8000, 4);
	x = fires(&f, "out-of-bounds", 12, 0,
		  "an index far past the end, of an instruction that reached nothing yet");
	ok(strstr(x->message, " writes out["), "belongs to the array below, not to the one above");

	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_OUT_OF_BOUNDS, ACCESS_LOAD, PTX_GLOBAL, 0, 1, 4, 0x7fff00001234, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "a wild address is reported");
	is_text(x->message,
		"thread (0,0,0) of block (0,0,0) reads address 0x7fff00001234, which is not near any array",
		"as an address");

	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_SHARED_BOUNDS, ACCESS_STORE, PTX_SHARED, 0, 1, 4, FLAG + 4 * 30, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "an access outside shared memory is reported");
	is_text(x->message, "thread (0,0,0) of block (0,0,0) writes flag[30]; flag has 1 element",
		"by the variable before it");
	f.launch.nshared_vars = 0;
	fixture_launch(&f, 1, 256, SIMT_CHECK_BOUNDS);
	reject(FAULT_SHARED_BOUNDS, ACCESS_STORE, PTX_SHARED, 0, 1, 4, 4096, 4);
	x = fires(&f, "out-of-bounds", 12, 0, "or in bytes");
	ok(strstr(x->message, "writes byte 4096 of shared memory"), "also if no variable is known");
	f.launch.nshared_vars = 2;
	reject(FAULT_LOCAL_BOUNDS, ACCESS_LOAD, PTX_LOCAL, 0, 1, 4, (uint64_t)-4, 4);
	fixture_findings(&f);
	ok(f.n == 2, "local memory is another cause");

	fixture_launch(&f, 2, 64, SIMT_CHECK_BOUNDS);
	for (uint32_t b = 2; b-- > 0;) {
		f.place.block_linear = b;
		f.place.block = (struct dim3u){ b, 0, 0 };
		for (uint32_t w = 2; w-- > 0;)
			for (int again = 0; again < 3; again++)
				reject(FAULT_OUT_OF_BOUNDS, ACCESS_STORE, PTX_GLOBAL, w, ALL, 4,
				       f.out + 4 * (1000 + 64 * b + 32 * w), 4);
	}
	x = fires(&f, "out-of-bounds", 12, 0,
		  "one line and one array are one cause, whatever the number of turns");
	ok(x->threads == 128, "each thread counts once");
	is_text(x->message, "thread (0,0,0) of block (0,0,0) writes out[1000]; out has 1000 elements",
		"and the first thread of the first block is the example, in whatever order they ran");
}

static void other_faults(void)
{
	const struct finding *x;

	fixture_launch(&f, 1, 32, SIMT_CHECK_BOUNDS);
	reject(FAULT_NULL, ACCESS_LOAD, PTX_GLOBAL, 0, 1, 4, 0, 4);
	x = fires(&f, "null-pointer", 12, 0, "a null pointer is reported");
	is_text(x->message, "thread (0,0,0) of block (0,0,0) reads through a null pointer", "as such");

	fixture_launch(&f, 1, 32, SIMT_CHECK_BOUNDS);
	reject(FAULT_MISALIGNED, ACCESS_LOAD, PTX_GLOBAL, 0, 2, 16, f.in, 4);
	x = fires(&f, "misaligned", 12, 0, "a misaligned vector load is reported");
	is_text(x->message,
		"thread (1,0,0) of block (0,0,0) reads 16 bytes at byte 4 of in, which is not a "
		"multiple of 16",
		"with the array, the place and the rule");

	fixture_launch(&f, 1, 32, SIMT_CHECK_BOUNDS);
	reject(FAULT_READ_ONLY, ACCESS_STORE, PTX_GLOBAL, 0, ALL, 4, f.in, 4);
	x = fires(&f, "read-only-write", 12, 0, "a write to an input is reported");
	is_text(x->message, "thread (0,0,0) of block (0,0,0) writes in[0], but in is an input array",
		"by the array's name");

	fixture_launch(&f, 1, 32, SIMT_CHECK_BOUNDS);
	reject(FAULT_CONST_WRITE, ACCESS_STORE, PTX_CONST, 0, 1, 4, 64, 4);
	x = fires(&f, "read-only-write", 12, 0, "so is a write to constant memory");

	fixture_launch(&f, 1, 32, SIMT_CHECK_BOUNDS);
	f.hooks->fault(f.hooks->ctx, warp_of(&f, 0), FAULT_ASSERT, 2, NULL);
	f.hooks->fault(f.hooks->ctx, warp_of(&f, 0), FAULT_TRAP, 1, NULL);
	reject(FAULT_STACK_OVERFLOW, ACCESS_LOAD, PTX_GENERIC, 0, 1, 0, 0, 0);
	ok(fixture_findings(&f) == 3, "faults without an address are reported too, each by its kind");
	ok(f.findings[0].kind == KIND_ASSERT && f.findings[2].kind == KIND_STACK_OVERFLOW,
	   "in the order of time");
}

static void use_after_free(void)
{
	const struct finding *x;
	uint64_t addr;

	simt_alloc(f.mem, 400, "temp", 4, 0, &addr, NULL);
	simt_free(f.mem, addr, NULL);
	fixture_launch(&f, 1, 32, SIMT_CHECK_ALL);
	reject(FAULT_FREED, ACCESS_LOAD, PTX_GLOBAL, 0, 1, 4, addr + 20, 4);
	x = fires(&f, "use-after-free", 12, 0, "a use after free is reported");
	ok(strstr(x->message, "temp") != NULL, "by the name the memory had");
}

static void uninitialised(void)
{
	const struct finding *x;
	uint32_t words[ELEMS] = { 0 };
	uint64_t addr;

	fixture_launch(&f, 1, 64, SIMT_CHECK_INIT);
	block_begin(&f, 0);
	load(&f, 0, ALL, 12, f.in, 4);
	load(&f, 0, ALL, 12, f.buf, 4);
	store(&f, 0, ALL, 13, f.out, 4, 0);
	load(&f, 1, ALL, 14, f.out, 4);
	load(&f, 1, 1, 14, f.out + 124, 4);
	silent(&f, "what host or kernel wrote may be read");

	load(&f, 1, 3, 14, f.out + 124, 4);
	x = fires(&f, "uninitialised-read", 14, 0, "a read of uninitialised memory is reported");
	is_text(x->message, "thread (33,0,0) of block (0,0,0) reads out[32], which nothing has written",
		"by its index");
	ok(x->threads == 1, "for the lanes that do it");

	fixture_launch(&f, 1, 64, SIMT_CHECK_INIT);
	block_begin(&f, 0);
	load(&f, 1, ALL, 14, f.out, 4);
	silent(&f, "what one launch wrote the next one may read");
	atomic(&f, 0, 1, 15, f.out + 400, 0);
	fires(&f, "uninitialised-read", 15, 0, "an atomic update of uninitialised memory is a read");

	fixture_launch(&f, 1, 64, SIMT_CHECK_INIT);
	simt_poison(f.mem, f.out, words, sizeof(words), NULL);
	block_begin(&f, 0);
	load(&f, 0, 1, 14, f.out, 4);
	fires(&f, "uninitialised-read", 14, 0, "poison under an output takes its value away");

	simt_alloc(f.mem, 100, "half", 4, 0, &addr, NULL);
	simt_write(f.mem, addr, words, 50, NULL);
	fixture_launch(&f, 1, 64, SIMT_CHECK_INIT);
	block_begin(&f, 0);
	load(&f, 0, 0xfff, 14, addr, 4);
	silent(&f, "a part that the host wrote may be read");
	load(&f, 0, 0x1000, 14, addr, 4);
	fires(&f, "uninitialised-read", 14, 0, "an element that is written by half may not");

	simt_alloc(f.mem, 100, "flagged", 4, SIMT_INITIALISED, &addr, NULL);
	fixture_launch(&f, 1, 64, SIMT_CHECK_INIT);
	block_begin(&f, 0);
	load(&f, 0, 1, 14, addr, 4);
	silent(&f, "an allocation may be initialised from the start");

	fixture_launch(&f, 2, 64, SIMT_CHECK_INIT);
	block_begin(&f, 0);
	store(&f, 0, ALL, 13, TILE, 4, 0);
	load(&f, 1, ALL, 14, TILE, 4);
	block_end(&f);
	silent(&f, "shared memory that the block wrote may be read");
	block_begin(&f, 1);
	load(&f, 1, ALL, 14, TILE, 4);
	x = fires(&f, "uninitialised-read", 14, 0, "what another block left there may not");
	is_text(x->message,
		"thread (32,0,0) of block (1,0,0) reads tile[0], which no thread of the block has "
		"written",
		"and is reported with the variable's name");
}

static void shadow_bits(void)
{
	bool good = true;

	for (uint64_t size = 1; size < 40; size++)
		for (uint64_t from = 0; from < size; from++)
			for (uint64_t n = 1; n <= size - from; n++) {
				struct shadow *s = shadow_new(size, false);

				shadow_set_init(s, from, n);
				good &= s->missing == size - n &&
					shadow_first_missing(s, from, n) == from + n;
				good &= from == 0 || shadow_first_missing(s, 0, size) == 0;
				good &= from + n == size ||
					shadow_first_missing(s, from, size - from) == from + n;
				shadow_set_init(s, 0, size);
				good &= s->missing == 0 && !s->init;
				shadow_clear_init(s, from, n);
				good &= s->missing == n && shadow_first_missing(s, 0, size) == from;
				shadow_free(s);
			}
	ok(good, "init bits are exact at every offset and length");
}

int main(void)
{
	fixture_init(&f);
	out_of_bounds();
	other_faults();
	use_after_free();
	uninitialised();
	shadow_bits();
	return fixture_done(&f);
}
