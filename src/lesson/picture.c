/*
 * picture.c - a grid of blocks of threads, with one thread marked:
 *
 *	┌─ block 0 ───────┐ ┌─ block 1 ───────┐
 *	│ 0 1 2 3 4 5 6 7 │ │ 0 1 2[3]4 5 6 7 │
 *	└─────────────────┘ └─────────────────┘
 *
 *	thread 3 of block 1: blockIdx.x * blockDim.x + threadIdx.x = 1 * 8 + 3 = 11
 *
 * If not all fit, the picture keeps the ends and the marked thread with its neighbours: a view is
 * the list of indices to show along one axis, with GAP where some are missing. In
 * the third dimension only the marked thread's layer is drawn.
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/source.h"
#include "lesson/flow.h"
#include "lesson/internal.h"

#define GAP (-1)
#define VIEW_MAX 40
#define LINES_MAX 16   /* of all boxes together */
#define BLOCKS_MAX 8   /* side by side */
#define LEAST_CELLS 5  /* first, gap, marked, gap, last */

struct view { int64_t at[VIEW_MAX]; int n; };

struct drawing {
	const struct step *s;
	struct flow *f;
	bool plane_of_threads, plane_of_blocks; /* two-dimensional: labels of cells are x,y */
	int cell;                               /* columns of a thread's number */
	int pad;                                /* columns between border and cells: 1, or 0 to save room */
	struct view blocks_x, blocks_y, threads_x, threads_y;
};

/* ---- which indices to show -------------------------------------------------------------- */

static int slots_of(const struct view *v, int64_t count)
{
	int slots = v->n;

	for (int i = 0; i < v->n; i++)
		slots += v->at[i] > (i ? v->at[i - 1] + 1 : 0);
	return slots + (v->at[v->n - 1] < count - 1);
}

/* Adds index i if the view still fits with it. */
static void view_offer(struct view *v, int64_t i, int64_t count, int most)
{
	struct view with = { .n = 0 };
	bool placed = false;

	if (i < 0 || i >= count || v->n == VIEW_MAX)
		return;
	for (int k = 0; k < v->n; k++) {
		if (v->at[k] == i)
			return;
		if (!placed && v->at[k] > i) {
			with.at[with.n++] = i;
			placed = true;
		}
		with.at[with.n++] = v->at[k];
	}
	if (!placed)
		with.at[with.n++] = i;
	if (v->n == 0 || slots_of(&with, count) <= most)
		*v = with;
}

static struct view view_make(int64_t count, int64_t marked, int most)
{
	struct view chosen = { .n = 0 }, v = { .n = 0 };

	if (most > VIEW_MAX)
		most = VIEW_MAX;
	view_offer(&chosen, marked, count, most);
	view_offer(&chosen, 0, count, most);
	view_offer(&chosen, count - 1, count, most);
	for (int64_t d = 1; d <= most; d++) {
		view_offer(&chosen, marked + d, count, most);
		view_offer(&chosen, marked - d, count, most);
		view_offer(&chosen, d, count, most);
	}
	for (int i = 0; i < chosen.n; i++) {
		if (most > 2 && chosen.at[i] > (i ? chosen.at[i - 1] + 1 : 0))
			v.at[v.n++] = GAP;
		v.at[v.n++] = chosen.at[i];
	}
	if (most > 2 && chosen.at[chosen.n - 1] < count - 1)
		v.at[v.n++] = GAP;
	return v;
}

/* ---- widths ------------------------------------------------------------------------------ */

/* Inside a box: cells, one column between them. A gap is one column. */
static int box_inner(const struct drawing *p)
{
	int width = 2 * p->pad + p->threads_x.n - 1;

	for (int i = 0; i < p->threads_x.n; i++)
		width += p->threads_x.at[i] == GAP ? 1 : p->cell;
	return width;
}

static int picture_width(const struct drawing *p)
{
	int width = p->blocks_x.n - 1;

	for (int i = 0; i < p->blocks_x.n; i++)
		width += p->blocks_x.at[i] == GAP ? 1 : box_inner(p) + 2;
	return width;
}

static int digits(uint32_t n)
{
	return snprintf(NULL, 0, "%" PRIu32, n);
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Shows as many blocks side by side as leave each room for LEAST_CELLS threads, then as many threads as fit. */
static void choose_columns(struct drawing *p)
{
	const struct step *s = p->s;
	int blocks = (int)least(s->grid.x, BLOCKS_MAX), threads = VIEW_MAX;

	do {
		p->blocks_x = view_make(s->grid.x, s->at_block.x, blocks);
		for (threads = (int)least(s->block.x, VIEW_MAX); threads >= 1; threads--) {
			p->threads_x = view_make(s->block.x, s->at_thread.x, threads);
			if (picture_width(p) <= p->f->width)
				break;
		}
	} while (threads < least(s->block.x, LEAST_CELLS) && --blocks >= 1);
}

static bool has_gap(const struct view *v)
{
	for (int i = 0; i < v->n; i++)
		if (v->at[i] == GAP)
			return true;
	return false;
}

static void choose_width(struct drawing *p)
{
	p->pad = 1;
	choose_columns(p);
	if (!has_gap(&p->blocks_x) && !has_gap(&p->threads_x))
		return;
	p->pad = 0;
	choose_columns(p);
}

static void choose_rows(struct drawing *p)
{
	const struct step *s = p->s;
	int rows = (int)least(s->grid.y, 3), cells = LINES_MAX / rows - 2;

	p->blocks_y = view_make(s->grid.y, s->at_block.y, rows);
	p->threads_y = view_make(s->block.y, s->at_thread.y, cells);
}

/* ---- drawing ------------------------------------------------------------------------------ */

static bool is_marked_block(const struct drawing *p, int64_t x, int64_t y)
{
	return x == p->s->at_block.x && y == p->s->at_block.y;
}

static void repeat(struct flow *f, enum style style, const char *text, int n)
{
	for (; n > 0; n--)
		flow_add(f, style, text);
}

static void edge(struct drawing *p, int64_t x, int64_t y, bool top)
{
	enum style style = is_marked_block(p, x, y) ? STYLE_PLAIN : STYLE_DIM;
	int inner = box_inner(p);
	char label[64] = "";
	/* The longest label that the widest block number leaves room for, so that all boxes agree. */
	int number = p->plane_of_blocks ? digits(p->s->grid.x - 1) + digits(p->s->grid.y - 1) + 3 : digits(p->s->grid.x - 1);
	const char *word = inner >= number + 3 + text_width(_("block ")) ? _("block ") : "";

	if (top && inner >= number + 3) {
		if (p->plane_of_blocks)
			snprintf(label, sizeof label, " %s(%" PRId64 ",%" PRId64 ") ", word, x, y);
		else
			snprintf(label, sizeof label, " %s%" PRId64 " ", word, x);
		repeat(p->f, style, top ? "┌" : "└", 1);
		flow_add(p->f, style, "─");
		flow_printf(p->f, style, "%s", label);
		repeat(p->f, style, "─", inner - text_width(label) - 1);
	} else {
		flow_add(p->f, style, top ? "┌" : "└");
		repeat(p->f, style, "─", inner);
	}
	flow_add(p->f, style, top ? "┐" : "┘");
}

/* The character between cells and at the sides: a bracket beside the marked cell, even in place of a border. */
static void side(struct drawing *p, enum style style, bool before, bool after, const char *usual)
{
	if (before || after)
		flow_add(p->f, STYLE_HIGHLIGHT, before ? "[" : "]");
	else
		flow_add(p->f, style, usual);
}

static void cell(struct drawing *p, enum style style, int64_t tx, int64_t ty)
{
	if (tx == GAP)
		flow_add(p->f, style, ty == GAP ? " " : "…");
	else if (ty == GAP)
		flow_printf(p->f, style, "%*s%s%*s", p->cell / 2, "", "⋮", p->cell - p->cell / 2 - 1, "");
	else if (p->plane_of_threads)
		flow_printf(p->f, style, "%*" PRId64 ",%" PRId64, p->cell - 1 - digits((uint32_t)ty), tx, ty);
	else
		flow_printf(p->f, style, "%*" PRId64, p->cell, tx);
}

/* One line of threads of a block; ty may be GAP. */
static void cells(struct drawing *p, int64_t x, int64_t y, int64_t ty)
{
	const struct view *v = &p->threads_x;
	bool own = is_marked_block(p, x, y), marked = false;
	enum style style = own ? STYLE_PLAIN : STYLE_DIM;

	for (int i = 0; i < v->n; i++) {
		bool before = own && ty == p->s->at_thread.y && v->at[i] == p->s->at_thread.x;

		if (i == 0)
			side(p, style, before && !p->pad, false, "│");
		if (i > 0 || p->pad)
			side(p, style, before, marked, " ");
		marked = before;
		cell(p, marked ? STYLE_HIGHLIGHT : style, v->at[i], ty);
	}
	if (p->pad)
		side(p, style, false, marked, " ");
	side(p, style, false, marked && !p->pad, "│");
}

enum part { PART_TOP, PART_CELLS, PART_BOTTOM };

/* One line across all blocks of a row. */
static void across(struct drawing *p, int64_t y, enum part part, int64_t ty, bool dots)
{
	for (int i = 0; i < p->blocks_x.n; i++) {
		int64_t x = p->blocks_x.at[i];

		if (i)
			flow_add(p->f, STYLE_DIM, " ");
		if (x == GAP)
			flow_add(p->f, STYLE_DIM, dots ? "…" : " ");
		else if (part == PART_CELLS)
			cells(p, x, y, ty);
		else
			edge(p, x, y, part == PART_TOP);
	}
	flow_break(p->f);
}

static void row_of_blocks(struct drawing *p, int64_t y)
{
	across(p, y, PART_TOP, 0, false);
	for (int i = 0; i < p->threads_y.n; i++)
		across(p, y, PART_CELLS, p->threads_y.at[i], i == (p->threads_y.n - 1) / 2);
	across(p, y, PART_BOTTOM, 0, false);
}

/* ---- the sum below -------------------------------------------------------------------------- */

static int dimensions(struct dim3u a)
{
	return a.z > 1 ? 3 : a.y > 1 ? 2 : 1;
}

static void flow_point(struct flow *f, struct dim3u at, int n)
{
	if (n == 1)
		flow_printf(f, STYLE_HIGHLIGHT, "%" PRIu32, at.x);
	else if (n == 2)
		flow_printf(f, STYLE_HIGHLIGHT, "(%" PRIu32 ",%" PRIu32 ")", at.x, at.y);
	else
		flow_printf(f, STYLE_HIGHLIGHT, "(%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", at.x, at.y, at.z);
}

static void flow_sum(struct flow *f, char axis, uint32_t block, uint32_t size, uint32_t thread)
{
	flow_printf(f, STYLE_CODE, "blockIdx.%c * blockDim.%c + threadIdx.%c", axis, axis, axis);
	flow_printf(f, STYLE_PLAIN, " = %" PRIu32 " * %" PRIu32 " + %" PRIu32 " = ", block, size, thread);
	flow_printf(f, STYLE_HIGHLIGHT, "%" PRIu64, (uint64_t)block * size + thread);
	flow_wrap(f, 4);
}

static void explain(struct drawing *p)
{
	const struct step *s = p->s;
	struct flow *f = p->f;
	int grid = dimensions(s->grid), block = dimensions(s->block), axes = grid > block ? grid : block;

	if (s->grid.z > 1 || s->block.z > 1) {
		flow_printf(f, STYLE_DIM,
			    _("drawn: blocks with z = %" PRIu32 " of %" PRIu32 ", threads with z = %" PRIu32 " of %" PRIu32),
			    s->at_block.z, s->grid.z, s->at_thread.z, s->block.z);
		flow_wrap(f, 4);
	}
	flow_add(f, STYLE_PLAIN, _("thread "));
	flow_point(f, s->at_thread, block);
	flow_add(f, STYLE_PLAIN, _(" of block "));
	flow_point(f, s->at_block, grid);
	if (axes == 1 && s->grid.x == 1) {
		flow_add(f, STYLE_PLAIN, ": ");
		flow_add(f, STYLE_CODE, "threadIdx.x");
		flow_printf(f, STYLE_PLAIN, " = %" PRIu32, s->at_thread.x);
		flow_wrap(f, 4);
		return;
	}
	if (axes == 1) {
		flow_add(f, STYLE_PLAIN, ": ");
		flow_sum(f, 'x', s->at_block.x, s->block.x, s->at_thread.x);
		return;
	}
	flow_wrap(f, 4);
	flow_add(f, STYLE_PLAIN, "  x = ");
	flow_sum(f, 'x', s->at_block.x, s->block.x, s->at_thread.x);
	flow_add(f, STYLE_PLAIN, "  y = ");
	flow_sum(f, 'y', s->at_block.y, s->block.y, s->at_thread.y);
	if (axes == 3) {
		flow_add(f, STYLE_PLAIN, "  z = ");
		flow_sum(f, 'z', s->at_block.z, s->block.z, s->at_thread.z);
	}
}

void picture_flow(struct flow *f, const struct step *s)
{
	struct drawing p = { .s = s, .f = f };

	p.plane_of_threads = s->block.y > 1;
	p.plane_of_blocks = s->grid.y > 1;
	p.cell = digits(s->block.x - 1) + (p.plane_of_threads ? 1 + digits(s->block.y - 1) : 0);
	choose_width(&p);
	choose_rows(&p);
	for (int i = 0; i < p.blocks_y.n; i++) {
		if (p.blocks_y.at[i] == GAP) {
			flow_printf(f, STYLE_DIM, "%*s", picture_width(&p) / 2, "");
			flow_add(f, STYLE_DIM, "⋮");
			flow_break(f);
		} else {
			row_of_blocks(&p, p.blocks_y.at[i]);
		}
	}
	flow_blank(f);
	explain(&p);
}
