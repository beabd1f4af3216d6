// Expect: passed
// What honest programs do with memory: allocations that grow and move, pages of their own that they protect, and threads.
#include "attack.h"
#include <thread>
#include <vector>

static bool attack(const float *x, float *y, int n)
{
	char *grown = (char *)malloc(1 << 20), *pages;
	std::vector<int> list;

	for (int mib = 2; grown && mib <= 16; mib *= 2)
		grown = (char *)realloc(grown, (size_t)mib << 20);
	for (int i = 0; i < 1 << 16; i++)
		list.push_back(i);
	pages = (char *)mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!grown || pages == MAP_FAILED || mprotect(pages, 4096, PROT_READ | PROT_WRITE) || mprotect(pages, 4096, PROT_READ))
		return true;
	std::thread([&] { list[0] = 1; }).join();
	free(grown);
	munmap(pages, 8192);
	return list[0] != 1;
}
