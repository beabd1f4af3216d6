// Expect: passed
// The door for lines of code takes no other question.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	char answer[64];
	const char *questions[] = { "0x1\n\n", "-e /etc/passwd\n\n", "@/etc/passwd\n\n", "0xZZ\n\n" };

	for (const char *q : questions)
		if (write(4, q, strlen(q)) > 0 && strchr(q, 0x78) == NULL && read(4, answer, sizeof answer) > 0)
			return true;
	return false;
}
