/*
 * copy_check.c - copies that hardware performs, and that the source shows to be mistaken: a number of elements in place of bytes,
 * a pitch below the row.
 */
#define _GNU_SOURCE /* memmem */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cudart/check/call_place.h"
#include "cudart/check/ignored.h"
#include "cudart/check/report.h"
#include "cudart/journal.h"
#include "cudart/memory/copy.h"
#include "cudart/memory/memory.h"
#include "source/learner_source.h"
#include "words/kinds.h"

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

static void short_say(const struct call *call, const struct memory *m, uint64_t bytes, const char *count)
{
	report_call(KIND_COPY_SIZE, call, &m->made, "a copy counts bytes: n * sizeof(element)",
		    "%s copies only %llu of the %llu bytes of %s: its size, `%.64s`, is the number of elements", call->name,
		    (unsigned long long)bytes, (unsigned long long)m->bytes, m->name, count);
}

/*
 * A copy of whole memory back to the host that got a number of elements as its number of bytes: its size is what the allocation
 * multiplied with sizeof(), a number where that has the sizeof() of an array, or it ends within an element.
 */
void copy_short_check(const struct call *call, uint64_t from, uint64_t bytes)
{
	struct memory *m = memory_find(from);
	struct source_place made, copied;
	char size[256], count[256];
	char *times;

	if (!m || m->kind != MEMORY_DEVICE || m->addr != from || bytes >= m->bytes || bytes * 16 < m->bytes || m->bytes % bytes ||
	    !*memory_name(m) || (m->elem > 1 ? m->bytes / bytes != m->elem : m->bytes / bytes != 4 && m->bytes / bytes != 8))
		return;
	if (!call_place(&m->made.site, &made) || !call_place(&call->site, &copied) ||
	    !call_place_argument(&made, memory_made_by(m), 1, size, sizeof size) ||
	    !call_place_argument(&copied, call->name, 2, count, sizeof count))
		return;
	if (isdigit((unsigned char)*count) && !count[strspn(count, "0123456789")] && !strncmp(size, "sizeof", 6)) {
		short_say(call, m, bytes, count);
		return;
	}
	times = m->elem > 1 ? strstr(size, "sizeof") : NULL;
	while (times && times > size && strchr(" *(", times[-1]))
		times--;
	if (!times || times == size || strncmp(size, count, strlen(count)) || size + strlen(count) != times)
		return;
	short_say(call, m, bytes, count);
}

static bool share_a_line(const struct source_place *place, const char *a, const char *b, bool by_another);

/* Is a variable set from `b` on this line that shares one with `a`? */
static bool share_by_another(const struct source_place *place, const char *a, const char *b, const char *line, const char *end)
{
	const char *is = memchr(line, '=', (size_t)(end - line));
	char name[64] = "";
	size_t n = 0;

	if (!is || !text_has_word(is, (size_t)(end - is), b))
		return false;
	while (is > line && strchr(" +*", is[-1]))
		is--;
	while (is - n > line && text_is_word(is[-1 - (ptrdiff_t)n]))
		n++;
	if (n && n < sizeof name)
		memcpy(name, is - n, n);
	return *name && strcmp(name, b) && share_a_line(place, a, name, false);
}

/*
 * Has another line of the file both names, or `a` and that of a variable that is set from `b`? Then the host's memory may have
 * the pitch, too.
 */
static bool share_a_line(const struct source_place *place, const char *a, const char *b, bool by_another)
{
	size_t len;
	const char *text = call_place_text(place->file, &len), *end = text ? text + len : NULL;

	while (text && text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text)), *stop = nl ? nl : end;

		if (text_has_word(text, (size_t)(stop - text), a) && text_has_word(text, (size_t)(stop - text), b) &&
		    !memmem(text, (size_t)(stop - text), "cudaMemcpy2D", 12))
			return true;
		if (by_another && share_by_another(place, a, b, text, stop))
			return true;
		text = stop + 1;
	}
	return false;
}

/* The arguments of cudaMemcpy2D(to, pitch, from, pitch, ...). */
enum { ARGUMENT_TO = 0, ARGUMENT_FROM = 2 };

/*
 * The distance of the host's rows: other than that of the rows of the array that the source declares, or the pitch of the
 * device's memory, given once more for rows without padding.
 */
void host_pitch_check(const struct call *call, const struct copy_side *host, const struct copy_side *other, size_t width,
		      bool is_source)
{
	const unsigned index = is_source ? ARGUMENT_FROM : ARGUMENT_TO;
	struct memory *m = memory_find(other->addr);
	struct source_place place;
	char name[64], pitch[64], others[64];
	const char *text;
	uint64_t row;
	size_t len;

	if (memory_find(host->addr) || !m || strncmp(call->name, "cudaMemcpy2D", 12) ||
	    !call_place(&call->site, &place) || !(text = call_place_text(place.file, &len)) ||
	    !call_place_argument(&place, call->name, index, name, sizeof name) || !*name || name[strspn(name, WORD)] ||
	    !call_place_argument(&place, call->name, index + 1, pitch, sizeof pitch) ||
	    !call_place_argument(&place, call->name, ARGUMENT_FROM - index + 1, others, sizeof others))
		return;
	row = source_row_bytes(text, len, name);
	if (row ? host->pitch % row == 0 : host->pitch == width || !m->pitch || host->pitch != m->pitch ||
					   strcmp(pitch, others) || pitch[strspn(pitch, WORD)] ||
					   share_a_line(&place, name, pitch, true))
		return;
	if (row)
		report_note(KIND_COPY_BOUNDS, call, NULL, "pass the bytes from row to row of the host's array",
			    "%s takes %zu bytes as the pitch of its %s, but the rows of %s are %llu bytes apart", call->name,
			    host->pitch, is_source ? "source" : "destination", name, (unsigned long long)row);
	else
		report_note(KIND_COPY_BOUNDS, call, &m->made, "pass the bytes of a row of the host's array, without padding",
			    "%s takes %s, the pitch of %s (%zu bytes), as that of %s, too: a row of the copy has %zu bytes",
			    call->name, pitch, *memory_name(m) ? m->name : "the device's memory", host->pitch, name, width);
}

void pitch_check(const struct call *call, const struct copy_side *s, size_t height, const char *role)
{
	struct memory *m = height > 1 ? memory_find(s->addr) : NULL;

	if (m && m->pitch && s->pitch != m->pitch && s->pitch % m->pitch)
		report_note(KIND_COPY_BOUNDS, call, &m->made, "pass the pitch that the allocation returned",
			    "%s takes %zu bytes as the pitch of its %s, but "
			    "the rows of %s begin %llu bytes apart", call->name, s->pitch, role,
			    *memory_name(m) ? m->name : "the device memory", (unsigned long long)m->pitch);
}

cudaError_t pitch_reject(const struct call *call, const char *role, size_t width, size_t pitch)
{
	/* An exercise's program that ignores its errors is told so, which also explains what it reads afterwards. */
	if (observe_is_on() && !ignored_is_used(call))
		return cudaErrorInvalidPitchValue;
	report_call(KIND_API_ERROR, call, NULL, "a pitch counts the bytes from row to row, as the width counts those of a row",
		    "%s is given rows of %zu bytes, and a pitch of the %s of only %zu", call->name, width, role, pitch);
	return cudaErrorInvalidPitchValue;
}
