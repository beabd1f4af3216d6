/*
 * gpus.h - asks the driver, in a separate process, which GPUs this machine has.
 *
 * The driver is foreign code that maps gigabytes, starts threads, and sometimes hangs or crashes: the parent never
 * loads it. The process is a worker with the word `gpus`, which answers on stdout in the format of record.c, and has
 * limits of its own.
 */
#ifndef WARPBOOK_WORKER_GPUS_H
#define WARPBOOK_WORKER_GPUS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

#define GPUS_MAX 32

struct gpu {
	unsigned number;        /* from 0, as in --device gpu:0 */
	char name[128];         /* "NVIDIA H200" */
	int cc_major, cc_minor; /* compute capability */
	int sms;
	int driver;             /* the newest CUDA version that the driver supports: 13000 for 13.0 */
	uint64_t memory_bytes;
	char uuid[48];          /* "GPU-1234abcd-..."; "": the driver does not report it */
};

struct gpus {
	struct gpu list[GPUS_MAX];
	size_t n;
	struct error why;       /* if n is 0: why no GPU can be used, and what to do */
};

/* Fills *g, always. */
void gpus_probe(struct gpus *g);

/* The worker's answer, written and read; reading returns -1 if the bytes are not an answer. */
int gpus_encode(const struct gpus *g, struct buf *out);
int gpus_decode(const void *bytes, size_t len, struct gpus *g);

#endif
