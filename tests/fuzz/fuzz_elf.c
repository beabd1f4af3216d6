/*
 * fuzz_elf.c - fuzz target: any bytes as an ELF file, of which `warpbook exec` and the audit library read sections and symbols.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/elf.h"
#include "fuzz/driver.h"

const char fuzz_corpus[] = "fuzz/elf/*"; /* below tests; see driver.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void visit(const char *name, uint64_t value, uint64_t size, void *ctx)
{
	(void)value, (void)size;
	*(size_t *)ctx += strlen(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* A copy of just its size, where the sanitizer sees a byte too many; malloc aligns it as mmap does. */
	char *copy = malloc(size ? size : 1);
	struct elf_view v = { copy, size };
	size_t all = 0;

	if (!copy)
		return 0;
	memcpy(copy, data, size);
	elf_functions(&v, SHT_SYMTAB, visit, &all);
	elf_functions(&v, SHT_DYNSYM, visit, &all);
	elf_wanted(&v, visit, &all);
	elf_variables(&v, visit, &all);
	free(copy);
	return 0;
}
