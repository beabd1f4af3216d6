// Expect: not passed
// The work is honest but for hundreds of copies too many; then the library's counts of calls and operations are wiped.
#define OWN_ANSWER
#include "attack.h"
#include <link.h>

// Each number in its data that is one of the counts, as far as somebody from outside knows, becomes 1.
static int wipe(struct dl_phdr_info *info, size_t size, void *data)
{
	unsigned long fixed = 0;

	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
			fixed = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
	for (int i = 0; strstr(info->dlpi_name, "libwarpbook-cudart") && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uint64_t *at = (uint64_t *)(info->dlpi_addr + p->p_vaddr), *end = at + p->p_memsz / 8;

		for (; p->p_type == PT_LOAD && (p->p_flags & PF_W) && at < end; at++)
			if ((unsigned long)at >= fixed && *at == 300)
				*at = 1;
	}
	return 0;
}

void round_trip(const float *x, float *y, int n)
{
	size_t bytes = n * sizeof(float);
	float *d_x, *d_y;

	cudaMalloc(&d_x, bytes);
	cudaMalloc(&d_y, bytes);
	for (int i = 0; i < 300; i++)
		cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
	square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
	cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
	cudaFree(d_x);
	cudaFree(d_y);
	dl_iterate_phdr(wipe, NULL);
}
