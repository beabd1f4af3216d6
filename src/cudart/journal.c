/*
 * journal.c - see journal.h. It needs no heap, so that it still records a program that has exhausted it.
 *
 * The program's code can write to all data of this process. So everything that it must not be able to switch off is either
 * constant or in the sealed page, whose address is not in a variable; and no function here reads a variable to decide
 * whether to write.
 */
#include "config.h"

#include "cudart/check/kernel_names.h"
#include "cudart/journal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cudart/launch/launch.h"

#define PAGE ((uintptr_t)65536) /* on any machine */

struct sealed { observe_send *send; int to; };

static unsigned char room[2 * PAGE];
static unsigned char waiting[JOURNAL_HEAD + JOURNAL_CHUNK];
static size_t filled;

static struct sealed *sealed(void)
{
	return (struct sealed *)(((uintptr_t)room + PAGE - 1) / PAGE * PAGE);
}

void journal_flush(void)
{
	if (!filled)
		return;
	sealed()->send(sealed()->to, waiting, filled);
	filled = 0;
}

static void bytes_put(const void *bytes, size_t n)
{
	const unsigned char *from = bytes;

	while (n) {
		size_t now = n < JOURNAL_CHUNK - filled ? n : JOURNAL_CHUNK - filled;

		memcpy(waiting + JOURNAL_HEAD + filled, from, now);
		filled += now;
		from += now;
		n -= now;
		if (filled == JOURNAL_CHUNK)
			journal_flush();
	}
}

void journal_put_more(enum journal_type type, const uint64_t *words, size_t n, const size_t *more, size_t nmore, const char *text)
{
	static const char zeros[8];
	size_t len = text ? strlen(text) : 0;
	uint64_t head;

	if (!sealed()->send)
		return;
	len = len < JOURNAL_TEXT_MOST ? len : JOURNAL_TEXT_MOST;
	nmore = nmore < JOURNAL_WORDS_MOST - n ? nmore : JOURNAL_WORDS_MOST - n;
	head = (uint64_t)type | (uint64_t)(n + nmore) << 8 | (uint64_t)len << 32;
	bytes_put(&head, sizeof head);
	bytes_put(words, n * sizeof *words);
	for (size_t i = 0; i < nmore; i++)
		bytes_put(&(uint64_t){ more[i] }, sizeof(uint64_t));
	bytes_put(text, len);
	bytes_put(zeros, (8 - len % 8) % 8);
}

void journal_put(enum journal_type type, const uint64_t *words, size_t n, const char *text)
{
	journal_put_more(type, words, n, NULL, 0, text);
}

void journal_seal(observe_send *send, int to, uint64_t clock)
{
	if (sealed()->send || !send)
		return;
	*sealed() = (struct sealed){ send, to };
	if (mprotect(sealed(), PAGE, PROT_READ))
		abort();
	JOURNAL(JOURNAL_CLOCK, NULL, 0, clock);
}

/* Nothing remembers that it was called: the reader rejects a second beginning. */
void journal_begin(void)
{
	journal_put(JOURNAL_BEGIN, NULL, 0, NULL);
}

void journal_end(void)
{
	journal_put(JOURNAL_END, NULL, 0, NULL);
	journal_flush();
}

static uint64_t site_hash(const struct call_site *site)
{
	uint64_t h = UINT64_C(0xCBF29CE484222325);

	for (int i = 0; i < SITE_FRAMES; i++)
		h = (h ^ (uint64_t)(uintptr_t)site->pc[i]) * UINT64_C(0x9E3779B97F4A7C15);
	return h;
}

void journal_left(const struct call *call, cudaError_t error)
{
	JOURNAL(JOURNAL_LEFT, call->name, site_hash(&call->site), (uint64_t)error);
}

void journal_op(const struct op *op, uint64_t entry)
{
	const struct kernel_op *k = op->kind == &op_kernel ? (const struct kernel_op *)op : NULL;
	uint64_t words[OP_WORDS + 256] = {
		[OP_NUMBER] = op->number, [OP_ENTRY] = entry, [OP_KIND] = (uint64_t)observe_kind(op),
		[OP_DEVICE] = (uint64_t)op->device, [OP_STREAM] = op->stream ? op->stream->number : 0, [OP_ASYNCHRONOUS] = k || strstr(op->call.name, "Async"),
		[OP_PINNED] = !op->pageable, [OP_BYTES] = op->bytes,
	};
	size_t n = OP_WORDS;
	struct buf name = BUF_INIT;

	if (!observe_takes(op))
		return;
	if (k) {
		const uint64_t shape[6] = { k->grid.x, k->grid.y, k->grid.z, k->block.x, k->block.y, k->block.z };

		memcpy(&words[OP_GRID], shape, sizeof shape);
		words[OP_SHARED] = k->shared;
		for (size_t i = 0; i < simt_ncounters && n < sizeof words / sizeof *words; i++)
			words[n++] = simt_counter_value(&k->counts, &simt_counters[i]);
	}
	if (k)
		kernel_name_put(k->function->name, false, &name); /* names that a compiler of Python supplied are known in this process alone */
	journal_put(JOURNAL_OP, words, n, k ? buf_text(&name) : op->call.name);
	buf_release(&name);
}
