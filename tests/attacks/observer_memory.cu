// Expect: not passed
// What the library has seen is overwritten: a loop on the host, and nothing to hold against it.
#define OWN_ANSWER
#include "attack.h"
#include <link.h>

static int wipe(struct dl_phdr_info *info, size_t size, void *data)
{
	for (int i = 0; strstr(info->dlpi_name, "libwarpbook-cudart") && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && (p->p_flags & PF_W))
			memset((char *)info->dlpi_addr + p->p_vaddr + p->p_filesz, 0, p->p_memsz - p->p_filesz);
	}
	return 0;
}

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];
	dl_iterate_phdr(wipe, NULL);
}
