// Expect: not passed
// A timer interrupts the library, and its handler takes numbers out of the library's data, the buffer's length among them.
#include "attack.h"
#include <sys/time.h>
#include "journal_door.h"

static char *data_begin;

static void empty(int)
{
	for (char *p = data_begin; p + 8 <= image_end; p += 8)
		if (*(volatile unsigned long *)p == 8 || *(volatile unsigned long *)p == 80)
			*(volatile unsigned long *)p = 0;
}

static bool attack(const float *x, float *y, int n)
{
	const struct itimerval often = { { 0, 50 }, { 0, 50 } }, never = {};
	struct door *door = find_door();

	if (!door)
		return true; // this test looks in the wrong place
	data_begin = (char *)door + 65536;
	signal(SIGVTALRM, empty);
	setitimer(ITIMER_VIRTUAL, &often, NULL);
	noise(x, n);
	setitimer(ITIMER_VIRTUAL, &never, NULL);
	return false;
}
