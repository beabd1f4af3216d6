/*
 * who_works.c - the rules about who computes a host program's result: kernels, not the host; and many threads, not one for
 * others. They apply to every exercise, each against what the reference solution does.
 */
#include "config.h"

#include "judge/ruling.h"

#include <inttypes.h>
#include <string.h>

#define DEVICE_WORK_LEAST 0.05   /* of the reference's instructions: right answers of every kind have far more */
#define DEVICE_WORK_KNOWN 5000.0 /* instructions of the reference; with fewer a case is too small to judge */
/* instructions of each of its threads do not count: a thread without an element executes that many */
#define DEVICE_WORK_IDLE  32.0
#define DEVICE_WORK_SHARE 0.1    /* of the heaviest case's: a tiled reference does as much for one element as for a whole tile */

static double thread_instructions(const struct case_result *c)
{
	return (double)case_counter(c, "thread_instructions");
}

/* A library's kernels are not executed instruction by instruction, so their work is unknown. */
static bool is_library(const struct observed_op *op)
{
	return op->kind == OBSERVED_KERNEL && (ruling_name_matches("cublas*", op->what) ||
					       ruling_name_matches("cufft*", op->what));
}

static size_t library_calls(const struct observed *o)
{
	size_t n = 0;

	for (size_t i = 0; o && i < o->nops; i++)
		n += is_library(&o->ops[i]);
	return n;
}

/* The threads of all launches. */
static double threads_launched(const struct observed *o)
{
	double n = 0;

	for (size_t i = 0; o && i < o->nops; i++) {
		const struct observed_op *op = &o->ops[i];

		if (op->kind == OBSERVED_KERNEL && !is_library(op))
			n += (double)dim3u_volume(op->grid) * (double)dim3u_volume(op->block);
	}
	return n;
}

/* With few elements most threads of a usual launch have none: a right answer may launch one block of two threads. */
void rule_device_work(struct ruling *r)
{
	const double own = thread_instructions(r->learner);
	const double reference = thread_instructions(r->from) - DEVICE_WORK_IDLE * threads_launched(r->reference);
	const struct observed_op *last = NULL;

	if (reference < DEVICE_WORK_KNOWN || (r->from->share > 0 && r->from->share < DEVICE_WORK_SHARE) ||
	    !ruling_too_few(r, own / reference) || library_calls(r->o))
		return;
	for (size_t i = 0; i < r->o->nops; i++)
		if (r->o->ops[i].kind == OBSERVED_KERNEL)
			last = &r->o->ops[i];
	ruling_report(r, last ? &last->place : NULL,
	       !last ? "no kernel is launched: the host computes the result"
		     : arena_printf(r->arena, "the kernels compute next to nothing: their threads execute %.0f instructions, the "
				    "reference's %.0f", own, thread_instructions(r->from)));
}

/* of the reference's share: where one thread works for others it is 0.04 to 0.3, in unusual right answers 0.6 or more */
#define WORKERS_LEAST 0.4
#define WORKERS_HIGH  0.5        /* of the reference: with less it does not show how threads share the work */
#define WORKERS_CASE  0.25       /* of the heaviest case's work: in small cases threads without an element are most of it */
/* less than a warp, and so many times as many in the reference's largest launch: a thread for each row may do */
#define WORKERS_FEWER 64.0

/* The lanes in use, of those that launched threads have: with blocks of 8 threads these are 8 of a warp's 32. */
static double lanes_working(const struct case_result *c, const struct observed *o)
{
	const double executed = (double)case_counter(c, "warp_instructions");
	double warps = 0;

	for (size_t i = 0; i < o->nops; i++)
		if (o->ops[i].kind == OBSERVED_KERNEL && !is_library(&o->ops[i]))
			warps += (double)dim3u_volume(o->ops[i].grid) * (double)((dim3u_volume(o->ops[i].block) + 31) / 32);
	return executed > 0 && warps > 0 ? thread_instructions(c) / executed / (threads_launched(o) / warps) : 0;
}

/* The launch with the most threads, of the program's own kernels. */
static const struct observed_op *largest_launch(const struct observed *o)
{
	const struct observed_op *largest = NULL;

	for (size_t i = 0; o && i < o->nops; i++)
		if (o->ops[i].kind == OBSERVED_KERNEL && !is_library(&o->ops[i]) &&
		    (!largest || ruling_threads_of(&o->ops[i]) > ruling_threads_of(largest)))
			largest = &o->ops[i];
	return largest;
}

#define BLOCKS_MANY  16           /* in each launch */
#define BLOCKS_LEAST 0.125        /* of them work: serial ends of right answers leave more */

/* Of all launches: how many blocks would share the instructions if each executed as many as its launch's busiest. */
static double blocks_working(const struct case_result *c)
{
	const double busiest = (double)case_counter(c, "longest_block");

	return busiest > 0 ? (double)case_counter(c, "warp_instructions") / busiest : 0;
}

/* Of many blocks one does nearly all the work. A launch of few blocks may have much of it, by right. */
static bool is_one_block(const struct ruling *r)
{
	const double own = blocks_working(r->learner), reference = blocks_working(r->from);
	double fewest = reference;

	for (size_t i = 0; i < r->o->nops; i++)
		if (r->o->ops[i].kind == OBSERVED_KERNEL && (double)dim3u_volume(r->o->ops[i].grid) < fewest)
			fewest = (double)dim3u_volume(r->o->ops[i].grid);
	return fewest >= BLOCKS_MANY && own > 0 && own < BLOCKS_LEAST * fewest;
}

/*
 * A launch of many threads, of which one works for others, or of one thread. A program that leaves more to a library than the
 * reference does may need few threads of its own.
 */
void rule_workers(struct ruling *r)
{
	const struct observed_op *own = largest_launch(r->o), *usual = largest_launch(r->reference);
	double working, reference;

	if (!own || !usual || library_calls(r->o) > library_calls(r->reference) ||
	    thread_instructions(r->from) < DEVICE_WORK_KNOWN || (r->from->share > 0 && r->from->share < WORKERS_CASE) ||
	    !r->bounds->least)
		return;
	working = lanes_working(r->learner, r->o);
	reference = lanes_working(r->from, r->reference);
	if (ruling_threads_of(own) < 32 && (double)ruling_threads_of(own) * WORKERS_FEWER <= (double)ruling_threads_of(usual))
		ruling_report(r, &own->place,
			      arena_printf(r->arena, "the largest launch has %" PRIu64 " thread%s, the reference's %" PRIu64,
					   ruling_threads_of(own),
						    ruling_threads_of(own) == 1 ? "" : "s", ruling_threads_of(usual)));
	else if (reference >= WORKERS_HIGH && working > 0 && ruling_too_few(r, working / reference))
		ruling_report(r, &own->place, arena_printf(r->arena, "few of the threads work at the same time: %.0f %% of them, "
								     "the reference's %.0f %%",
						    100 * working, 100 * reference));
	else if (is_one_block(r))
		ruling_report(r, &own->place, arena_printf(r->arena, "one block of %" PRIu64 " does nearly all the work",
							   dim3u_volume(own->grid)));
}

/* A launch of one block leaves all multiprocessors but one idle; says nothing of cases in which the reference has few. */
void rule_working_blocks(struct ruling *r)
{
	const struct observed_op *launch = largest_launch(r->o);
	const double own = blocks_working(r->learner);

	if (launch && own > 0 && blocks_working(r->from) >= BLOCKS_MANY && ruling_too_few(r, own))
		ruling_report(r, &launch->place,
			      arena_printf(r->arena, "the work is shared by %.2g block%s; the reference's %.0f share it",
					   own, own < 1.05 ? "" : "s", blocks_working(r->from)));
}

#define FROM_DEVICE_LEAST 0.5    /* of the result's bytes */
#define FROM_DEVICE_KNOWN 256.0  /* bytes; less may be what the host makes of parts */

static double bytes_brought(const struct observed *o)
{
	double n = 0;

	for (size_t i = 0; o && i < o->nops; i++)
		n += (double)o->ops[i].brought;
	return n;
}

/* The bytes of the elements of outputs that the function has changed. */
static double bytes_changed(const struct ruling *r)
{
	double n = 0;

	for (size_t i = 0; i < r->e->nparams && r->learner->nbuffers == r->e->nparams; i++) {
		const struct case_arg *arg = &r->c->args[i];
		size_t size = value_type_bytes(r->e->params[i].type);
		const uint8_t *got = r->learner->buffers[i].bytes;

		if ((r->e->params[i].role != PARAM_OUT && r->e->params[i].role != PARAM_INOUT) || !got || !arg->bytes)
			continue;
		for (uint64_t k = 0; k < arg->count; k++)
			n += memcmp(got + k * size, arg->bytes + k * size, size) ? (double)size : 0;
	}
	return n;
}

#define SENT_CASE 0.5            /* of the heaviest case's work: in small ones a right answer may have nothing to do */

/* Does one of the function's arrays, as it was given, have these bytes? */
static bool is_given(const struct ruling *r, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < r->e->nparams; i++) {
		const struct case_arg *arg = &r->c->args[i];
		const size_t size = value_type_bytes(r->e->params[i].type), all = arg->bytes ? arg->count * size : 0;

		for (size_t at = 0; at + n <= all; at += size)
			if (!memcmp(arg->bytes + at, bytes, n))
				return true;
	}
	return false;
}

static bool sends(const struct observed *o, uint64_t hash)
{
	for (size_t i = 0; o && i < o->nops; i++)
		if (o->ops[i].hash == hash)
			return true;
	return false;
}

/*
 * The copy that brought to the device, from the host, exactly what the function then gave as an output. If no kernel's results
 * had come to the host before, it computed that alone.
 */
static const struct observed_op *result_sent(const struct ruling *r, size_t output)
{
	const struct case_buffer *got = &r->learner->buffers[output];

	for (size_t i = 0; i < r->o->nops && !r->o->ops[i].brought; i++) {
		const struct observed_op *op = &r->o->ops[i];

		if (op->hash && op->bytes >= FROM_DEVICE_KNOWN && op->bytes <= got->len && 2 * op->bytes >= got->len &&
		    op->hash == observed_hash(got->bytes, op->bytes) && !sends(r->reference, op->hash) &&
		    !is_given(r, got->bytes, op->bytes))
			return op;
	}
	return NULL;
}

/* Kernels that merely copy what the host computed. */
static void rule_result_sent(struct ruling *r)
{
	if (r->from->share < SENT_CASE || r->learner->nbuffers != r->e->nparams)
		return;
	for (size_t i = 0; i < r->e->nparams; i++) {
		const struct exercise_param *p = &r->e->params[i];
		const struct observed_op *op = p->role == PARAM_OUT || p->role == PARAM_INOUT ? result_sent(r, i) : NULL;

		if (op) {
			ruling_report(r, &op->place,
				      arena_printf(r->arena, "the host copies `%s` to the device as it comes back: it has "
							     "computed it, and no kernel changes it", p->name));
			return;
		}
	}
}

/* Only where the reference brings the result from the device as it is: the host may well finish what the device began. */
void rule_from_device(struct ruling *r)
{
	const double own = bytes_brought(r->o), reference = bytes_brought(r->reference), changed = bytes_changed(r);
	const double known = reference < changed ? reference : changed;
	const struct observed_op *launch = largest_launch(r->o);

	if (known < FROM_DEVICE_KNOWN)
		return;
	if (!ruling_too_few(r, own / known)) {
		rule_result_sent(r);
		return;
	}
	ruling_report(r, launch ? &launch->place : NULL,
	       arena_printf(r->arena, own > 0 ? "the result has %.0f bytes, and only %.0f of what kernels computed come to "
						"the host"
					      : "the result has %.0f bytes, and nothing that kernels computed comes to the host",
					      changed, own));
}

static bool outputs_right(const struct ruling *r, const struct case_result *result)
{
	for (size_t i = 0; i < r->e->nparams; i++) {
		const struct exercise_param *p = &r->e->params[i];
		struct mismatch m;

		if (p->role != PARAM_OUT && p->role != PARAM_INOUT)
			continue;
		if (result->nbuffers != r->e->nparams || result->buffers[i].len != r->from->buffers[i].len ||
		    judge_compare(p->type, result->buffers[i].bytes, r->from->buffers[i].bytes, &r->c->args[i], p->name,
				  &r->e->tolerance, r->arena, &m) ||
		    m.any)
			return false;
	}
	return true;
}

void rule_needs_kernels(struct ruling *r)
{
	const struct observed_op *launch = largest_launch(r->o);

	if (r->learner->idle && outputs_right(r, r->learner->idle))
		ruling_report(r, launch ? &launch->place : NULL, "when the kernels do nothing, the result is the same: the host "
								 "computes it");
}

void rule_needs_host_functions(struct ruling *r)
{
	const struct observed_op *last = NULL;

	for (size_t i = 0; i < r->o->nops; i++)
		if (r->o->ops[i].kind == OBSERVED_HOST_FUNCTION)
			last = &r->o->ops[i];
	if (r->learner->idle && outputs_right(r, r->learner->idle))
		ruling_report(r, last ? &last->place : NULL, "when the functions in the stream do nothing, the result is the "
							     "same: something else does their work");
}

/* They apply to every exercise unless its definition says otherwise. */
void rules_by_default(struct ruling *r)
{
	static const struct { struct exercise_rule rule; struct rule_bounds bounds; void (*check)(struct ruling *r); } all[] = {
		{ { .kind = RULE_DEVICE_WORK, .why = "let kernels compute the result: what the host computes itself is not what "
						     "the exercise is about" },
		  { .has_least = true, .least = DEVICE_WORK_LEAST }, rule_device_work },
		{ { .kind = RULE_FROM_DEVICE, .why = "let kernels compute the result, and copy it from the device" },
		  { .has_least = true, .least = FROM_DEVICE_LEAST }, rule_from_device },
		{ { .kind = RULE_WORKERS, .why = "let each thread do its own part of the work, at the same time as its "
						 "neighbours" },
		  { .has_least = true, .least = WORKERS_LEAST }, rule_workers },
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		size_t k = 0;

		while (k < r->e->nrules && r->e->rules[k].kind != all[i].rule.kind)
			k++;
		r->rule = &all[i].rule;
		r->bounds = &all[i].bounds;
		if (k == r->e->nrules && !*r->n)
			all[i].check(r);
	}
}
