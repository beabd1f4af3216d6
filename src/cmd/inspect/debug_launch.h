/* debug_launch.h - `warpbook debug` for launches: of a program, of a host exercise, or of a kernel in a file with arguments. */
#ifndef WARPBOOK_CMD_INSPECT_DEBUG_LAUNCH_H
#define WARPBOOK_CMD_INSPECT_DEBUG_LAUNCH_H

#include "catalog/catalog.h"
#include "cmd/cmd.h"
#include "debug/debugger.h"

struct debug_words {
	const char *compiler, *kernel, *grid, *block;
	uint64_t shared, seed;
	struct option_list args;     /* for the kernel, in the syntax of `warpbook vm run` */
	uint64_t launch;             /* of a program, from 1; 0: the first with an error, or if none has one, the first */
	const char *case_wanted;     /* a host exercise's, by name or number; NULL: the first */
	enum debugger_build build;
};

/* Data that the open debugger uses but does not own. Release it after debugger_close; zeroed, it is empty. */
struct debug_launch;
void debug_launch_release(struct debug_launch *l);

/* Is the file a program, with a main function? */
bool debug_is_program(const char *path);
/* words: the program's arguments. Returns an exit status after reporting any error. */
int debug_program_open(const char *path, const struct debug_words *given, int nwords, char **words, struct debugger **d,
		       struct debug_launch **l);
/* The same for a file that answers a host exercise: calls its function with the data of one case. */
int debug_host_open(struct exercise *e, const char *path, const struct debug_words *given, struct debugger **d,
		    struct debug_launch **l);
int debug_kernel_open(const char *path, const struct debug_words *given, struct debugger **d, struct debug_launch **l);

#endif
