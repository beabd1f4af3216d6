/*
 * picture_grid.c - grids of what picture.c has seen: the requests of a line,
 * the lanes of a warp, an output beside the reference's.
 */
#include "config.h"

#include "draw/picture_show.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/language.h"
#include "base/order.h"
#include "base/source.h"
#include "judge/judge.h"

#define ROWS_MOST  16
#define COLS_MOST  64

/* ... or do the options ask for all kinds? */
static bool may_show(const struct show *w, const char *kind)
{
	return !w->o->show || is_shown(w, kind);
}

static size_t rows_most(const struct show *w)
{
	return w->o->rows ? w->o->rows : ROWS_MOST;
}

/* ---- grids ---------------------------------------------------------------------------------------------- */

static struct picture_grid *grid_new(struct show *w, const char *kind, size_t rows, size_t cols, size_t cell)
{
	struct picture_grid *g = arena_push(w->arena, &w->p->grids, &w->p->ngrids, &w->grid_cap, sizeof *g);

	if (!g)
		return NULL;
	*g = (struct picture_grid){ .kind = kind, .rows = rows, .cols = cols, .cell = cell,
				    .labels = arena_array(w->arena, rows + 1, sizeof *g->labels),
				    .cells = arena_array(w->arena, rows * cols + 1, sizeof *g->cells) };
	return w->arena->failed ? NULL : g;
}

static void cell_set(struct picture_cell *c, unsigned shade, const char *fmt, unsigned value)
{
	snprintf(c->text, sizeof c->text, fmt, value % 1000);
	c->shade = (unsigned char)(shade > PICTURE_SHADES ? PICTURE_SHADES : shade);
}

static const char *element_name(const struct array *a, uint64_t i, struct arena *arena)
{
	if (a->shape[1] && !a->shape[2])
		return arena_printf(arena, "%s[%" PRIu64 "][%" PRIu64 "]", a->name, i / a->shape[1], i % a->shape[1]);
	return arena_printf(arena, "%s[%" PRIu64 "]", a->name, i);
}

static const char *verb_of(int kind)
{
	return kind == SIMT_LOADS ? _("reads") : kind == SIMT_STORES ? _("writes") : _("updates");
}

static const char *who(struct show *w, const struct request *r)
{
	return arena_printf(w->arena, _("warp %u of block (%u,%u,%u)"), r->warp, r->block.x, r->block.y, r->block.z);
}

/* " (the first of 6 times)" */
static const char *times(struct show *w, const struct request *r)
{
	return r->repeats ? arena_printf(w->arena, _(" (the first of %" PRIu64 " times)"), r->repeats + 1) : "";
}

/* Draws a row for each sector of 32 bytes, and a cell for each element, with the lane that uses it. */
static int sectors_draw(struct show *w, const struct request *r, struct error *err)
{
	uint64_t sectors[LANES * 2], n = 0, fewest = ((uint64_t)__builtin_popcount(r->mask) * r->bytes + 31) / 32;
	struct array *a = picture_array_at(w, r->addr[__builtin_ctz(r->mask)]);
	unsigned elem = a && a->elem ? a->elem : r->bytes < 32 ? r->bytes : 32;
	size_t shown, cols = elem < 32 ? 32 / elem : 1, lane_cols = elem > 1 ? 3 : 2;
	struct picture_grid *g;

	for (uint32_t lane = 0; lane < LANES; lane++)
		for (uint64_t s = r->addr[lane] / 32; r->mask >> lane & 1 && s <= (r->addr[lane] + r->bytes - 1) / 32 &&
		     n < LANES * 2; s++)
			sectors[n++] = s;
	qsort(sectors, n, sizeof *sectors, order_words);
	shown = 0;
	for (size_t i = 0; i < n; i++)
		if (!i || sectors[i] != sectors[i - 1])
			sectors[shown++] = sectors[i];
	n = shown;
	shown = n < rows_most(w) ? n : rows_most(w);
	g = grid_new(w, "sectors", shown, cols, lane_cols);
	if (!g)
		return error_nomem(err);
	g->left_out = n - shown;
	g->title = arena_printf(w->arena, _("%s %s %s%s: the lane in each element, a row for each sector of 32 bytes"), who(w, r),
				verb_of(r->kind), a ? a->name : _("memory"), times(w, r));
	g->note = arena_printf(w->arena, r->kind == SIMT_LOADS ?
			       tr_n("%" PRIu64 " sector fetched for %" PRIu64 " useful bytes",
				    "%" PRIu64 " sectors fetched for %" PRIu64 " useful bytes", n) : r->kind == SIMT_STORES ?
			       tr_n("%" PRIu64 " sector written for %" PRIu64 " useful bytes",
				    "%" PRIu64 " sectors written for %" PRIu64 " useful bytes", n) :
			       tr_n("%" PRIu64 " sector updated for %" PRIu64 " useful bytes",
				    "%" PRIu64 " sectors updated for %" PRIu64 " useful bytes", n),
			       n, (uint64_t)__builtin_popcount(r->mask) * r->bytes);
	if (n > fewest)
		g->note = arena_printf(w->arena, _("%s; %" PRIu64 " would have been enough"), g->note, fewest);
	for (size_t row = 0; row < shown; row++) {
		uint64_t at = sectors[row] * 32;

		g->labels[row] = a && at >= a->addr ? element_name(a, (at - a->addr) / elem, w->arena) : "";
		for (size_t col = 0; col < cols; col++)
			cell_set(&g->cells[row * cols + col], 0, "", 0);
		for (int lane = LANES - 1; lane >= 0; lane--)
			for (uint64_t k = 0; r->mask >> lane & 1 && k < r->bytes; k += elem) {
				uint64_t byte = r->addr[lane] + k;

				if (byte / 32 == sectors[row])
					cell_set(&g->cells[row * cols + byte % 32 / elem], 3, "%u", (unsigned)lane);
			}
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/*
 * Draws a row for each pass, and a cell for each bank, with the lane whose word the bank provides. Wide accesses are
 * served by half or quarter warps.
 */
static int banks_draw(struct show *w, const struct request *r, struct error *err)
{
	uint32_t group = r->bytes > 4 ? LANES * 4 / r->bytes : LANES;
	size_t passes = 0, shown;
	int lanes[LANES * 4][LANES]; /* by pass and bank: the lane, or -1 */
	uint64_t words[LANES * 4][LANES];
	struct picture_grid *g;
	struct buf heads = BUF_INIT;

	if (group < 1)
		group = 1;
	for (uint32_t first = 0; first < LANES; first += group) {
		size_t begin = passes;

		for (uint32_t lane = first; lane < first + group && lane < LANES; lane++)
			for (uint64_t k = 0; r->mask >> lane & 1 && k < (r->bytes < 4 ? 1 : r->bytes); k += 4) {
				uint64_t word = (r->addr[lane] + k) / 4, bank = word % LANES;
				size_t pass = begin;

				while (pass < passes && lanes[pass][bank] >= 0 && words[pass][bank] != word)
					pass++;
				if (pass == LANES * 4)
					continue;
				if (pass == passes) {
					for (int b = 0; b < LANES; b++)
						lanes[passes][b] = -1;
					passes++;
				}
				if (lanes[pass][bank] < 0)
					lanes[pass][bank] = (int)lane;
				words[pass][bank] = word;
			}
	}
	shown = passes < rows_most(w) ? passes : rows_most(w);
	g = grid_new(w, "banks", shown, LANES, 2);
	if (!g)
		return error_nomem(err);
	g->left_out = passes - shown;
	g->title = arena_printf(w->arena, _("%s %s shared memory%s: the lane that each of the 32 banks serves, a row "
		     "for each pass"),
				who(w, r), verb_of(r->kind), times(w, r));
	g->note = passes > (r->bytes > 4 ? r->bytes / 4 : 1)
			  ? arena_printf(w->arena, _("%zu passes: lanes that want different words of one bank wait for each "
						     "other"), passes)
			  : _("no conflicts: each bank gives one word in a pass");
	for (int b = 0; b < LANES; b += 2)
		buf_printf(&heads, b + 2 < LANES ? "%2d  " : "%2d", b);
	g->heads = arena_strdup(w->arena, buf_text(&heads));
	buf_release(&heads);
	for (size_t row = 0; row < shown; row++) {
		g->labels[row] = arena_printf(w->arena, _("pass %zu"), row + 1);
		for (int b = 0; b < LANES; b++)
			if (lanes[row][b] >= 0)
				cell_set(&g->cells[row * LANES + (size_t)b], 3, "%u", (unsigned)lanes[row][b]);
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/* The part of an array to show: rows and columns of elements. */
struct window { uint64_t width, row, col; size_t rows, cols; };

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Starts at the first row and column of the elements that the block uses. */
static struct window window_of(const struct show *w, const struct array *a, size_t *left_out)
{
	struct window v = { .width = a->shape[1] && !a->shape[2] ? a->shape[1] : 32 };
	uint64_t top = UINT64_MAX, left = UINT64_MAX, bottom = 0, right = 0;

	for (uint64_t i = 0; i < a->count; i++) {
		if (!a->uses[i])
			continue;
		top = least(top, i / v.width);
		left = least(left, i % v.width);
		bottom = i / v.width > bottom ? i / v.width : bottom;
		right = i % v.width > right ? i % v.width : right;
	}
	v.row = top;
	v.col = left;
	v.rows = (size_t)least(bottom - top + 1, rows_most(w));
	v.cols = (size_t)least(right - left + 1, COLS_MOST);
	*left_out = (size_t)(bottom - top + 1) - v.rows;
	return v;
}

/* Draws how many threads of the block use each element of the array, in the line. */
static int block_draw(struct show *w, const struct array *a, struct error *err)
{
	size_t left_out;
	struct window v = window_of(w, a, &left_out);
	struct picture_grid *g = grid_new(w, "block", v.rows, v.cols, 1);

	if (!g)
		return error_nomem(err);
	g->left_out = left_out;
	g->title = arena_printf(w->arena, _("block (%u,%u,%u) %s %s: how often each element, in all of its threads"), w->block.x,
				w->block.y, w->block.z, a->read && a->written ? _("reads and writes") : a->written ? _("writes") :
				_("reads"), a->name);
	for (size_t r = 0; r < v.rows; r++) {
		g->labels[r] = element_name(a, (v.row + r) * v.width + v.col, w->arena);
		for (size_t c = 0; c < v.cols; c++) {
			uint64_t i = (v.row + r) * v.width + v.col + c;
			uint32_t uses = i < a->count ? a->uses[i] : 0;

			if (uses)
				cell_set(&g->cells[r * v.cols + c], uses, uses < 10 ? "%u" : "+", uses % 10);
		}
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/* Do both have the same lanes, distances and offset in a sector or a row of banks, as in an unrolled loop? */
static bool is_alike(const struct request *a, const struct request *b)
{
	uint64_t line = a->space == PTX_SHARED ? 4 * LANES : 32;
	int first = __builtin_ctz(a->mask);

	if (a->kind != b->kind || a->space != b->space || a->mask != b->mask || a->bytes != b->bytes ||
	    a->addr[first] % line != b->addr[first] % line)
		return false;
	for (int lane = first; lane < LANES; lane++)
		if (a->mask >> lane & 1 && a->addr[lane] - a->addr[first] != b->addr[lane] - b->addr[first])
			return false;
	return true;
}

static void alike_find(struct show *w)
{
	for (size_t i = 0; i < w->nrequests; i++)
		for (size_t k = i + 1; w->requests[i].alike >= 0 && k < w->nrequests; k++)
			if (w->requests[k].alike == 0 && is_alike(&w->requests[i], &w->requests[k])) {
				w->requests[i].alike++;
				w->requests[k].alike = -1;
			}
}

int picture_draw_line(struct show *w, struct error *err)
{
	alike_find(w);
	for (size_t i = 0; i < w->nrequests; i++) {
		const struct request *r = &w->requests[i];

		if (r->alike < 0 || !may_show(w, r->space == PTX_SHARED ? "banks" : "sectors"))
			continue;
		if ((r->space == PTX_SHARED ? banks_draw : sectors_draw)(w, r, err))
			return -1;
		if (r->alike) {
			struct picture_grid *g = &w->p->grids[w->p->ngrids - 1];

			g->note = arena_printf(w->arena, tr_n("%s; %d more instruction of the line does the same elsewhere",
								   "%s; %d more instructions of the line do the same elsewhere",
								   (uint64_t)r->alike), g->note, r->alike);
		}
	}
	for (size_t i = 0; i < w->narrays; i++)
		if (w->arrays[i].uses && may_show(w, "block") && block_draw(w, &w->arrays[i], err))
			return -1;
	return 0;
}

/* ---- the lanes of a warp ---------------------------------------------------------------------------------- */

/* The text of a line of the source, without its indentation, as a label. */
const char *picture_line_text(struct show *w, const struct build *b, int line)
{
	const struct source source = { buf_text(&b->source), b->source.len };
	size_t len = 0;
	const char *text = line > 0 ? source_line(&source, line, &len) : NULL, *kept;
	struct buf clean = BUF_INIT;

	while (len && (*text == ' ' || *text == '\t'))
		text++, len--;
	if (len)
		text_sanitise(text, len, &clean);
	kept = clean.failed ? NULL : arena_strdup(w->arena, buf_text(&clean));
	buf_release(&clean);
	return kept;
}

/* Time runs down the page: a row for each turn, a cell for each lane. */
int picture_draw_lanes(struct show *w, const struct build *b, struct error *err)
{
	size_t shown = w->nturns < rows_most(w) ? w->nturns : rows_most(w);
	struct picture_grid *g;
	struct buf heads = BUF_INIT;

	if (!w->nturns) {
		error_set(err, PARTY_LEARNER, "no lane of that warp comes to the line");
		return error_word(err);
	}
	g = grid_new(w, "lanes", shown, LANES, 1);
	if (!g)
		return error_nomem(err);
	g->left_out = w->nturns - shown;
	g->title = arena_printf(w->arena, _("warp %d of block (%u,%u,%u), from top to bottom: how many instructions, their line, "
					    "and the lanes that execute them"), w->o->warp < 0 ? 0 : w->o->warp,
				w->o->block ? w->o->block->x : 0, w->o->block ? w->o->block->y : 0,
				w->o->block ? w->o->block->z : 0);
	for (int lane = 0; lane < LANES; lane += 8)
		buf_printf(&heads, "%-8d", lane);
	while (heads.len && heads.data[heads.len - 1] == ' ')
		heads.data[--heads.len] = '\0';
	g->heads = arena_strdup(w->arena, buf_text(&heads));
	buf_release(&heads);
	for (size_t row = 0; row < shown; row++) {
		const struct turn *t = &w->turns[row];

		g->labels[row] = arena_printf(w->arena, "%5" PRIu64 "  %s", t->instructions, picture_line_text(w, b, t->line));
		for (unsigned lane = 0; lane < LANES; lane++)
			if (t->mask >> lane & 1)
				cell_set(&g->cells[row * LANES + lane], t->mask == UINT32_MAX ? 3 : 6, "#", 0);
	}
	return w->arena->failed ? error_nomem(err) : 0;
}

/* ---- the output beside the reference's -------------------------------------------------------------------- */

static uint64_t wrong_find(struct show *w, size_t k, const uint8_t *got, const uint8_t *want, uint64_t *wrong)
{
	uint64_t n = w->c->args[k].count, first = n;

	*wrong = 0;
	for (uint64_t i = 0; i < n; i++) {
		if (judge_same(w->exercise->params[k].type, got, want, i, &w->exercise->tolerance))
			continue;
		first = *wrong ? first : i;
		++*wrong;
	}
	return first;
}

int picture_draw_difference(struct show *w, size_t k, const uint8_t *got, const uint8_t *want, const uint8_t *before,
			    struct error *err)
{
	const struct exercise_param *param = &w->exercise->params[k];
	const struct case_arg *arg = &w->c->args[k];
	struct array a = { .name = param->name, .shape = w->c->args[k].shape, .count = arg->count };
	size_t bytes = value_type_bytes(param->type);
	uint64_t wrong, first = wrong_find(w, k, got, want, &wrong), width = a.shape[1] && !a.shape[2] ? a.shape[1] : 32;
	struct window v = { .width = width };
	struct picture_grid *g;
	char got_text[48], want_text[48];
	double most = 0;

	if (!wrong)
		return 0;
	v.row = first / width > rows_most(w) / 4 ? first / width - rows_most(w) / 4 : 0;
	v.col = first % width > COLS_MOST / 2 ? first % width - COLS_MOST / 2 : 0;
	v.rows = (size_t)least((arg->count + width - 1) / width - v.row, rows_most(w));
	v.cols = (size_t)least(width - v.col, COLS_MOST);
	g = grid_new(w, "difference", v.rows, v.cols, 1);
	if (!g)
		return error_nomem(err);
	judge_value_text(param->type, got + first * bytes, got_text, sizeof got_text);
	judge_value_text(param->type, want + first * bytes, want_text, sizeof want_text);
	g->title = arena_printf(w->arena, _("%s beside the reference's, around the first wrong element %s: . is "
		     "right, ? was never "
				  "written, 1 to 9 the further off"), param->name, element_name(&a, first, w->arena));
	g->note = arena_printf(w->arena, _("%" PRIu64 " of %" PRIu64 " elements are wrong; %s is %s, the reference has %s"),
		   wrong,
			       arg->count, element_name(&a, first, w->arena),
			       memcmp(got + first * bytes, before + first * bytes, bytes) ? got_text : _("never written"),
			       want_text);
	for (int pass = 0; pass < 2; pass++)
		for (size_t at = 0; at < v.rows * v.cols; at++) {
			uint64_t i = (v.row + at / v.cols) * width + v.col + at % v.cols;
			double off;

			if (i >= arg->count)
				continue;
			off = judge_value(param->type, got, i) - judge_value(param->type, want, i);
			off = off < 0 ? -off : off;
			if (judge_same(param->type, got, want, i, &w->exercise->tolerance))
				cell_set(&g->cells[at], 0, ".", 0);
			else if (!memcmp(got + i * bytes, before + i * bytes, bytes))
				cell_set(&g->cells[at], PICTURE_SHADES, "?", 0);
			else if (!pass)
				most = off > most && off < 1e300 ? off : most;
			else
				cell_set(&g->cells[at], !(off <= most) || most <= 0 ? PICTURE_SHADES : 1 +
					 (unsigned)(8 * off / most), "%u",
					 !(off <= most) || most <= 0 ? PICTURE_SHADES : 1 + (unsigned)(8 * off / most));
		}
	for (size_t r = 0; r < v.rows; r++)
		g->labels[r] = element_name(&a, (v.row + r) * width + v.col, w->arena);
	return w->arena->failed ? error_nomem(err) : 0;
}
