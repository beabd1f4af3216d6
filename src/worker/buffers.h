/*
 * buffers.h - the arrays of one case on a device, in a worker: fences, fills, restores and reads them; packs the kernel's
 * parameters; and converts a launch's report to a result. Shared by worker.c, which runs a case for its answer, and timer.c,
 * which times it.
 *
 *	| fence | the array's bytes | fence |     fences on a GPU only
 */
#ifndef WARPBOOK_WORKER_BUFFERS_H
#define WARPBOOK_WORKER_BUFFERS_H

#include "device/device.h"
#include "worker/record.h"

#define FENCE_BYTES 256
#define PARAMS_MAX  4096 /* the most bytes of kernel parameters that a device accepts */

/* One case while it runs: the device, its module, the address of each argument. */
struct run {
	const struct device_ops *ops;
	unsigned number;     /* of the device, to open it again */
	struct device *device;
	struct device_module *module;
	const struct job_case *c;
	uint64_t fence;      /* bytes on each side of a buffer */
	uint64_t *addr;      /* per argument: the address of its fenced block; 0 for scalars */
	uint64_t *kept;      /* if the case is timed: copies of these blocks from before the launch */
	double end;          /* the limit of clock_used(); 0: none */
	double used;         /* processor seconds of the first launch */
	const struct job *job;
	struct arena *arena;
};

/* Allocates and fills every buffer: `blocks` has an entry for each argument. -1 with the error, as for all functions below. */
int buffers_make(struct run *r, uint64_t *blocks, struct error *err);
/* Allocates the buffers without filling them. */
int buffers_alloc(struct run *r, uint64_t *blocks, struct error *err);
/* Restores the inputs and renews the poison, so that nothing remains of an earlier launch. */
int buffers_refill(struct run *r, struct error *err);
/* Copies r->kept to r->addr within the device, without waiting: the next launch is queued before the copies are done. */
int buffers_put_back(struct run *r, struct error *err);
/* Copies all buffers from the device; NULL with the error. */
struct case_buffer *buffers_get(struct run *r, struct error *err);
/* Keeps the outputs of a repeated run if they differ from those that the judge already gets. */
void buffers_keep_other(const struct run *r, struct case_buffer *list, struct case_result *result);

/* Places each parameter at the next multiple of its own size, as a .param list does. */
int params_pack(const struct run *r, uint8_t params[PARAMS_MAX], size_t *len, struct error *err);
/* The report keeps its findings. */
int report_to_result(struct device_report *report, int index, struct arena *arena, struct case_result *result, struct error *err);

#endif
