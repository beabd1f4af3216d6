/* observers.c - the checks that watch launches. They hear of each event in this order. */
#include "config.h"

#include "cudart/launch/observer.h"

#include "cudart/check/counted.h"
#include "cudart/check/family.h"
#include "cudart/check/hints.h"
#include "cudart/check/moves.h"
#include "cudart/check/races.h"
#include "cudart/check/recorded.h"

const struct launch_observer launch_observers[] = {
	{ .wants_ranges = recorded_wants_ranges, .before = recorded_before, .after = recorded_after },
	{ .wants_ranges = races_want_ranges },
	{ .after = moves_keep },
	{ .wants_ranges = counted_wants_ranges, .before = counted_begins, .after = counted_add },
	{ .wants_ranges = hints_want_ranges, .after = hints_launch },
	{ .children_begin = family_kernel, .children_end = family_end },
};
const size_t launch_nobservers = sizeof launch_observers / sizeof *launch_observers;
