/*
 * picture.c - runs the kernel, watches its accesses, and makes grids of them: see picture.h.
 *
 *	job -> vm memory and launch, with a watch -> requests of one warp, counts of one block -> grids
 *	                            with a trace  -> the lanes of one warp, instruction by instruction -> a grid
 */
#include "config.h"

#include "draw/picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/source.h"
#include "bench/kernel_case.h"
#include "child/proc.h"
#include "draw/gantt.h"
#include "judge/judge.h"
#include "toolchain/python/numba.h"
#include "worker/box.h"

#define SEED       1
#define BUDGET     ((uint64_t)1 << 30)
#define SECONDS    30
#define LANES      32
#define REQUESTS   8    /* the most requests of a line that are drawn */
#define ROWS_MOST  16
#define TURNS_MOST 4096 /* the most turns of a warp that are kept */
#define COLS_MOST  64
#define LINES_MOST 1000

/* The first request of an instruction by the warp in the picture. */
struct request {
	const struct ptx_instr *instr;
	int kind;
	enum ptx_space space;
	uint32_t mask, bytes, warp;
	struct dim3u block;
	uint64_t addr[LANES];
	uint64_t repeats;            /* later ones of the same warp and instruction */
	int alike;                   /* other instructions of the line with the same pattern elsewhere; -1: this is one of those */
};

struct array {
	const char *name;
	uint64_t addr, len, *shape;
	unsigned elem;
	uint32_t *uses;              /* threads of the block that use each element, in the chosen line; NULL: none yet */
	bool read, written;
	uint64_t count;
};

/*
 * Consecutive instructions that the same lanes of the warp execute, and their line: the one that more than half of them belong to, if
 * there is one (`lead`: how far it is ahead, in the way of Boyer and Moore).
 */
struct turn { int line; uint32_t mask; uint64_t instructions, lead; };

struct show {
	const struct picture_subject *subject;
	struct exercise *exercise;
	struct exercise_case *c;
	struct compiler compiler;
	struct target target;
	const struct picture_options *o;
	int line;                    /* 0: no line chosen */
	bool begun;                  /* lanes: the warp has reached the line */
	struct picture *p;
	struct arena *arena;
	const char *own;             /* base name of the file */
	const struct ptx_module *module;
	struct array *arrays; size_t narrays;
	struct request requests[REQUESTS]; size_t nrequests;
	bool chosen, warp_chosen;
	struct dim3u block;
	uint32_t warp;
	bool seen[LINES_MOST];       /* lines that access memory */
	struct turn *turns; size_t nturns, turn_cap;
	size_t grid_cap;
};

const char *const picture_kinds[] = { "sectors", "banks", "block", "lanes", "difference", "streams", NULL };

/* Is this the one kind that the options ask for? */
static bool is_shown(const struct show *w, const char *kind)
{
	return w->o->show && !strcmp(w->o->show, kind);
}

/* ... or do the options ask for all kinds? */
static bool may_show(const struct show *w, const char *kind)
{
	return !w->o->show || is_shown(w, kind);
}

static size_t rows_most(const struct show *w)
{
	return w->o->rows ? w->o->rows : ROWS_MOST;
}

/* ---- watching -------------------------------------------------------------------------------------- */

static struct array *array_at(struct show *w, uint64_t addr)
{
	for (size_t i = 0; i < w->narrays; i++)
		if (w->arrays[i].len && addr >= w->arrays[i].addr && addr < w->arrays[i].addr + w->arrays[i].len)
			return &w->arrays[i];
	return NULL;
}

static bool same_block(const struct dim3u *a, const struct dim3u *b)
{
	return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* Is it the chosen array, or are all chosen? */
static bool is_wanted(struct show *w, const struct simt_access *a)
{
	struct array *array;

	if (a->space != PTX_GLOBAL && a->space != PTX_SHARED)
		return false;
	if (!w->o->array)
		return true;
	array = a->space == PTX_GLOBAL ? array_at(w, a->addr[__builtin_ctz(a->mask)]) : NULL;
	return array && !strcmp(array->name, w->o->array);
}

static void uses_count(struct show *w, const struct simt_access *a)
{
	for (uint32_t lane = 0; lane < LANES; lane++) {
		struct array *array = a->mask >> lane & 1 ? array_at(w, a->addr[lane]) : NULL;

		if (!array || !array->elem)
			continue;
		if (!array->uses)
			array->uses = arena_array(w->arena, array->count + 1, sizeof *array->uses);
		for (uint64_t k = 0; array->uses && k < a->bytes; k += array->elem) {
			uint64_t i = (a->addr[lane] - array->addr + k) / array->elem;

			if (i < array->count)
				array->uses[i]++;
		}
		array->read = array->read || a->kind != SIMT_STORES;
		array->written = array->written || a->kind != SIMT_LOADS;
	}
}

static void request_keep(struct show *w, const struct simt_access *a)
{
	struct request *r;

	for (size_t i = 0; i < w->nrequests; i++)
		if (w->requests[i].instr == a->instr) {
			w->requests[i].repeats++;
			return;
		}
	if (w->nrequests == REQUESTS)
		return;
	r = &w->requests[w->nrequests++];
	*r = (struct request){ .instr = a->instr, .kind = (int)a->kind, .space = a->space, .mask = a->mask, .bytes = a->bytes,
			       .warp = a->warp, .block = a->block };
	memcpy(r->addr, a->addr, sizeof r->addr);
}

static void on_access(void *ctx, const struct simt_access *a)
{
	struct show *w = ctx;
	struct ptx_place place = ptx_instr_place(w->module, a->instr);

	if (!place.file || strcmp(path_base(place.file), w->own) || (a->space != PTX_GLOBAL && a->space != PTX_SHARED))
		return;
	if (place.line > 0 && place.line < LINES_MOST)
		w->seen[place.line] = true;
	if (place.line != w->line || !is_wanted(w, a))
		return;
	if (!w->chosen && (!w->o->block || same_block(w->o->block, &a->block))) {
		w->chosen = true;
		w->block = a->block;
	}
	if (!w->chosen || !same_block(&w->block, &a->block))
		return;
	if (a->space == PTX_GLOBAL)
		uses_count(w, a);
	if (!w->warp_chosen && (w->o->warp < 0 || (uint32_t)w->o->warp == a->warp)) {
		w->warp_chosen = true;
		w->warp = a->warp;
	}
	if (w->warp_chosen && a->warp == w->warp)
		request_keep(w, a);
}

/* Called for each instruction; uses those that the chosen warp executes in a line of the file. */
static bool on_step(void *ctx, const struct simt_step *s)
{
	static const struct dim3u first = { 0, 0, 0 };
	struct show *w = ctx;
	struct ptx_place place = ptx_instr_place(w->module, s->instr);
	struct turn *last = w->nturns ? &w->turns[w->nturns - 1] : NULL;

	if (!s->mask || s->warp != (w->o->warp < 0 ? 0 : (uint32_t)w->o->warp) || !same_block(&s->block, w->o->block ? w->o->block : &first) ||
	    !place.file || strcmp(path_base(place.file), w->own))
		return true;
	w->begun = w->begun || !w->line || place.line == w->line;
	if (!w->begun)
		return true;
	if (last && last->mask == s->mask) {
		last->instructions++;
		if (!last->lead)
			last->line = place.line;
		last->lead += last->line == place.line ? 1 : (uint64_t)-1;
		return true;
	}
	last = arena_push(w->arena, &w->turns, &w->nturns, &w->turn_cap, sizeof *last);
	if (last)
		*last = (struct turn){ place.line, s->mask, 1, 1 };
	return last && w->nturns < TURNS_MOST;
}

/* ---- running ------------------------------------------------------------------------------------------ */

struct machine {
	struct simt_mem *mem;
	struct simt_program *program;
	struct simt_launch launch;
	struct kernel_case of;
};

static void machine_close(struct machine *m)
{
	simt_program_free(m->program);
	kernel_case_close(&m->of);
	simt_mem_free(m->mem);
}

static int arrays_list(struct show *w, const struct machine *m, struct error *err)
{
	const struct job_case *c = &m->of.job.cases[0];

	w->arrays = arena_array(w->arena, c->nargs + 1, sizeof *w->arrays);
	if (!w->arrays)
		return error_nomem(err);
	for (size_t i = 0; i < c->nargs; i++)
		if (c->args[i].kind == JOB_BUFFER)
			w->arrays[w->narrays++] = (struct array){
				.name = arena_strdup(w->arena, c->args[i].label), .addr = m->of.addr[i], .len = c->args[i].len,
				.elem = c->args[i].elem, .shape = w->c->args[i].shape, .count = w->c->args[i].count,
			};
	return w->arena->failed ? error_nomem(err) : 0;
}

/* Launches; *done: the launch finished. */
static int machine_run(struct show *w, struct machine *m, bool watched, bool *done, struct error *err)
{
	const struct simt_watch watch = { .access = on_access, .ctx = w };
	const struct simt_trace trace = { .step = on_step, .ctx = w };
	struct simt_result result;

	m->launch.watch = watched ? &watch : NULL;
	m->launch.trace = watched && is_shown(w, "lanes") ? &trace : NULL;
	w->module = m->of.module;
	if (simt_launch(m->program, &m->launch, &result, err))
		return -1;
	*done = result.end == SIMT_DONE;
	simt_result_release(&result);
	return proc_interrupted() ? error_set(err, PARTY_LEARNER, "the picture was interrupted") : 0;
}

static int machine_open(struct show *w, struct machine *m, const struct build *b, struct error *err)
{
	memset(m, 0, sizeof *m);
	m->launch = (struct simt_launch){ .checks = SIMT_CHECK_BOUNDS, .budget = BUDGET, .seconds = SECONDS, .threads = 1,
					.stop = proc_stop_flag() };
	if (kernel_case_open(&m->of, w->exercise, w->c, b, &w->target, w->arena, err))
		return -1;
	m->mem = simt_mem_new(KERNEL_CASE_MEMORY, err);
	m->program = m->mem ? simt_program_new(m->of.module, m->mem, err) : NULL;
	return m->program ? kernel_case_fill(&m->of, m->mem, &m->launch, err) : -1;
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
	return kind == SIMT_LOADS ? "reads" : kind == SIMT_STORES ? "writes" : "updates";
}

static const char *who(struct show *w, const struct request *r)
{
	return arena_printf(w->arena, "warp %u of block (%u,%u,%u)", r->warp, r->block.x, r->block.y, r->block.z);
}

/* " (the first of 6 times)" */
static const char *times(struct show *w, const struct request *r)
{
	return r->repeats ? arena_printf(w->arena, " (the first of %" PRIu64 " times)", r->repeats + 1) : "";
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Draws a row for each sector of 32 bytes, and a cell for each element, with the lane that uses it. */
static int sectors_draw(struct show *w, const struct request *r, struct error *err)
{
	uint64_t sectors[LANES * 2], n = 0, fewest = ((uint64_t)__builtin_popcount(r->mask) * r->bytes + 31) / 32;
	struct array *a = array_at(w, r->addr[__builtin_ctz(r->mask)]);
	unsigned elem = a && a->elem ? a->elem : r->bytes < 32 ? r->bytes : 32;
	size_t shown, cols = elem < 32 ? 32 / elem : 1, lane_cols = elem > 1 ? 3 : 2;
	struct picture_grid *g;

	for (uint32_t lane = 0; lane < LANES; lane++)
		for (uint64_t s = r->addr[lane] / 32; r->mask >> lane & 1 && s <= (r->addr[lane] + r->bytes - 1) / 32 && n < LANES * 2; s++)
			sectors[n++] = s;
	qsort(sectors, n, sizeof *sectors, by_address);
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
	g->title = arena_printf(w->arena, "%s %s %s%s: the lane in each element, a row for each sector of 32 bytes", who(w, r), verb_of(r->kind),
				a ? a->name : "memory", times(w, r));
	g->note = arena_printf(w->arena, "%" PRIu64 " sector%s %s for %" PRIu64 " useful bytes", n, n == 1 ? "" : "s",
			       r->kind == SIMT_LOADS ? "fetched" : r->kind == SIMT_STORES ? "written" : "updated",
			       (uint64_t)__builtin_popcount(r->mask) * r->bytes);
	if (n > fewest)
		g->note = arena_printf(w->arena, "%s; %" PRIu64 " would have been enough", g->note, fewest);
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
	g->title = arena_printf(w->arena, "%s %s shared memory%s: the lane that each of the 32 banks serves, a row for each pass", who(w, r),
				verb_of(r->kind), times(w, r));
	g->note = passes > (r->bytes > 4 ? r->bytes / 4 : 1)
			  ? arena_printf(w->arena, "%zu passes: lanes that want different words of one bank wait for each other", passes)
			  : "no conflicts: each bank gives one word in a pass";
	for (int b = 0; b < LANES; b += 2)
		buf_printf(&heads, b + 2 < LANES ? "%2d  " : "%2d", b);
	g->heads = arena_strdup(w->arena, buf_text(&heads));
	buf_release(&heads);
	for (size_t row = 0; row < shown; row++) {
		g->labels[row] = arena_printf(w->arena, "pass %zu", row + 1);
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
	g->title = arena_printf(w->arena, "block (%u,%u,%u) %s %s: how often each element, in all of its threads", w->block.x, w->block.y,
				w->block.z, a->read && a->written ? "reads and writes" : a->written ? "writes" : "reads", a->name);
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

	if (a->kind != b->kind || a->space != b->space || a->mask != b->mask || a->bytes != b->bytes || a->addr[first] % line != b->addr[first] % line)
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

static int line_draw(struct show *w, struct error *err)
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

			g->note = arena_printf(w->arena, "%s; %d more instruction%s of the line do%s the same elsewhere", g->note, r->alike,
					       r->alike == 1 ? "" : "s", r->alike == 1 ? "es" : "");
		}
	}
	for (size_t i = 0; i < w->narrays; i++)
		if (w->arrays[i].uses && may_show(w, "block") && block_draw(w, &w->arrays[i], err))
			return -1;
	return 0;
}

/* ---- the lanes of a warp ---------------------------------------------------------------------------------- */

/* The text of a line of the source, without its indentation, as a label. */
static const char *line_text(struct show *w, const struct build *b, int line)
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
static int lanes_draw(struct show *w, const struct build *b, struct error *err)
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
	g->title = arena_printf(w->arena, "warp %d of block (%u,%u,%u), from top to bottom: how many instructions, their line, and the lanes that execute them", w->o->warp < 0 ? 0 : w->o->warp,
				w->o->block ? w->o->block->x : 0, w->o->block ? w->o->block->y : 0, w->o->block ? w->o->block->z : 0);
	for (int lane = 0; lane < LANES; lane += 8)
		buf_printf(&heads, "%-8d", lane);
	while (heads.len && heads.data[heads.len - 1] == ' ')
		heads.data[--heads.len] = '\0';
	g->heads = arena_strdup(w->arena, buf_text(&heads));
	buf_release(&heads);
	for (size_t row = 0; row < shown; row++) {
		const struct turn *t = &w->turns[row];

		g->labels[row] = arena_printf(w->arena, "%5" PRIu64 "  %s", t->instructions, line_text(w, b, t->line));
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

/* Draws the elements around the first wrong one: 1 to 9 grow with the error; ? was never written. */
static int difference_draw(struct show *w, size_t k, const uint8_t *got, const uint8_t *want, const uint8_t *before, struct error *err)
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
	g->title = arena_printf(w->arena, "%s beside the reference's, around the first wrong element %s: . is right, ? was never written, "
				"1 to 9 the further off", param->name, element_name(&a, first, w->arena));
	g->note = arena_printf(w->arena, "%" PRIu64 " of %" PRIu64 " elements are wrong; %s is %s, the reference has %s", wrong, arg->count,
			       element_name(&a, first, w->arena), memcmp(got + first * bytes, before + first * bytes, bytes) ? got_text : "never written",
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
				cell_set(&g->cells[at], !(off <= most) || most <= 0 ? PICTURE_SHADES : 1 + (unsigned)(8 * off / most), "%u",
					 !(off <= most) || most <= 0 ? PICTURE_SHADES : 1 + (unsigned)(8 * off / most));
		}
	for (size_t r = 0; r < v.rows; r++)
		g->labels[r] = element_name(&a, (v.row + r) * width + v.col, w->arena);
	return w->arena->failed ? error_nomem(err) : 0;
}

static int outputs_compare(struct show *w, const struct machine *own, const struct machine *its, struct error *err)
{
	const struct job_case *c = &own->of.job.cases[0];

	for (size_t k = 0; k < w->exercise->nparams; k++) {
		enum param_role role = w->exercise->params[k].role;
		uint8_t *got, *want;

		if ((role != PARAM_OUT && role != PARAM_INOUT) || !c->args[k].len)
			continue;
		got = arena_alloc(w->arena, c->args[k].len);
		want = arena_alloc(w->arena, c->args[k].len);
		if (!got || !want)
			return error_nomem(err);
		if (simt_read(own->mem, own->of.addr[k], got, c->args[k].len, err) || simt_read(its->mem, its->of.addr[k], want, c->args[k].len, err) ||
		    difference_draw(w, k, got, want, c->args[k].bytes, err))
			return -1;
	}
	return 0;
}

/* ---- making a picture ----------------------------------------------------------------------------------------- */

static int lines_list(struct show *w, const struct build *b, struct error *err)
{
	w->p->lines = arena_array(w->arena, LINES_MOST, sizeof *w->p->lines);
	if (!w->p->lines)
		return error_nomem(err);
	for (int i = 1; i < LINES_MOST; i++)
		if (w->seen[i])
			w->p->lines[w->p->nlines++] = i;
	w->p->line = w->line;
	w->p->source = line_text(w, b, w->line);
	return w->p->source ? 0 : error_nomem(err);
}

/* Finds the only line that contains the text. */
static int line_find(struct show *w, const struct build *b, struct error *err)
{
	const struct source source = { buf_text(&b->source), b->source.len };
	size_t n = strlen(w->o->at), len, found = 0;
	const char *text;

	for (int i = 1; (text = source_line(&source, i, &len)); i++)
		if (n && memmem(text, len, w->o->at, n)) {
			w->line = i;
			found++;
		}
	if (found == 1)
		return 0;
	if (found)
		error_set(err, PARTY_LEARNER, "%zu lines of '%s' have '%.100s' in them", found, path_base(b->path), w->o->at);
	else
		error_set(err, PARTY_LEARNER, "no line of '%s' has '%.100s' in it", path_base(b->path), w->o->at);
	error_remedy(err, found ? "write more of the line" : "write a piece of the line as it is in the source");
	return error_word(err);
}

static int fail_no_picture(struct show *w, struct error *err)
{
	struct buf all = BUF_INIT;

	for (size_t i = 0; i < w->p->nlines; i++)
		buf_printf(&all, "%s%d", i ? ", " : "", w->p->lines[i]);
	if (w->nrequests)
		error_set(err, PARTY_LEARNER, "line %d has no picture of the kind '%s'", w->line, w->o->show);
	else if (w->o->array)
		error_set(err, PARTY_LEARNER, "line %d does not use an array '%.60s'%s", w->line, w->o->array, w->o->block || w->o->warp >= 0 ?
			  " in that block and warp" : "");
	else
		error_set(err, PARTY_LEARNER, "line %d does not use global or shared memory%s", w->line,
			  w->o->block || w->o->warp >= 0 ? " in that block and warp" : "");
	error_remedy(err, w->p->nlines ? "lines that do: %s" : "no line of this file does%s", buf_text(&all));
	buf_release(&all);
	return error_word(err);
}

static int output_draw(struct show *w, const struct machine *own, bool done, const struct build *reference, struct error *err)
{
	struct machine its;
	bool ended = false;
	int status;

	if (!done) {
		error_set(err, PARTY_LEARNER, "there is no output to compare: the kernel does not finish with %s", w->c->name);
		return error_remedy(err, "`warpbook check` says why; --line N draws what a line did before");
	}
	status = machine_open(w, &its, reference, err) || machine_run(w, &its, false, &ended, err) || outputs_compare(w, own, &its, err) ? -1 : 0;
	machine_close(&its);
	return status;
}

/* `reference`: for a picture of the output. */
static int file_draw(struct show *w, const struct build *b, const struct build *reference, struct error *err)
{
	struct machine m;
	bool done = false;
	int status = machine_open(w, &m, b, err) || arrays_list(w, &m, err) || machine_run(w, &m, true, &done, err) || lines_list(w, b, err)
			     ? -1 : 0;

	if (!status && reference)
		status = output_draw(w, &m, done, reference, err);
	else if (!status && is_shown(w, "lanes"))
		status = lanes_draw(w, b, err);
	else if (!status)
		status = w->nrequests && line_draw(w, err) ? -1 : w->p->ngrids ? 0 : fail_no_picture(w, err);
	machine_close(&m);
	return status;
}

/* A host function runs in a separate process, which observes its operations. */
static int streams_draw(struct show *w, const struct build *b, struct error *err)
{
	const struct case_result *result;

	if (bench_run(w->exercise, w->c, b, &w->target, 0, PARTY_LEARNER, w->arena, &result, err) ||
	    gantt_of(result->observed, w->arena, &w->p->gantt, &w->p->ngantt, err))
		return -1;
	w->p->source = "";
	if (w->p->ngantt)
		return 0;
	error_set(err, PARTY_LEARNER, "'%s' runs nothing on the device, so there is nothing to profile", w->exercise->kernel);
	return error_word(err);
}

static int compile_report(const struct build *b, struct error *err)
{
	const struct error why = *err;

	error_set(err, PARTY_LEARNER, "there is no picture: '%s' does not compile: %.600s (line %d)", path_base(b->path), why.text, why.line);
	return error_remedy(err, "`warpbook check` shows the compiler's messages");
}

/* Compiles all that will run, then runs it. */
static int builds_draw(struct show *w, const char *path, struct error *err)
{
	struct build own, reference = { 0 };
	enum verdict v = build_text(&own, w->exercise, path, w->subject->text, &w->compiler, 0, w->arena, err);
	bool compares = w->o->show ? is_shown(w, "difference") : !w->line && !w->o->at;
	int status = v == VERDICT_PASSED ? 0 : -1;

	if (v == VERDICT_COMPILE_ERROR)
		compile_report(&own, err);
	if (!status && w->o->at)
		status = line_find(w, &own, err);
	if (!status && compares && build_run(&reference, w->exercise, w->exercise->solution_path, &w->compiler, 0, w->arena, err) != VERDICT_PASSED)
		status = -1;
	if (!status && w->o->confined)
		status = box_confine(err);
	if (!status)
		status = is_shown(w, "streams") ? streams_draw(w, &own, err) : file_draw(w, &own, compares ? &reference : NULL, err);
	build_release(&reference);
	build_release(&own);
	return status;
}

/* Checks that this kind of picture exists for the exercise. */
static int kind_check(const struct show *w, struct error *err)
{
	bool host = w->exercise->kind == EXERCISE_HOST;

	if (host && !is_shown(w, "streams")) {
		error_set(err, PARTY_LEARNER, "'%s' is about the host's side: there are no pictures of its kernels", w->exercise->id);
		return error_remedy(err, "`warpbook picture %s` draws its calls, copies and kernels over time", w->exercise->name);
	}
	if (!host && is_shown(w, "streams"))
		return error_set(err, PARTY_LEARNER, "'%s' is a kernel: only host functions use streams", w->exercise->id);
	if (is_shown(w, "difference") && !w->exercise->solution_path)
		return error_set(err, PARTY_LEARNER, "'%s' has no solution whose output could be compared", w->exercise->id);
	return 0;
}

static int case_choose(struct show *w, struct error *err)
{
	const struct picture_subject *s = w->subject;
	struct bench bench;

	if (kind_check(w, err))
		return -1;
	if (s->nvariables) {
		if (exercise_case_of(w->exercise, s->variables, s->nvariables, SEED, w->arena, &w->c, err))
			return -1;
	} else {
		if (bench_open(&bench, w->exercise, SEED, false, w->arena, err))
			return -1;
		w->c = bench_case_to_show(&bench);
	}
	w->p->case_name = arena_strdup(w->arena, w->c->name);
	return w->p->case_name ? 0 : error_nomem(err);
}

int picture_of(const struct picture_subject *subject, const struct picture_options *o, struct arena *arena, struct picture *p, struct error *err)
{
	const char *path = subject->path ? subject->path : subject->exercise->solution_path;
	struct picture_options own = *o;
	struct show w = { .subject = subject, .exercise = subject->exercise, .o = &own, .line = o->line, .p = p, .arena = arena, .own = path_base(path) };

	memset(p, 0, sizeof *p);
	if (w.exercise->kind == EXERCISE_HOST && !o->line && !o->at && !o->show)
		own.show = "streams";
	if (target_choose(&w.target, "vm", err) || compiler_find_for(&w.compiler, path, o->compiler, err))
		return -1;
	p->exercise = arena_strdup(arena, w.exercise->id);
	p->path = arena_strdup(arena, path);
	p->line = o->line;
	if (case_choose(&w, err) || builds_draw(&w, path, err))
		return -1;
	return arena->failed ? error_nomem(err) : 0;
}

int picture_make(const char *id, const char *path, const struct picture_options *o, struct arena *arena, struct picture *p,
		 struct error *err)
{
	struct picture_subject subject = { .path = path };
	int status;

	if (exercise_open_for(&subject.exercise, id, path, err))
		return -1;
	status = picture_of(&subject, o, arena, p, err);
	exercise_close(subject.exercise);
	return status;
}
