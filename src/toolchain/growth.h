/*
 * growth.h - what a few lines may cost a compiler. Asked while it takes long over a file (proc_job.doubt), and after it failed.
 *
 * A few lines of macros that name each other, or a file that includes itself twice, can become gigabytes of text, or take minutes
 * to become nothing. So the source is preprocessed alone, by the same compiler under the same options, with a limit of time. It
 * grows without measure if the text is much larger than all files that the preprocessor read. (A #line, or a marker as the
 * preprocessor itself writes, could claim that the text belongs to another file; so this does not look at them.)
 *
 * Templates that double, constants that take long to compute, loops to unroll, and long asm statements do not show in the text.
 * But a compiler reads a megabyte of headers in less than a second. So the text bounds the time: GROWTH_SECONDS, and
 * GROWTH_SECONDS_MIB more for each megabyte of it.
 *
 * A compiler that ran out of time or memory names no line. The line is that of the statement with which the shortest beginning of
 * the file ends (source_ends) that takes too long, too.
 */
#ifndef WARPBOOK_TOOLCHAIN_GROWTH_H
#define WARPBOOK_TOOLCHAIN_GROWTH_H

#include "child/proc.h"
#include "toolchain/toolchain.h"

#define GROWTH_DOUBT_SECONDS 4.0 /* a compile that takes longer is asked about: kernels take 0.2 s, Thrust 10 s */
#define GROWTH_SECONDS 15        /* of a processor; the slowest of our solutions takes 3 */
#define GROWTH_SECONDS_MIB 4     /* all of CUB is 11 MiB and takes 3 s, 13 MiB of Thrust 7 s */

struct growth {
	const struct compiler *compiler;
	const struct proc_job *run; /* the compile: command line, variables, sandbox */
	const char *folder;         /* a private one, where the preprocessor may write */
	bool is_bounded;            /* by the text's size; false: only run->limits bound the time */
	unsigned cpu_seconds;       /* out: the limit of each process; 0: run->limits has it */
	bool asked;                 /* growth_seconds was called */
};

/* For proc_job.doubt, with a struct growth: the processor seconds that each process may have; 0: its text grows too much. */
unsigned growth_seconds(void *growth);

/* A compile that ran out of memory before it was asked about ends as one whose text grows too much, if that is why. */
void growth_settle(struct growth *g, struct proc_result *result);

/* The limit that held for the compile, in seconds of a processor. */
unsigned growth_limit(const struct growth *g);

/*
 * The compile has ended: if it used up its time or its memory, the line of the statement that costs so much, otherwise 0. `input`
 * is its word for the file, source[len]; `quoted` a folder whose headers the file reads, or NULL.
 */
int growth_line(const struct growth *g, const struct proc_result *result, const char *input, const char *source, size_t len,
		const char *quoted);

#endif
