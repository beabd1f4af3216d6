/*
 * dwarf.c - see dwarf.h. The sections are lists of numbers and names (".b8 3", ".b64 __local_depot1"): they are read as
 * bytes, with the names in a separate list by their offset; then as DWARF 2.
 */
#include "config.h"

#include "ptx/dwarf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

#define SECTION_MOST ((size_t)16 << 20)
#define DIES_MOST    200000
#define DEPTH_MOST   64

/* ---- sections ------------------------------------------------------------------------------ */

struct dwarf_label { const char *name; size_t len; int line; };

static void section_value(struct dwarf *d, struct dwarf_section *s, const char *text, size_t len, unsigned bytes)
{
	char copy[32];
	unsigned long long n = 0;

	while (len && isspace((unsigned char)*text))
		text++, len--;
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	if (!len || s->bytes.len > SECTION_MOST)
		return;
	if (isdigit((unsigned char)*text) || *text == '-') {
		snprintf(copy, sizeof copy, "%.*s", (int)(len < sizeof copy ? len : sizeof copy - 1), text);
		n = strtoull(copy, NULL, 0);
	} else {
		struct dwarf_name *name = arena_push(&d->arena, &s->names, &s->nnames, &s->cap, sizeof *name);
		const char *plus = memchr(text, '+', len);

		/* ".debug_loc+133": the name, and its addend. */
		if (plus) {
			snprintf(copy, sizeof copy, "%.*s", (int)(text + len - plus - 1 < 31 ? text + len - plus - 1 : 31),
				 plus + 1);
			n = strtoull(copy, NULL, 0);
			len = (size_t)(plus - text);
		}
		if (name)
			*name = (struct dwarf_name){ s->bytes.len, text, len };
	}
	for (unsigned k = 0; k < bytes; k++)
		buf_putc(&s->bytes, (char)(n >> (8 * k)));
}

/* ".b8 1,2,3" or "$L__tmp6:" */
static void section_line(struct dwarf *d, struct dwarf_section *s, const char *at, const char *end)
{
	unsigned bits;
	const char *comment = memmem(at, (size_t)(end - at), "//", 2);

	end = comment ? comment : end;
	while (at < end && isspace((unsigned char)*at))
		at++;
	if (end - at < 4 || at[0] != '.' || at[1] != 'b')
		return;
	bits = (unsigned)atoi(at + 2);
	for (at += 2; at < end && isdigit((unsigned char)*at);)
		at++;
	while (at < end && (bits == 8 || bits == 16 || bits == 32 || bits == 64)) {
		const char *comma = memchr(at, ',', (size_t)(end - at));

		section_value(d, s, at, (size_t)((comma ? comma : end) - at), bits / 8);
		at = comma ? comma + 1 : end;
	}
}

static void label_add(struct dwarf *d, const char *at, const char *end, int line)
{
	const char *colon = memchr(at, ':', (size_t)(end - at));
	struct dwarf_label *l;

	while (at < end && isspace((unsigned char)*at))
		at++;
	if (!colon || colon == at || !(isalpha((unsigned char)*at) || *at == '$' || *at == '_'))
		return;
	for (const char *c = at; c < colon; c++)
		if (!isalnum((unsigned char)*c) && *c != '$' && *c != '_')
			return;
	l = arena_push(&d->arena, &d->labels, &d->nlabels, &d->labels_cap, sizeof *l);
	if (l)
		*l = (struct dwarf_label){ at, (size_t)(colon - at), line };
}

static void text_read(struct dwarf *d, const char *text, size_t len)
{
	struct dwarf_section *s = NULL, dropped = { 0 };
	const char *end = text + len;
	int line = 1;

	for (const char *at = text; at < end; line++) {
		const char *nl = memchr(at, '\n', (size_t)(end - at)), *stop = nl ? nl : end, *name;

		name = memmem(at, (size_t)(stop - at), ".section", 8);
		if (name) {
			name += 8;
			while (name < stop && isspace((unsigned char)*name))
				name++;
			s = !strncmp(name, ".debug_info", 11) ? &d->info : !strncmp(name, ".debug_abbrev", 13) ? &d->abbrev :
			    !strncmp(name, ".debug_loc", 10) ? &d->loc : &dropped;
		} else if (s && s != &dropped) {
			section_line(d, s, at, stop);
		} else if (!s) {
			label_add(d, at, stop, line);
		}
		at = stop + 1;
	}
	buf_release(&dropped.bytes);
}

static int by_label(const void *a, const void *b)
{
	const struct dwarf_label *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = memcmp(x->name, y->name, n);

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* The label whose address is at that offset of the section; NULL: none. */
const struct dwarf_name *dwarf_name_at(const struct dwarf_section *s, size_t at)
{
	ORDER_SEARCH(first, s->nnames, mid, s->names[mid].at < at)

	return first < s->nnames && s->names[first].at == at ? &s->names[first] : NULL;
}

int dwarf_label_line(const struct dwarf *d, const struct dwarf_name *n)
{
	struct dwarf_label key, *found;

	if (!n)
		return 0;
	key = (struct dwarf_label){ n->name, n->len, 0 };
	found = bsearch(&key, d->labels, d->nlabels, sizeof key, by_label);
	return found ? found->line : 0;
}

/* ---- entries -------------------------------------------------------------------------------- */

enum { AT_LOCATION = 0x02, AT_NAME = 0x03, AT_BYTE_SIZE = 0x0b, AT_LOW = 0x11, AT_HIGH = 0x12, AT_UPPER = 0x2f, AT_ORIGIN = 0x31,
	AT_COUNT = 0x37, AT_MEMBER = 0x38, AT_DECL_FILE = 0x3a, AT_DECL_LINE = 0x3b, AT_ENCODING = 0x3e, AT_TYPE = 0x49,
	AT_CALL_COLUMN = 0x57, AT_CALL_FILE = 0x58, AT_CALL_LINE = 0x59, AT_LINKAGE = 0x6e, AT_MIPS_LINKAGE = 0x2007 };

struct reader {
	struct dwarf *d;
	uint64_t version;            /* of the unit being read */
	bool bad;
};

uint64_t dwarf_fixed(const struct dwarf_section *s, size_t *at, unsigned n, bool *bad)
{
	uint64_t value = 0;

	if (*at + n > s->bytes.len) {
		*bad = true;
		return 0;
	}
	for (unsigned k = 0; k < n; k++)
		value |= (uint64_t)(uint8_t)s->bytes.data[*at + k] << (8 * k);
	*at += n;
	return value;
}

uint64_t dwarf_uleb(const struct dwarf_section *s, size_t *at, bool *bad)
{
	uint64_t value = 0;

	for (unsigned shift = 0;; shift += 7) {
		uint64_t byte = dwarf_fixed(s, at, 1, bad);

		if (shift < 64)
			value |= (byte & 127) << shift;
		if (!(byte & 128) || *bad)
			return value;
	}
}

static const char *string_read(const struct dwarf_section *s, size_t *at, bool *bad)
{
	const char *text = s->bytes.data + *at;
	const char *end = *at < s->bytes.len ? memchr(text, '\0', s->bytes.len - *at) : NULL;

	if (!end) {
		*bad = true;
		return "";
	}
	*at += (size_t)(end - text) + 1;
	return text;
}

/* The abbreviation's declaration: its offset after the code; 0: none. */
static size_t abbreviation(const struct dwarf_section *s, size_t table, uint64_t code)
{
	bool bad = false;

	for (size_t at = table; at < s->bytes.len && !bad;) {
		uint64_t its = dwarf_uleb(s, &at, &bad), attribute, form;

		if (its == code && its)
			return bad ? 0 : at;
		if (!its)
			return 0;
		dwarf_uleb(s, &at, &bad);
		dwarf_fixed(s, &at, 1, &bad);
		do {
			attribute = dwarf_uleb(s, &at, &bad);
			form = dwarf_uleb(s, &at, &bad);
		} while ((attribute || form) && !bad);
	}
	return 0;
}

static void attribute_read(struct reader *r, struct dwarf_entry *e, uint64_t attribute, uint64_t form, size_t *at, size_t unit)
{
	const struct dwarf_section *s = &r->d->info;
	const struct dwarf_name *name = NULL;
	const char *text = NULL;
	uint64_t value = 0;
	size_t block = 0, nblock = 0;

	switch (form) {
	case 0x01: name = dwarf_name_at(s, *at); value = dwarf_fixed(s, at, 8, &r->bad); break;
	case 0x03: nblock = dwarf_fixed(s, at, 2, &r->bad); break;
	case 0x04: nblock = dwarf_fixed(s, at, 4, &r->bad); break;
	case 0x05: value = dwarf_fixed(s, at, 2, &r->bad); break;
	case 0x06: case 0x17: case 0x0e: value = dwarf_fixed(s, at, 4, &r->bad); break;
	case 0x07: value = dwarf_fixed(s, at, 8, &r->bad); break;
	case 0x08: text = string_read(s, at, &r->bad); break;
	case 0x09: case 0x18: nblock = dwarf_uleb(s, at, &r->bad); break;
	case 0x0a: nblock = dwarf_fixed(s, at, 1, &r->bad); break;
	case 0x0b: case 0x0c: value = dwarf_fixed(s, at, 1, &r->bad); break;
	case 0x0d: case 0x0f: value = dwarf_uleb(s, at, &r->bad); break;
	/* in another unit: DWARF 2 has it as an address */
	case 0x10: value = dwarf_fixed(s, at, r->version == 2 ? 8 : 4, &r->bad); break;
	case 0x11: value = unit + dwarf_fixed(s, at, 1, &r->bad); break;
	case 0x12: value = unit + dwarf_fixed(s, at, 2, &r->bad); break;
	case 0x13: value = unit + dwarf_fixed(s, at, 4, &r->bad); break;
	case 0x14: value = unit + dwarf_fixed(s, at, 8, &r->bad); break;
	case 0x15: value = unit + dwarf_uleb(s, at, &r->bad); break;
	case 0x19: value = 1; break;
	default: r->bad = true; return;
	}
	if (nblock) {
		block = *at;
		if (nblock > s->bytes.len - *at)
			r->bad = true;
		else
			*at += nblock;
	}
	switch (attribute) {
	case AT_NAME: e->name = text; break;
	case AT_TYPE: e->type = value; break;
	case AT_ORIGIN: e->origin = value; break;
	case AT_BYTE_SIZE: e->size = value; break;
	case AT_ENCODING: e->encoding = value; break;
	case AT_UPPER: e->upper = value; e->has_upper = !nblock; break;
	case AT_COUNT: e->count = value; e->has_count = !nblock; break;
	case AT_LOW: e->low = dwarf_label_line(r->d, name); break;
	case AT_HIGH: e->high = dwarf_label_line(r->d, name); break;
	case AT_LOCATION: e->block = block; e->nblock = nblock; e->list = value;
		e->has_list = !nblock && (form == 0x06 || form == 0x17); break;
	case AT_LINKAGE: case AT_MIPS_LINKAGE: e->linkage = text; break;
	case AT_DECL_FILE: e->decl_file = (int)value; break;
	case AT_DECL_LINE: e->decl_line = (int)value; break;
	case AT_CALL_FILE: e->call_file = (int)value; break;
	case AT_CALL_LINE: e->call_line = (int)value; break;
	case AT_CALL_COLUMN: e->call_column = (int)value; break;
	case AT_MEMBER: e->member = value; e->block = block; e->nblock = nblock; break;
	default: break;
	}
}

/* Reads all entries of one unit into a flat list, each with its parent. */
static void unit_read(struct reader *r, size_t unit, size_t end, size_t table)
{
	const struct dwarf_section *s = &r->d->info;
	int parents[DEPTH_MOST] = { -1 };
	unsigned depth = 0;
	size_t at = unit + 11;

	while (at < end && !r->bad && r->d->n < DIES_MOST) {
		size_t begin = at, a;
		uint64_t code = dwarf_uleb(s, &at, &r->bad), attribute, form, children;
		struct dwarf_entry *e;

		if (!code) {
			if (depth)
				depth--;
			continue;
		}
		a = abbreviation(&r->d->abbrev, table, code);
		e = a ? arena_push(&r->d->arena, &r->d->entries, &r->d->n, &r->d->cap, sizeof *e) : NULL;
		if (!e) {
			r->bad = true;
			return;
		}
		*e = (struct dwarf_entry){ .at = begin, .parent = parents[depth] };
		e->tag = dwarf_uleb(&r->d->abbrev, &a, &r->bad);
		children = dwarf_fixed(&r->d->abbrev, &a, 1, &r->bad);
		for (;;) {
			attribute = dwarf_uleb(&r->d->abbrev, &a, &r->bad);
			form = dwarf_uleb(&r->d->abbrev, &a, &r->bad);
			if ((!attribute && !form) || r->bad)
				break;
			attribute_read(r, e, attribute, form, &at, unit);
		}
		if (children && depth + 1 < DEPTH_MOST)
			parents[++depth] = (int)r->d->n - 1;
		else if (children)
			r->bad = true;
	}
}

static void units_read(struct reader *r)
{
	const struct dwarf_section *s = &r->d->info;

	for (size_t at = 0; at + 11 <= s->bytes.len && !r->bad;) {
		size_t unit = at, p = at;
		uint64_t len = dwarf_fixed(s, &p, 4, &r->bad), version = dwarf_fixed(s, &p, 2, &r->bad),
			 table = dwarf_fixed(s, &p, 4, &r->bad);

		if (version < 2 || version > 4 || dwarf_fixed(s, &p, 1, &r->bad) != 8 || len > s->bytes.len - at)
			return;
		r->version = version;
		unit_read(r, unit, unit + 4 + len < s->bytes.len ? unit + 4 + len : s->bytes.len, table);
		at = unit + 4 + len;
	}
}

const struct dwarf_entry *dwarf_entry_at(const struct dwarf *d, uint64_t at)
{
	ORDER_SEARCH(first, d->n, mid, d->entries[mid].at < at)

	return first < d->n && d->entries[first].at == at ? &d->entries[first] : NULL;
}

void dwarf_read(struct dwarf *d, const char *text, size_t len)
{
	struct reader r = { .d = d };

	text_read(d, text, len);
	if (d->nlabels)
		qsort(d->labels, d->nlabels, sizeof *d->labels, by_label);
	units_read(&r);
	d->arena.failed |= d->info.bytes.failed || d->abbrev.bytes.failed || d->loc.bytes.failed;
}

void dwarf_release(struct dwarf *d)
{
	buf_release(&d->info.bytes);
	buf_release(&d->abbrev.bytes);
	buf_release(&d->loc.bytes);
	arena_release(&d->arena);
}
