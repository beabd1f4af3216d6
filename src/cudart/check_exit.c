/* check_exit.c - what a program leaves behind when it ends: pending work. */
#include "config.h"

#include "cudart/runtime.h"
#include "cudart/tell.h"

void exit_checks(void)
{
	struct op *first = queue_first();

	if (!first)
		return;
	tell("never-waited", &first->call, NULL, "wait for it before the program ends: cudaDeviceSynchronize, and check its error",
	     "the program ends while this %s has not been waited for: on hardware it may not run at all", first->kind->name);
}
