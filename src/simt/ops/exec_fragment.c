/*
 * exec_fragment.c - wmma.load and wmma.store: moves fragments from and to memory. A lane's elements move one access
 * at a time, as large as the layout keeps them adjacent, through exec_LD and exec_ST, so that checkers, watches and
 * counters treat them as loads and stores.
 */
#include "config.h"

#include "simt/exec/rows.h"
#include "simt/exec/warp.h"
#include "simt/ops/matrix.h"

/* The common data of a fragment's moves. */
struct movement {
	const struct insn *i;
	struct ptx_fragment f;
	enum ptx_matrix which;
	unsigned per;       /* elements in a register */
	unsigned together;  /* elements in an access */
	uint64_t stride;
	struct insn access; /* for exec_LD and exec_ST */
};

/* Elements of a register are adjacent along the rows of A and C, and along B's columns. */
static void movement_init(struct movement *v, struct warp *w, const struct insn *i)
{
	const struct ptx_instr *src = i->src;
	unsigned m = ptx_shape_m(src->shape), n = ptx_shape_n(src->shape), k = ptx_shape_k(src->shape);
	unsigned rows, columns;

	v->i = i;
	v->which = src->mode2 == PTX_M_A ? PTX_MATRIX_A : src->mode2 == PTX_M_B ? PTX_MATRIX_B : PTX_MATRIX_C;
	v->f = ptx_fragment(src, v->which);
	v->per = v->f.bits < 32 ? 32 / v->f.bits : 1;
	v->together = src->layout == (v->which == PTX_MATRIX_B ? PTX_COL : PTX_ROW) ? v->per : 1;
	rows = v->which == PTX_MATRIX_B ? k : m;
	columns = v->which == PTX_MATRIX_A ? k : n;
	v->stride = src->layout == PTX_ROW ? columns : rows;
	if (i->b != NO_REF)
		v->stride = ((const union row *)ref_at(w, i->b))->u32[__builtin_ctz(w->mask)];
	/* If the stride leaves pairs misaligned, access single elements. */
	if (v->together > 1 && v->stride % v->per)
		v->together = 1;
	v->access = *i;
	v->access.a = i->c;
	v->access.imm = 0;
	v->access.wide_base = true;
	v->access.elem = (uint8_t)(v->f.bits / 8 * v->together);
	v->access.vec = 1;
	v->access.list = &v->i->d;
}

/* Addresses of the elements from `slot` on, one per lane. */
static void addresses_set(const struct movement *v, struct warp *w, unsigned slot)
{
	const struct insn *i = v->i;
	const union row *base = ref_at(w, i->a);
	union row *to = ref_at(w, i->c);

	for each_lane(l, w->mask) {
		struct matrix_place at = matrix_place(i->src, v->which, l, slot);
		uint64_t element = i->src->layout == PTX_ROW ? at.row * v->stride + at.column
							     : at.column * v->stride + at.row;

		to->u64[l] = (i->wide_base ? base->u64[l] : base->u32[l]) + i->imm + element * (v->f.bits / 8);
	}
}

void exec_WMMA_LOAD(struct warp *w, const struct insn *i)
{
	const union row *value = ref_at(w, i->d);
	struct movement v;
	union row bits = { { 0 } };

	movement_init(&v, w, i);
	for (unsigned r = 0; r < v.f.distinct; r++) {
		for (unsigned e = 0; e < v.per; e += v.together) {
			addresses_set(&v, w, r * v.per + e);
			exec_LD(w, &v.access);
			for each_lane(l, w->mask) {
				if (i->wide)
					bits.u64[l] = value->u64[l];
				else
					bits.u32[l] = (e ? bits.u32[l] : 0) | value->u32[l] << e * v.f.bits % 32;
			}
		}
		for (unsigned copy = r; copy < v.f.regs; copy += v.f.distinct)
			for each_lane(l, w->mask) {
				union row *d = ref_at(w, i->list[copy]);

				if (i->wide)
					d->u64[l] = bits.u64[l];
				else
					d->u32[l] = bits.u32[l];
			}
	}
}

void exec_WMMA_STORE(struct warp *w, const struct insn *i)
{
	union row *value = ref_at(w, i->d);
	struct movement v;

	movement_init(&v, w, i);
	for (unsigned r = 0; r < v.f.distinct; r++)
		for (unsigned e = 0; e < v.per; e += v.together) {
			const union row *from = ref_at(w, i->list[r]);

			for each_lane(l, w->mask) {
				if (i->wide)
					value->u64[l] = from->u64[l];
				else
					value->u32[l] = from->u32[l] >> e * v.f.bits % 32;
			}
			addresses_set(&v, w, r * v.per + e);
			exec_ST(w, &v.access);
		}
}
