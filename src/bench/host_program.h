/* host_program.h - a host exercise as a stand-alone program: main calls the learner's function with the data of one case. */
#ifndef WARPBOOK_BENCH_HOST_PROGRAM_H
#define WARPBOOK_BENCH_HOST_PROGRAM_H

#include "base/error.h"
#include "catalog/catalog.h"

/*
 * Writes the program of a case, with its arrays, into `folder`; *out gets its path. The lines of the learner's file keep their
 * numbers and its name. The outputs are filled as in the case.
 */
int host_program_write(const struct exercise *e, const struct exercise_case *c, const char *path, const char *folder, char *out,
		       size_t size, struct error *err);

#endif
