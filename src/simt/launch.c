/*
 * launch.c - a launch from its arguments to its result: checks the
 * arguments (limits.c), runs the blocks (crew.c), and collects findings
 * and counters.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "simt/check/check.h"
#include "simt/exec/count.h"
#include "simt/exec/crew.h"
#include "simt/limits.h"

#define DEFAULT_STDOUT  (64u << 10)
#define UNPRINTED       (4u << 20) /* calls of printf beyond what is kept: more is a flood */
#define MAX_DEPTH       1024u        /* of calls, unless the launch asks for a larger stack */
#define LEAST_FRAME     32u          /* the least bytes of a call on hardware */

/* Lists the variables in shared memory, for the checkers. */
static int shared_vars_list(struct launch *l, struct checker_launch *seen, struct error *err)
{
	const struct image *image = l->image;
	struct checker_var *vars = arena_array(&l->result->arena, image->nshared + 1, sizeof *vars);

	if (!vars)
		return error_nomem(err);
	for (size_t k = 0; k < image->nshared; k++) {
		const struct shared_var *s = &image->shared[k];

		vm_assert(s->offset <= image->static_shared);
		vars[k].var = s->var;
		vars[k].offset = s->offset;
		vars[k].size = s->var->size ? (uint32_t)s->var->size : l->args->dynamic_shared;
	}
	seen->shared_vars = vars;
	seen->nshared_vars = image->nshared;
	return 0;
}

/*
 * The counter of grid.sync(), in the driver's layout: the size of the workspace and the barrier, a word each.
 * %envreg1 and %envreg2 hold its address.
 */
static int grid_barrier_make(struct launch *l, struct error *err)
{
	const uint32_t workspace[2] = { sizeof(workspace), 0 };
	struct simt_mem *m = l->program->mem;

	if (!l->args->cooperative)
		return 0;
	if (simt_alloc_on(m, l->program->device, sizeof(workspace), "the grid's barrier", 4, SIMT_INITIALISED, &l->grid_barrier,
			  err) < 0)
		return -1;
	return simt_write(m, l->grid_barrier, workspace, sizeof(workspace), err);
}

static int launch_run(struct launch *l, struct error *err)
{
	struct simt_result *r = l->result;
	struct checker_launch seen = { .module = l->program->module, .kernel = l->image->kernel, .mem = l->program->mem,
				       .args = *l->args, .cluster = l->cluster, .min_access = l->image->min_access,
				       .min_shared = l->image->min_shared, .reads_async = l->image->reads_async,
				       .hands_over = l->image->hands_over, .defers = l->image->defers,
				       .device = l->program->device,
				       .globals = l->program->globals, .nglobals = l->program->nglobals,
				       .stepper = l->args->trace ? l->args->trace->stepper : NULL };
	struct checker *checker;
	int rc = -1;

	vm_assert(l->args && l->image && l->program && r);
	if (l->args->footprint && !(seen.touched = touched_new(l->program->mem)))
		return error_nomem(err);
	if (l->args->footprint && l->args->early &&
	    !(seen.prologue = prologue_new((uint64_t)l->args->grid.x * l->args->grid.y * l->args->grid.z))) {
		touched_free(seen.touched);
		return error_nomem(err);
	}
	checker = shared_vars_list(l, &seen, err) < 0 ? NULL : checker_new(&seen, &r->arena, err);
	if (!checker) {
		touched_free(seen.touched);
		prologue_free(seen.prologue);
		return -1;
	}
	l->hooks = checker_hooks(checker);
	if (crew_run(l, checker, l->args->cooperative || l->image->waits ||
		     l->cluster_size > 1 ? limits_resident(l->image, l->args) : 0, err) == 0 &&
	    checker_findings(checker, &r->findings, &r->nfindings, err) == 0 &&
	    checker_moves(checker, &r->moves, &r->nmoves, err) == 0)
		rc = count_collect(l, err);
	r->longest_warp = l->longest_warp;
	r->counts.longest_block = l->longest_block;
	r->counts.shared_bytes = l->image->static_shared + l->args->dynamic_shared;
	if (rc == 0 && (l->args->keeps_uses || r->nchildren))
		r->uses = uses_collect(checker);
	if (rc == 0 && seen.touched && touched_collect(seen.touched, l->grid_barrier, !(l->args->checks & SIMT_CHECK_INIT),
						       &r->arena, &r->touched, &r->ntouched) < 0)
		rc = error_nomem(err);
	if (rc == 0 && seen.prologue && prologue_collect(seen.prologue, &r->arena, &r->early, &r->nearly) < 0)
		rc = error_nomem(err);
	free(l->sites);
	free(l->tallies);
	checker_free(checker);
	touched_free(seen.touched);
	prologue_free(seen.prologue);
	if (rc == 0 && (r->output.failed || r->asserts.failed || r->arena.failed))
		rc = error_nomem(err);
	r->end = l->faulted ? SIMT_FAULT : l->hung ? SIMT_HANG : SIMT_DONE;
	return rc;
}

/* A launch can request more room for recursion; the kernel's own variables and alloca always have theirs. */
static void stack_size(struct launch *l)
{
	const struct image *image = l->image;
	uint32_t more = l->args->stack_bytes > RECURSION_LOCAL && image->recurs ? l->args->stack_bytes - RECURSION_LOCAL : 0;

	if (more > MAX_LOCAL - image->local_bytes)
		more = MAX_LOCAL - image->local_bytes;
	l->max_depth = l->args->stack_bytes / LEAST_FRAME > MAX_DEPTH ? l->args->stack_bytes / LEAST_FRAME : MAX_DEPTH;
	l->stack_at = image->stack_at + more;
	l->local_bytes = image->local_bytes + more;
	vm_assert(l->stack_at <= l->local_bytes && l->local_bytes <= MAX_LOCAL);
}

int simt_launch(struct simt_program *p, const struct simt_launch *args,
		struct simt_result *result, struct error *err)
{
	struct launch l = { .program = p, .args = args, .result = result };
	int rc;

	memset(result, 0, sizeof *result);
	l.image = program_image(p, args->kernel, &result->error);
	if (!l.image && result->error.party == PARTY_LEARNER) {
		result->end = SIMT_BAD_LAUNCH;
		return 0;
	}
	if (!l.image) {
		if (err)
			*err = result->error;
		return -1;
	}
	if (limits_check(l.image, args, result) < 0)
		return 0;
	l.cluster = limits_cluster(l.image, args);
	l.cluster_size = l.cluster.x * l.cluster.y * l.cluster.z;
	vm_assert(l.cluster_size && p->device < SIMT_DEVICES);
	l.reach = args->reach | 1u << p->device;
	l.budget = args->budget ? args->budget : SIMT_BUDGET;
	l.trace = args->trace;
	stack_size(&l);
	l.stdout_max = args->stdout_max ? args->stdout_max : DEFAULT_STDOUT;
	l.unprinted_most = UNPRINTED + 4 * dim3u_volume(args->grid) * dim3u_volume(args->block);
	result->shows_host = l.image->shows_host;
	result->host_observes = l.image->host_observes;
	rc = grid_barrier_make(&l, err);
	if (rc == 0)
		rc = launch_run(&l, err);
	if (l.grid_barrier)
		simt_free(p->mem, l.grid_barrier, NULL);
	if (rc < 0)
		simt_result_release(result);
	return rc;
}

void simt_result_release(struct simt_result *result)
{
	arena_release(&result->arena);
	simt_uses_free(result->uses);
	buf_release(&result->output);
	buf_release(&result->asserts);
	memset(result, 0, sizeof *result);
}
