// Expect: not passed
// While calls are being made, another thread takes numbers out of the library's data, the buffer's length among them.
#include "attack.h"
#include "journal_door.h"
#include <atomic>
#include <thread>

static std::atomic<bool> over;

static void empty()
{
	unsigned long page = ((unsigned long)find_door()) & ~65535ul;

	while (!over)
		for (char *p = (char *)page + 65536; p + 8 <= image_end; p += 8)
			if (*(volatile unsigned long *)p == 8)
				*(volatile unsigned long *)p = 0;
}

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door();

	if (!door)
		return true; // this test looks in the wrong place
	std::thread other(empty);
	noise(x, n);
	over = true;
	other.join();
	return false;
}
