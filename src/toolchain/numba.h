/*
 * numba.h - the third compiler: Numba, for a kernel in a learner's Python file.
 *
 * The file is code for the host, so only a confined child imports it (src/python/warpbook_compile.py): one that reads Python,
 * its packages, NVIDIA's library and the learner's folder, starts no process, and has limits on time, memory and output. What
 * comes back is PTX like any other compiler's; its kernel has the plain name that the exercise gives it, and Numba's parameters:
 * for an array of d dimensions 5 + 2 d values of 8 bytes (run/record.h has them), a number as it is.
 */
#ifndef WARPBOOK_TOOLCHAIN_NUMBA_H
#define WARPBOOK_TOOLCHAIN_NUMBA_H

#include <stdbool.h>

#include "toolchain/toolchain.h"

/* The kernel that the exercise asks for. */
struct numba_kernel {
	const char *name;
	/* "out:float32:1:w,x:float32:2:r,n:int32:0:r": name, Numba's type, dimensions (0: a number), w: the kernel may write it, =: what a
	   function of the host returns, which is no parameter */
	const char *parameters;
	/* NULL: the file has the kernel. "vectorize x a b out": it has a ufunc; "host": a function of the host, for which there is no PTX.
	   As warpbook_compile.py describes it */
	const char *kind;
};

/* Python with Numba and libnvvm, as python_find finds it. -1 with what is missing and how to install it. */
int numba_find(struct compiler *c, struct error *err);
/* numba_find for a Python file, else compiler_find. */
int compiler_find_for(struct compiler *c, const char *source, const char *want, struct error *err);

/* As compile() does; out->no_kernel if the file has no such kernel. */
int numba_compile(const struct compiler *c, const struct numba_kernel *k, const char *name, const char *source, size_t len,
		  const char *folder, struct compilation *out, struct error *err);
/* The names that the learner gave to the kernel's parameters; false if the PTX does not have as many. In the arena. */
bool numba_names(const struct compilation *c, size_t n, const char **names, struct arena *arena);

#endif
