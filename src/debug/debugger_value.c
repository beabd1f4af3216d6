/*
 * debugger_value.c - what commands can name: arrays, parameters, the thread's own indices and registers, and expressions of
 * these, with C's operators and precedence.
 */
#include "config.h"

#include "debug/debugger_move.h"
#include "debug/debugger_show.h"
#include "debug/debugger_state.h"
#include "debug/debugger_value.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/text.h"
#include "judge/judge.h"
#include "source/learner_source.h"

/* ---- arrays ---------------------------------------------------------------------------- */

/* "_ZZ1kPfE4tile", "_ZZ1kPfE4tile_0" -> tile; other names as they are. */
static const char *variable_name(struct debugger *d, const char *mangled)
{
	const char *found = mangled;
	size_t len = strlen(mangled), found_len = len;

	for (const char *e = mangled; !strncmp(mangled, "_ZZ", 3) && (e = strchr(e, 'E')); e++) {
		char *end;
		unsigned long n = strtoul(e + 1, &end, 10);

		if (isdigit((unsigned char)e[1]) && n <= strlen(end) && (end[n] == '\0' || end[n] == '_')) {
			found = end;
			found_len = n;
		}
	}
	return found_len == len ? found : arena_strndup(&d->arena, found, found_len);
}

static bool type_named(const char *name, enum value_type *type)
{
	static const struct { const char *name; enum value_type type; } more[] = {
		{ "unsigned", VALUE_UINT }, { "uint32_t", VALUE_UINT }, { "int32_t", VALUE_INT }, { "uint8_t", VALUE_UCHAR },
		{ "int8_t", VALUE_CHAR }, { "uint64_t", VALUE_ULONGLONG }, { "int64_t", VALUE_LONGLONG },
		{ "signed char", VALUE_CHAR }, { "long", VALUE_LONGLONG }, { "unsigned long", VALUE_ULONGLONG },
		{ "size_t", VALUE_ULONGLONG }, { "bool", VALUE_UCHAR }, { "signed int", VALUE_INT },
		{ "unsigned long long int", VALUE_ULONGLONG }, { "long long int", VALUE_LONGLONG },
	};

	for (int t = 0; t < VALUE_TYPE_COUNT; t++)
		if (!strcmp(value_type_name((enum value_type)t), name)) {
			*type = (enum value_type)t;
			return true;
		}
	for (size_t k = 0; k < sizeof more / sizeof *more; k++)
		if (!strcmp(more[k].name, name)) {
			*type = more[k].type;
			return true;
		}
	return false;
}

/* An array with open sizes, or with sizes that do not fit the variable, becomes flat. */
static void shape_settle(struct named_array *a)
{
	uint64_t count = a->elem ? a->bytes / a->elem : 0, product = 1;
	size_t unknown = 0, n = 0;

	for (; n < 3 && a->shape[n]; n++) {
		unknown += a->shape[n] == UINT64_MAX;
		if (a->shape[n] != UINT64_MAX && a->shape[n] <= UINT32_MAX && product <= UINT32_MAX)
			product *= a->shape[n];
	}
	for (size_t k = 0; unknown == 1 && k < n; k++)
		if (a->shape[k] == UINT64_MAX) {
			a->shape[k] = count / product;
			product *= a->shape[k];
			unknown = 0;
		}
	if (!n || unknown || product != count) {
		a->shape[0] = count;
		a->shape[1] = a->shape[2] = 0;
	}
}

static bool shared_array_at(struct debugger *d, size_t k, struct named_array *a)
{
	const struct simt_step *s = debug_at(d->debug);
	struct simt_shared_var v;
	const char *type;

	if (!s || !simt_step_shared_var(s, k, &v))
		return false;
	*a = (struct named_array){ .name = variable_name(d, v.var->name), .is_shared = true, .at = v.offset, .bytes = v.bytes };
	if (source_shared_array(d->source.text, d->source.len, a->name, &d->arena, &type, a->shape))
		a->typed = type_named(type, &a->type);
	a->elem = a->typed ? value_type_bytes(a->type) : ptx_type_bytes(v.var->type) > 1 ? ptx_type_bytes(v.var->type) : 4;
	if (a->elem > v.bytes)
		a->elem = v.bytes ? v.bytes : 1;
	shape_settle(a);
	return true;
}

static bool param_array_at(struct debugger *d, size_t k, struct named_array *a)
{
	const struct job_case *c = &d->of.job.cases[0];

	for (size_t i = 0; i < c->nargs; i++) {
		if (c->args[i].kind != JOB_BUFFER || k-- > 0)
			continue;
		*a = (struct named_array){ .name = c->args[i].label, .arg = i, .at = d->of.addr[i], .bytes = c->args[i].len,
					   .typed = d->forms[i].typed, .type = d->forms[i].type, .elem = c->args[i].elem };
		memcpy(a->shape, d->forms[i].shape, sizeof a->shape);
		shape_settle(a);
		return true;
	}
	return false;
}

int arrays_list(struct debugger *d, struct error *err)
{
	struct named_array a, *slot;
	size_t cap = 0;

	for (size_t k = 0; param_array_at(d, k, &a) &&
	     (slot = arena_push(&d->arena, &d->arrays, &d->narrays, &cap, sizeof *slot)); k++)
		*slot = a;
	for (size_t k = 0; shared_array_at(d, k, &a) &&
	     (slot = arena_push(&d->arena, &d->arrays, &d->narrays, &cap, sizeof *slot)); k++)
		*slot = a;
	return d->arena.failed ? error_nomem(err) : 0;
}

bool array_at(struct debugger *d, size_t k, struct named_array *a)
{
	if (k < d->narrays)
		*a = d->arrays[k];
	return k < d->narrays;
}

bool array_named(struct debugger *d, const char *name, size_t len, struct named_array *a)
{
	for (size_t k = 0; array_at(d, k, a); k++)
		if (strlen(a->name) == len && !memcmp(a->name, name, len))
			return true;
	return false;
}

static size_t rank_of(const struct named_array *a)
{
	return a->shape[2] ? 3 : a->shape[1] ? 2 : 1;
}

void element_put(const struct element *e, struct buf *out)
{
	const struct named_array *a = &e->array;
	uint64_t rest = e->index, inner = rank_of(a) == 3 ? a->shape[1] * a->shape[2] : a->shape[1];

	buf_puts(out, a->name);
	if (rank_of(a) > 1) {
		buf_printf(out, "[%" PRIu64 "]", rest / inner);
		rest %= inner;
	}
	if (rank_of(a) == 3) {
		buf_printf(out, "[%" PRIu64 "]", rest / a->shape[2]);
		rest %= a->shape[2];
	}
	buf_printf(out, "[%" PRIu64 "]", rest);
}

const uint8_t *element_bytes(struct debugger *d, const struct element *e)
{
	const struct named_array *a = &e->array;
	const struct simt_step *s = debug_at(d->debug);
	struct simt_allocation_info info;
	uint32_t bytes;
	const uint8_t *shared;

	if (a->is_shared) {
		shared = s && same_block(s->block, d->block) ? simt_step_shared(s, &bytes) : NULL;
		return shared && a->at + (e->index + 1) * a->elem <= bytes ? shared + a->at + e->index * a->elem : NULL;
	}
	if (!simt_allocation_info(debug_memory(d->debug), a->at, &info) || !info.host)
		return NULL;
	return info.host + (a->at - info.addr) + e->index * a->elem;
}

static void bits_put(const uint8_t *bytes, unsigned n, struct buf *out)
{
	uint64_t v = 0;
	float f;

	memcpy(&v, bytes, n < 8 ? n : 8);
	memcpy(&f, bytes, n >= 4 ? 4 : n);
	buf_printf(out, "0x%0*" PRIx64, (int)(n < 8 ? 2 * n : 16), v);
	if (n == 4 && fabsf(f) > 1e-9f && fabsf(f) < 1e9f)
		buf_printf(out, " (%.7gf)", (double)f);
}

int element_value_put(struct debugger *d, const struct element *e, struct buf *out, struct error *err)
{
	const uint8_t *bytes = element_bytes(d, e);
	char text[48];
	bool written;

	if (!bytes)
		return error_set(err, PARTY_LEARNER, "block (%u,%u,%u) does not run at this step: it has no shared memory",
				 d->block.x, d->block.y, d->block.z);
	if (is_written(d, e, &written, err))
		return -1;
	if (!written) {
		buf_puts(out, _("unwritten"));
	} else if (e->array.typed) {
		judge_value_text(e->array.type, bytes, text, sizeof text);
		buf_puts(out, text);
	} else {
		bits_put(bytes, e->array.elem, out);
	}
	return 0;
}

void thread_put(const struct debugger *d, struct dim3u block, uint32_t warp, unsigned lane, struct buf *out)
{
	const struct dim3u n = d->of.job.cases[0].block;
	uint32_t t = warp * LANES + lane;

	buf_printf(out, _("thread (%u,%u,%u) of block (%u,%u,%u)"), t % n.x, t / n.x % n.y, t / n.x / n.y, block.x, block.y,
		   block.z);
}

/* ---- expressions ------------------------------------------------------------------------- */

struct reading {
	struct debugger *d;
	const struct simt_step *s;   /* the thread's; NULL: none */
	unsigned lane;
	const char *text, *at;
	struct error *err;
	unsigned depth;
};

static int fault(struct reading *r, const char *what)
{
	error_set(r->err, PARTY_LEARNER, _("%s in '%.80s'"), _(what), r->text); /* too short to be retold */
	return error_word(r->err);
}

static void blanks_skip(struct reading *r)
{
	while (*r->at == ' ' || *r->at == '\t')
		r->at++;
}

static bool take(struct reading *r, const char *sign)
{
	blanks_skip(r);
	if (strncmp(r->at, sign, strlen(sign)))
		return false;
	r->at += strlen(sign);
	return true;
}

static int expression(struct reading *r, int level, struct value *v);

static double real(const struct value *v)
{
	return v->is_real ? v->r : (double)v->i;
}

static struct value value_int(int64_t i)
{
	return (struct value){ .i = i };
}

static struct value value_real(double x)
{
	return (struct value){ .is_real = true, .r = x };
}

static int element_rest(struct reading *r, struct element *e)
{
	size_t rank = rank_of(&e->array), given = 0;
	uint64_t index[3] = { 0 };

	while (take(r, "[")) {
		struct value v;

		if (given == 3)
			return fault(r, "more than three indices");
		if (expression(r, 0, &v))
			return -1;
		if (!take(r, "]"))
			return fault(r, "a ']' is missing");
		if (v.is_real || v.i < 0)
			return fault(r, "an index that is not a whole number from 0 on");
		index[given++] = (uint64_t)v.i;
	}
	if (given != 1 && given != rank)
		return fault(r, given ? N_("as many indices as the array has no dimensions") : N_("an index is missing"));
	e->index = index[0];
	for (size_t k = 1; k < given; k++) {
		if (index[k] >= e->array.shape[k])
			return fault(r, "an index outside of the array");
		e->index = e->index * e->array.shape[k] + index[k];
	}
	if (e->array.elem && e->index < e->array.bytes / e->array.elem)
		return 0;
	error_set(r->err, PARTY_LEARNER, "%s has no element %" PRIu64 ": it has %" PRIu64, e->array.name, e->index,
		  e->array.elem ? e->array.bytes / e->array.elem : 0);
	return error_word(r->err);
}

bool element_number(struct debugger *d, const struct element *e, struct value *v)
{
	const uint8_t *bytes = element_bytes(d, e);
	uint64_t bits = 0;

	if (!bytes)
		return false;
	if (!e->array.typed || (e->array.type != VALUE_FLOAT && e->array.type != VALUE_DOUBLE)) {
		memcpy(&bits, bytes, e->array.elem < 8 ? e->array.elem : 8);
		*v = value_int((int64_t)bits);
		if (e->array.typed && e->array.elem < 8)
			*v = value_int((int64_t)judge_value(e->array.type, bytes, 0));
		return true;
	}
	*v = value_real(judge_value(e->array.type, bytes, 0));
	return true;
}

static int element_value(struct reading *r, const struct element *e, struct value *v)
{
	return element_number(r->d, e, v) ? 0 : fault(r, "shared memory of a block that does not run");
}

static int register_value(struct reading *r, const char *name, size_t len, struct value *v)
{
	for (size_t k = 0; r->s && k < r->s->function->nregs; k++) {
		const struct ptx_reg *reg = &r->s->function->regs[k];
		uint64_t bits;
		float f;
		double x;

		if (strlen(reg->name) != len || memcmp(reg->name, name, len))
			continue;
		bits = simt_step_value(r->s, (int)k, r->lane);
		memcpy(&f, &bits, sizeof f);
		memcpy(&x, &bits, sizeof x);
		*v = reg->type == PTX_F32 ? value_real((double)f) : reg->type == PTX_F64 ? value_real(x) :
		     ptx_type_bytes(reg->type) == 4 ? value_int((int32_t)bits) : value_int((int64_t)bits);
		return 0;
	}
	return fault(r, "a register that the function does not have");
}

static uint32_t axis_of(struct dim3u v, char axis)
{
	return axis == 'x' ? v.x : axis == 'y' ? v.y : v.z;
}

/* threadIdx.x and the like. */
static bool index_value(struct reading *r, const char *name, size_t len, struct value *v)
{
	const struct job_case *c = &r->d->of.job.cases[0];
	const struct dim3u block = r->s ? r->s->block : r->d->block;
	uint32_t t = (r->s ? r->s->warp : r->d->warp) * LANES + r->lane;
	const struct { const char *name; struct dim3u v; } rows[] = {
		{ "threadIdx", { t % c->block.x, t / c->block.x % c->block.y, t / c->block.x / c->block.y } },
			{ "blockIdx", block },
		{ "blockDim", c->block }, { "gridDim", c->grid },
	};

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		if (strlen(rows[k].name) == len && !memcmp(rows[k].name, name, len) && r->at[0] == '.' && r->at[1] >= 'x' &&
		    r->at[1] <= 'z' && !text_is_word(r->at[2])) {
			*v = value_int(axis_of(rows[k].v, r->at[1]));
			r->at += 2;
			return true;
		}
	if (len == 4 && !memcmp(name, "lane", 4))
		*v = value_int(r->lane);
	else if (len == 4 && !memcmp(name, "warp", 4))
		*v = value_int(t / LANES);
	else if (len == 4 && !memcmp(name, "step", 4))
		*v = value_int((int64_t)(r->s ? r->s->number : debug_now(r->d->debug)));
	else
		return false;
	return true;
}

static bool scalar_value(struct reading *r, const char *name, size_t len, struct value *v)
{
	const struct job_case *c = &r->d->of.job.cases[0];

	for (size_t k = 0; k < c->nargs; k++) {
		enum value_type type = r->d->forms[k].type;
		uint8_t bytes[8];

		if (c->args[k].kind != JOB_SCALAR || strlen(c->args[k].label) != len || memcmp(c->args[k].label, name, len))
			continue;
		memcpy(bytes, &c->args[k].bits, sizeof bytes);
		if (!r->d->forms[k].typed)
			*v = value_int(c->args[k].elem == 4 ? (int32_t)c->args[k].bits : (int64_t)c->args[k].bits);
		else
			*v = type == VALUE_FLOAT || type == VALUE_DOUBLE ? value_real(judge_value(type, bytes, 0)) :
		     value_type_bytes(type) == 8 ? value_int((int64_t)c->args[k].bits) :
		     value_int((int64_t)judge_value(type, bytes, 0));
		return true;
	}
	return false;
}

/* part[j] and v.x, but not tile.x[2]: members are numbers. */
static int variable_value(struct reading *r, const struct debug_variable *x, struct value *v)
{
	struct debug_type t = x->type;
	uint64_t index = 0, offset = 0;
	uint8_t bytes[8];

	for (size_t k = 0; k < 3 && x->type.shape[k]; k++) {
		if (!take(r, "["))
			return fault(r, "an index is missing");
		if (expression(r, 0, v))
			return -1;
		if (!take(r, "]"))
			return fault(r, "a ']' is missing");
		if (v->is_real || v->i < 0 || (uint64_t)v->i >= x->type.shape[k])
			return fault(r, "an index outside of the array");
		index = index * x->type.shape[k] + (uint64_t)v->i;
	}
	offset = index * t.size;
	if (t.kind == DEBUG_STRUCT) {
		size_t k = 0, len = 0;

		if (!take(r, "."))
			return fault(r, "a member is missing");
		while (text_is_word(r->at[len]))
			len++;
		while (k < t.nmembers && (strlen(t.members[k].name) != len || memcmp(t.members[k].name, r->at, len)))
			k++;
		if (k == t.nmembers)
			return fault(r, "a member that it does not have");
		r->at += len;
		offset += t.members[k].offset;
		t = t.members[k].type;
	}
	if (t.size > sizeof bytes || debug_variable_read(r->d->variables, x, r->s, r->lane, offset, bytes, t.size) < t.size ||
	    !bits_value(&t, bytes, v))
		return fault(r, debug_variable_is_unset(x, r->s, r->lane) ? N_("a variable that is not set yet") :
			     N_("a variable that has no value at this step"));
	return 0;
}

static int unknown_name(struct reading *r, const char *name, size_t len)
{
	struct buf all = BUF_INIT;
	struct named_array a;

	for (size_t k = 0; array_at(r->d, k, &a); k++)
		buf_printf(&all, "%s%s", all.len ? ", " : "", a.name);
	for (size_t k = 0; k < r->d->of.job.cases[0].nargs; k++)
		if (r->d->of.job.cases[0].args[k].kind == JOB_SCALAR)
			buf_printf(&all, "%s%s", all.len ? ", " : "", r->d->of.job.cases[0].args[k].label);
	error_set(r->err, PARTY_LEARNER, "'%.*s' is no array, parameter or variable that has a name here",
		  (int)(len < 60 ? len : 60), name);
	error_remedy(r->err, r->d->variables ? N_("there are %s; threadIdx.x and its like; variables as `info "
		     "locals` lists them") :
		     N_("there are %s; threadIdx.x and its like; registers as `info registers` lists them. This build has no "
			"names of variables"), buf_text(&all));
	buf_release(&all);
	return error_word(r->err);
}

static int name_value(struct reading *r, struct value *v)
{
	const char *name = r->at;
	const struct debug_variable *x;
	struct element e;
	size_t len;

	if (*r->at == '%')
		r->at++;
	while (text_is_word(*r->at))
		r->at++;
	len = (size_t)(r->at - name);
	if (*name == '%')
		return register_value(r, name, len, v);
	if (index_value(r, name, len, v))
		return 0;
	x = variable_named(r->d, r->s, name, len);
	if (x && !debug_variable_is_shared(x) && !(x->type.kind == DEBUG_POINTER && r->at[0] == '['))
		return variable_value(r, x, v);
	if (scalar_value(r, name, len, v))
		return 0;
	if (!array_named(r->d, name, len, &e.array))
		return unknown_name(r, name, len);
	return element_rest(r, &e) || element_value(r, &e, v) ? -1 : 0;
}

static int number_value(struct reading *r, struct value *v)
{
	char *whole, *end;
	long long i = strtoll(r->at, &whole, 0);
	double x = strtod(r->at, &end);

	if (end > whole && !(r->at[0] == '0' && (r->at[1] | 32) == 'x')) {
		*v = value_real(x);
		r->at = end;
	} else {
		*v = value_int(i);
		r->at = whole;
	}
	while (*r->at == 'f' || *r->at == 'F' || *r->at == 'u' || *r->at == 'U')
		r->at++;
	return 0;
}

static int primary(struct reading *r, struct value *v)
{
	blanks_skip(r);
	if (r->depth++ > 64)
		return fault(r, "too many brackets");
	if (take(r, "("))
		return expression(r, 0, v) ? -1 : take(r, ")") ? 0 : fault(r, "a ')' is missing");
	if (*r->at == '!' && r->at[1] != '=') {
		r->at++;
		if (primary(r, v))
			return -1;
		*v = value_int(real(v) == 0);
		return 0;
	}
	if (take(r, "-")) {
		if (primary(r, v))
			return -1;
		*v = v->is_real ? value_real(-v->r) : value_int((int64_t)(0 - (uint64_t)v->i));
		return 0;
	}
	if (isdigit((unsigned char)*r->at) || (*r->at == '.' && isdigit((unsigned char)r->at[1])))
		return number_value(r, v);
	if (text_is_word(*r->at) || *r->at == '%')
		return name_value(r, v);
	return fault(r, *r->at ? N_("a sign that does not belong there") : N_("a value is missing"));
}

enum operation { OR, AND, EQ, NE, LE, GE, SHL, SHR, LT, GT, BOR, XOR, BAND, ADD, SUB, MUL, DIV, MOD };
static const struct { const char *sign; int level; enum operation op; } operations[] = {
	{ "||", 1, OR }, { "&&", 2, AND }, { "==", 6, EQ }, { "!=", 6, NE }, { "<<", 8, SHL }, { ">>", 8, SHR }, { "<=", 7, LE },
		{ ">=", 7, GE },
	{ "<", 7, LT }, { ">", 7, GT }, { "|", 3, BOR }, { "^", 4, XOR }, { "&", 5, BAND }, { "+", 9, ADD }, { "-", 9, SUB },
	{ "*", 10, MUL }, { "/", 10, DIV }, { "%", 10, MOD },
};

static int operate(struct reading *r, enum operation op, struct value *v, const struct value *w)
{
	const bool reals = v->is_real || w->is_real;
	const double x = real(v), y = real(w);
	const uint64_t a = (uint64_t)v->i, b = (uint64_t)w->i;

	switch (op) {
	case OR: *v = value_int(x != 0 || y != 0); return 0;
	case AND: *v = value_int(x != 0 && y != 0); return 0;
	case EQ: *v = value_int(reals ? x == y : a == b); return 0;
	case NE: *v = value_int(reals ? x != y : a != b); return 0;
	case LE: *v = value_int(reals ? x <= y : v->i <= w->i); return 0;
	case GE: *v = value_int(reals ? x >= y : v->i >= w->i); return 0;
	case LT: *v = value_int(reals ? x < y : v->i < w->i); return 0;
	case GT: *v = value_int(reals ? x > y : v->i > w->i); return 0;
	case ADD: *v = reals ? value_real(x + y) : value_int((int64_t)(a + b)); return 0;
	case SUB: *v = reals ? value_real(x - y) : value_int((int64_t)(a - b)); return 0;
	case MUL: *v = reals ? value_real(x * y) : value_int((int64_t)(a * b)); return 0;
	default: break;
	}
	if (op == DIV && reals) {
		*v = value_real(x / y);
		return 0;
	}
	if (reals)
		return fault(r, "an operator for whole numbers, with a real one");
	if ((op == DIV || op == MOD) && (w->i == 0 || (w->i == -1 && v->i == INT64_MIN)))
		return fault(r, "a division by zero");
	*v = value_int(op == DIV ? v->i / w->i : op == MOD ? v->i % w->i : op == BOR ? (int64_t)(a | b) :
		       op == XOR ? (int64_t)(a ^ b) :
		       op == BAND ? (int64_t)(a & b) : op == SHL ? (int64_t)(a << (b & 63)) : (int64_t)(a >> (b & 63)));
	return 0;
}

static int expression(struct reading *r, int level, struct value *v)
{
	if (primary(r, v))
		return -1;
	for (;;) {
		size_t k = 0, n = sizeof operations / sizeof *operations;
		struct value w;

		blanks_skip(r);
		while (k < n && strncmp(r->at, operations[k].sign, strlen(operations[k].sign)))
			k++;
		if (k == n || operations[k].level <= level)
			return 0;
		r->at += strlen(operations[k].sign);
		if (expression(r, operations[k].level, &w) || operate(r, operations[k].op, v, &w))
			return -1;
	}
}

static int ended(struct reading *r, const char **end)
{
	blanks_skip(r);
	if (end)
		*end = r->at;
	return end || !*r->at ? 0 : fault(r, "something too much at the end");
}

int value_of(struct debugger *d, const struct simt_step *s, unsigned lane, const char *text, const char **end, struct value *v,
	     struct error *err)
{
	struct reading r = { d, s, lane, text, text, err, 0 };

	return expression(&r, 0, v) || ended(&r, end) ? -1 : 0;
}

int element_read(struct debugger *d, const char *text, const char **end, struct element *e, struct error *err)
{
	struct simt_step s;
	enum simt_thread state;
	bool there = focus_step(d, &s, &state) && state != SIMT_THREAD_ENDED;
	struct reading r = { d, there ? &s : NULL, d->lane, text, text, err, 0 };
	const char *name;

	blanks_skip(&r);
	name = r.at;
	while (text_is_word(*r.at))
		r.at++;
	if (r.at == name || !array_named(d, name, (size_t)(r.at - name), &e->array))
		return unknown_name(&r, name, (size_t)(r.at - name));
	return element_rest(&r, e) || ended(&r, end) ? -1 : 0;
}

void register_put(const struct simt_step *s, int reg, unsigned lane, struct buf *out)
{
	const struct ptx_reg *r = &s->function->regs[reg];
	uint64_t bits = simt_step_value(s, reg, lane);
	float f;
	double x;

	memcpy(&f, &bits, sizeof f);
	memcpy(&x, &bits, sizeof x);
	if (r->type == PTX_PRED)
		buf_puts(out, bits ? "true" : "false");
	else if (r->type == PTX_F32)
		buf_printf(out, "%.9g", (double)f);
	else if (r->type == PTX_F64)
		buf_printf(out, "%.17g", x);
	else if (ptx_type_bytes(r->type) == 4)
		buf_printf(out, "%" PRId32, (int32_t)bits);
	else if (bits < 1000000)
		buf_printf(out, "%" PRIu64, bits);
	else
		buf_printf(out, "0x%" PRIx64, bits);
}
