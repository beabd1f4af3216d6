/* observed.c - see observed.h. */
#include "config.h"

#include "words/observed.h"

#include <string.h>

const char *observed_name(const char *name, size_t *len)
{
	name += strncmp(name, "__cudaLaunchKernel", 18) ? 0 : 2;
	*len = strlen(name);
	if (*len > 5 && (!strcmp(name + *len - 5, "_ptsz") || !strcmp(name + *len - 5, "_ptds")))
		*len -= 5;
	return name;
}

uint64_t observed_work_ns(const struct observed *o)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (size_t i = 0; o && i < o->nops; i++) {
		first = o->ops[i].start_ns < first ? o->ops[i].start_ns : first;
		last = o->ops[i].end_ns > last ? o->ops[i].end_ns : last;
	}
	return last > first ? last - first : 0;
}
