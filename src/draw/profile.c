/* profile.c - runs the two versions and makes their sides: see profile.h. */
#include "config.h"

#include "draw/profile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "base/path.h"
#include "base/source.h"
#include "bench/bench.h"
#include "toolchain/python/numba.h"

#define SEED 1 /* the same data, and so the same counts, each time */

struct run {
	struct exercise *exercise;
	struct exercise_case *c;
	struct compiler compiler;
	struct target target;
	struct arena *arena;
	struct profile *p;
};

/* ---- one side ------------------------------------------------------------------------------ */

static const char *line_text(const struct build *b, int line, struct arena *arena)
{
	const struct source source = { buf_text(&b->source), b->source.len };
	size_t len = 0;
	const char *text = line > 0 ? source_line(&source, line, &len) : NULL;
	struct buf clean = BUF_INIT;
	const char *kept;

	while (len && isspace((unsigned char)*text))
		text++, len--;
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	if (len)
		text_sanitise(text, len, &clean);
	kept = arena_strdup(arena, buf_text(&clean));
	buf_release(&clean);
	return kept;
}

ORDER_BY(by_number, struct profile_line, line)

static void counts_add(struct simt_counts *to, const struct simt_counts *c, int sign)
{
#define COUNTER(name, unit, what) to->name += sign < 0 ? -c->name : c->name;
#include "simt/counters.def"
}

static bool counts_any(const struct simt_counts *c)
{
	bool any = false;

#define COUNTER(name, unit, what) any = any || c->name;
#include "simt/counters.def"
	return any;
}

/* The lines of the file itself; the rest becomes line 0: code of a header's function that no line of the file calls. */
static int lines_make(struct profile_side *side, const char *path, const struct case_result *r, struct arena *arena,
		      struct error *err)
{
	struct simt_counts rest = side->counts;

	side->lines = arena_array(arena, r->nlines + 1, sizeof *side->lines);
	if (!side->lines)
		return error_nomem(err);
	for (size_t i = 0; i < r->nlines; i++) {
		struct profile_line *l = &side->lines[side->nlines];

		if (r->lines[i].line <= 0 || strcmp(path_base(r->lines[i].file), path_base(path)))
			continue;
		*l = (struct profile_line){ .line = r->lines[i].line };
		for (size_t k = 0; k < r->ncounters; k++)
			cost_count(&l->counts, r->counters[k].name, r->lines[i].values[k]);
		counts_add(&rest, &l->counts, -1);
		side->nlines++;
	}
	if (counts_any(&rest))
		side->lines[side->nlines++] = (struct profile_line){ .line = 0, .counts = rest };
	qsort(side->lines, side->nlines, sizeof *side->lines, by_number);
	return 0;
}

static int side_count(struct profile_side *side, const char *path, const struct exercise_case *c, uint64_t touched,
		      const struct case_result *r, struct arena *arena, struct error *err)
{
	memset(side, 0, sizeof *side);
	side->grid = c->grid;
	side->block = c->block;
	side->shared_bytes = (uint64_t)c->dynamic_shared + r->static_shared;
	side->touched = touched;
	side->longest_warp = r->longest_warp;
	for (size_t i = 0; i < r->ncounters; i++)
		cost_count(&side->counts, r->counters[i].name, r->counters[i].value);
	return lines_make(side, path, r, arena, err);
}

int profile_counted(struct profile *p, const char *path, const struct exercise *e, const struct exercise_case *c,
		    const struct case_result *r, const struct gpu *gpu, struct arena *arena, struct error *err)
{
	*p = (struct profile){ .exercise = e->id, .case_name = c->name, .gpu = *gpu };
	for (size_t i = 0; i < e->nparams; i++)
		p->doubles = p->doubles || e->params[i].type == VALUE_DOUBLE;
	return side_count(&p->own, path, c, bench_bytes(e, c), r, arena, err) || profile_advise(p, arena, err) ? -1 : 0;
}

struct cost_launch profile_launch(const struct profile_side *s, const struct cost_gpu *gpu)
{
	return (struct cost_launch){ .counts = &s->counts, .blocks = dim3u_volume(s->grid), .threads = dim3u_volume(s->block),
				     .shared_bytes = s->shared_bytes, .touched = s->touched,
				     .longest_warp = s->longest_warp, .gpu = gpu };
}

void profile_model(struct profile_side *s, const struct cost_gpu *gpu)
{
	const struct cost_launch launch = profile_launch(s, gpu);
	struct cost_kernel k = cost_kernel(&launch);
	double sum = 0;

	s->seconds = 1e-9 * (double)k.ns;
	s->limit = cost_limit_name(k.limit);
	for (int i = 0; i < COST_LIMITS; i++)
		s->terms[i] = 1e-9 * k.terms[i];
	for (size_t i = 0; i < s->nlines; i++) {
		s->lines[i].share = cost_share(&launch, &s->lines[i].counts);
		sum += s->lines[i].share;
	}
	for (size_t i = 0; i < s->nlines && sum > 0; i++)
		s->lines[i].share /= sum;
}

static int side_make(struct run *w, const char *path, bool own, struct profile_side *side, struct error *err)
{
	const struct case_result *r;
	struct build b;
	enum verdict v = build_run(&b, w->exercise, path, &w->compiler, 0, w->arena, err);
	int status = -1;

	memset(side, 0, sizeof *side);
	if (v == VERDICT_COMPILE_ERROR && own) {
		error_set(err, PARTY_LEARNER, "there is no profile: '%s' does not compile", path_base(path));
		error_remedy(err, "`warpbook check` shows the compiler's messages");
	}
	if (v == VERDICT_PASSED && bench_run(w->exercise, w->c, &b, &w->target, 0, own ? PARTY_LEARNER : PARTY_AUTHOR, w->arena,
					     &r, err) == 0) {
		status = side_count(side, b.path, w->c, bench_bytes(w->exercise, w->c), r, w->arena, err);
		side->path = arena_strdup(w->arena, path);
		hash_bytes(buf_text(&b.source), b.source.len, side->source_sha256);
		for (size_t i = 0; i < side->nlines; i++)
			side->lines[i].text = line_text(&b, side->lines[i].line, w->arena);
		if (w->arena->failed)
			status = error_nomem(err);
		profile_model(side, &w->p->gpu.figures);
	}
	build_release(&b);
	return status;
}

static int case_choose(struct run *w, struct error *err)
{
	struct bench bench;

	if (w->exercise->kind != EXERCISE_KERNEL) {
		error_set(err, PARTY_LEARNER, "'%s' is about the host's side: its kernels have no profile", w->exercise->id);
		return error_remedy(err, "`warpbook picture %s` draws its calls, copies and kernels over time",
				    w->exercise->name);
	}
	if (bench_open(&bench, w->exercise, SEED, false, w->arena, err))
		return -1;
	w->c = bench_case_to_show(&bench);
	w->c->measured = true; /* counted line by line */
	w->p->case_name = w->c->name;
	return 0;
}

int profile_run(const char *id, const char *path, const struct profile_options *o, struct arena *arena, struct profile *p,
		struct error *err)
{
	struct run w = { .arena = arena, .p = p };
	char compiler[80];
	int status;

	memset(p, 0, sizeof *p);
	if (gpu_open(o->gpu, arena, &p->gpu, err) || target_choose(&w.target, "vm", err) ||
	    compiler_find_for(&w.compiler, path, o->compiler, err) || exercise_open_for(&w.exercise, id, path, err))
		return -1;
	compiler_describe(&w.compiler, compiler, sizeof compiler);
	p->compiler = arena_strdup(arena, compiler);
	p->exercise = arena_strdup(arena, w.exercise->id);
	for (size_t i = 0; i < w.exercise->nparams; i++)
		p->doubles = p->doubles || w.exercise->params[i].type == VALUE_DOUBLE;
	status = case_choose(&w, err) || side_make(&w, path, true, &p->own, err) ||
		 side_make(&w, w.exercise->solution_path, false, &p->reference, err) ? -1 : 0;
	if (!status)
		p->case_name = arena_strdup(arena, p->case_name);
	exercise_close(w.exercise);
	if (!status && o->kept)
		profile_keep(p, o->kept, arena);
	if (!status)
		status = profile_advise(p, arena, err);
	return status ? status : arena->failed ? error_nomem(err) : 0;
}
