// Expect: passed
// Threads of the program's own.
#include "attack.h"
#include <thread>
#include <vector>

static bool attack(const float *x, float *y, int n)
{
	std::vector<std::thread> all;
	int sums[8] = { 0 }, sum = 0;

	for (int i = 0; i < 8; i++)
		all.emplace_back([&sums, i] { sums[i] = i; });
	for (std::thread &t : all)
		t.join();
	for (int s : sums)
		sum += s;
	return sum != 28;
}
