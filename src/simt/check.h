/*
 * check.h - the checkers: hooks that keep shadow state and turn what they see
 * into findings, one per cause.
 *
 * checks.def lists the kinds of finding. Shadow memory is made at the first
 * launch that asks for it and follows the allocations of a simt_mem.
 */
#ifndef WARPBOOK_SIMT_CHECK_H
#define WARPBOOK_SIMT_CHECK_H

#include "base/arena.h"
#include "base/error.h"
#include "base/finding.h"
#include "ptx/ir.h"
#include "simt/hooks.h"
#include "simt/mem.h"

struct checker;

struct checker_launch {
	const struct ptx_module *module;
	const struct ptx_function *kernel;
	struct simt_mem *mem;
	struct dim3u grid, block;
	unsigned checks;          /* enum simt_check */
	uint32_t min_access;      /* smallest global/shared access in the kernel, bytes: the shadow granule is min(4, this) */
};

/* One launch's checker. Findings are allocated in `arena`. */
struct checker *checker_new(const struct checker_launch *launch, struct arena *arena, struct error *err);
void checker_free(struct checker *c);
const struct hooks *checker_hooks(struct checker *c);
/* Merges what was seen into findings, worst first. 0 or -1 (out of memory). */
int checker_findings(struct checker *c, struct finding **findings, size_t *n, struct error *err);

#endif
