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

/*
 * Another party than the file is accused by the compiler's words, which the file may have put there (an asm statement, a #line):
 * it is to blame only if a control, a build of nothing by the same compiler in the same places, fails too. If that works, what
 * failed is done once more, for the machine may have changed meanwhile; if it fails again, it is the file's.
 */
#define TROUBLE_ACCUSES (-2)

/*
 * -1, with the machine's error: the process got too little processor time, or a limit of the shell left it too little memory;
 * TROUBLE_ACCUSES, with the error: it says that it could start no process.
 */
int trouble_of_machine(const struct proc_result *result, const char *raw, const struct compilation *said,
		       const struct trouble_limits *limits, struct error *err);

/* Why the process with that end, the output `raw`, and these messages about its source, failed. It was not interrupted. */
enum trouble trouble_find(const struct proc_result *result, const char *raw, const struct compilation *said,
			  const struct trouble_limits *limits);
/* Does the compiler's output have one of that row's texts? The source may have put it there. */
bool trouble_is_said(enum trouble trouble, const char *raw);
/*
 * An assembler's objection to code that is valid C++: ptxas's to a kernel that exceeds the GPU's limits or has wrong PTX in an
 * asm statement, or the host's to such a statement; empty if none.
 */
const char *trouble_of_assembler(const char *raw, struct arena *arena);
/* Adds, if there is no error yet, what the compiler says of a file that it rejects, while it takes another. -1: out of memory. */
int trouble_reject(const char *raw, const struct message_reader *r, struct compilation *out, struct error *err);

/* -1, with the machine's error: the disk of that folder is full. For a failure that nothing else explains. */
int trouble_of_disk(const char *folder, struct error *err);
/*
 * The machine's error with the first line of what a program printed that no row explains. Returns TROUBLE_ACCUSES; -1 if the disk
 * of that folder is full.
 */
int trouble_complain(const char *program, const char *raw, const char *folder, const char *remedy, struct error *err);
/*
 * Reports a row that has a text: as an error in `out`, if the learner is at fault (0, or -1 when out of memory), or in `err`
 * (TROUBLE_ACCUSES; -1 if the disk of that folder is full indeed). For a row without a text, the caller reports it. line: 0 for
 * none.
 */
int trouble_report(enum trouble trouble, const struct trouble_limits *limits, const char *folder, const struct message_reader *r,
		   int line, struct compilation *out, struct error *err);
bool trouble_has_text(enum trouble trouble);

#endif
