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
