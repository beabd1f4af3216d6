/*
 * record.h - what passes between parent and worker.
 *
 *	parent --- job ---> worker      one image, one kernel, a list of cases
 *	       <-- result ---           per case: how it ended, buffers, findings
 *
 * A host exercise has a program in place of the image, and a process for each case (worker/host.h): each process gets
 * the job with its case alone, and its result has no end mark.
 *
 * Both are one flat byte string of tagged, length-prefixed fields, so that if a worker is killed half-way, the
 * complete cases before that still count. The result comes from a process that ran foreign code: the decoder trusts
 * nothing, and has a fuzz target. Decoded values live in the given arena.
 */
#ifndef WARPBOOK_WORKER_RECORD_H
#define WARPBOOK_WORKER_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "words/finding.h"
#include "words/observed.h"

enum job_arg_kind { JOB_SCALAR, JOB_BUFFER };
enum job_buffer_role { JOB_IN, JOB_OUT, JOB_INOUT };

struct job_arg {
	enum job_arg_kind kind;
	const char *label;          /* the name in the learner's own parameter list */
	unsigned elem;              /* bytes of one element (scalar: of the value) */
	/* scalar */
	uint64_t bits;
	/* buffer: `bytes` are the input (IN, INOUT) or the poison (OUT) */
	enum job_buffer_role role;
	const uint8_t *bytes;
	uint64_t len;
	uint8_t dimensions;         /* of a Numba kernel: passed as the descriptor of an array with this many dimensions (below);
				       0: passed as a pointer */
	uint64_t shape[3];          /* elements in each dimension; a one-dimensional array uses the first alone */
	bool returned;              /* the function's return value: not passed, one element, OUT */
};

/*
 * Numba's array descriptor, in Numba's order, 8 bytes each: meminfo (0), parent (0), number of elements, bytes of an element,
 * the address, the length of each dimension, and its stride in bytes.
 */
#define NUMBA_ARRAY_WORDS(dimensions) (5 + 2 * (size_t)(dimensions))

struct job_case {
	const char *name;           /* "n = 257" */
	struct dim3u grid, block;
	uint32_t dynamic_shared;
	uint32_t resident;          /* blocks resident at once, on the vm, started in any order: one that waits for a later one
				       hangs. 0: the usual */
	uint64_t budget;            /* warp instructions; 0 = the device's default */
	uint32_t timed_runs;        /* runs after the judged one, for the time alone */
	bool measured;              /* measures the cost: only the bounds checker runs, blocks in order, counters per line */
	struct job_arg *args; size_t nargs;
	/* of a host program: */
	bool once;                  /* do not call it twice: it may keep state */
	bool probed;                /* run it again with each of its calls failing in turn (case_result.probes) */
	uint32_t pitch;             /* on the vm, cudaMallocPitch aligns rows to multiples of this; 0: the vm's default */
	uint32_t devices;           /* number of devices that the vm shows to a host program; 0: its default */
	uint32_t multiprocessors;   /* on the vm, of device 0 (device d has d fewer); 0: the vm's default */
	double link;                /* on the vm, the speed of the link to the host, as a factor of the usual; 0: as usual */
	uint64_t failing_call;      /* the number of the call that is forced to fail; 0: none */
	bool idled;                 /* run it again with kernels that do nothing (case_result.idle) */
	bool idle_functions;        /* then it is host functions in streams that do nothing, not kernels */
	uint64_t idle_launches;     /* kernels do nothing, and the process ends at the launch after this many; 0: they run */
};

struct host_seed;

/* How an interpreter runs a learner's function: src/python/warpbook_host.py. */
struct job_python {
	const char *shim;           /* the folder that holds the script */
	const char *copy;           /* the learner's file as it was read */
	const char *folder;         /* the folder of the learner's file, absolute */
	const char *parameters;     /* in the format of toolchain/python/numba.h */
	const char *home;           /* $CUDA_HOME */
	const char *folders;        /* where the interpreter reads itself, its packages and NVIDIA's library, "a:b" */
};

/* The steps of a case, for progress displays: CHECKED on the vm, with all checkers; PROBED with one call forced to fail. */
enum job_step { JOB_STEP_RUN, JOB_STEP_CHECKED, JOB_STEP_COUNTED, JOB_STEP_AGAIN, JOB_STEP_TIMED, JOB_STEP_PROBED, JOB_STEPS };

/* Native execution on the vm: never; if the parent has or makes a translation and it pays; for each launch that has one. */
enum job_native { JOB_NATIVE_NEVER, JOB_NATIVE_AUTO, JOB_NATIVE_ALWAYS, JOB_NATIVES };

/*
 * Where the worker of a kernel finds translations, made by the parent: in memory of the parent's, one file for each, from
 * PROC_GIVEN on. A file is complete once it is sealed; its last HASH_HEX bytes are the hash of the text that it is a translation
 * of. An empty one has failed. The worker asks for one by writing "native HASH", and an empty line, to its descriptor 4.
 */
#define JOB_TRANSLATIONS 2

struct job {
	const char *device;         /* "vm", "gpu", "gpu:1" */
	bool on_gpu;                /* it needs the driver: other limits, see box.h */
	const uint8_t *image; size_t image_len;
	const char *kernel;         /* mangled; of a host program the function to call, as written */
	const char *program;        /* path of the host program, instead of the image; NULL: a kernel */
	const struct job_python *python; /* if the program is Python's interpreter, else NULL. Not in a record */
	struct host_seed *seed;     /* for it, from earlier (host.h); NULL: the run starts its own. Not in a record */
	const char *toolkit;        /* folder of CUDA's libraries, for a program on a GPU; NULL or "": the system's. Not in a
				       record */
	const char *source;         /* the learner's file, under the name that the program's debug lines use */
	uint64_t device_bytes;      /* memory of each device; 0: its default */
	bool check;
	bool together;              /* a host program's cases share a process, for results that are known (host.h). Not in a record */
	uint64_t order_seed;        /* shuffles blocks and warps, differently for each case; 0: in order */
	enum job_native native;
	uint32_t threads;           /* of the host, for a launch on the vm without checkers; 0: one */
	double seconds;             /* processor time for all cases; at its end the vm reports the case that is running as a
	                               hang;
	                               0: no limit */
	struct job_case *cases; size_t ncases;
	/*
	 * Called as each step begins, in the worker and, once its record has arrived, in the parent; NULL: nothing to call. Not
	 * in a record.
	 */
	void (*step)(void *ctx, size_t index, enum job_step step);
	void *step_ctx;
	/*
	 * Compiles what a host program on the vm asks for (toolchain/request.h): appends the reply. -1: no memory, or
	 * interrupted; NULL: no text can be compiled. Not in a record.
	 */
	int (*compile)(void *ctx, const char *request, struct buf *reply);
	void *compile_ctx;
	/*
	 * JOB_TRANSLATIONS descriptors, -1 for none, and the answer to the
	 * worker's questions, as proc.h has them. Not in a record.
	 */
	const int *translations;
	int (*translate)(void *ctx, const char *question, struct buf *out);
	void *translate_ctx;
};

/*
 * CUT_SHORT: the host program crashed or ended itself; a finding says how. Such a case, and one that hangs in a host program,
 * has no buffers.
 */
enum case_end { CASE_DONE, CASE_FAULT, CASE_HANG, CASE_BAD_LAUNCH, CASE_DEVICE_FAILED, CASE_NOT_RUN, CASE_CUT_SHORT };

struct case_counter { const char *name; uint64_t value; };
/* One source line: a value for each of the case's counters, in their order. */
struct case_line { const char *file; int line; const uint64_t *values; };

struct case_result {
	enum case_end end;
	struct error error;         /* BAD_LAUNCH, DEVICE_FAILED */
	/* Per argument that is a buffer: its bytes after the run (len as in the job); scalars have NULL. */
	struct case_buffer { const uint8_t *bytes; uint64_t len; bool fence_broken; } *buffers; size_t nbuffers;
	/*
	 * The same after a second run on fresh poison, if any bit differs from
	 * the first run: the difference need not be an error.
	 */
	struct case_buffer *again; size_t nagain;
	bool ended_again;           /* the second run is the one that ended like this, or that has the findings */
	struct finding *findings; size_t nfindings;
	struct case_counter *counters; size_t ncounters;
	struct case_line *lines; size_t nlines; /* of a measured case, on the vm */
	double seconds;             /* on the device: the median of the timed runs, or of the one run; 0 on the vm */
	uint32_t timed_runs;        /* how many timed runs there were */
	uint64_t longest_warp;      /* of a kernel on the vm: instructions of the warp that executed the most; otherwise 0 */
	uint32_t static_shared;     /* of a kernel on the vm: bytes of shared memory per block that the kernel declares
				       statically */
	const char *output; size_t output_len; /* device printf */
	bool output_truncated;      /* there was more of it than we keep */
	/* Of a host program: */
	struct observed *observed;  /* what it did, by its journal, and in no record; NULL if it was not observed: on a GPU */
	uint64_t *trace; size_t ntrace; /* where it crashed: offsets into the program, innermost first */
	struct case_probe *probes; size_t nprobes; /* made by the parent, and in no record */
	struct case_result *idle;   /* the outcome with kernels that do nothing, made by the parent, and in no record; NULL: not
				       tried, or it did not end */
	double share;               /* of a reference: its instructions as a share of the heaviest case's; set by the parent; 0:
				       unknown */
};

/* The outcome of a case in which one call of the runtime was forced to fail. */
struct case_probe {
	const char *call;           /* "cudaMemcpy"; NULL: none failed, or the call is unknown */
	struct source_place place;
	int error;                  /* the code that it failed with, */
	const char *error_name;     /* "cudaErrorMemoryAllocation"; may be NULL */
	struct case_result result;
};

struct result {
	bool complete;              /* the worker wrote the end mark */
	bool load_failed;           /* the image was rejected: `error` says why (party US: unsupported) */
	struct error error;
	struct case_result *cases; size_t ncases; /* as many as were finished */
};

/* It ended by itself, and no finding is an error. */
bool case_succeeded(const struct case_result *c);
/* A counter by its name; 0 if the result does not have it. */
uint64_t case_counter(const struct case_result *r, const char *name);

/*
 * Appends a kernel's argument to its parameters (*len bytes of at most `most`), in the layout of a .param list: a number, a
 * buffer's address, or Numba's descriptor of the buffer. Returns false if it does not fit.
 */
bool job_arg_pack(const struct job_arg *a, uint64_t address, uint8_t *params, size_t most, size_t *len);

int job_encode(const struct job *job, struct buf *out);
/* The arguments' bytes stay where they are, so that `bytes` must outlive the job. */
int job_decode(const void *bytes, size_t len, struct arena *arena, struct job *job, struct error *err);

/* A worker writes pieces as it goes, and stops after a case with a finding of level error. */
void result_put_load_error(struct buf *out, const struct error *e);
void result_put_case(struct buf *out, const struct case_result *c);
void result_put_step(struct buf *out, size_t index, enum job_step step);
void result_put_end(struct buf *out);
/*
 * Finds the next step in the part of a result that has arrived, starting at *at, and moves *at past it; false: there is none yet.
 * `index` is unchecked: it is whatever the worker wrote.
 */
bool result_next_step(const void *bytes, size_t len, size_t *at, size_t *index, enum job_step *step);
int result_decode(const void *bytes, size_t len, struct arena *arena, struct result *result, struct error *err);

#endif
