/*
 * races.c - connects the check between operations to the queue: submitted operations, the bytes used by those that ran,
 * and the host's waits. When memory runs out, the check ends, not the program.
 */
#include "config.h"

#include "cudart/check/races.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/order.h"
#include "base/source.h"
#include "cudart/check/check_async.h"
#include "cudart/check/happens_before.h"
#include "cudart/launch/launch.h"
#include "cudart/memory/memory.h"
#include "cudart/check/call_place.h"
#include "cudart/runtime.h"
#include "cudart/check/report.h"

static struct check_async *check; /* NULL: off */

static void give_up(void)
{
	check_async_free(check);
	check = NULL;
}

/* ---- words ------------------------------------------------------------------------------------ */

static void put_memory(void *ctx, uint64_t addr, uint64_t bytes, struct buf *out)
{
	struct memory *m = memory_find(addr);
	unsigned long long first, last;

	(void)ctx;
	if (!m || !*memory_name(m)) {
		buf_printf(out, "%llu byte%s of %s", (unsigned long long)bytes, bytes == 1 ? "" : "s",
			   m ? "a buffer" : "memory");
		return;
	}
	first = (addr - m->addr) / m->elem;
	last = (addr + bytes - 1 - m->addr) / m->elem;
	if (m->kind == MEMORY_SYMBOL && m->bytes == m->elem)
		buf_puts(out, m->name);
	else if (m->elem == 1)
		buf_printf(out, "%s, bytes %llu to %llu,", m->name, first, last);
	else if (first == last)
		buf_printf(out, "%s[%llu]", m->name, first);
	else
		buf_printf(out, "%s[%llu] to %s[%llu]", m->name, first, m->name, last);
}

/* Streams created by one line of the program, by the variables in which their handles were stored. */
struct sibling_streams { unsigned n, nth; uint64_t lowest; bool spread; };

static struct sibling_streams sibling_streams(const struct stream *s, const struct source_place *line)
{
	struct sibling_streams t = { .lowest = s->handle_at };

	for (unsigned d = 0; d < runtime.ndevices; d++)
		for (const struct stream *other = runtime.devices[d].streams; other; other = other->next) {
			struct source_place place;

			if (other->is_per_thread || !call_place(&other->born, &place) || place.line != line->line ||
			    strcmp(place.file, line->file))
				continue;
			t.n++;
			t.nth += other->number <= s->number;
			t.spread |= other->handle_at != s->handle_at;
			t.lowest = other->handle_at < t.lowest ? other->handle_at : t.lowest;
		}
	return t;
}

/*
 * `for (...; i = FIRST; ...)` or `for (auto &ONE : ALL)`, in the line or the three above it: the text after `word` and `sign`.
 * NULL: there is none.
 */
static const char *loop_text(const struct source_place *place, const char *word, char sign)
{
	size_t len, line_len, word_len = strlen(word);
	const char *all = call_place_text(place->file, &len);
	struct source source = { all, all ? len : 0 };

	for (int above = 0; all && above < 4; above++) {
		const char *line = source_line(&source, place->line - above, &line_len);

		for (const char *p = line; p && p + word_len < line + line_len; p++) {
			const char *behind = p + word_len;

			if (memcmp(p, word, word_len) || (p > line && (isalnum((unsigned char)p[-1]) || p[-1] == '_')))
				continue;
			while (behind < line + line_len && *behind == ' ')
				behind++;
			if (behind + 1 < line + line_len && *behind == sign && behind[1] != sign && behind[1] != '=')
				return behind + 1 + strspn(behind + 1, " ");
		}
	}
	return NULL;
}

/* "streams[2]" for `streams[i]` in a loop, or for `one` of all `streams`; the name itself if the index is unknown. */
static void put_of_many(const struct source_place *place, const char *name, const struct stream *s, struct buf *out)
{
	struct sibling_streams t = sibling_streams(s, place);
	unsigned long long index = (s->handle_at - t.lowest) / sizeof(cudaStream_t);
	const char *open = strchr(name, '['), *close = open ? strchr(open, ']') : NULL, *text;
	char variable[64] = "";

	if (t.n < 2) {
		buf_puts(out, name);
		return;
	}
	if (t.spread && close && close - open < (long)sizeof variable) {
		snprintf(variable, sizeof variable, "%.*s", (int)(close - open - 1), open + 1);
		text = loop_text(place, variable, '=');
		index += text && isdigit((unsigned char)*text) ? strtoul(text, NULL, 10) : 0;
		buf_printf(out, "%.*s[%llu]%s", (int)(open - name), name, index, close + 1);
		return;
	}
	text = t.spread ? loop_text(place, name, ':') : NULL;
	if (text && (isalpha((unsigned char)*text) || *text == '_')) {
		size_t len = 0;

		while (isalnum((unsigned char)text[len]) || text[len] == '_' || text[len] == '.')
			len++;
		buf_printf(out, "%.*s[%llu]", (int)len, text, index);
	} else {
		buf_printf(out, "%s (number %u that line %d made)", name, t.nth, place->line);
	}
}

/* By the variable that it was made in. */
static void put_stream_name(const struct stream *s, struct buf *out)
{
	static const char *const makers[] = { "cudaStreamCreate", "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority" };
	struct source_place place;
	char name[64];

	if (!s->number) {
		buf_puts(out, "the default stream");
		return;
	}
	if (s->is_per_thread) {
		buf_puts(out, "the thread's default stream");
		return;
	}
	for (size_t i = 0; i < sizeof makers / sizeof *makers && call_place(&s->born, &place); i++)
		if (call_place_argument(&place, makers[i], 0, name, sizeof name)) {
			buf_puts(out, "stream ");
			put_of_many(&place, name, s, out);
			return;
		}
	buf_printf(out, "stream %u", s->number);
}

static void put_stream(void *ctx, const void *which, struct buf *out)
{
	const struct stream *s = which;
	struct source_place place;

	(void)ctx;
	put_stream_name(s, out);
	if (s->empty_wait.pc[0] && call_place(&s->empty_wait, &place))
		buf_printf(out, " (whose wait on line %d waits for nothing: its event had not been recorded yet)", place.line);
}

static void reported(void *ctx, finding_kind kind, const struct call *call, const struct call *other, const char *advice,
		     const char *message)
{
	(void)ctx;
	report_call(kind, call, other, advice, "%s", message);
}

/* ---- the queue -------------------------------------------------------------------------------- */

/*
 * Operations are numbered from 1 in the queue, from 0 in the checker. A kernel that may begin early has two numbers there: one
 * for what it does before it waits, which only follows what the kernel before it follows, and then its own. `early` has their
 * numbers in the queue, in order.
 */
static struct { uint64_t *at; size_t n; } early;

/* How many of them have this number or a lower one. */
static size_t early_up_to(uint64_t number)
{
	size_t low = 0, high = early.n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (early.at[middle] <= number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static uint32_t number_of(uint64_t number)
{
	vm_assert(number);
	return (uint32_t)(number - 1 + early_up_to(number));
}

static bool is_early(const struct op *op)
{
	size_t n = early_up_to(op->number);

	return n && early.at[n - 1] == op->number;
}

/* The unfinished kernel before it in its stream; NULL: it may not begin before that one has ended, or there is none. */
static const struct op *kernel_before(const struct op *op)
{
	if (op->kind != &op_kernel || !((const struct kernel_op *)op)->early)
		return NULL;
	for (size_t i = 0; i < op->nafter; i++)
		if (op->after[i]->kind == &op_kernel && op->after[i]->stream == op->stream)
			return op->after[i];
	return NULL;
}

/* Adds it to the checker after those operations, but for `but`, and after those that `but` follows. */
static int submit(const struct async_op *a, const struct op *op, const struct op *but)
{
	uint32_t number, *after = malloc((op->nfollows + (but ? but->nfollows : 0) + 2) * sizeof *after);
	size_t n = 0;
	int failed;

	if (!after)
		return -1;
	for (size_t i = 0; i < op->nfollows; i++)
		if (!but || op->follows[i] != but->number)
			after[n++] = number_of(op->follows[i]);
	for (size_t i = 0; but && i < but->nfollows; i++)
		after[n++] = number_of(but->follows[i]);
	if (!but && is_early(op))
		after[n++] = number_of(op->number) - 1;
	vm_assert(n <= op->nfollows + (but ? but->nfollows : 0) + 1);
	failed = check_async_submit(check, a, after, n, &number, NULL);
	free(after);
	return failed;
}

static int submit_early(struct async_op a, const struct op *op, const struct op *before)
{
	uint64_t *number;

	a.early = true;
	if (submit(&a, op, before) || !(number = array_push(&early.at, &early.n, sizeof *number)))
		return -1;
	vm_assert(early.n == 1 || number[-1] < op->number);
	*number = op->number;
	return 0;
}

static void submitted(struct op *op)
{
	struct async_op a = { .call = op->call, .stream = op->stream };
	const struct op *before = kernel_before(op);

	if (!check)
		return;
	if (op->kind == &op_kernel)
		a.kernel = ((struct kernel_op *)op)->function->name;
	if ((before && submit_early(a, op, before)) || submit(&a, op, NULL))
		give_up();
}

ORDER_BY(by_address, struct async_range, addr)

/* Sorts the ranges, and merges those that touch. */
static size_t merge_ranges(struct async_range *r, size_t n)
{
	size_t kept = 0;

	for (size_t i = 1; i < n; i++)
		if (r[i].addr < r[i - 1].addr) {
			qsort(r, n, sizeof *r, by_address);
			break;
		}
	for (size_t i = 0; i < n; i++) {
		struct async_range *last = kept ? &r[kept - 1] : NULL;

		if (!last || r[i].addr > last->addr + last->bytes)
			r[kept++] = r[i];
		else if (r[i].addr + r[i].bytes > last->addr + last->bytes)
			last->bytes = r[i].addr + r[i].bytes - last->addr;
	}
	vm_assert(kept <= n);
	return kept;
}

#define WORD 8 /* the most bytes that hardware writes at once */

/* A copy or fill of one word is a flag for kernels that ask for it. */
static unsigned how(const struct op *op, const struct op_range *r)
{
	const bool flags = r->flags || (op->kind != &op_kernel && r->bytes <= WORD);

	if (r->life != LIFE_GOES_ON)
		return r->life == LIFE_ENDS ? ASYNC_FREE : ASYNC_ALLOC;
	if (r->atomic)
		return ASYNC_ATOMIC;
	if (r->write)
		return ASYNC_WRITE | (flags ? ASYNC_TELL : 0);
	return r->flags ? ASYNC_ASK : ASYNC_READ;
}

/* Pageable host memory is used only while the host waits. */
static int used(uint32_t number, const struct op *op, unsigned wanted, bool early_ones)
{
	struct async_range *r;
	size_t n = 0, first = 0;
	int failed;

	while (first < op->nranges && (how(op, &op->ranges[first]) != wanted || op->ranges[first].early != early_ones))
		first++;
	if (first == op->nranges)
		return 0;
	r = malloc((op->nranges - first) * sizeof *r);
	if (!r)
		return -1;
	for (size_t i = first; i < op->nranges; i++) {
		const struct op_range *from = &op->ranges[i];

		if (how(op, from) == wanted && from->early == early_ones && from->bytes &&
		    (op->kind == &op_kernel || memory_find(from->addr)))
			r[n++] = (struct async_range){ from->addr, from->bytes, wanted };
	}
	vm_assert(n <= op->nranges);
	failed = check_async_used(check, number, r, merge_ranges(r, n), NULL);
	free(r);
	return failed;
}

static void ended(struct op *op)
{
	static const unsigned ways[] = { ASYNC_ASK, ASYNC_READ, ASYNC_WRITE, ASYNC_WRITE | ASYNC_TELL, ASYNC_ATOMIC, ASYNC_ALLOC,
					 ASYNC_FREE };
	const uint32_t number = number_of(op->number);
	const bool two = is_early(op);

	for (size_t i = 0; i < sizeof ways / sizeof *ways && check && two && !op->skipped; i++)
		if (used(number - 1, op, ways[i], true))
			give_up();
	if (check && two)
		check_async_ran(check, number - 1);
	for (size_t i = 0; i < sizeof ways / sizeof *ways && check && !op->skipped && op->nranges; i++)
		if (used(number, op, ways[i], false))
			give_up();
	if (check)
		check_async_ran(check, number);
}

static void waited_for_number(uint64_t number)
{
	if (check && number && check_async_host_waits(check, number_of(number), NULL))
		give_up();
}

/* A copy that is only staged has waited for what came before it. */
static void waited_for(struct op *op)
{
	for (size_t i = 0; op->staging && i < op->nfollows; i++)
		waited_for_number(op->follows[i]);
	if (!op->staging)
		waited_for_number(op->number);
}

static void waited_all(int device)
{
	for (int d = 0; d < (int)runtime.ndevices; d++) {
		if (device >= 0 && d != device)
			continue;
		if (runtime.devices[d].legacy.last)
			waited_for(runtime.devices[d].legacy.last);
		for (struct stream *s = runtime.devices[d].streams; s; s = s->next)
			if (s->last)
				waited_for(s->last);
	}
}

static void waited(struct op *op, int device)
{
	if (op)
		waited_for(op);
	else
		waited_all(device);
}

bool races_host_knows(const struct op *op, const struct op *waited)
{
	return check && op->number ? check_async_host_knows(check, number_of(op->number)) : op->number <= waited->number;
}

void races_follows(const struct op *op, uint64_t earlier)
{
	if (check && check_async_follows(check, number_of(op->number), earlier ? number_of(earlier) : HAPPENS_ALL, NULL))
		give_up();
}

bool races_want_ranges(const struct kernel_op *k)
{
	(void)k;
	return runtime.settings.check_async && (runtime.streams_made || runtime.graphs_made || runtime.early_made ||
						memory_shared());
}

void races_start(void)
{
	const struct async_words words = { put_memory, put_stream, reported, NULL };

	if (!runtime.settings.check_async)
		return;
	check = check_async_new(&words, NULL);
	queue_watch(submitted, ended);
	queue_watch_waits(waited);
}
