/*
 * variables.c - see variables.h. The sections are lists of numbers and names (".b8 3", ".b64 __local_depot1"): they are read as bytes, with
 * the names in a separate list by their offset; then as DWARF 2. A label's place is its line in the text, like an instruction's.
 */
#include "config.h"

#include "debug/variables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

#define SECTION_MOST ((size_t)16 << 20)
#define DIES_MOST    200000
#define DEPTH_MOST   64

/* ---- sections ------------------------------------------------------------------------------ */

struct named { size_t at; const char *name; size_t len; };
struct section { struct buf bytes; struct named *names; size_t nnames, cap; };

struct label { const char *name; size_t len; int line; };

struct debug_place {
	int first, last;             /* lines; 0, 0: always */
	const struct ptx_var *local; uint64_t offset; /* in local memory; or */
	char reg[12];                /* in that register; or */
	const struct ptx_var *param; /* it is that parameter of the kernel; or */
	const struct ptx_var *shared;
};

struct debug_variables {
	struct arena arena;
	const struct ptx_module *module;
	struct debug_variable *list; size_t n, cap;
	struct label *labels; size_t nlabels, labels_cap;
	struct section info, abbrev, loc;
};

static void section_value(struct debug_variables *v, struct section *s, const char *text, size_t len, unsigned bytes)
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
		struct named *name = arena_push(&v->arena, &s->names, &s->nnames, &s->cap, sizeof *name);
		const char *plus = memchr(text, '+', len);

		/* ".debug_loc+133": the name, and its addend. */
		if (plus) {
			snprintf(copy, sizeof copy, "%.*s", (int)(text + len - plus - 1 < 31 ? text + len - plus - 1 : 31), plus + 1);
			n = strtoull(copy, NULL, 0);
			len = (size_t)(plus - text);
		}
		if (name)
			*name = (struct named){ s->bytes.len, text, len };
	}
	for (unsigned k = 0; k < bytes; k++)
		buf_putc(&s->bytes, (char)(n >> (8 * k)));
}

/* ".b8 1,2,3" or "$L__tmp6:" */
static void section_line(struct debug_variables *v, struct section *s, const char *at, const char *end)
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

		section_value(v, s, at, (size_t)((comma ? comma : end) - at), bits / 8);
		at = comma ? comma + 1 : end;
	}
}

static void label_add(struct debug_variables *v, const char *at, const char *end, int line)
{
	const char *colon = memchr(at, ':', (size_t)(end - at));
	struct label *l;

	while (at < end && isspace((unsigned char)*at))
		at++;
	if (!colon || colon == at || !(isalpha((unsigned char)*at) || *at == '$' || *at == '_'))
		return;
	for (const char *c = at; c < colon; c++)
		if (!isalnum((unsigned char)*c) && *c != '$' && *c != '_')
			return;
	l = arena_push(&v->arena, &v->labels, &v->nlabels, &v->labels_cap, sizeof *l);
	if (l)
		*l = (struct label){ at, (size_t)(colon - at), line };
}

static void text_read(struct debug_variables *v, const char *text, size_t len)
{
	struct section *s = NULL, dropped = { 0 };
	const char *end = text + len;
	int line = 1;

	for (const char *at = text; at < end; line++) {
		const char *nl = memchr(at, '\n', (size_t)(end - at)), *stop = nl ? nl : end, *name;

		name = memmem(at, (size_t)(stop - at), ".section", 8);
		if (name) {
			name += 8;
			while (name < stop && isspace((unsigned char)*name))
				name++;
			s = !strncmp(name, ".debug_info", 11) ? &v->info : !strncmp(name, ".debug_abbrev", 13) ? &v->abbrev :
			    !strncmp(name, ".debug_loc", 10) ? &v->loc : &dropped;
		} else if (s && s != &dropped) {
			section_line(v, s, at, stop);
		} else if (!s) {
			label_add(v, at, stop, line);
		}
		at = stop + 1;
	}
	buf_release(&dropped.bytes);
}

static int by_label(const void *a, const void *b)
{
	const struct label *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = memcmp(x->name, y->name, n);

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* The label whose address is at that offset of the section; NULL: none. */
static const struct named *name_at(const struct section *s, size_t at)
{
	size_t low = 0, high = s->nnames;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->names[mid].at == at)
			return &s->names[mid];
		if (s->names[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static int label_line(const struct debug_variables *v, const struct named *n)
{
	struct label key, *found;

	if (!n)
		return 0;
	key = (struct label){ n->name, n->len, 0 };
	found = bsearch(&key, v->labels, v->nlabels, sizeof key, by_label);
	return found ? found->line : 0;
}

/* ---- entries -------------------------------------------------------------------------------- */

enum { TAG_ARRAY = 0x01, TAG_CLASS = 0x02, TAG_ENUM = 0x04, TAG_PARAMETER = 0x05, TAG_BLOCK = 0x0b, TAG_MEMBER = 0x0d, TAG_POINTER = 0x0f,
	TAG_REFERENCE = 0x10, TAG_STRUCT = 0x13, TAG_TYPEDEF = 0x16, TAG_UNION = 0x17, TAG_INLINED = 0x1d, TAG_SUBRANGE = 0x21, TAG_BASE = 0x24,
	TAG_CONST = 0x26, TAG_SUBPROGRAM = 0x2e, TAG_VARIABLE = 0x34, TAG_VOLATILE = 0x35, TAG_RVALUE = 0x42 };
enum { AT_LOCATION = 0x02, AT_NAME = 0x03, AT_BYTE_SIZE = 0x0b, AT_LOW = 0x11, AT_HIGH = 0x12, AT_UPPER = 0x2f, AT_ORIGIN = 0x31,
	AT_COUNT = 0x37, AT_MEMBER = 0x38, AT_ENCODING = 0x3e, AT_TYPE = 0x49 };

struct die {
	size_t at;                   /* offset in .debug_info */
	uint64_t tag;
	int parent;
	const char *name;
	uint64_t type, origin, size, encoding, upper, count;
	bool has_upper, has_count;
	int low, high;               /* lines */
	size_t block, nblock;        /* the location's bytes, or those of a member's place */
	uint64_t list, member; bool has_list;
};

struct reader {
	struct debug_variables *v;
	struct die *dies; size_t n, cap;
	uint64_t version;            /* of the unit being read */
	bool bad;
};

static uint64_t fixed(const struct section *s, size_t *at, unsigned n, bool *bad)
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

static uint64_t uleb(const struct section *s, size_t *at, bool *bad)
{
	uint64_t value = 0;

	for (unsigned shift = 0;; shift += 7) {
		uint64_t byte = fixed(s, at, 1, bad);

		if (shift < 64)
			value |= (byte & 127) << shift;
		if (!(byte & 128) || *bad)
			return value;
	}
}

static const char *string_read(const struct section *s, size_t *at, bool *bad)
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
static size_t abbreviation(const struct section *s, size_t table, uint64_t code)
{
	bool bad = false;

	for (size_t at = table; at < s->bytes.len && !bad;) {
		uint64_t its = uleb(s, &at, &bad), attribute, form;

		if (its == code && its)
			return bad ? 0 : at;
		if (!its)
			return 0;
		uleb(s, &at, &bad);
		fixed(s, &at, 1, &bad);
		do {
			attribute = uleb(s, &at, &bad);
			form = uleb(s, &at, &bad);
		} while ((attribute || form) && !bad);
	}
	return 0;
}

static void attribute_read(struct reader *r, struct die *d, uint64_t attribute, uint64_t form, size_t *at, size_t unit)
{
	const struct section *s = &r->v->info;
	const struct named *name = NULL;
	const char *text = NULL;
	uint64_t value = 0;
	size_t block = 0, nblock = 0;

	switch (form) {
	case 0x01: name = name_at(s, *at); value = fixed(s, at, 8, &r->bad); break;
	case 0x03: nblock = fixed(s, at, 2, &r->bad); break;
	case 0x04: nblock = fixed(s, at, 4, &r->bad); break;
	case 0x05: value = fixed(s, at, 2, &r->bad); break;
	case 0x06: case 0x17: case 0x0e: value = fixed(s, at, 4, &r->bad); break;
	case 0x07: value = fixed(s, at, 8, &r->bad); break;
	case 0x08: text = string_read(s, at, &r->bad); break;
	case 0x09: case 0x18: nblock = uleb(s, at, &r->bad); break;
	case 0x0a: nblock = fixed(s, at, 1, &r->bad); break;
	case 0x0b: case 0x0c: value = fixed(s, at, 1, &r->bad); break;
	case 0x0d: case 0x0f: value = uleb(s, at, &r->bad); break;
	case 0x10: value = fixed(s, at, r->version == 2 ? 8 : 4, &r->bad); break; /* in another unit: DWARF 2 has it as an address */
	case 0x11: value = unit + fixed(s, at, 1, &r->bad); break;
	case 0x12: value = unit + fixed(s, at, 2, &r->bad); break;
	case 0x13: value = unit + fixed(s, at, 4, &r->bad); break;
	case 0x14: value = unit + fixed(s, at, 8, &r->bad); break;
	case 0x15: value = unit + uleb(s, at, &r->bad); break;
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
	case AT_NAME: d->name = text; break;
	case AT_TYPE: d->type = value; break;
	case AT_ORIGIN: d->origin = value; break;
	case AT_BYTE_SIZE: d->size = value; break;
	case AT_ENCODING: d->encoding = value; break;
	case AT_UPPER: d->upper = value; d->has_upper = !nblock; break;
	case AT_COUNT: d->count = value; d->has_count = !nblock; break;
	case AT_LOW: d->low = label_line(r->v, name); break;
	case AT_HIGH: d->high = label_line(r->v, name); break;
	case AT_LOCATION: d->block = block; d->nblock = nblock; d->list = value; d->has_list = !nblock && (form == 0x06 || form == 0x17); break;
	case AT_MEMBER: d->member = value; d->block = block; d->nblock = nblock; break;
	default: break;
	}
}

/* Reads all entries of one unit into a flat list, each with its parent. */
static void unit_read(struct reader *r, size_t unit, size_t end, size_t table)
{
	const struct section *s = &r->v->info;
	int parents[DEPTH_MOST] = { -1 };
	unsigned depth = 0;
	size_t at = unit + 11;

	while (at < end && !r->bad && r->n < DIES_MOST) {
		size_t begin = at, a;
		uint64_t code = uleb(s, &at, &r->bad), attribute, form, children;
		struct die *d;

		if (!code) {
			if (depth)
				depth--;
			continue;
		}
		a = abbreviation(&r->v->abbrev, table, code);
		d = a ? arena_push(&r->v->arena, &r->dies, &r->n, &r->cap, sizeof *d) : NULL;
		if (!d) {
			r->bad = true;
			return;
		}
		*d = (struct die){ .at = begin, .parent = parents[depth] };
		d->tag = uleb(&r->v->abbrev, &a, &r->bad);
		children = fixed(&r->v->abbrev, &a, 1, &r->bad);
		for (;;) {
			attribute = uleb(&r->v->abbrev, &a, &r->bad);
			form = uleb(&r->v->abbrev, &a, &r->bad);
			if ((!attribute && !form) || r->bad)
				break;
			attribute_read(r, d, attribute, form, &at, unit);
		}
		if (children && depth + 1 < DEPTH_MOST)
			parents[++depth] = (int)r->n - 1;
		else if (children)
			r->bad = true;
	}
}

static void units_read(struct reader *r)
{
	const struct section *s = &r->v->info;

	for (size_t at = 0; at + 11 <= s->bytes.len && !r->bad;) {
		size_t unit = at, p = at;
		uint64_t len = fixed(s, &p, 4, &r->bad), version = fixed(s, &p, 2, &r->bad), table = fixed(s, &p, 4, &r->bad);

		if (version < 2 || version > 4 || fixed(s, &p, 1, &r->bad) != 8 || len > s->bytes.len - at)
			return;
		r->version = version;
		unit_read(r, unit, unit + 4 + len < s->bytes.len ? unit + 4 + len : s->bytes.len, table);
		at = unit + 4 + len;
	}
}

/* ---- types ------------------------------------------------------------------------------------ */

static const struct die *die_at(const struct reader *r, uint64_t at)
{
	size_t low = 0, high = r->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (r->dies[mid].at == at)
			return &r->dies[mid];
		if (r->dies[mid].at < at)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

static bool type_read(struct reader *r, uint64_t at, unsigned depth, struct debug_type *t);

static void members_read(struct reader *r, const struct die *d, unsigned depth, struct debug_type *t)
{
	struct debug_member *list = NULL;
	size_t n = 0, cap = 0;
	int self = (int)(d - r->dies);

	for (size_t k = (size_t)self + 1; k < r->n && r->dies[k].parent >= self; k++) {
		const struct die *m = &r->dies[k];
		struct debug_member *slot;
		struct debug_type type;
		uint64_t offset = m->member;

		if (m->parent != self || m->tag != TAG_MEMBER || !m->name)
			continue;
		if (m->nblock) { /* DW_OP_plus_uconst N */
			size_t p = m->block + 1;
			bool bad = r->v->info.bytes.data[m->block] != 0x23;

			offset = uleb(&r->v->info, &p, &bad);
			if (bad)
				continue;
		}
		if (!type_read(r, m->type, depth + 1, &type) || type.kind == DEBUG_STRUCT || type.shape[0] || offset + type.size > t->size)
			continue;
		slot = arena_push(&r->v->arena, &list, &n, &cap, sizeof *slot);
		if (slot)
			*slot = (struct debug_member){ m->name, (uint32_t)offset, type };
	}
	t->members = list;
	t->nmembers = n;
}

static bool array_read(struct reader *r, const struct die *d, unsigned depth, struct debug_type *t)
{
	int self = (int)(d - r->dies);
	uint64_t shape[3] = { 0 }, inner[3];
	size_t n = 0, more = 0;

	for (size_t k = (size_t)self + 1; k < r->n && r->dies[k].parent == self; k++) {
		if (r->dies[k].tag != TAG_SUBRANGE || n == 3)
			return false;
		shape[n++] = r->dies[k].has_count ? r->dies[k].count : r->dies[k].has_upper ? r->dies[k].upper + 1 : 0;
		if (!shape[n - 1] || shape[n - 1] > UINT32_MAX)
			return false;
	}
	if (!n || !type_read(r, d->type, depth + 1, t))
		return false;
	memcpy(inner, t->shape, sizeof inner);
	while (more < 3 && inner[more])
		more++;
	if (n + more > 3)
		return false;
	memcpy(t->shape, shape, sizeof shape);
	memcpy(t->shape + n, inner, more * sizeof *inner);
	return true;
}

static bool base_read(const struct die *d, struct debug_type *t)
{
	t->kind = d->encoding == 4 ? DEBUG_REAL : d->encoding == 2 ? DEBUG_BOOL :
		  d->encoding == 5 || d->encoding == 6 ? DEBUG_SIGNED : DEBUG_UNSIGNED;
	t->size = d->size <= 8 ? (uint32_t)d->size : 0;
	return t->size && (t->kind != DEBUG_REAL || t->size >= 4);
}

static bool type_read(struct reader *r, uint64_t at, unsigned depth, struct debug_type *t)
{
	const struct die *d = depth < 32 ? die_at(r, at) : NULL;
	const char *name;

	memset(t, 0, sizeof *t);
	if (!d)
		return false;
	t->name = d->name ? d->name : "";
	switch (d->tag) {
	case TAG_BASE:
		return base_read(d, t);
	case TAG_ENUM:
		t->kind = DEBUG_SIGNED;
		t->size = d->size && d->size <= 8 ? (uint32_t)d->size : 4;
		return true;
	case TAG_POINTER:
	case TAG_REFERENCE:
	case TAG_RVALUE:
		t->kind = DEBUG_POINTER;
		t->name = "";
		t->size = 8;
		return true;
	case TAG_TYPEDEF:
		name = t->name;
		if (!type_read(r, d->type, depth + 1, t))
			return false;
		t->name = name;
		return true;
	case TAG_CONST:
	case TAG_VOLATILE:
		return type_read(r, d->type, depth + 1, t);
	case TAG_ARRAY:
		return array_read(r, d, depth, t);
	case TAG_STRUCT:
	case TAG_CLASS:
	case TAG_UNION:
		t->kind = DEBUG_STRUCT;
		t->size = d->size && d->size <= 4096 ? (uint32_t)d->size : 0;
		if (t->size)
			members_read(r, d, depth, t);
		return t->size;
	default:
		return false;
	}
}

/* ---- places -------------------------------------------------------------------------------------- */

static const struct ptx_function *function_around(const struct debug_variables *v, int first, int last)
{
	for (size_t k = 0; k < v->module->nfunctions; k++) {
		const struct ptx_function *f = v->module->functions[k];

		if (f->ninstrs && f->instrs[0].line > first && f->instrs[0].line < last)
			return f;
	}
	return NULL;
}

static bool name_is(const struct named *n, const char *name)
{
	return strlen(name) == n->len && !memcmp(n->name, name, n->len);
}

static bool symbol_place(const struct debug_variables *v, const struct ptx_function *f, const struct named *n, struct debug_place *p)
{
	for (size_t k = 0; k < f->nvars; k++)
		if (name_is(n, f->vars[k]->name)) {
			p->local = f->vars[k]->space == PTX_LOCAL ? f->vars[k] : NULL;
			p->shared = f->vars[k]->space == PTX_SHARED ? f->vars[k] : NULL;
			return p->local || p->shared;
		}
	for (size_t k = 0; k < f->nparams; k++)
		if (name_is(n, f->params[k].name)) {
			p->param = f->is_entry ? &f->params[k] : NULL;
			return p->param;
		}
	(void)v;
	return false;
}

/* Handles the expressions that compilers make: a symbol, or a symbol and an offset, or a register. */
static bool expression_place(const struct debug_variables *v, const struct ptx_function *f, const struct section *s, size_t at, size_t n,
			     struct debug_place *p)
{
	const size_t end = at + n;
	bool bad = false;
	uint64_t op, reg;
	const struct named *name;

	if (!n || end > s->bytes.len)
		return false;
	op = fixed(s, &at, 1, &bad);
	if (op == 0x90) {
		unsigned len = 0;

		reg = uleb(s, &at, &bad);
		for (int shift = 56; shift >= 0; shift -= 8)
			if (reg >> shift & 255)
				p->reg[len++] = (char)(reg >> shift);
		p->reg[len] = '\0';
		return !bad && at == end && len > 1;
	}
	if (op != 0x03)
		return false;
	name = name_at(s, at);
	p->offset = fixed(s, &at, 8, &bad);
	if (at < end) {
		if (fixed(s, &at, 1, &bad) != 0x23)
			return false;
		p->offset += uleb(s, &at, &bad);
	}
	return name && !bad && at == end && symbol_place(v, f, name, p);
}

static void places_read(struct reader *r, const struct die *d, const struct ptx_function *f, struct debug_variable *x)
{
	struct debug_variables *v = r->v;
	struct debug_place *list = NULL, *slot, p = { 0 };
	size_t n = 0, cap = 0, at = d->list;
	bool bad = false;

	if (!d->has_list) {
		if (expression_place(v, f, &v->info, d->block, d->nblock, &p) && (slot = arena_push(&v->arena, &list, &n, &cap, sizeof *slot)))
			*slot = p;
	}
	while (d->has_list && !bad) {
		const struct named *low = name_at(&v->loc, at), *high = name_at(&v->loc, at + 8);
		size_t len;

		at += 16;
		if (!low || !high)
			break;
		len = fixed(&v->loc, &at, 2, &bad);
		p = (struct debug_place){ .first = label_line(v, low), .last = label_line(v, high) };
		if (!bad && p.first && p.last && expression_place(v, f, &v->loc, at, len, &p) &&
		    (slot = arena_push(&v->arena, &list, &n, &cap, sizeof *slot)))
			*slot = p;
		at += len;
	}
	x->places = list;
	x->nplaces = n;
}

/* The scope of the entry: that of the nearest enclosing entry with labels. */
static bool scope_of(const struct reader *r, const struct die *d, int *first, int *last, const struct ptx_function **f)
{
	bool scoped = false;

	for (int k = d->parent; k >= 0; k = r->dies[k].parent) {
		const struct die *p = &r->dies[k];

		if (p->low && p->high && !scoped) {
			*first = p->low;
			*last = p->high;
			scoped = true;
		}
		if (p->tag == TAG_SUBPROGRAM) {
			*f = p->low && p->high ? function_around(r->v, p->low, p->high) : NULL;
			return scoped && *f;
		}
	}
	return false;
}

static void variable_add(struct reader *r, const struct die *d)
{
	const struct die *named = d->name ? d : die_at(r, d->origin), *typed = d->type ? d : die_at(r, d->origin);
	const struct ptx_function *f;
	size_t before = 0;
	struct debug_variable x = { .is_parameter = d->tag == TAG_PARAMETER }, *slot;

	if (!named || !typed || !named->name || (!d->nblock && !d->has_list) || !scope_of(r, d, &x.first, &x.last, &f) ||
	    !type_read(r, typed->type, 0, &x.type))
		return;
	x.name = named->name;
	places_read(r, d, f, &x);
	if (!x.nplaces)
		return;
	for (const struct die *p = d; p-- > r->dies;)
		before += p->parent == d->parent && p->tag == TAG_PARAMETER;
	if (x.is_parameter && f->is_entry && r->dies[d->parent].tag == TAG_SUBPROGRAM && before < f->nparams)
		x.given = &f->params[before];
	slot = arena_push(&r->v->arena, &r->v->list, &r->v->n, &r->v->cap, sizeof *slot);
	if (slot)
		*slot = x;
}

struct debug_variables *debug_variables_new(const struct ptx_module *m, const char *text, size_t len)
{
	struct debug_variables *v = calloc(1, sizeof *v);
	struct reader r = { .v = v };

	if (!v)
		return NULL;
	v->module = m;
	text_read(v, text, len);
	if (v->nlabels)
		qsort(v->labels, v->nlabels, sizeof *v->labels, by_label);
	units_read(&r);
	for (size_t k = 0; k < r.n; k++)
		if (r.dies[k].tag == TAG_VARIABLE || r.dies[k].tag == TAG_PARAMETER)
			variable_add(&r, &r.dies[k]);
	if (!v->arena.failed && !v->info.bytes.failed && !v->abbrev.bytes.failed && !v->loc.bytes.failed)
		return v;
	debug_variables_free(v);
	return NULL;
}

void debug_variables_free(struct debug_variables *v)
{
	if (!v)
		return;
	buf_release(&v->info.bytes);
	buf_release(&v->abbrev.bytes);
	buf_release(&v->loc.bytes);
	arena_release(&v->arena);
	free(v);
}

size_t debug_variables_count(const struct debug_variables *v)
{
	return v->n;
}

bool debug_variable_exists(const struct debug_variables *v, const char *name, size_t len)
{
	for (size_t k = 0; k < v->n; k++)
		if (strlen(v->list[k].name) == len && !memcmp(v->list[k].name, name, len))
			return true;
	return false;
}

/* ---- at a step ------------------------------------------------------------------------------------- */

/* Of two scopes that contain the step the inner one is shorter; within one scope the later declaration comes first. */
const struct debug_variable *debug_variable_at(const struct debug_variables *v, const struct simt_step *s, size_t k)
{
	int line = s->instr ? s->instr->line : 0;

	for (int width = 0;;) {
		int next = INT32_MAX;

		for (size_t i = 0; i < v->n; i++) {
			const struct debug_variable *x = &v->list[i];
			int its = x->last - x->first;

			if (line > x->first && line < x->last && its > width && its < next)
				next = its;
		}
		if (next == INT32_MAX)
			return NULL;
		width = next;
		for (size_t i = v->n; i-- > 0;) {
			const struct debug_variable *x = &v->list[i];

			if (line > x->first && line < x->last && x->last - x->first == width && k-- == 0)
				return x;
		}
	}
}

bool debug_variable_is_shared(const struct debug_variable *x)
{
	return x->nplaces && x->places[0].shared;
}

static int register_of(const struct simt_step *s, const char *name)
{
	for (size_t k = 0; k < s->function->nregs; k++)
		if (!strcmp(s->function->regs[k].name, name))
			return (int)k;
	return -1;
}

static size_t param_read(const struct debug_variables *v, const struct simt_step *s, const struct ptx_var *param, uint8_t *to, size_t size)
{
	size_t len, n = size < param->size ? size : param->size;
	const uint8_t *bytes = simt_step_param(s, param, &len);

	(void)v;
	if (!bytes || len < n)
		return 0;
	memcpy(to, bytes, n);
	return n;
}

/* Does the step belong to the function's prologue, which copies parameters to their places: all that is before its second source line? */
static bool is_prologue(const struct debug_variables *v, const struct simt_step *s)
{
	const struct ptx_function *f = s->function;
	int first = f->ninstrs ? ptx_instr_place(v->module, &f->instrs[0]).line : 0;

	for (size_t k = 0; first && k < f->ninstrs; k++)
		if (ptx_instr_place(v->module, &f->instrs[k]).line != first)
			return s->instr->line < f->instrs[k].line;
	return false;
}

/* The place that it has at the step; NULL: none. */
static const struct debug_place *place_at(const struct debug_variable *x, const struct simt_step *s)
{
	for (size_t k = 0; k < x->nplaces; k++) {
		const struct debug_place *p = &x->places[k];

		if (!p->first || (s->instr->line > p->first && s->instr->line < p->last))
			return p;
	}
	return NULL;
}

/* What lies in the variable's local memory there; NULL: the memory does not reach so far. */
static const uint8_t *local_at(const struct debug_place *p, const struct simt_step *s, unsigned lane, uint64_t offset, size_t size)
{
	const uint8_t *from = simt_step_local(s, p->local, lane);

	if (!from || p->offset > p->local->size || offset > p->local->size || p->offset + offset + size > p->local->size)
		return NULL;
	return from + p->offset + offset;
}

#define NEAR_INSTRS 4

static bool writes_register(const struct ptx_instr *i, int reg)
{
	return i->nops && i->ops[0].kind == PTX_O_REG && i->ops[0].reg == reg;
}

/*
 * nvcc computes a bool in its line as a predicate, and makes the number only with the next one:
 *
 *	.loc 1 14 9   setp.ge.s32 %p20, ...
 *	.loc 1 15 9   selp.u16 %rs24, 1, 0, %p20
 *
 * The operand with that predicate, at the beginning of line 15; NULL: none.
 */
static const struct ptx_operand *predicate_of(const struct simt_step *s, int reg)
{
	const struct ptx_instr *at = s->instr, *first = s->function->instrs, *end = first + s->function->ninstrs, *i = at;

	while (i < end && i < at + NEAR_INSTRS && i->op != PTX_BRA && !writes_register(i, reg))
		i++;
	if (i == end || i == at + NEAR_INSTRS || i->op != PTX_SELP || i->guard >= 0 || !writes_register(i, reg) || i->nops != 4 ||
	    i->ops[1].kind != PTX_O_IMM || i->ops[1].bits != 1 || i->ops[2].kind != PTX_O_IMM || i->ops[2].bits || i->ops[3].kind != PTX_O_REG)
		return NULL;
	for (const struct ptx_instr *k = at; k-- > first && k + NEAR_INSTRS >= at && k->op != PTX_BRA;)
		if (writes_register(k, i->ops[3].reg))
			return &i->ops[3];
	return NULL;
}

/* The register's value; -1: nothing has written it. */
static int register_read(const struct debug_variable *x, const struct simt_step *s, unsigned lane, int reg, uint64_t *bits)
{
	const struct ptx_operand *p = x->type.kind == DEBUG_BOOL ? predicate_of(s, reg) : NULL;

	if (p) {
		*bits = (simt_step_value(s, p->reg, lane) != 0) != p->negated;
		return 0;
	}
	*bits = simt_step_value(s, reg, lane);
	return simt_step_is_set(s, reg, lane) ? 0 : -1;
}

bool debug_variable_is_unset(const struct debug_variable *x, const struct simt_step *s, unsigned lane)
{
	const struct debug_place *p = place_at(x, s);
	const uint8_t *from;
	uint64_t bits;
	int reg;

	if (x->given)
		return false;
	if (!p) { /* it gets a place with its first value */
		for (size_t k = 0; k < x->nplaces; k++)
			if (x->places[k].first < s->instr->line)
				return false;
		return x->nplaces > 0;
	}
	if (p->local) {
		from = local_at(p, s, lane, 0, x->type.size);
		return from && !simt_step_local_is_set(s, from, x->type.size);
	}
	reg = p->reg[0] ? register_of(s, p->reg) : -1;
	return reg >= 0 && register_read(x, s, lane, reg, &bits);
}

size_t debug_variable_read(const struct debug_variables *v, const struct debug_variable *x, const struct simt_step *s, unsigned lane,
			   uint64_t offset, void *to, size_t size)
{
	const struct debug_place *p = place_at(x, s);
	const uint8_t *from;
	uint64_t bits;
	int reg;

	if (x->given && !offset && is_prologue(v, s))
		return param_read(v, s, x->given, to, size);
	if (p && p->local) {
		from = local_at(p, s, lane, offset, size);
		if (!from)
			return 0;
		if (!simt_step_local_is_set(s, from, size))
			return x->given && !offset ? param_read(v, s, x->given, to, size) : 0;
		memcpy(to, from, size);
		return size;
	}
	if (p && p->reg[0]) {
		reg = register_of(s, p->reg);
		if (reg < 0 || offset >= 8 || offset + size > 8 || register_read(x, s, lane, reg, &bits))
			return 0;
		bits >>= 8 * offset;
		memcpy(to, &bits, size);
		return size;
	}
	return p && p->param && !offset ? param_read(v, s, p->param, to, size) : 0;
}
