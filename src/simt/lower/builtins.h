/*
 * builtins.h - device functions that have no body in the module because a
 * device library would bring them: the vm knows the usual ones.
 */
#ifndef WARPBOOK_SIMT_LOWER_BUILTINS_H
#define WARPBOOK_SIMT_LOWER_BUILTINS_H

#include <stdbool.h>

#include "ptx/ir.h"

struct builtin;
const struct builtin *builtin_find(const char *name);
/* Has the declaration the parameters that the function is known with? */
bool builtin_fits(const struct builtin *b, const struct ptx_function *f);
/* Does the function of that name use the device's heap? */
bool builtin_allocates(const char *name);
/* Does the calling thread end there? */
bool builtin_traps(const struct builtin *b);

#endif
