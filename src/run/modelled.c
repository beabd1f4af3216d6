/* modelled.c - see modelled.h. */
#include "config.h"

#include "run/modelled.h"

#include "timeline/cost.h"

static uint64_t product(struct dim3u d)
{
	return (uint64_t)d.x * d.y * d.z;
}

struct modelled modelled_kernel(const struct modelled_launch *l, const struct case_result *r)
{
	struct simt_counts counts = { .warp_instructions = 0 };
	const struct cost_launch launch = { .counts = &counts, .blocks = product(l->grid), .threads = product(l->block),
					    .shared_bytes = l->dynamic_shared, .touched = l->touched };
	struct cost_kernel cost;

	for (size_t i = 0; i < r->ncounters; i++)
		cost_count(&counts, r->counters[i].name, r->counters[i].value);
	if (!counts.warp_instructions)
		return (struct modelled){ 0, NULL };
	cost = cost_kernel(&launch);
	return (struct modelled){ 1e-9 * (double)cost.ns, cost_limit_name(cost.limit) };
}

const char *modelled_machine(void)
{
	return COST_MACHINE;
}
