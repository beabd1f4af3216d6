/*
 * save.c - writes a memory's live allocations as bytes, and restores them: to repeat a launch in another process. All numbers are
 * 64 bits in this machine's byte order:
 *
 *	rows | addr bytes elem flags unwritten label[64] | (from, bytes) of each unwritten run | the bytes | addr ...
 */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "simt/mem/mem.h"
#include "simt/mem/shadow.h"
#include "simt/written.h"

struct row { uint64_t addr, bytes, elem, flags, unwritten; char label[64]; };
struct run { uint64_t from, bytes; };

/* ---- saving ------------------------------------------------------------------------------ */

/* The first unwritten run from that byte on; false: there is none. */
static bool run_next(struct simt_mem *m, const struct simt_allocation *a, uint64_t from, struct run *run)
{
	uint64_t at = from + simt_first_unwritten(m, a->addr + from, a->bytes - from), end = at;

	if (from >= a->bytes || at >= a->bytes)
		return false;
	if (!a->shadow || a->shadow->missing == a->bytes)
		end = a->bytes;
	while (end < a->bytes && simt_first_unwritten(m, a->addr + end, 1) == 0)
		end++;
	vm_assert(from <= at && at < end && end <= a->bytes);
	*run = (struct run){ at, end - at };
	return true;
}

static uint64_t runs_count(struct simt_mem *m, const struct simt_allocation *a)
{
	struct run run = { 0, 0 };
	uint64_t n = 0;

	while (run_next(m, a, run.from + run.bytes, &run))
		n++;
	return n;
}

static bool is_saved(const struct simt_allocation *a)
{
	return a->host && a->bytes;
}

uint64_t simt_save_bytes(struct simt_mem *m)
{
	uint64_t bytes = 0;
	struct simt_allocation *a;

	for (size_t i = 0; (a = simt_allocation_at(m, i)); i++)
		bytes += is_saved(a) ? a->bytes : 0;
	return bytes;
}

int simt_save(struct simt_mem *m, struct buf *out, struct error *err)
{
	struct simt_allocation *a;
	uint64_t rows = 0;

	if (*simt_mem_textures(m))
		return error_set(err, PARTY_US, "textures and surfaces cannot be saved");
	for (size_t i = 0; (a = simt_allocation_at(m, i)); i++)
		rows += is_saved(a);
	buf_append(out, &rows, sizeof rows);
	for (size_t i = 0; (a = simt_allocation_at(m, i)); i++) {
		struct row row = { a->addr, a->bytes, a->elem, a->flags, 0, "" };
		struct run run = { 0, 0 };

		if (!is_saved(a))
			continue;
		row.unwritten = runs_count(m, a);
		memcpy(row.label, a->label, sizeof row.label);
		buf_append(out, &row, sizeof row);
		while (run_next(m, a, run.from + run.bytes, &run))
			buf_append(out, &run, sizeof run);
		buf_append(out, a->host, a->bytes);
	}
	return out->failed ? error_nomem(err) : 0;
}

/* ---- restoring ----------------------------------------------------------------------------- */

struct reading { const uint8_t *at; size_t left; };

static bool take(struct reading *r, void *into, uint64_t bytes)
{
	if (bytes > r->left)
		return false;
	if (into)
		memcpy(into, r->at, bytes);
	r->at += bytes;
	r->left -= bytes;
	return true;
}

static int row_load(struct simt_mem *m, struct reading *r, const struct row *row, struct error *err)
{
	const uint8_t *runs = r->at;
	struct simt_allocation *a = simt_find(m, row->addr);

	if (row->unwritten > r->left / sizeof(struct run) || !take(r, NULL, row->unwritten * sizeof(struct run)) ||
	    row->bytes > r->left)
		return error_set(err, PARTY_US, "saved memory is cut short");
	if (!a && simt_alloc_at(m, row->addr, row->bytes, row->label, (unsigned)row->elem, (unsigned)row->flags, err))
		return -1;
	a = a ? a : simt_find(m, row->addr);
	if (!a || a->addr != row->addr || a->bytes != row->bytes)
		return error_set(err, PARTY_US, "saved memory at 0x%llx overlaps other memory", (unsigned long long)row->addr);
	simt_name(m, a->addr, row->label[0] ? row->label : NULL, (unsigned)row->elem);
	if (simt_write(m, a->addr, r->at, row->bytes, err))
		return -1;
	for (uint64_t k = 0; k < row->unwritten; k++) {
		struct run run;

		memcpy(&run, runs + k * sizeof run, sizeof run);
		if (run.from <= row->bytes && run.bytes <= row->bytes - run.from)
			shadow_poisoned(a, run.from, run.bytes);
	}
	take(r, NULL, row->bytes);
	return 0;
}

int simt_load(struct simt_mem *m, const void *bytes, size_t len, struct error *err)
{
	struct reading r = { bytes, len };
	uint64_t rows;
	struct row row;

	if (!take(&r, &rows, sizeof rows))
		return error_set(err, PARTY_US, "saved memory is cut short");
	for (uint64_t k = 0; k < rows; k++) {
		if (!take(&r, &row, sizeof row))
			return error_set(err, PARTY_US, "saved memory is cut short");
		row.label[sizeof row.label - 1] = '\0';
		if (row_load(m, &r, &row, err))
			return -1;
	}
	return 0;
}
