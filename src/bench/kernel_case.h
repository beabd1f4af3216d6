/*
 * kernel_case.h - runs one case of a kernel exercise on the vm in this process: for pictures and the debugger, which look into
 * memory that a worker process would hide.
 *
 *	kernel_case_open (job, module) -> for each launch: simt_mem_new, simt_program_new, kernel_case_fill, simt_launch
 *	-> kernel_case_close
 */
#ifndef WARPBOOK_BENCH_KERNEL_CASE_H
#define WARPBOOK_BENCH_KERNEL_CASE_H

#include "bench/bench.h"
#include "ptx/ptx.h"
#include "simt/simt.h"
#include "worker/record.h"

#define KERNEL_CASE_PARAMS  4096
#define KERNEL_CASE_MEMORY  ((uint64_t)1 << 30)

struct kernel_case {
	struct job job;              /* with this case alone; lives in the given arena */
	struct ptx_module *module;
	uint64_t *addr;              /* per buffer argument: where kernel_case_fill put it; the same in each empty memory */
	uint8_t params[KERNEL_CASE_PARAMS];
};

/* `b` must be built for the vm. Fills the outputs of `c` with poison. */
int kernel_case_open(struct kernel_case *k, struct exercise *e, struct exercise_case *c, const struct build *b,
		     const struct target *target, struct arena *arena, struct error *err);
void kernel_case_close(struct kernel_case *k);

/* Makes the arrays and fills them; fills the launch's kernel, grid, block, dynamic_shared, resident and params. */
int kernel_case_fill(struct kernel_case *k, struct simt_mem *mem, struct simt_launch *launch, struct error *err);

#endif
