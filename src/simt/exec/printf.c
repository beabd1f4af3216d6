/*
 * printf.c - device printf: reads the format and the packed arguments from the thread's memory, byte by byte with the
 * same checks as any load, and passes each conversion to the host's printf with a known type.
 *
 * The argument buffer is laid out as C promotes variadic arguments: 4 or 8
 * bytes each, naturally aligned.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "simt/exec/printf.h"
#include "simt/exec/rows.h"
#include "simt/exec/twin.h"
#include "simt/exec/warp.h"

#define MAX_FORMAT 1024
#define MAX_STRING 1024
#define MAX_SPEC   32
#define MAX_FIELD  512
#define MAX_ASSERTS (64u << 10)

struct reader {
	struct warp *w;
	const struct insn *insn;
	unsigned lane;
	bool failed;
};

static bool bytes_read(struct reader *r, uint64_t addr, void *to, unsigned bytes)
{
	struct spot spot;
	enum fault_kind why;
	struct warp_access a = { .kind = ACCESS_LOAD, .mask = 1u << r->lane, .bytes = bytes, .elem = bytes,
				 .addr = r->w->addr, .instr = r->insn->src };

	if (r->failed)
		return false;
	if (lane_resolve(r->w, PTX_GENERIC, r->lane, addr, bytes, false, &spot, &why)) {
		r->w->addr[r->lane] = spot.addr;
		a.space = spot.space;
		if (r->w->watched && spot.space == PTX_GLOBAL)
			r->w->hooks->access(r->w->hooks->ctx, &r->w->place, &a);
		if (r->w->twins && spot.space == PTX_LOCAL)
			twin_printed(r->w, r->insn, r->lane, spot.host, bytes);
		memcpy(to, spot.host, bytes);
		return true;
	}
	r->failed = true;
	r->w->addr[r->lane] = spot.addr;
	a.space = spot.space == PTX_GENERIC ? PTX_GLOBAL : spot.space;
	launch_fault(r->w, why, a.mask, &a);
	return false;
}

/* A NUL-terminated string, cut at size - 1. */
static bool string_read(struct reader *r, uint64_t addr, char *to, size_t size)
{
	for (size_t k = 0; k < size; k++) {
		if (!bytes_read(r, addr + k, to + k, 1))
			return false;
		if (!to[k])
			return true;
	}
	to[size - 1] = '\0';
	return true;
}

/* The part after the percent sign, split up. */
struct spec { char flags[8]; int width, precision; unsigned length; char conversion; };

#define ARGUMENTS_NONE 4096 /* addresses below that are null, and what follows it */

static bool argument_read(struct reader *r, uint64_t *args, unsigned bytes, uint64_t *v)
{
	/* A call without arguments has none to read, whatever its format says: the compiler has warned. */
	const bool none = *args < ARGUMENTS_NONE;

	*args = (*args + bytes - 1) / bytes * bytes;
	*v = 0;
	if (!none && !bytes_read(r, *args, v, bytes))
		return false;
	*args += bytes;
	return true;
}

static const char *number_read(struct reader *r, const char *s, uint64_t *args, int *n)
{
	uint64_t v;

	if (*s == '*') {
		*n = argument_read(r, args, 4, &v) ? (int)(uint32_t)v : 0;
		s++;
	} else {
		for (*n = 0; *s >= '0' && *s <= '9'; s++)
			if (*n < MAX_FIELD)
				*n = *n * 10 + (*s - '0');
	}
	if (*n > MAX_FIELD)
		*n = MAX_FIELD;
	if (*n < -MAX_FIELD)
		*n = -MAX_FIELD;
	return s;
}

static const char *spec_read(struct reader *r, const char *s, uint64_t *args, struct spec *spec)
{
	size_t n = strspn(s, "-+ #0");

	memset(spec, 0, sizeof *spec);
	memcpy(spec->flags, s, n < 7 ? n : 7);
	s = number_read(r, s + n, args, &spec->width);
	spec->precision = -1;
	if (*s == '.')
		s = number_read(r, s + 1, args, &spec->precision);
	spec->length = 4;
	for (; *s == 'l' || *s == 'h' || *s == 'z' || *s == 'j' || *s == 't'; s++)
		if (*s != 'h')
			spec->length = 8;
	spec->conversion = *s;
	return *s ? s + 1 : s;
}

static void field_print(struct reader *r, const struct spec *spec, uint64_t v, struct buf *out)
{
	char format[MAX_SPEC], text[MAX_STRING];
	double d;

	switch (spec->conversion) {
	case 'd': case 'i':
		snprintf(format, sizeof(format), "%%%s*.*lld", spec->flags);
		snprintf(text, sizeof(text), format, spec->width, spec->precision,
			 spec->length == 8 ? (long long)v : (long long)(int32_t)v);
		break;
	case 'u': case 'x': case 'X': case 'o':
		snprintf(format, sizeof(format), "%%%s*.*ll%c", spec->flags, spec->conversion);
		snprintf(text, sizeof(text), format, spec->width, spec->precision, (unsigned long long)v);
		break;
	case 'c':
		snprintf(text, sizeof(text), "%*c", strchr(spec->flags, '-') ? -spec->width : spec->width, (int)v);
		break;
	case 'p':
		snprintf(text, sizeof(text), "0x%llx", (unsigned long long)v);
		break;
	case 's': {
		char string[MAX_STRING];

		if (!string_read(r, v, string, sizeof(string)))
			return;
		snprintf(text, sizeof(text), "%*.*s", strchr(spec->flags, '-') ? -spec->width : spec->width,
			 spec->precision, string);
		break;
	}
	default:
		memcpy(&d, &v, sizeof(d));
		snprintf(format, sizeof(format), "%%%s*.*%c", spec->flags, spec->conversion);
		snprintf(text, sizeof(text), format, spec->width, spec->precision, d);
		break;
	}
	buf_puts(out, text);
}

static unsigned conversion_bytes(const struct spec *spec)
{
	if (strchr("diuxXo", spec->conversion))
		return spec->length;
	if (spec->conversion == 'c')
		return 4;
	return 8;
}

/* Keeps what fits; only notes that there was more. */
static void output_add(struct launch *l, const struct buf *text)
{
	struct buf *out = &l->result->output;
	size_t room = out->len < l->stdout_max ? l->stdout_max - out->len : 0;

	if (text->len > room)
		l->result->output_truncated = true;
	buf_append(out, text->data, text->len < room ? text->len : room);
}

/* A flood: what will not be shown is not formatted, and there is an end to it. */
static void flood_count(struct warp *w, const struct insn *i, unsigned lane)
{
	const struct warp_access a = { .kind = ACCESS_LOAD, .space = PTX_GENERIC, .mask = 1u << lane, .addr = w->addr,
				       .instr = i->src };

	if (++w->launch->result->unprinted == w->launch->unprinted_most)
		launch_fault(w, FAULT_PRINTF_FLOOD, a.mask, &a);
}

int32_t lane_printf(struct warp *w, const struct insn *i, unsigned lane, uint64_t format, uint64_t args)
{
	struct reader r = { .w = w, .insn = i, .lane = lane };
	struct buf text = BUF_INIT;
	char pattern[MAX_FORMAT];
	const char *s = pattern;
	int32_t n = 0;

	w->launch->changes++;
	if (!warp_in_turn(w))
		return 0;
	if (w->launch->result->output_truncated) {
		flood_count(w, i, lane);
		return 0;
	}
	if (!string_read(&r, format, pattern, sizeof(pattern)))
		return -1;
	while (*s && !r.failed) {
		size_t plain = strcspn(s, "%");
		struct spec spec;
		uint64_t v;

		buf_append(&text, s, plain);
		s += plain;
		if (!*s)
			break;
		if (s[1] == '%') {
			buf_putc(&text, '%');
			s += 2;
			continue;
		}
		s = spec_read(&r, s + 1, &args, &spec);
		if (!spec.conversion || !strchr("diuxXoceEfFgGaAsp", spec.conversion))
			continue;
		if (argument_read(&r, &args, conversion_bytes(&spec), &v))
			field_print(&r, &spec, v, &text);
		n++;
	}
	output_add(w->launch, &text);
	if (text.failed)
		w->launch->failed = true;
	buf_release(&text);
	return r.failed ? -1 : n;
}

/* ---- assert ---- */

/* __assertfail(expression, file, line, function, bytes of a character) */
enum { ASSERT_EXPRESSION, ASSERT_FILE, ASSERT_LINE, ASSERT_FUNCTION, ASSERT_ARGS = 4 };

static bool assert_string(struct reader *r, const uint64_t *args, unsigned k, char text[MAX_STRING])
{
	return args[k] && string_read(r, args[k], text, MAX_STRING);
}

void lanes_assert(struct warp *w, const struct insn *i, uint32_t mask)
{
	struct buf *out = &w->launch->result->asserts;

	if (!i->call || i->call->nargs < ASSERT_ARGS || (!w->launch->in_turn && !launch_await(w->launch)))
		return;
	for each_lane(l, mask) {
		struct reader r = { .w = w, .insn = i, .lane = l };
		char expression[MAX_STRING], file[MAX_STRING], function[MAX_STRING];
		uint32_t thread = w->place.warp * LANES + l;
		const struct dim3u *b = &w->place.block, *n = &w->launch->args->block;
		uint64_t args[ASSERT_ARGS] = { 0 };

		for (unsigned k = 0; k < ASSERT_ARGS; k++)
			memcpy(&args[k], frame_params(w->frame, l) + i->call->args[k].from,
			       i->call->args[k].bytes < 8 ? i->call->args[k].bytes : 8);
		if (out->len > MAX_ASSERTS || !assert_string(&r, args, ASSERT_EXPRESSION, expression) ||
		    !assert_string(&r, args, ASSERT_FILE, file) || !assert_string(&r, args, ASSERT_FUNCTION, function))
			return;
		buf_printf(out, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
			   (unsigned)args[ASSERT_LINE], function, b->x, b->y, b->z, thread % n->x, thread / n->x % n->y,
			   thread / n->x / n->y, expression);
	}
}
