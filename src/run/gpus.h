/*
 * gpus.h - which GPUs this machine has, asked of the driver in a process of its own.
 *
 * The driver is foreign code that maps gigabytes, starts threads, and at times hangs or crashes:
 * the parent never loads it. The process is a worker with the word `gpus`, which answers on
 * stdout in the form of record.c, with limits of its own.
 */
#ifndef WARPBOOK_RUN_GPUS_H
#define WARPBOOK_RUN_GPUS_H

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
	int driver;             /* the newest CUDA that the driver takes: 13000 for 13.0 */
	uint64_t memory_bytes;
	char uuid[48];          /* "GPU-1234abcd-..."; "": the driver does not report it */
};

struct gpus {
	struct gpu list[GPUS_MAX];
	size_t n;
	struct error why;       /* n is 0: why none can be used, and what to do */
};

/* Fills *g, always. */
void gpus_probe(struct gpus *g);

/* The worker's answer, and its reading; -1 when the bytes are no answer. */
int gpus_encode(const struct gpus *g, struct buf *out);
int gpus_decode(const void *bytes, size_t len, struct gpus *g);

#endif
