/*
 * builtins.h - device functions without a body in the module, because a
 * device library would define them: the vm knows the usual ones.
 */
#ifndef WARPBOOK_SIMT_EXEC_BUILTINS_H
#define WARPBOOK_SIMT_EXEC_BUILTINS_H

#include <stdbool.h>

#include "ptx/ir.h"

struct builtin;
const struct builtin *builtin_find(const char *name);
/* Does the declaration match the parameters of the known function? */
bool builtin_fits(const struct builtin *b, const struct ptx_function *f);
/* Does the function of that name use the device's heap? */
bool builtin_allocates(const char *name);
/* Does it only compute, without side effects? */
bool builtin_computes(const struct builtin *b);
/* About how many operations in double precision it takes; 0: it takes none. */
uint32_t builtin_doubles(const struct builtin *b);
/* Does it end the calling thread? */
bool builtin_traps(const struct builtin *b);

#endif
