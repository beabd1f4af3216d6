/*
 * lower_operand.c - turns operands into rows: registers have theirs, immediates and addresses are broadcast once into
 * the image's constants, special registers are read into a row of their own just before use.
 */
#include "config.h"

#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "ptx/ptx.h"
#include "simt/lower/lower.h"

#define MAX_ROWS (16u << 20) /* a block has 32 warps with a frame each */

bool map_put(struct lowering *lo, const void *key, uint64_t at)
{
	size_t *row = table_at(&lo->vars, (uintptr_t)key);

	if (!row)
		return lower_nomem(lo);
	vm_assert(at != TABLE_NEW);
	*row = at;
	return true;
}

bool lower_map_get(const struct lowering *lo, const void *key, uint64_t *at)
{
	*at = table_find(&lo->vars, (uintptr_t)key);
	return *at != TABLE_NEW;
}

bool reg_is_wide(const struct lowering *lo, int reg)
{
	return ptx_type_bytes(lo->function->regs[reg].type) == 8;
}

bool reg_is_double(const struct lowering *lo, int reg)
{
	return ptx_type_bytes(lo->function->regs[reg].type) == 16;
}

bool operand_is_wide(const struct lowering *lo, const struct ptx_operand *o)
{
	return o->kind == PTX_O_REG && reg_is_wide(lo, o->reg);
}

/* Only unrolled loops become as much, or an asm statement: the fault of the file, like a compile that takes too long. */
static void reject_size(struct lowering *lo, const char *what)
{
	const struct ptx_function *f = lo->function;
	const char *file = NULL;
	struct buf name = BUF_INIT;
	int line = 0;

	for (size_t k = 0; !file && k < f->ninstrs; k++) {
		struct ptx_place at = ptx_instr_place(lo->program->module, &f->instrs[k]);

		file = at.file;
		line = at.line;
	}
	if (ptx_demangle_name(f->name, &name))
		buf_puts(&name, f->name);
	error_set(lo->err, PARTY_LEARNER, "%s needs more than %u MiB of %s for each warp", buf_text(&name), MAX_ROWS >> 20, what);
	buf_release(&name);
	if (file)
		error_at(lo->err, file, line);
	error_remedy(lo->err, "unroll its loops less, or make its asm statements shorter");
}

static uint32_t rows_take(struct lowering *lo, uint32_t bytes)
{
	uint64_t at = lo->rows;

	if (at + bytes > MAX_ROWS) {
		reject_size(lo, "registers");
		return NO_REF;
	}
	lo->rows += bytes;
	return (uint32_t)at << 1;
}

uint32_t temp_row(struct lowering *lo, bool wide)
{
	lo->rows = (lo->rows + 63) & ~63ull;
	return rows_take(lo, wide ? 256 : 128);
}

uint32_t temp_pred(struct lowering *lo)
{
	return rows_take(lo, 4);
}

static bool pool_append(struct lowering *lo, uint64_t bits, bool wide)
{
	union { uint64_t wide[LANES]; uint32_t narrow[LANES]; } row;

	for (unsigned l = 0; l < LANES; l++)
		if (wide)
			row.wide[l] = bits;
		else
			row.narrow[l] = (uint32_t)bits;
	buf_append(&lo->pool, &row, wide ? 256 : 128);
	if (!lo->pool.failed && lo->pool.len < MAX_ROWS)
		return true;
	if (lo->pool.failed)
		error_nomem(lo->err);
	else
		reject_size(lo, "constants");
	return false;
}

uint32_t lower_constant_row(struct lowering *lo, uint64_t bits, bool wide)
{
	const uint32_t ref = (uint32_t)lo->pool.len << 1 | 1;
	size_t *known;

	if (!wide)
		bits = (uint32_t)bits;
	known = table_at(&lo->constants[wide], bits);
	if (known && *known != TABLE_NEW)
		return (uint32_t)*known;
	vm_assert(lo->pool.len % 128 == 0); /* the rows of 32 lanes of 4 or 8 bytes */
	if (!known) {
		error_nomem(lo->err);
		return NO_REF;
	}
	if (!pool_append(lo, bits, wide))
		return NO_REF;
	*known = ref;
	return ref;
}

/* The bits of an immediate as a value of `type`. */
static uint64_t immediate_bits(const struct ptx_operand *o, enum ptx_type type)
{
	uint64_t bits = o->bits;
	uint32_t low = (uint32_t)bits;
	double d;
	float f;

	if (!o->is_float_imm)
		return bits;
	if (ptx_type_bytes(type) == 8 && o->float_width == 32) {
		memcpy(&f, &low, sizeof(f));
		d = f;
		memcpy(&bits, &d, sizeof(bits));
	} else if (ptx_type_bytes(type) == 4 && o->float_width == 64) {
		memcpy(&d, &bits, sizeof(d));
		f = (float)d;
		memcpy(&low, &f, sizeof(low));
		bits = low;
	}
	return bits;
}

static uint32_t variable_row(struct lowering *lo, const struct ptx_operand *o, bool wide)
{
	uint32_t ref;
	uint64_t at;
	struct insn *i;

	if (!lower_map_get(lo, o->var, &at)) {
		lower_reject(lo, "the address of '%s'", o->var->name);
		return NO_REF;
	}
	if (o->var->space != PTX_LOCAL)
		return lower_constant_row(lo, at + (uint64_t)o->offset, wide);
	ref = temp_row(lo, wide);
	i = lower_emit(lo, X_LOCAL_ADDR);
	if (!i)
		return NO_REF;
	i->d = ref;
	i->wide = wide;
	i->imm = at + (uint64_t)o->offset;
	return ref;
}

static uint32_t function_row(struct lowering *lo, const struct ptx_operand *o)
{
	uint64_t addr = program_function_address(lo->program, o->function);

	if (addr)
		return lower_constant_row(lo, addr, true);
	lower_reject(lo, "the address of the kernel '%s'", o->name);
	return NO_REF;
}

static uint32_t special_row(struct lowering *lo, const struct ptx_operand *o, bool wide)
{
	uint32_t ref = temp_row(lo, wide);
	struct insn *i = lower_emit(lo, X_SREG);

	if (!i)
		return NO_REF;
	i->d = ref;
	i->wide = wide;
	i->imm = o->sreg;
	return ref;
}

/* A register of the other width: its low half, or extended by the type's sign. */
static uint32_t resized_row(struct lowering *lo, uint32_t from, bool wide, enum ptx_type type)
{
	bool sign = type == PTX_S8 || type == PTX_S16 || type == PTX_S32;
	uint32_t ref = temp_row(lo, wide);
	struct insn *i = lower_emit(lo, !wide ? X_CVT_U32_U64 : sign ? X_CVT_S64_S32 : X_CVT_U64_U32);

	if (!i)
		return NO_REF;
	i->d = ref;
	i->a = from;
	return ref;
}

uint32_t source_row(struct lowering *lo, const struct ptx_operand *o, bool wide, enum ptx_type type)
{
	switch (o->kind) {
	case PTX_O_REG:
		if (reg_is_double(lo, o->reg)) {
			lower_reject(lo, "a register of 128 bits here");
			return NO_REF;
		}
		if (reg_is_wide(lo, o->reg) != wide)
			return resized_row(lo, lo->regs[o->reg], wide, type);
		return lo->regs[o->reg];
	case PTX_O_IMM:
		return lower_constant_row(lo, immediate_bits(o, type), wide);
	case PTX_O_SREG:
		return special_row(lo, o, wide);
	case PTX_O_VAR:
		return variable_row(lo, o, wide);
	case PTX_O_FUNC:
		return function_row(lo, o);
	default:
		lower_reject(lo, "this kind of operand");
		return NO_REF;
	}
}

uint32_t source_pred(struct lowering *lo, const struct ptx_operand *o, bool *negated)
{
	*negated = o->negated;
	if (o->kind == PTX_O_IMM)
		return lower_constant_row(lo, o->bits ? UINT32_MAX : 0, false);
	if (o->kind == PTX_O_SREG)
		return lower_constant_row(lo, 0, false); /* %is_explicit_cluster */
	if (o->kind != PTX_O_REG || lo->function->regs[o->reg].type != PTX_PRED) {
		lower_reject(lo, "this kind of predicate");
		return NO_REF;
	}
	return lo->regs[o->reg];
}
