/*
 * worker.h - the child's side of box.h: decodes the job on stdin, runs each case on a fresh device with poisoned
 * outputs and fences, writes each result at once, and then an end mark. Exit status 0 if the result is complete.
 */
#ifndef WARPBOOK_WORKER_WORKER_H
#define WARPBOOK_WORKER_WORKER_H

#include "device/device.h"
#include "worker/record.h"

int worker_main(void);
/* Runs the job's cases, and writes each result, until one has an error. A case that spoils the device ends the process. */
int worker_cases(struct job *job, int out_fd);
/* The worker's third task: holds the GPU of that name, and runs and times kernels when the parent asks (timer.c). */
int worker_card(const char *device);
/*
 * Uses the translations that the parent makes for the vm (worker/record.h). `always`: waits for each, and uses it from the first
 * block on.
 */
void translations_begin(bool always);
/*
 * And another: reads "KERNEL\n" and an image from stdin, and writes what the vm would have compiled for it, two texts: "LENGTH\n"
 * and the text; for blocks of which simt_native_even is false, and true. It executes nothing.
 */
int worker_translate(void);
/* The worker's other task: answers gpus_probe of worker/gpus.h. */
int worker_gpus(void);

/*
 * Runs one case on a newly opened device, so that leftovers of a kernel do not reach the next case. 0 with `result`
 * filled, even if the kernel failed; -1 with the error if the device rejected the image. `number` chooses among
 * several devices of the kind. Buffers live in the arena, findings in the report, which the caller releases.
 */
int worker_case(const struct device_ops *ops, unsigned number, const struct job *job, int index, struct arena *arena,
		struct device_report *report, struct case_result *result, struct error *err);

#endif
