/*
 * program.h - the profile of a program of the learner's own, as data. `warpbook profile` runs the program, whose own
 * process counts and judges (profile/speed.h); its document is read back here.
 */
#ifndef WARPBOOK_DRAW_PROGRAM_H
#define WARPBOOK_DRAW_PROGRAM_H

#include <jansson.h>

#include "draw/profile.h"

struct program_kernel {
	const char *name;            /* without the types of its parameters */
	uint64_t launches;
	double ns;                   /* modelled, of all launches */
	const char *limit;
	struct profile_line *lines; size_t nlines; /* by number */
};

struct program_advice {
	const char *file;            /* without folders; NULL: about no line */
	int line;
	const char *kernel;          /* NULL: about the host */
	const char *message, *next;
	double saved_ns;
};

struct program_profile {
	const char *on;              /* the machine of the model: "an H200" */
	double ns, kernels_ns;       /* of the program, and with kernels at work */
	struct program_kernel *kernels; size_t nkernels;
	struct program_advice *advice; size_t nadvice;
};

/* From the document of `warpbook profile --json`. -1 with the error: it has no kernel. Everything lives in the arena. */
int program_profile_read(const json_t *document, struct arena *arena, struct program_profile *p, struct error *err);
/* Runs the command with the file. The error is what it says. */
int program_profile_run(const char *path, const char *compiler, struct arena *arena, struct program_profile *p,
			struct error *err);

#endif
