/*
 * device.h - one record of operations for a GPU or the vm.
 *
 * Addresses are the device's own 64-bit numbers. Every function returns 0 or
 * -1 with the error filled. A launch that fails because of the *kernel* (a fault, a hang)
 * returns 0, and the report says so; -1 means that the device or warpbook failed.
 */
#ifndef WARPBOOK_DEVICE_DEVICE_H
#define WARPBOOK_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/card.h"
#include "words/finding.h"

struct device;
struct device_module;

struct device_info {
	char name[128];      /* "warpbook vm", "NVIDIA H200" */
	bool is_gpu;
	unsigned number;     /* among several GPUs; 0 on the vm */
	char uuid[48];       /* "GPU-1234abcd-...": "" on the vm, or if the driver does not report it */
	int driver;          /* CUDA version of the driver: 13000 for 13.0; 0 on the vm */
	int cc_major, cc_minor;
	int sms;
	uint64_t memory_bytes;
	uint32_t max_threads_per_block, warp_size;
	uint32_t shared_per_block;
};

enum device_buffer_flags { DEVICE_READ_ONLY = 1 };

struct device_launch {
	const char *kernel;  /* mangled entry name */
	struct dim3u grid, block;
	uint32_t dynamic_shared;
	const void *params;
	size_t params_len;
	uint32_t resident;   /* the most blocks resident at once (vm only); 0 = as many as fit */
	bool check;          /* all checkers (vm only) */
	uint64_t budget;     /* warp instructions (vm only); 0 = the device's default */
	uint64_t order_seed;
	/*
	 * The most host threads for the vm; the result is the same with any number. 0:
	 * $WARPBOOK_VM_THREADS, or else the number of processors. A caller that runs many
	 * kernels at once, each in its own process, sets 1.
	 */
	unsigned threads;
	bool count_lines;    /* report the cost of each source line (vm only) */
	bool cooperative;    /* grid.sync() works; all blocks must fit the device at once */
	double seconds;      /* the time limit, after which the launch counts as a hang: on the vm in processor seconds of a host
	                        thread, 0 = no limit; on a GPU 0 = DEVICE_LAUNCH_SECONDS */
	bool timed;          /* the cache is empty when it begins, and its time is the kernel's alone (GPU only; see
				gpu_tools.h) */
};

#define DEVICE_LAUNCH_SECONDS 5

enum device_end { DEVICE_DONE, DEVICE_FAULT, DEVICE_HANG, DEVICE_BAD_LAUNCH };

/* A named number: "warp_instructions", "global_sectors", ... The vm's are the fields of struct simt_counts. */
struct device_counter { const char *name; uint64_t value; };

/* The counters of one source line: a value for each of the report's counters, in order. */
struct device_line { const char *file; int line; const uint64_t *values; };

struct device_report {
	struct arena arena;  /* owns everything below */
	enum device_end end;
	struct error error;  /* BAD_LAUNCH, and a GPU's fault text */
	struct finding *findings; size_t nfindings;
	struct device_counter *counters; size_t ncounters;
	struct device_line *lines; size_t nlines; /* if requested */
	double seconds;      /* the kernel's time on the device; 0 on the vm */
	uint32_t static_shared; /* bytes per block that the kernel declares statically (vm only) */
	uint64_t longest_warp;  /* instructions of the warp that executed the most (vm only) */
	struct buf output;   /* device printf */
	bool output_truncated;
	bool spoiled;        /* the device no longer works: the caller may only close it, in a process that ends soon */
};

struct device_ops {
	const char *name;    /* "vm", "gpu" */
	/* number: among several devices of the kind, from 0. */
	int (*open)(struct device **d, unsigned number, struct error *err);
	void (*close)(struct device *d);
	void (*describe)(struct device *d, struct device_info *info);
	/* image: PTX text for the vm, cubin or PTX for a GPU. */
	int (*load)(struct device *d, const void *image, size_t len, struct device_module **m, struct error *err);
	void (*unload)(struct device *d, struct device_module *m);
	/* Rejects a kernel that the device cannot run, before any launch. NULL: every loaded kernel runs. */
	int (*ready)(struct device_module *m, const char *kernel, struct error *err);
	/* A launch may leave data for the next, in variables or on the heap. NULL: unknown. */
	bool (*keeps_state)(const struct device_module *m);
	/* A checked launch without findings tells about every order of its blocks and threads (simt_is_steady). NULL: unknown. */
	bool (*is_steady)(const struct device_module *m, const char *kernel);
	int (*alloc)(struct device *d, uint64_t bytes, const char *label, unsigned elem, unsigned flags,
		     uint64_t *addr, struct error *err);
	int (*free)(struct device *d, uint64_t addr, struct error *err);
	int (*write)(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err);
	/* Like write, but checkers still treat the bytes as uninitialised. */
	int (*poison)(struct device *d, uint64_t addr, const void *src, uint64_t bytes, struct error *err);
	int (*read)(struct device *d, uint64_t addr, void *dst, uint64_t bytes, struct error *err);
	/* Copies between allocations. It may return before the copy is done: later work on the device waits. NULL on the vm. */
	int (*copy)(struct device *d, uint64_t to, uint64_t from, uint64_t bytes, struct error *err);
	/* Always release the report; with -1 it has only `spoiled`. */
	int (*launch)(struct device *d, struct device_module *m, const struct device_launch *l,
		      struct device_report *r, struct error *err);
	/* Takes a few milliseconds; the device must be idle. Both NULL on the vm. */
	int (*limits)(struct device *d, struct card_limits *limits, struct error *err);
	void (*state)(struct device *d, struct card_state *state);
};

extern const struct device_ops device_vm;
extern const struct device_ops device_gpu;

/* As worker.h's worker_translate writes them. */
int vm_translate(const char *kernel, const void *image, size_t len, struct buf *out);

/* The operations of "vm", "gpu" or "gpu:1", and the number; NULL if there is no such device in this build. */
const struct device_ops *device_find(const char *name, unsigned *number);

/*
 * Lists the driver's GPUs, by number, at most `max`, without opening any. -1 with an error that says why none can be
 * used. It starts the driver in this process, so call it in a worker, not in the parent.
 */
int device_list_gpus(struct device_info *list, size_t max, size_t *n, struct error *err);

void device_report_release(struct device_report *r);

#endif
