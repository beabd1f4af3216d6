/*
 * picture.c - runs the kernel, watches its accesses, and has grids made of them: see picture.h.
 *
 *	job -> vm memory and launch, with a watch -> requests of one warp, counts of one block -> grids
 *	                            with a trace  -> the lanes of one warp, instruction by instruction -> a grid
 */
#include "config.h"

#include "draw/picture_show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/path.h"
#include "base/source.h"
#include "bench/kernel_case.h"
#include "child/proc.h"
#include "draw/gantt.h"
#include "draw/image.h"
#include "toolchain/python/numba.h"
#include "worker/box.h"

#define SEED       1
#define BUDGET     ((uint64_t)1 << 30)
#define SECONDS    30
#define TURNS_MOST 4096 /* the most turns of a warp that are kept */

const char *const picture_kinds[] = { "sectors", "banks", "block", "lanes", "difference", "streams", NULL };

/* ---- watching -------------------------------------------------------------------------------------- */

struct array *picture_array_at(struct show *w, uint64_t addr)
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
	array = a->space == PTX_GLOBAL ? picture_array_at(w, a->addr[__builtin_ctz(a->mask)]) : NULL;
	return array && !strcmp(array->name, w->o->array);
}

static void uses_count(struct show *w, const struct simt_access *a)
{
	for (uint32_t lane = 0; lane < LANES; lane++) {
		struct array *array = a->mask >> lane & 1 ? picture_array_at(w, a->addr[lane]) : NULL;

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

	if (!s->mask || s->warp != (w->o->warp < 0 ? 0 : (uint32_t)w->o->warp) ||
	    !same_block(&s->block, w->o->block ? w->o->block : &first) || !place.file || strcmp(path_base(place.file), w->own))
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
		if (simt_read(own->mem, own->of.addr[k], got, c->args[k].len, err) ||
		    simt_read(its->mem, its->of.addr[k], want, c->args[k].len, err) ||
		    picture_draw_difference(w, k, got, want, c->args[k].bytes, err))
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
	w->p->source = picture_line_text(w, b, w->line);
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
	error_remedy(err, found ? N_("write more of the line") : N_("write a piece of the line as it is in the source"));
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
		error_set(err, PARTY_LEARNER, "line %d does not use an array '%.60s'%s", w->line, w->o->array,
			  w->o->block || w->o->warp >= 0 ?
			  " in that block and warp" : "");
	else
		error_set(err, PARTY_LEARNER, "line %d does not use global or shared memory%s", w->line,
			  w->o->block || w->o->warp >= 0 ? " in that block and warp" : "");
	error_remedy(err, w->p->nlines ? N_("lines that do: %s") : N_("no line of this file does%s"), buf_text(&all));
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
	status = machine_open(w, &its, reference, err) || machine_run(w, &its, false, &ended, err) ||
		 outputs_compare(w, own, &its, err) ? -1 : 0;
	machine_close(&its);
	return status;
}

/* `reference`: for a picture of the output. */
static int file_draw(struct show *w, const struct build *b, const struct build *reference, struct error *err)
{
	struct machine m;
	bool done = false;
	int status = machine_open(w, &m, b, err) || arrays_list(w, &m, err) || machine_run(w, &m, true, &done, err) ||
		     lines_list(w, b, err)
			     ? -1 : 0;

	if (!status && reference)
		status = output_draw(w, &m, done, reference, err);
	else if (!status && is_shown(w, "lanes"))
		status = picture_draw_lanes(w, b, err);
	else if (!status)
		status = w->nrequests && picture_draw_line(w, err) ? -1 : w->p->ngrids ? 0 : fail_no_picture(w, err);
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

	error_set(err, PARTY_LEARNER, "there is no picture: '%s' does not compile: %.600s (line %d)", path_base(b->path),
		  why.text, why.line);
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
	if (!status && compares && build_run(&reference, w->exercise, w->exercise->solution_path, &w->compiler, 0, w->arena,
					     err) != VERDICT_PASSED)
		status = -1;
	if (!status && w->o->confined)
		status = box_confine(err);
	if (!status)
		status = is_shown(w, "streams") ? streams_draw(w, &own, err) :
			 file_draw(w, &own, compares ? &reference : NULL, err);
	if (!status && !w->p->ngrids && (compares || is_shown(w, "streams")) && !w->o->confined && !w->subject->text &&
	    !w->subject->nvariables)
		status = image_of(w->exercise, &own, &w->target, w->arena, &w->p->image, err);
	build_release(&reference);
	build_release(&own);
	return status;
}

/* Checks that this kind of picture exists for the exercise. */
static int kind_check(const struct show *w, struct error *err)
{
	bool host = w->exercise->kind == EXERCISE_HOST;

	if (host && !is_shown(w, "streams")) {
		error_set(err, PARTY_LEARNER, "'%s' is about the host's side: there are no pictures of its kernels",
			  w->exercise->id);
		return error_remedy(err, "`warpbook picture %s` draws its calls, copies and kernels over time",
				    w->exercise->name);
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

int picture_of(const struct picture_subject *subject, const struct picture_options *o, struct arena *arena, struct picture *p,
	       struct error *err)
{
	const char *path = subject->path ? subject->path : subject->exercise->solution_path;
	struct picture_options own = *o;
	struct show w = { .subject = subject, .exercise = subject->exercise, .o = &own, .line = o->line, .p = p, .arena = arena,
			  .own = path_base(path) };

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
