/*
 * trouble.h - decides why a compiler failed: the source, its size, the compiler, or the machine. Kernels (compile.c) and programs
 * (program.c) share it; the rows are in trouble.def.
 */
#ifndef WARPBOOK_TOOLCHAIN_TROUBLE_H
#define WARPBOOK_TOOLCHAIN_TROUBLE_H

#include "child/proc.h"
#include "toolchain/messages.h"

enum trouble {
#define TROUBLE(id, ...) TROUBLE_##id,
#include "toolchain/trouble.def"
#undef TROUBLE
	TROUBLE_UNKNOWN, /* no row fits: the compiler does not work */
};

/* The sandbox's limits, in words, and how to choose another compiler. */
struct trouble_limits {
	const char *time, *memory, *size; /* "60 seconds", "4 GiB", "64 MiB" */
	double cpu_seconds;               /* of one process; beyond this it ran out of time, however it ended */
	uint64_t memory_bytes;            /* of one process */
	const char *other;                /* "set WARPBOOK_COMPILER" */
};

/* -1, with the machine's error: the process got too little processor time, or a limit of the shell left it too little memory. */
int trouble_of_machine(const struct proc_result *result, const char *raw, const struct compilation *said,
		       const struct trouble_limits *limits, struct error *err);

/* Why the process with that end, the output `raw`, and these messages about its source, failed. It was not interrupted. */
enum trouble trouble_find(const struct proc_result *result, const char *raw, const struct compilation *said,
			  const struct trouble_limits *limits);
/*
 * The assembler's objection to a kernel that is valid C++, but exceeds the GPU's limits or has wrong PTX in an asm statement;
 * empty if none.
 */
const char *trouble_of_assembler(const char *raw, struct arena *arena);
bool trouble_has_error(const struct compilation *said);

/*
 * Reports a row that has a text: as an error in `out`, if the learner is at fault (0, or -1 when out of memory), or in `err`
 * (-1). For a row without a text, the caller reports it.
 */
int trouble_report(enum trouble trouble, const struct trouble_limits *limits, const struct message_reader *r, struct compilation *out,
		   struct error *err);
bool trouble_has_text(enum trouble trouble);

#endif
