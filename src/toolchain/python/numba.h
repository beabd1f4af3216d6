/*
 * numba.h - the third compiler: Numba, for a kernel in a learner's Python file.
 *
 * The file is code for the host, so only a confined child imports it (src/python/warpbook_compile.py): one that reads Python,
 * its packages, NVIDIA's library and the learner's folder, starts no process, and has limits on time, memory and output. It
 * returns PTX like any other compiler's; its kernel has the plain name that the exercise gives it, and Numba's parameters:
 * 5 + 2 d values of 8 bytes for an array of d dimensions (see worker/record.h); a number is passed unchanged.
 */
#ifndef WARPBOOK_TOOLCHAIN_PYTHON_NUMBA_H
#define WARPBOOK_TOOLCHAIN_PYTHON_NUMBA_H

#include <stdbool.h>

#include "toolchain/toolchain.h"

/* The kernel that the exercise asks for. */
struct numba_kernel {
	const char *name;
	/*
	 * "out:float32:1:w,x:float32:2:r,n:int32:0:r": name, Numba's type, dimensions (0: a number), w: the kernel may write it,
	 * =: the result of a host function, which is no parameter
	 */
	const char *parameters;
	/*
	 * NULL: the file has the kernel. "vectorize x a b out": it has a ufunc; "host": a host function, for which there is no
	 * PTX. warpbook_compile.py describes it
	 */
	const char *kind;
};

/* Finds Python with Numba and libnvvm, like python_find. -1 with the missing part and how to install it. */
int numba_find(struct compiler *c, struct error *err);
/* Calls numba_find for a Python file, otherwise compiler_find. */
int compiler_find_for(struct compiler *c, const char *source, const char *want, struct error *err);

/* Compiles a kernel of ours, which takes seconds: -1 with what Numba says if it cannot. */
int numba_works(const struct compiler *c, struct error *err);

/* Like compile(); out->no_kernel if the file has no such kernel. */
int numba_compile(const struct compiler *c, const struct numba_kernel *k, const char *name, const char *source, size_t len,
		  const char *folder, struct compilation *out, struct error *err);
/* The learner's names for the kernel's parameters, in the arena; false if the PTX has a different number of them. */
bool numba_names(const struct compilation *c, size_t n, const char **names, struct arena *arena);

#endif
