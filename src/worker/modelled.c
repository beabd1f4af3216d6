/* modelled.c - see modelled.h. */
#include "config.h"

#include "worker/modelled.h"

static void counts_of(const struct case_result *r, struct simt_counts *counts)
{
	*counts = (struct simt_counts){ .warp_instructions = 0 };
	for (size_t i = 0; i < r->ncounters; i++)
		cost_count(counts, r->counters[i].name, r->counters[i].value);
}

static struct cost_launch launch_of(const struct modelled_launch *l, const struct case_result *r,
				    const struct simt_counts *counts)
{
	return (struct cost_launch){ .counts = counts, .blocks = dim3u_volume(l->grid), .threads = dim3u_volume(l->block),
				     .gpu = l->gpu, .shared_bytes = (uint64_t)l->dynamic_shared + r->static_shared,
				     .touched = l->touched, .longest_warp = r->longest_warp };
}

struct modelled modelled_kernel(const struct modelled_launch *l, const struct case_result *r)
{
	struct simt_counts counts;
	struct cost_launch launch = launch_of(l, r, &counts);
	struct cost_kernel cost;

	counts_of(r, &counts);
	if (!counts.warp_instructions)
		return (struct modelled){ 0, NULL };
	cost = cost_kernel(&launch);
	return (struct modelled){ 1e-9 * (double)cost.ns, cost_limit_name(cost.limit) };
}
