/*
 * parse_init.c - initial values: numbers, addresses, and addresses cut in bytes.
 *
 * Values go to a flat array of bytes in row-major order. An address is known only
 * at load, so a list beside the bytes records it. Compilers write a pointer in an
 * array of bytes as eight entries `0xFF(name), 0xFF00(name), ...`; the parser joins
 * them again.
 */
#include "config.h"

#include <string.h>

#include "ptx/grammar.h"
#include "ptx/parse.h"

struct init {
	struct ptx_var *v;
	const uint64_t *dims;
	int ndims;
	uint8_t *bytes;
	size_t len, cap;
	size_t cap_addrs;
	int byte_of_address; /* of the masked address being joined; 0 when none */
};

/* Makes room for `size` bytes at `at`; bytes before it without a value are zero. */
static int init_reserve(struct parser *p, struct init *in, uint64_t at, unsigned size)
{
	uint64_t end = at + size;

	/* Many empty rows may have moved `at` far ahead. */
	if (at > MAX_MODULE_BYTES - size)
		return parse_error(p, p->t.line, p->loc, "'%s' is too large", in->v->name);
	if (in->v->size && end > in->v->size)
		return parse_error(p, p->t.line, p->loc, "'%s' has more values than elements", in->v->name);
	if (end > in->cap) {
		size_t cap = end * 2 < 64 ? 64 : end * 2;
		uint8_t *bytes = arena_alloc(p->arena, cap);

		if (!bytes)
			return parse_nomem(p);
		if (in->len)
			memcpy(bytes, in->bytes, in->len);
		in->bytes = bytes;
		in->cap = cap;
	}
	if (end > in->len)
		in->len = end;
	return 0;
}

/* name, generic(name), with +4 or -4 after either. */
static int parse_address(struct parser *p, struct ptx_init_addr *a)
{
	a->generic = false;
	if (token_is(&p->t, "generic")) {
		parse_next(p);
		a->generic = true;
		if (parse_expect(p, '(', "'('"))
			return -1;
	}
	if (p->t.kind != T_IDENT)
		return parse_unexpected(p, "a name");
	if (!(a->symbol = arena_strndup(p->arena, p->t.text, p->t.len)))
		return parse_nomem(p);
	parse_next(p);
	if (parse_signed_terms(p, &a->addend))
		return -1;
	if (a->generic) {
		int64_t more;

		if (parse_expect(p, ')', "')'") || parse_signed_terms(p, &more))
			return -1;
		a->addend = (int64_t)((uint64_t)a->addend + (uint64_t)more);
	}
	return 0;
}

static int address_push(struct parser *p, struct init *in, const struct ptx_init_addr *a)
{
	struct ptx_init_addr *slot = arena_push(p->arena, &in->v->addrs, &in->v->naddrs,
						&in->cap_addrs, sizeof *slot);

	if (!slot)
		return parse_nomem(p);
	*slot = *a;
	return 0;
}

/* 0xFF00(name): the next byte of an address; `mask` was read. */
static int parse_masked(struct parser *p, struct init *in, uint64_t mask, uint64_t at)
{
	struct ptx_init_addr a = { .offset = at };
	const struct ptx_init_addr *last = in->v->naddrs ? &in->v->addrs[in->v->naddrs - 1] : NULL;
	int k = in->byte_of_address;

	if (parse_address(p, &a) || parse_expect(p, ')', "')'"))
		return -1;
	if (ptx_type_bytes(in->v->type) != 1 || mask != UINT64_C(0xFF) << 8 * k
	    || (k && (last->offset + k != at || strcmp(last->symbol, a.symbol) || last->addend != a.addend)))
		return parse_error(p, p->t.line, p->loc,
				   "'%s': only whole addresses, byte by byte, are supported by the vm", in->v->name);
	in->byte_of_address = (k + 1) % 8;
	return k ? 0 : address_push(p, in, &a);
}

static int parse_value(struct parser *p, struct init *in, uint64_t at)
{
	unsigned size = ptx_type_bytes(in->v->type);
	enum ptx_type type = in->v->type;
	struct constant c;
	int line = p->t.line;
	uint64_t bits;

	if (init_reserve(p, in, at, size))
		return -1;
	if (p->t.kind == T_IDENT) {
		struct ptx_init_addr a = { .offset = at };

		if (size != 8)
			return parse_error(p, line, p->loc, "'%s': an address needs 64 bits", in->v->name);
		return parse_address(p, &a) || address_push(p, in, &a) ? -1 : 0;
	}
	if (parse_constant(p, &c))
		return -1;
	if (!c.float_width && parse_accept(p, '('))
		return parse_masked(p, in, c.bits, at);
	bits = c.bits;
	if (c.float_width && (type == PTX_F32 || type == PTX_F64)) {
		double d;
		float f;

		if (c.float_width == 32) {
			uint32_t low = (uint32_t)bits;
			memcpy(&f, &low, sizeof f);
			d = f;
		} else {
			memcpy(&d, &bits, sizeof d);
			f = (float)d;
		}
		if (type == PTX_F64) {
			if (c.float_width == 32)
				memcpy(&bits, &d, sizeof d);
		} else if (c.float_width == 64) {
			uint32_t low;
			memcpy(&low, &f, sizeof low);
			bits = low;
		}
	} else if (c.float_width || type == PTX_F32 || type == PTX_F64) {
		return parse_error(p, line, p->loc, "'%s': a value does not fit the type .%s",
				   in->v->name, ptx_type_name(type));
	}
	memcpy(in->bytes + at, &bits, size < sizeof bits ? size : sizeof bits);
	return 0;
}

/* The bytes of one entry at this level of braces. */
static uint64_t level_stride(const struct init *in, int level)
{
	uint64_t stride = ptx_type_bytes(in->v->type);

	for (int i = in->ndims - 1; i > level; i--)
		stride *= in->dims[i];
	return stride;
}

/* { a, b, { c, d } }: moves *at past the bytes written. */
static int parse_braces(struct parser *p, struct init *in, int level, uint64_t *at)
{
	uint64_t end = *at;

	while (!parse_accept(p, '}')) {
		if (parse_accept(p, '{')) {
			uint64_t start = end;

			if (level + 1 >= in->ndims)
				return parse_error(p, p->t.line, p->loc, "'%s' has more braces than dimensions",
						   in->v->name);
			if (parse_braces(p, in, level + 1, &end))
				return -1;
			end = start + level_stride(in, level);
		} else {
			if (parse_value(p, in, end))
				return -1;
			end += ptx_type_bytes(in->v->type);
		}
		if (p->t.kind != '}' && parse_expect(p, ',', "',' or '}'"))
			return -1;
	}
	*at = end;
	return 0;
}

int parse_initialiser(struct parser *p, struct ptx_var *v, const uint64_t *dims, int ndims)
{
	struct init in = { .v = v, .dims = dims, .ndims = ndims };
	uint64_t at = 0;

	if (v->is_array) {
		if (parse_expect(p, '{', "'{'") || parse_braces(p, &in, 0, &at))
			return -1;
		if (!v->size) { /* x[] = {...}: the size is that of the whole rows given */
			uint64_t row = level_stride(&in, 0);

			v->size = row ? (in.len + row - 1) / row * row : 0;
		}
	} else if (parse_value(p, &in, 0)) {
		return -1;
	}
	if (in.byte_of_address)
		return parse_error(p, p->t.line, p->loc, "'%s': an address is cut short", v->name);
	v->init = in.bytes;
	v->init_len = in.len;
	return 0;
}
