/*
 * python.h - Python programs that use numba.cuda: finds the interpreter, Numba and NVIDIA's compiler library, and sets the
 * environment in which their kernels run on the virtual machine.
 */
#ifndef WARPBOOK_TOOLCHAIN_PYTHON_PYTHON_H
#define WARPBOOK_TOOLCHAIN_PYTHON_PYTHON_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct python {
	char path[PATH_MAX];
	char executable[PATH_MAX]; /* sys.executable: what starts where path is a script; "" */
	char version[32];          /* "3.11.2" */
	char numba[32];            /* its version; "" if the interpreter does not have it */
	char numba_cuda[32];       /* of the package numba-cuda; "" */
	char wheel[PATH_MAX];      /* the folder of an installed package that has libnvvm; "" */
	char nvvm[PATH_MAX];       /* libnvvm; "" if not found */
	char libdevice[PATH_MAX];  /* the folder of libdevice.10.bc; "" */
	char roots[2048];          /* the folders that contain the interpreter's own files and its packages, "a:b" */
};

/*
 * WARPBOOK_PYTHON if it is set, otherwise the first of python3 in PATH and /usr/bin/python3 that has Numba, otherwise python3.
 * Numba and libnvvm may be missing. -1 with the error: no interpreter.
 */
int python_find(struct python *p, struct error *err);
/* -1 with the part that numba.cuda lacks, and the remedy. */
int python_can_numba(const struct python *p, struct error *err);
/* Imports it, which takes a second. -1 with Python's message if Numba is installed but does not work. */
int python_tries_numba(const struct python *p, struct error *err);
/* A folder of links that replaces a toolkit ($CUDA_HOME): libnvvm and libdevice under the names that Numba looks for. */
int python_home(const struct python *p, char *home, size_t size, struct error *err);
/* Sets this process's environment for a program that will run in python_find's interpreter. */
int python_environment(const struct python *p, struct error *err);
/* Is the word the name of a Python program: "prog.py"? */
bool python_is_program(const char *word);

#endif
