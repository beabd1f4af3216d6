/* card.h - a GPU while times are taken on it: what it can reach, and how it is doing. */
#ifndef WARPBOOK_WORDS_CARD_H
#define WARPBOOK_WORDS_CARD_H

#include <stdbool.h>
#include <stdint.h>

/* What a GPU reaches, as measured by kernels and copies of our own: what an exercise's kernel is compared with. 0: unknown. */
struct card_limits {
	double bytes_per_second;  /* of its memory: the better of copying and reading */
	double flops_per_second;  /* of 32-bit floating-point multiply-adds */
	double floor_seconds;     /* that a kernel seems to take that does nothing */
	uint64_t cache_bytes;     /* of the L2 cache */
};

/* How a GPU is doing, as its driver tells. 0: it does not tell. */
struct card_state {
	bool known;               /* the driver tells at all */
	unsigned sm_mhz, memory_mhz, celsius;
	double watts, watts_limit;
	bool capped;              /* its clocks are lower than they could be, because of the power limit */
	bool slowed;              /* ... because of heat or a fault of the power supply */
	bool mig;                 /* it is divided into several (Multi-Instance GPU) */
};

#endif
