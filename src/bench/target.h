/*
 * target.h - the device that an attempt runs on, chosen from a word.
 *
 *	vm       the virtual machine
 *	gpu      GPU 0; gpu:1 the next
 *	GPU 0 if it answers, else the vm
 *
 * Only the words for a GPU ask the driver, in a separate process.
 */
#ifndef WARPBOOK_BENCH_TARGET_H
#define WARPBOOK_BENCH_TARGET_H

#include <stdbool.h>

#include "base/error.h"

struct target {
	char device[16];   /* as a worker takes it: "vm", "gpu", "gpu:1" */
	bool is_gpu;
	int arch;          /* 90 for compute capability 9.0; 0 on the vm */
	char name[128];    /* "NVIDIA H200"; "the virtual machine" */
	int driver;        /* of a GPU: the newest CUDA version that its driver supports, 13000 for 13.0 */
	char uuid[48];     /* of a GPU; "" if the driver does not report it */
	char note[1200];   /* auto: why it chose the vm; else "" */
};

/*
 * The word itself; NULL: $WARPBOOK_DEVICE, and without that "vm". Returns NULL with the learner's error if it is none of these.
 */
const char *target_word(const char *want, struct error *err);
void target_vm(struct target *t);
/*
 * want NULL: $WARPBOOK_DEVICE, and without that the vm, which reports more. Returns -1 when the word is none of these
 * (the learner's fault), or when its GPU is missing (the machine's).
 */
int target_choose(struct target *t, const char *want, struct error *err);

#define TARGET_TWINS 8

/*
 * The words of the machine's GPUs of that target's kind, itself first: other programs can be timed on them at the same time. At
 * most TARGET_TWINS; 1 for the vm. Returns how many.
 */
size_t target_twins(const struct target *t, char words[TARGET_TWINS][16]);

/*
 * Waits until no other process of this user takes times on that GPU. Calls `waits` (may be NULL) once, if one does. Returns a
 * descriptor to close when the times are taken; -1 for the vm, and where there are no turns (cache_turn).
 */
int target_turn(const struct target *t, void (*waits)(void *ctx), void *ctx);

/* Is the word one of these? */
bool target_is_word(const char *want);

#endif
