/*
 * machine.h - the machine of an experiment: the vm itself, which offers more than
 * device.h (chosen checks, a trace, counters by line), or a GPU through device.h.
 */
#ifndef WARPBOOK_HAND_MACHINE_H
#define WARPBOOK_HAND_MACHINE_H

#include "hand/args.h"
#include "hand/file.h"
#include "device/device.h"
#include "simt/simt.h"

struct hand_machine {
	const char *name;               /* "vm", or the GPU's name */
	const struct device_ops *ops;   /* a GPU's; NULL: the vm */
	struct device *device;
	struct device_module *loaded;
	struct simt_mem *mem;
	struct simt_program *program;
	bool spoiled;                   /* a GPU that no longer works, see device.h */
	char described[128];
};

/* The outcome of a launch, on the vm or a GPU. */
struct hand_outcome {
	struct simt_result result;      /* lines and counts: only from the vm */
	bool counted;                   /* result.counts are valid */
	double seconds;                 /* the kernel's time on a GPU, or the vm's on this machine */
};

/* device: "vm", "gpu", "gpu:1", "auto". fuse: see simt_fuse; a GPU always fuses. Loads the kernel to launch with its module. */
int hand_machine_open(struct hand_machine *m, const char *device, const struct hand_file *f, bool fuse, struct error *err);
void hand_machine_close(struct hand_machine *m);

/* put: allocates and fills a buffer argument's memory. get: copies it back into `out` (a->len bytes). */
int hand_machine_put(struct hand_machine *m, struct hand_arg *a, struct error *err);
int hand_machine_get(struct hand_machine *m, const struct hand_arg *a, uint8_t *out, struct error *err);

/* Puts all buffers, and packs the arguments into `block` (params->bytes) in the kernel's layout. */
int hand_arguments_put(struct hand_machine *m, const struct hand_params *params, struct hand_arg *args, uint8_t *block,
		       struct error *err);

/* -1 only if the machine or warpbook failed; a kernel's fault is part of the outcome. */
int hand_machine_launch(struct hand_machine *m, const struct simt_launch *launch, struct hand_outcome *out, struct error *err);
void hand_outcome_release(struct hand_outcome *o);

#endif
