/*
 * worker.h - the child's side of box.h: decodes the job on stdin, runs each case
 * on a fresh device with poisoned outputs and fences, writes each result as soon as it is
 * there, says goodbye. Exit status 0 if the result is complete.
 */
#ifndef WARPBOOK_WORKER_WORKER_H
#define WARPBOOK_WORKER_WORKER_H

#include "device/device.h"
#include "run/record.h"

int worker_main(void);
/* The other thing a worker does: answers gpus_probe of run/gpus.h. */
int worker_gpus(void);

/*
 * One case on a device that nobody used before, so that nothing a kernel left behind
 * reaches the next case. 0 with `result` filled, whatever became of the kernel; -1 with the
 * error when the image was refused. `number`: of several devices of the kind. Buffers live
 * in the arena, findings in the report, which the caller releases.
 */
int worker_case(const struct device_ops *ops, unsigned number, const struct job *job, int index, struct arena *arena,
		struct device_report *report, struct case_result *result, struct error *err);

#endif
