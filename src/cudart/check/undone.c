/* undone.c - see undone.h. */
#include "config.h"

#include "cudart/check/undone.h"

#include <stddef.h>
#include <string.h>

static const struct { const char *name; enum undone undone; } calls[] = {
#define CALL(name, parameters, group, status, undone, text) { #name, UNDONE_##undone },
#define RETURNS(type, name, parameters, group, status, undone, text) { #name, UNDONE_##undone },
#define HIDDEN(name, group, status, undone, text) { #name, UNDONE_##undone },
#include "cudart/api.def"
};

/* The driver's calls, by the beginnings of their names: versions follow. */
static const struct { const char *name; enum undone undone; } of_driver[] = {
	{ "cuMemcpy", UNDONE_BYTES }, { "cuMemset", UNDONE_BYTES }, { "cuLaunch", UNDONE_BYTES },
		{ "cuGraphLaunch", UNDONE_BYTES },
	{ "cuMemAlloc", UNDONE_MEMORY }, { "cuMemHostAlloc", UNDONE_MEMORY },
	{ "cuEvent", UNDONE_ORDER }, { "cuStreamSynchronize", UNDONE_ORDER }, { "cuStreamWaitEvent", UNDONE_ORDER },
	{ "cuCtxSynchronize", UNDONE_ORDER },
};

unsigned undone_of(const char *name)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (!strcmp(calls[i].name, name))
			return calls[i].undone;
	for (size_t i = 0; i < sizeof of_driver / sizeof *of_driver; i++)
		if (!strncmp(of_driver[i].name, name, strlen(of_driver[i].name)))
			return of_driver[i].undone;
	return UNDONE_ANYTHING;
}
