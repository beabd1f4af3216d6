// Expect: passed
// Before its function is called, the program makes the read-only data of the library that watches writable.
#include "attack.h"
#include <link.h>

static bool unlocked;

static int unlock(struct dl_phdr_info *info, size_t size, void *data)
{
	for (int i = 0; strstr(info->dlpi_name, "libwarpbook-") && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		unsigned long at = (info->dlpi_addr + p->p_vaddr) & ~4095ul;

		if (p->p_type == PT_GNU_RELRO && mprotect((void *)at, p->p_memsz, PROT_READ | PROT_WRITE) == 0)
			unlocked = true;
	}
	return 0;
}

__attribute__((constructor)) static void first()
{
	dl_iterate_phdr(unlock, NULL);
}

static bool attack(const float *x, float *y, int n)
{
	return unlocked;
}
