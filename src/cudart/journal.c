/*
 * journal.c - see journal.h. It needs no heap, so that it still records a program that has exhausted it.
 *
 * The program's code can write to all data of this process. So everything that it must not be able to switch off is either
 * constant or in the sealed page, whose address is not in a variable; and no function here reads a variable to decide
 * whether to write.
 */
#include "config.h"

#include "cudart/journal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/limits.h"
#include "cudart/check/call_place.h"
#include "cudart/check/kernel_names.h"
#include "cudart/launch/launch.h"
#include "cudart/streams/timing.h"

#define PAGE ((uintptr_t)65536) /* on any machine */
#define SITES_MOST 4096

struct sealed { observe_send *send; int to; };

static unsigned char room[2 * PAGE];
static unsigned char waiting[JOURNAL_HEAD + JOURNAL_CHUNK];
static volatile size_t filled, whole; /* whole: those of complete records */
static uint64_t sum;

/*
 * The sites so far in order of first use, so that each run of a program asks
 * for their places in the same way; further ones have none.
 */
static struct call_site sites[SITES_MOST];
static size_t nsites;
static uint16_t site_at[2 * SITES_MOST]; /* a hash table of their numbers, from 1 */

static struct sealed *sealed(void)
{
	return (struct sealed *)(((uintptr_t)room + PAGE - 1) / PAGE * PAGE);
}

void journal_flush(void)
{
	if (!filled)
		return;
	vm_assert(sealed()->send && whole <= filled && filled <= JOURNAL_CHUNK);
	sealed()->send(sealed()->to, waiting, filled);
	filled = whole = 0;
}

void journal_crashed(void)
{
	if (!sealed()->send)
		return;
	filled = whole;
	journal_flush();
	sealed()->send(sealed()->to, waiting, 0);
}

static void bytes_put(const void *bytes, size_t n)
{
	const unsigned char *from = bytes;

	while (n) {
		size_t now = n < JOURNAL_CHUNK - filled ? n : JOURNAL_CHUNK - filled;

		vm_assert(filled < JOURNAL_CHUNK && now);
		memcpy(waiting + JOURNAL_HEAD + filled, from, now);
		filled += now;
		from += now;
		n -= now;
		if (filled == JOURNAL_CHUNK)
			journal_flush();
	}
}

static void word_put(uint64_t word)
{
	sum = journal_sum(sum, word);
	bytes_put(&word, sizeof word);
}

static void text_put(const char *text, size_t len)
{
	while (len) {
		size_t now = len < sizeof(uint64_t) ? len : sizeof(uint64_t);
		uint64_t word = 0;

		memcpy(&word, text, now);
		word_put(word);
		text += now;
		len -= now;
	}
}

void journal_put_more(enum journal_type type, const uint64_t *words, size_t n, const size_t *more, size_t nmore, const char *text)
{
	size_t len = text ? strlen(text) : 0;

	if (!sealed()->send)
		return;
	len = len < JOURNAL_TEXT_MOST ? len : JOURNAL_TEXT_MOST;
	nmore = nmore < JOURNAL_WORDS_MOST - n ? nmore : JOURNAL_WORDS_MOST - n;
	vm_assert(n + nmore <= JOURNAL_WORDS_MOST && (unsigned)type < 256);
	word_put((uint64_t)type | (uint64_t)(n + nmore) << 8 | (uint64_t)len << 32);
	for (size_t i = 0; i < n; i++)
		word_put(words[i]);
	for (size_t i = 0; i < nmore; i++)
		word_put(more[i]);
	text_put(text, len);
	whole = filled;
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
	JOURNAL(JOURNAL_CLOCK, NULL, 0, clock, 0);
}

/* Nothing remembers that it was called: the reader rejects a second beginning. */
void journal_begin(void)
{
	journal_put(JOURNAL_BEGIN, NULL, 0, NULL);
}

void journal_end(void)
{
	JOURNAL(JOURNAL_END, NULL, sum);
	journal_flush();
}

/* ---- sites ------------------------------------------------------------------------------------------ */

static uint64_t site_hash(const struct call_site *site)
{
	uint64_t h = UINT64_C(0xCBF29CE484222325);

	for (int i = 0; i < SITE_FRAMES; i++)
		h = (h ^ (uint64_t)(uintptr_t)site->pc[i]) * UINT64_C(0x9E3779B97F4A7C15);
	return h;
}

uint64_t journal_site(const struct call_site *site)
{
	uint64_t id = site_hash(site);
	size_t i = (size_t)(id >> 40) % (2 * SITES_MOST);

	if (!site->pc[0])
		return 0;
	for (; site_at[i]; i = (i + 1) % (2 * SITES_MOST)) {
		vm_assert(site_at[i] <= nsites);
		if (!memcmp(&sites[site_at[i] - 1], site, sizeof *site))
			return id;
	}
	if (nsites < SITES_MOST) {
		sites[nsites++] = *site;
		vm_assert(nsites <= UINT16_MAX);
		site_at[i] = (uint16_t)nsites;
	}
	return id;
}

uint64_t journal_place(const char *file, int line)
{
	static uint64_t last;
	uint64_t id = (uint64_t)line;

	if (!file || !line)
		return 0;
	for (const char *c = file; *c; c++)
		id = journal_sum(id, (unsigned char)*c);
	if (id != last)
		JOURNAL(JOURNAL_PLACE, file, id, (uint64_t)line);
	last = id;
	return id;
}

static void place_put(const struct call_site *site)
{
	struct source_place place;

	if (call_place(site, &place) && place.file)
		JOURNAL(JOURNAL_PLACE, place.file, site_hash(site), (uint64_t)place.line);
}

void journal_places(void)
{
	static const struct call_site *all[SITES_MOST];

	if (!sealed()->send)
		return;
	for (size_t i = 0; i < nsites; i++)
		all[i] = &sites[i];
	call_place_prepare(all, nsites); /* one look-up costs as much as many */
	for (size_t i = 0; i < nsites; i++)
		place_put(all[i]);
}

/* ---- what happens ------------------------------------------------------------------------------------- */

void journal_made(enum journal_object what, const void *object, const struct call *call)
{
	JOURNAL(JOURNAL_MADE, call->name, what, (uintptr_t)object, 0, 0, journal_site(&call->site));
}

void journal_gone(enum journal_object what, const void *object)
{
	JOURNAL(JOURNAL_GONE, NULL, what, (uintptr_t)object);
}

void journal_left(const struct call *call, cudaError_t error)
{
	JOURNAL(JOURNAL_LEFT, call->name, journal_site(&call->site), (uint64_t)error, timing_spent());
}

void journal_finding(const struct finding *f, size_t place)
{
	static uint64_t number;
	const char *const texts[] = { f->message, f->advice, f->place.file, f->other.file };
	const uint64_t of[6] = { f->block.x, f->block.y, f->block.z, f->thread.x, f->thread.y, f->thread.z };
	uint64_t words[SAYS_WORDS] = {
		[SAYS_NUMBER] = ++number, [SAYS_PLACE] = place, [SAYS_KIND] = f->kind, [SAYS_LEVEL] = f->level,
		[SAYS_THREADS] = f->threads, [SAYS_LINE] = (uint64_t)f->place.line, [SAYS_OTHER_LINE] = (uint64_t)f->other.line,
	};
	struct buf all = BUF_INIT;

	memcpy(&words[SAYS_BLOCK], of, sizeof of);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		words[SAYS_MESSAGE + i] = texts[i] ? strlen(texts[i]) : 0;
		buf_puts(&all, texts[i] ? texts[i] : "");
	}
	journal_put(JOURNAL_FINDING, words, SAYS_WORDS, buf_text(&all));
	buf_release(&all);
}

void journal_op(const struct op *op, uint64_t entry)
{
	const struct kernel_op *k = op->kind == &op_kernel ? (const struct kernel_op *)op : NULL;
	uint64_t words[OP_WORDS + 256] = {
		[OP_NUMBER] = op->number, [OP_ENTRY] = entry, [OP_KIND] = (uint64_t)observe_kind(op),
		[OP_DEVICE] = (uint64_t)op->device, [OP_STREAM] = op->stream ? op->stream->number : 0,
		[OP_ASYNCHRONOUS] = k || strstr(op->call.name, "Async"), [OP_PINNED] = !op->pageable, [OP_BYTES] = op->bytes,
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
		kernel_name_put(k->function->name, false, &name); /* names that a compiler of Python supplied are known in this
								     process alone */
	journal_put(JOURNAL_OP, words, n, k ? buf_text(&name) : op->call.name);
	buf_release(&name);
}
