/*
 * settings.h - settings from the environment for a program that runs on the vm. `warpbook run` sets the variables from its
 * options; a program that `warpbook cc` built reads them itself.
 *
 *	WARPBOOK_CHECK      all (default), none, or names of simt's checkers and of ours: "bounds,race"
 *	WARPBOOK_DEVICES    number of devices, 1 to 16; default 1
 *	WARPBOOK_MEMORY     bytes of each device, with K, M or G; default: the modelled device's, of which
 *	                    half of this machine's is offered as free: programs may fill what is free
 *	WARPBOOK_COUNTERS   1: the profile at the end: what each kernel and line costs, and why the program is slow; -: on stdout;
 *	                    a path that ends with .html: as a page
 *	WARPBOOK_MEASURED   a path: what warpbook_measured.cu measured on a GPU, beside the profile
 *	WARPBOOK_TIMELINE   1: the timeline as text at the end, and in WARPBOOK_JSON; a path: there, as a
 *	                    picture if it ends with .svg, as data if with .json
 *	WARPBOOK_JSON       a path, or the number of an open descriptor: all findings, as one document at the end
 *	WARPBOOK_SARIF      the same as SARIF 2.1.0
 *	WARPBOOK_DIAGNOSTICS the compiler's messages as JSON, for these documents
 *	WARPBOOK_CATALOGUE  the file with the language of what is shown: base/language.h
 *	WARPBOOK_COLOR      1: findings in colour
 *	WARPBOOK_PROGRESS   1: a line on stderr while a slow kernel runs
 *	WARPBOOK_ORDER      a seed that shuffles blocks and warps; default 0, in order
 *	WARPBOOK_FUSE       1: products and sums without a rounding of their own are fused to fma, as ptxas does
 *	WARPBOOK_CONTINUE   1: a kernel goes on after an access outside memory: it reads 0, or writes nothing
 *	WARPBOOK_PITCH      cudaMallocPitch aligns rows to multiples of it, 32 to 65536; default 512
 *	WARPBOOK_MULTIPROCESSORS  how many device 0 has, 1 to 132; device d has d fewer, so that devices differ. Default: 132
 *	                    each. They limit the blocks that are resident, not the modelled speed
 *	WARPBOOK_LINK       the modelled speed of copies between host and device: 0.1 is a tenth of the usual; default 1
 *	WARPBOOK_INSTRUCTIONS  warp instructions after which one kernel counts as a hang; default 2^40
 *	WARPBOOK_RECORD     a path: records the launches there for the debugger (check/recorded.h)
 *	WARPBOOK_RECORD_LAUNCH  the number of the launch to record completely
 *	WARPBOOK_SECONDS    processor seconds after which one kernel counts as a hang; default none
 */
#ifndef WARPBOOK_CUDART_SETTINGS_H
#define WARPBOOK_CUDART_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICES_MAX 16
#define MULTIPROCESSORS_MOST 132

struct settings {
	unsigned checks;         /* enum simt_check, or-ed */
	bool check_async;        /* ours: streams, lifetimes, leaks */
	unsigned devices;
	uint64_t memory_bytes;   /* of each device */
	uint64_t memory_offered; /* of them, what cudaMemGetInfo calls free at first: no more than this machine can hold */
	bool goes_on;            /* simt_launch.goes_on */
	bool fuse;               /* round as ptxas lets a GPU: simt_fuse */
	bool counters, timeline, colour, progress;
	const char *timeline_path, *counters_path; /* NULL: text to stderr */
	const char *json, *sarif; /* NULL: none */
	const char *catalogue;   /* NULL: English */
	const char *measured;    /* NULL: nothing */
	const char *record;      /* NULL: record nothing */
	uint64_t record_launch;  /* 0: a line for each */
	uint64_t order_seed;
	size_t pitch;            /* cudaMallocPitch aligns rows to multiples of it */
	unsigned multiprocessors; /* of device 0; 0: all devices have MULTIPROCESSORS_MOST (properties_multiprocessors) */
	double link;             /* the speed of copies between host and device, as a factor of the usual */
	double seconds;          /* 0: no limit */
	uint64_t instructions;   /* the most warp instructions of one kernel; 0: the vm's own limit */
};

/* Reads the environment. Reports invalid values on stderr, and uses the default for them. */
void settings_read(struct settings *s);
/* Before anything is shown: it is in the language of `warpbook run`. */
void settings_speak(const struct settings *s);

#endif
