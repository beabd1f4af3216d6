/*
 * rules.c - checks a host program's right answer against the exercise's rules about how to get it.
 *
 * One function for each row of catalog/rules.def; all read only struct observed. A message gives the
 * run's figure, the required one, and the line that contributed most.
 */
#include "config.h"

#include "base/order.h"
#include "judge/judge.h"

#include "judge/expense.h"
#include "judge/ruling.h"
#include "words/kinds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PROBES_REPORTED 3 /* broken error handling: more reports of the same kind would not help */

void ruling_report(struct ruling *r, const struct source_place *place, const char *message)
{
	struct finding *f = arena_push(r->arena, r->broken, r->n, &r->cap, sizeof *f);

	if (!f || !message)
		return;
	*f = (struct finding){ .kind = KIND_RULE, .rule = rule_name(r->rule->kind), .level = FINDING_ERROR, .message = message,
			       .advice = arena_strdup(r->arena, r->rule->why), .threads = 1, .case_index = r->c->index };
	if (place)
		f->place = *place;
}

/* ---- amounts --------------------------------------------------------------------------- */

bool ruling_too_few(const struct ruling *r, double amount)
{
	return r->bounds->has_least && amount < r->bounds->least;
}

static bool too_many(const struct ruling *r, double amount)
{
	return r->bounds->has_most && amount > r->bounds->most;
}

/* "at most 2 are allowed" */
static const char *asked(const struct ruling *r, bool few)
{
	return few ? arena_printf(r->arena, "at least %.15g %s required", r->bounds->least, r->bounds->least == 1 ? "is" : "are")
		   : r->bounds->most == 0 ? "none is allowed"
		   : arena_printf(r->arena, "at most %.15g %s allowed", r->bounds->most, r->bounds->most == 1 ? "is" : "are");
}

/* "is called 3 times" */
static const char *is_done(const struct ruling *r, const char *done, uint64_t n)
{
	return n == 0 ? arena_printf(r->arena, "is never %s", done)
	     : n <= 2 ? arena_printf(r->arena, "is %s %s", done, n == 1 ? "once" : "twice")
	     : arena_printf(r->arena, "is %s %" PRIu64 " times", done, n);
}

/* ---- calls -------------------------------------------------------------------------------- */

/* Does the name match, or its beginning if the pattern ends with a star? */
bool ruling_name_matches(const char *pattern, const char *name)
{
	size_t n = pattern ? strlen(pattern) : 0;

	if (!pattern)
		return true;
	return n && pattern[n - 1] == '*' ? !strncmp(name, pattern, n - 1) : !strcmp(name, pattern);
}

/* Numba calls the driver: there a call of the runtime has another name. */
static bool call_matches(const char *pattern, const char *name)
{
	static const struct { const char *runtime, *driver; } rows[] = {
#define CALL(runtime, driver) { #runtime, driver },
#include "judge/driver_calls.def"
#undef CALL
	};

	if (ruling_name_matches(pattern, name))
		return true;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (ruling_name_matches(rows[i].driver, name) && ruling_name_matches(pattern, rows[i].runtime))
			return true;
	return false;
}

static void rule_calls(struct ruling *r)
{
	const struct observed_call *most = NULL;
	uint64_t n = 0;

	for (size_t i = 0; i < r->o->ncalls; i++) {
		const struct observed_call *c = &r->o->calls[i];

		if (!call_matches(r->rule->subject, c->name) || (r->rule->in_loop && c->times < 2))
			continue;
		n += c->times;
		if (!most || c->times > most->times)
			most = c;
	}
	if (ruling_too_few(r, (double)n))
		ruling_report(r, most ? &most->place : NULL, arena_printf(r->arena, "`%s` %s; %s", r->rule->subject,
								   is_done(r, "called", n), asked(r, true)));
	else if (too_many(r, (double)n) && most)
		ruling_report(r, &most->place, arena_printf(r->arena, "`%s` %s%s, %s by this line; %s", r->rule->subject,
						     is_done(r, "called", n), r->rule->in_loop ? " in a loop" : "",
						     most->times == n ? "all" : arena_printf(r->arena, "%" PRIu64, most->times),
						     asked(r, false)));
}

/* ---- launches ------------------------------------------------------------------------------- */

static bool is_launch(const struct ruling *r, const struct observed_op *op)
{
	return op->kind == OBSERVED_KERNEL && ruling_name_matches(r->rule->subject, op->what);
}

static const char *kernels_called(const struct ruling *r)
{
	return r->rule->subject ? arena_printf(r->arena, "the kernel `%s`", r->rule->subject) : "a kernel";
}

static void rule_kernels(struct ruling *r)
{
	const struct observed_op *last = NULL;
	uint64_t n = 0;

	for (size_t i = 0; i < r->o->nops; i++)
		if (is_launch(r, &r->o->ops[i])) {
			last = &r->o->ops[i];
			n++;
		}
	if (ruling_too_few(r, (double)n) || too_many(r, (double)n))
		ruling_report(r, last ? &last->place : NULL, arena_printf(r->arena, "%s %s; %s", kernels_called(r),
								   is_done(r, "launched", n),
								   asked(r, ruling_too_few(r, (double)n))));
}

/* A kernel's first launch may take longer than the others, so launches count once one of them was not timed. */
static void rule_timed(struct ruling *r)
{
	const struct observed_op *last = NULL;
	uint64_t n = 0, cold = 0;
	bool is_warm = false;

	for (size_t i = 0; i < r->o->nops; i++)
		if (is_launch(r, &r->o->ops[i])) {
			last = &r->o->ops[i];
			is_warm |= !last->timed;
			n += last->timed && is_warm;
			cold += last->timed && !is_warm;
		}
	if (!ruling_too_few(r, (double)(n + cold)) && ruling_too_few(r, (double)n))
		ruling_report(r, &last->place, arena_printf(r->arena, "the time of the first launch of %s is measured, too",
							     kernels_called(r)));
	else if (last && (ruling_too_few(r, (double)n) || too_many(r, (double)(n + cold))))
		ruling_report(r, &last->place, arena_printf(r->arena, "%s %s between two events whose time the program asks for; "
								      "%s", kernels_called(r), is_done(r, "launched", n + cold),
							     asked(r, ruling_too_few(r, (double)n))));
}

/* Measures each launch, and reports the first that is out of bounds. */
static void launches_measure(struct ruling *r, uint64_t (*measure)(const struct observed_op *op), const char *one,
			     const char *many)
{
	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];
		uint64_t amount;

		if (!is_launch(r, op))
			continue;
		amount = measure(op);
		if (ruling_too_few(r, (double)amount) || too_many(r, (double)amount)) {
			ruling_report(r, &op->place, arena_printf(r->arena, "`%s` is launched with %" PRIu64 " %s; %s",
								  op->what, amount,
							   amount == 1 ? one : many,
							   asked(r, ruling_too_few(r, (double)amount))));
			return;
		}
		if (r->bounds->multiple && amount % (uint64_t)r->bounds->multiple) {
			ruling_report(r, &op->place,
				      arena_printf(r->arena, "`%s` is launched with %" PRIu64 " %s, which is not a multiple of %"
							   PRId64, op->what, amount, amount == 1 ? one : many,
							   r->bounds->multiple));
			return;
		}
	}
}

static uint64_t blocks_of(const struct observed_op *op)
{
	return dim3u_volume(op->grid);
}

static uint64_t block_size_of(const struct observed_op *op)
{
	return dim3u_volume(op->block);
}

uint64_t ruling_threads_of(const struct observed_op *op)
{
	return dim3u_volume(op->grid) * dim3u_volume(op->block);
}

static void rule_blocks(struct ruling *r)
{
	launches_measure(r, blocks_of, "block", "blocks");
}

static void rule_block_size(struct ruling *r)
{
	launches_measure(r, block_size_of, "thread a block", "threads a block");
}

static void rule_threads(struct ruling *r)
{
	launches_measure(r, ruling_threads_of, "thread", "threads");
}

/* ---- operations ------------------------------------------------------------------------------ */

static bool is_work(const struct observed_op *op, enum work_kind work)
{
	return work_kinds(work) & 1u << op->kind;
}

static const char *work_words(enum work_kind work)
{
	static const char *const words[WORK_KIND_COUNT] = {
		[WORK_COPIES] = "copies", [WORK_TRANSFERS] = "copies between host and device",
		[WORK_COPIES_IN] = "copies to the device", [WORK_COPIES_OUT] = "copies to the host",
		[WORK_COPIES_WITHIN] = "copies on the device", [WORK_COPIES_PEER] = "copies between devices",
		[WORK_SETS] = "memsets", [WORK_KERNELS] = "kernels", [WORK_HOST_FUNCTIONS] = "host functions",
		[WORK_MIGRATIONS] = "migrations of managed memory",
	};

	return words[work];
}

static bool same_line(const struct observed_op *a, const struct observed_op *b)
{
	return a->place.line == b->place.line && a->place.file && b->place.file && !strcmp(a->place.file, b->place.file);
}

/* The number of operations from the same line as this one. */
static uint64_t works_of(const struct ruling *r, const struct observed_op *op)
{
	uint64_t n = 0;

	for (size_t i = 0; i < r->o->nops; i++)
		n += is_work(&r->o->ops[i], r->rule->work) && same_line(&r->o->ops[i], op);
	return n;
}

/* Reports the line with the most operations; of several such lines the last. */
static void rule_works(struct ruling *r)
{
	const struct observed_op *busiest = NULL;
	uint64_t n = 0, most = 0, own;

	for (size_t i = 0; i < r->o->nops; i++)
		n += is_work(&r->o->ops[i], r->rule->work);
	if (!ruling_too_few(r, (double)n) && !too_many(r, (double)n))
		return;
	for (size_t i = 0; i < r->o->nops; i++) {
		if (!is_work(&r->o->ops[i], r->rule->work) || (busiest && same_line(&r->o->ops[i], busiest)))
			continue;
		own = works_of(r, &r->o->ops[i]);
		if (!busiest || own >= most) {
			busiest = &r->o->ops[i];
			most = own;
		}
	}
	ruling_report(r, busiest ? &busiest->place : NULL, arena_printf(r->arena, "there are %" PRIu64 " %s; %s", n,
									work_words(r->rule->work),
								   asked(r, ruling_too_few(r, (double)n))));
}

static void rule_bytes(struct ruling *r)
{
	const struct observed_op *largest = NULL;
	uint64_t bytes = 0;

	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];

		if (!is_work(op, r->rule->work))
			continue;
		bytes += op->bytes;
		if (!largest || op->bytes > largest->bytes)
			largest = op;
	}
	if (ruling_too_few(r, (double)bytes) || too_many(r, (double)bytes))
		ruling_report(r, largest ? &largest->place : NULL,
		       arena_printf(r->arena, "%s move %" PRIu64 " bytes; %s", work_words(r->rule->work), bytes,
				    asked(r, ruling_too_few(r, (double)bytes))));
}

/* Without any operation of `with`, all of them come before it. Reports the first that comes too late, or is too much. */
static void rule_before(struct ruling *r)
{
	const struct observed_op *first = NULL, *reported = NULL;
	uint64_t bytes = 0;
	bool few;

	for (size_t i = 0; i < r->o->nops; i++)
		if (is_work(&r->o->ops[i], r->rule->with) && (!first || r->o->ops[i].start_ns < first->start_ns))
			first = &r->o->ops[i];
	for (size_t i = 0; i < r->o->nops; i++)
		if (is_work(&r->o->ops[i], r->rule->work) && (!first || r->o->ops[i].end_ns <= first->start_ns))
			bytes += r->o->ops[i].bytes;
	few = ruling_too_few(r, (double)bytes);
	if (!few && !too_many(r, (double)bytes))
		return;
	for (size_t i = 0; i < r->o->nops && !reported; i++)
		if (is_work(&r->o->ops[i], r->rule->work) && few == (first && r->o->ops[i].end_ns > first->start_ns))
			reported = &r->o->ops[i];
	ruling_report(r, reported ? &reported->place : NULL,
	       arena_printf(r->arena, "%s move %" PRIu64 " bytes before the first of the %s begins; %s",
			    work_words(r->rule->work), bytes, work_words(r->rule->with), asked(r, few)));
}

/* Reports the last of them that brought what nothing reads. */
static void rule_read(struct ruling *r)
{
	const struct observed_op *vain = NULL, *last = NULL;
	uint64_t n = 0;

	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];
		bool seen = !op->read_in;

		if (!is_work(op, r->rule->work))
			continue;
		for (size_t k = 0; k < i && !seen; k++)
			seen = is_work(&r->o->ops[k], r->rule->work) && r->o->ops[k].read_in == op->read_in;
		n += !seen;
		vain = op->read_in ? vain : op;
		last = op;
	}
	if (!ruling_too_few(r, (double)n) && !too_many(r, (double)n))
		return;
	last = ruling_too_few(r, (double)n) && vain ? vain : last;
	ruling_report(r, last ? &last->place : NULL, arena_printf(r->arena, "what %s bring is read in %" PRIu64 " array%s; %s",
								  work_words(r->rule->work), n,
							   n == 1 ? "" : "s", asked(r, ruling_too_few(r, (double)n))));
}

static void rule_streams(struct ruling *r)
{
	const struct observed_op *last = NULL;
	uint64_t n = 0;

	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];
		bool seen = false;

		if (!is_work(op, r->rule->work))
			continue;
		for (size_t k = 0; k < i && !seen; k++)
			seen = is_work(&r->o->ops[k], r->rule->work) && r->o->ops[k].stream == op->stream &&
			       r->o->ops[k].device == op->device;
		n += !seen;
		last = op;
	}
	if (ruling_too_few(r, (double)n) || too_many(r, (double)n))
		ruling_report(r, last ? &last->place : NULL,
		       arena_printf(r->arena, "%s are in %" PRIu64 " stream%s; %s", work_words(r->rule->work), n,
				    n == 1 ? "" : "s", asked(r, ruling_too_few(r, (double)n))));
}

/* An operation counts for the device that owns its stream. */
static void rule_devices(struct ruling *r)
{
	const struct observed_op *last = NULL;
	uint64_t seen = 0;
	int n;

	for (size_t i = 0; i < r->o->nops; i++)
		if (is_work(&r->o->ops[i], r->rule->work)) {
			last = &r->o->ops[i];
			seen |= (uint64_t)1 << (last->device & 63);
		}
	n = __builtin_popcountll(seen);
	if (ruling_too_few(r, n) || too_many(r, n))
		ruling_report(r, last ? &last->place : NULL, arena_printf(r->arena, "%s run on %d device%s; %s",
									  work_words(r->rule->work), n,
								   n == 1 ? "" : "s", asked(r, ruling_too_few(r, n))));
}

/* Reports the first operation that runs elsewhere. */
static void rule_on_device(struct ruling *r)
{
	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];

		if (!is_work(op, r->rule->work) || !(ruling_too_few(r, op->device) || too_many(r, op->device)))
			continue;
		ruling_report(r, &op->place, r->bounds->has_least && r->bounds->has_most && r->bounds->least == r->bounds->most
		       ? arena_printf(r->arena, "`%s` runs on device %u; it belongs on device %.15g", op->what,
				      (unsigned)op->device, r->bounds->least)
		       : arena_printf(r->arena, "`%s` runs on device %u; it belongs on a device %s %.15g", op->what,
				      (unsigned)op->device, ruling_too_few(r, op->device) ? "from" : "up to",
				      ruling_too_few(r, op->device) ? r->bounds->least : r->bounds->most));
		return;
	}
}

/* Prefers the more frequent wait; then a call that does nothing but wait, which can be removed; then the longer gap after it. */
static bool worse_wait(const struct observed_cost *a, const struct observed_cost *b)
{
	bool only_a = strstr(a->what, "Synchronize"), only_b = strstr(b->what, "Synchronize");

	return a->times != b->times ? a->times > b->times : only_a != only_b ? only_a : a->ns > b->ns;
}

static void rule_waits(struct ruling *r)
{
	const struct observed_cost *most = NULL;
	double n = (double)r->o->waits;
	bool few = ruling_too_few(r, n);

	for (size_t i = 0; i < r->o->ncosts; i++) {
		const struct observed_cost *c = &r->o->costs[i];

		if (c->kind == OBSERVED_COST_WAIT && (!most || worse_wait(c, most)))
			most = c;
	}
	if (few && !r->o->waits)
		ruling_report(r, NULL, arena_printf(r->arena, "the device is never waited for by the host, unless a call such as "
							      "cudaFree happens to wait; %s",
					     asked(r, few)));
	else if (few || (too_many(r, n) && !most))
		ruling_report(r, most ? &most->place : NULL, arena_printf(r->arena, "the device %s by the host; %s",
								   is_done(r, "waited for", r->o->waits), asked(r, few)));
	else if (too_many(r, n))
		ruling_report(r, &most->place, arena_printf(r->arena, "the device %s by the host, %s in this `%s`; %s",
						     is_done(r, "waited for", r->o->waits),
						     most->times == r->o->waits ? "always" : most->times == 1 ? "once"
						     : arena_printf(r->arena, "%" PRIu64 " of them", most->times),
						     most->what, asked(r, false)));
}

static void peak_judge(struct ruling *r, const struct observed_peak *peak, const char *kind)
{
	const struct observed_made *p = &peak->most;

	if (!too_many(r, (double)peak->bytes))
		return;
	if (!p->what)
		ruling_report(r, NULL, arena_printf(r->arena, "%" PRIu64 " bytes of %s memory are in use at once; %s",
						    peak->bytes, kind,
					     asked(r, false)));
	else
		ruling_report(r, &p->place,
			      arena_printf(r->arena, "%" PRIu64 " bytes of %s memory are in use at once, %s of this `%s`; %s",
						  peak->bytes, kind, p->bytes == peak->bytes ? "all"
						  : arena_printf(r->arena, "%" PRIu64, p->bytes), p->what, asked(r, false)));
}

static void rule_memory(struct ruling *r)
{
	peak_judge(r, &r->o->device_memory, "device");
}

static void rule_pinned_memory(struct ruling *r)
{
	peak_judge(r, &r->o->pinned_memory, "pinned");
}

/* ---- overlap ------------------------------------------------------------------------------------ */

struct span { uint64_t start, end; };

ORDER_BY(compare_spans, struct span, start)

/* The times in which such operations run, as disjoint spans in order. NULL if memory ran out. */
static struct span *spans_of(const struct ruling *r, enum work_kind work, size_t *n)
{
	struct span *list = arena_array(r->arena, r->o->nops + 1, sizeof *list);
	size_t all = 0;

	*n = 0;
	for (size_t i = 0; list && i < r->o->nops; i++)
		if (is_work(&r->o->ops[i], work))
			list[all++] = (struct span){ r->o->ops[i].start_ns, r->o->ops[i].end_ns };
	if (all)
		qsort(list, all, sizeof *list, compare_spans);
	for (size_t i = 0; i < all; i++) {
		if (*n && list[i].start <= list[*n - 1].end) {
			if (list[i].end > list[*n - 1].end)
				list[*n - 1].end = list[i].end;
		} else {
			list[(*n)++] = list[i];
		}
	}
	return list;
}

/* The time in which the span and one of the list both run. */
static uint64_t time_with(struct span a, const struct span *list, size_t n)
{
	uint64_t common = 0;

	for (size_t i = 0; i < n && list[i].start < a.end; i++) {
		uint64_t start = a.start > list[i].start ? a.start : list[i].start;
		uint64_t end = a.end < list[i].end ? a.end : list[i].end;

		common += end > start ? end - start : 0;
	}
	return common;
}

/* The start or the end of an operation. `own` and `with`: it is of the rule's first and of its second kind; it may be of both. */
struct turn { uint64_t at; int step; bool own, with; };

/* At equal times, ends come before starts. */
static int compare_turns(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;

	return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : x->step - y->step;
}

/*
 * The times during which an operation of the first kind overlaps with another one of the second, as disjoint spans in order.
 * If the two kinds share operations, or are the same, no operation overlaps with itself. NULL if memory ran out.
 */
static struct span *spans_together(const struct ruling *r, size_t *n)
{
	struct turn *turns = arena_array(r->arena, 2 * r->o->nops + 1, sizeof *turns);
	struct span *list = arena_array(r->arena, 2 * r->o->nops + 1, sizeof *list);
	int all = 0, own = 0, with = 0;
	size_t nturns = 0;

	*n = 0;
	for (size_t i = 0; turns && i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];
		const bool is_own = is_work(op, r->rule->work), is_with = is_work(op, r->rule->with);

		if (!(is_own || is_with) || op->end_ns <= op->start_ns)
			continue;
		turns[nturns++] = (struct turn){ op->start_ns, 1, is_own, is_with };
		turns[nturns++] = (struct turn){ op->end_ns, -1, is_own, is_with };
	}
	if (nturns)
		qsort(turns, nturns, sizeof *turns, compare_turns);
	for (size_t i = 0; list && i < nturns; i++) {
		all += turns[i].step;
		own += turns[i].own ? turns[i].step : 0;
		with += turns[i].with ? turns[i].step : 0;
		if (all > 1 && own && with && turns[i + 1].at > turns[i].at)
			list[(*n)++] = (struct span){ turns[i].at, turns[i + 1].at };
	}
	return turns ? list : NULL;
}

/* The operation of that kind that runs longest without overlap. */
static const struct observed_op *least_overlapped(const struct ruling *r, const struct span *together, size_t ntogether)
{
	const struct observed_op *found = NULL;
	uint64_t most = 0;

	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];
		const struct span own = { op->start_ns, op->end_ns };
		uint64_t alone;

		if (!is_work(op, r->rule->work))
			continue;
		alone = own.end - own.start - time_with(own, together, ntogether);
		if (alone > most || !found) {
			most = alone;
			found = op;
		}
	}
	return found;
}

static void rule_overlap(struct ruling *r)
{
	size_t nown, ntogether;
	const struct span *own = spans_of(r, r->rule->work, &nown), *together = spans_together(r, &ntogether);
	const struct observed_op *worst;
	uint64_t all = 0, common = 0;
	double share;

	if (!own || !together || !ruling_too_few(r, 0)) /* a case that requires no overlap does not require the operations,
							   either */
		return;
	if (nown == 0) {
		ruling_report(r, NULL, arena_printf(r->arena, "there are no %s that could overlap with %s%s",
						    work_words(r->rule->work),
					     r->rule->work == r->rule->with ? "other " : "", work_words(r->rule->with)));
		return;
	}
	for (size_t i = 0; i < nown; i++) {
		all += own[i].end - own[i].start;
		common += time_with(own[i], together, ntogether);
	}
	share = all ? (double)common / (double)all : 1;
	if (!ruling_too_few(r, share))
		return;
	worst = least_overlapped(r, together, ntogether);
	ruling_report(r, worst ? &worst->place : NULL,
	       arena_printf(r->arena, "%s overlap with %s%s for %.0f %% of their %.4g us on the modelled device%s; at least "
			    "%.0f %% is required%s", work_words(r->rule->work), r->rule->work == r->rule->with ? "other " : "",
			    work_words(r->rule->with), 100 * share, (double)all / 1000, r->c->devices > 1 ? "s" : "",
			    100 * r->bounds->least, worst && !worst->pinned && worst->kind != OBSERVED_KERNEL &&
			    worst->kind != OBSERVED_COPY_PEER && worst->kind != OBSERVED_COPY_WITHIN
			    ? ". The memory of this one is not pinned" : ""));
}

static void rule_time(struct ruling *r)
{
	struct expense most;
	double ratio;

	if (!r->reference || !r->reference->total_ns)
		return;
	ratio = (double)r->o->total_ns / (double)r->reference->total_ns;
	if (!too_many(r, ratio))
		return;
	most = expense_find(r->o, r->reference, r->arena);
	ruling_report(r, most.place, arena_printf(r->arena, "it takes %.4g us on the modelled device, %.3g times as long as the "
					   "reference; at most %.3g times is allowed%s%s", (double)r->o->total_ns / 1000, ratio,
					   r->bounds->most, most.reported ? ". " : "", most.reported ? most.reported : ""));
}

/* ---- memory -------------------------------------------------------------------------------------- */

static void rule_pinned(struct ruling *r)
{
	for (size_t i = 0; i < r->o->nops; i++) {
		const struct observed_op *op = &r->o->ops[i];

		if (!op->asynchronous || op->pinned || !is_work(op, WORK_TRANSFERS))
			continue;
		ruling_report(r, &op->place,
			      arena_printf(r->arena, "`%s` copies %s memory of the host that is not pinned: the host waits "
						   "while it is staged", op->what, op->kind == OBSERVED_COPY_IN ? "from" : "to"));
		return;
	}
}

static void rule_no_leaks(struct ruling *r)
{
	for (size_t i = 0; i < r->o->nleaks; i++) {
		const struct observed_made *l = &r->o->leaks[i];

		if (l->bytes && l->count > 1)
			ruling_report(r, &l->place,
				      arena_printf(r->arena, "what this `%s` allocates is never freed %" PRIu64 " times, %" PRIu64
								    " bytes in all", l->what, l->count, l->bytes));
		else if (l->bytes)
			ruling_report(r, &l->place, arena_printf(r->arena, "%" PRIu64 " bytes that this `%s` allocated are never "
								 "freed", l->bytes,
							  l->what));
		else if (l->count > 1)
			ruling_report(r, &l->place, arena_printf(r->arena, "%" PRIu64 " objects that this `%s` created are never "
								 "destroyed", l->count,
							  l->what));
		else
			ruling_report(r, &l->place, arena_printf(r->arena, "the object that this `%s` created is never destroyed",
								 l->what));
	}
}

/* ---- errors --------------------------------------------------------------------------------------- */

/* The function's return value, if it is an integer. */
static bool returned(const struct ruling *r, const struct case_result *result, int64_t *value)
{
	size_t last = r->e->nparams - 1;

	if (!r->e->params[last].result || result->nbuffers != r->e->nparams || !result->buffers[last].bytes)
		return false;
	*value = (int64_t)judge_value(r->e->params[last].type, result->buffers[last].bytes, 0);
	return true;
}

/* What is wrong with the program's handling of one call's failure; NULL: nothing. */
static const char *handling_fault(struct ruling *r, const struct case_probe *p, const char *failed)
{
	const struct case_result *result = &p->result;
	const struct observed *o = result->observed;
	int64_t value;

	for (size_t i = 0; i < result->nfindings; i++) {
		const struct finding *found = &result->findings[i];

		if (found->level == FINDING_ERROR)
			return arena_printf(r->arena, "%s, %s", failed, found->kind != KIND_IGNORED_ERROR ||
					    found->place.line != p->place.line ? found->message :
					    "the program does not check it");
	}
	if (result->end != CASE_DONE)
		return arena_printf(r->arena, "%s, the program does not finish", failed);
	if (returned(r, result, &value) && value != p->error)
		return arena_printf(r->arena, "%s, %s() returns %" PRId64 "; it should return the error, %d", failed,
				    r->e->kernel, value, p->error);
	if (o && o->nleaks)
		return arena_printf(r->arena, "%s, the program does not release the result of `%s` in line %d", failed,
				    o->leaks[0].what, o->leaks[0].place.line);
	return NULL;
}

/* "launch" or "`cudaMalloc`": for a launch the source has <<< >>>, not the name of a call. */
static const char *call_text(const struct ruling *r, const char *call)
{
	return strstr(call, "cudaLaunchKernel") ? "launch" : arena_printf(r->arena, "`%s`", call);
}

/* "if this `cudaMalloc` fails (cudaErrorMemoryAllocation)" */
static const char *failed_text(const struct ruling *r, const struct case_probe *p)
{
	return arena_printf(r->arena, "if this %s fails (%s)", call_text(r, p->call), p->error_name ? p->error_name : "an error");
}

static void rule_checks_errors(struct ruling *r)
{
	size_t reported = 0;

	for (size_t i = 0; i < r->learner->nprobes && reported < PROBES_REPORTED; i++) {
		const struct case_probe *p = &r->learner->probes[i];
		const char *failed = p->call ? failed_text(r, p) : NULL, *fault;

		if (!failed)
			continue;
		fault = handling_fault(r, p, failed);
		if (!fault)
			continue;
		ruling_report(r, &p->place, fault);
		reported++;
	}
}

static void rule_stops(struct ruling *r)
{
	for (size_t i = 0; i < r->learner->nprobes; i++) {
		const struct case_probe *p = &r->learner->probes[i];
		const struct observed *o = p->result.observed;

		if (!p->call || !o || !o->after_forced.name)
			continue;
		ruling_report(r, &o->after_forced.place, arena_printf(r->arena, "%s in line %d, the program still makes the %s "
										"in this line", failed_text(r, p),
							       p->place.line, call_text(r, o->after_forced.name)));
		return;
	}
}

int judge_rules(const struct exercise *e, const struct exercise_case *c, const struct case_result *learner,
		const struct case_result *reference, struct arena *arena, struct finding **broken, size_t *n)
{
	static void (*const rulings[RULE_KIND_COUNT])(struct ruling *r) = {
		[RULE_CALLS] = rule_calls, [RULE_KERNELS] = rule_kernels, [RULE_TIMED] = rule_timed, [RULE_BLOCKS] = rule_blocks,
		[RULE_BLOCK_SIZE] = rule_block_size, [RULE_THREADS] = rule_threads, [RULE_WORKS] = rule_works,
		[RULE_BYTES] = rule_bytes, [RULE_READ] = rule_read, [RULE_BEFORE] = rule_before, [RULE_OVERLAP] = rule_overlap,
		[RULE_STREAMS] = rule_streams, [RULE_DEVICES] = rule_devices, [RULE_ON_DEVICE] = rule_on_device,
		[RULE_WAITS] = rule_waits, [RULE_MEMORY] = rule_memory, [RULE_TIME] = rule_time,
		[RULE_DEVICE_WORK] = rule_device_work, [RULE_WORKERS] = rule_workers,
		[RULE_WORKING_BLOCKS] = rule_working_blocks, [RULE_FROM_DEVICE] = rule_from_device,
		[RULE_NEEDS_KERNELS] = rule_needs_kernels, [RULE_NEEDS_HOST_FUNCTIONS] = rule_needs_host_functions,
		[RULE_PINNED] = rule_pinned, [RULE_PINNED_MEMORY] = rule_pinned_memory,
		[RULE_NO_LEAKS] = rule_no_leaks, [RULE_CHECKS_ERRORS] = rule_checks_errors,
		[RULE_STOPS] = rule_stops,
	};
	struct ruling r = { .e = e, .c = c, .learner = learner, .from = reference, .o = learner->observed,
			    .reference = reference->observed, .arena = arena, .broken = broken, .n = n };

	*broken = NULL;
	*n = 0;
	for (size_t i = 0; r.o && i < e->nrules; i++) {
		r.rule = &e->rules[i];
		r.bounds = &c->bounds[i];
		rulings[r.rule->kind](&r);
	}
	if (r.o)
		rules_by_default(&r);
	return arena->failed ? -1 : 0;
}
