/* card.h - a GPU during a measurement: its limits and its state. */
#ifndef WARPBOOK_WORDS_CARD_H
#define WARPBOOK_WORDS_CARD_H

#include <stdbool.h>
#include <stdint.h>

/* What a GPU achieves, measured by our own kernels and copies: reports compare an exercise's kernel with it. 0: unknown. */
struct card_limits {
	double bytes_per_second;  /* of its memory: the faster of copying and reading */
	double flops_per_second;  /* of 32-bit floating-point multiply-adds */
	double floor_seconds;     /* the apparent time of a kernel that does nothing */
	uint64_t cache_bytes;     /* of the L2 cache */
};

/* The state of a GPU, as its driver reports it. 0: the driver does not report it. */
struct card_state {
	bool known;               /* the driver reports something */
	unsigned sm_mhz, memory_mhz, celsius;
	double watts, watts_limit;
	bool capped;              /* the power limit keeps its clocks lower than they could be */
	bool slowed;              /* heat or a fault of the power supply keeps them lower */
	bool mig;                 /* it is divided into several (Multi-Instance GPU) */
};

#endif
