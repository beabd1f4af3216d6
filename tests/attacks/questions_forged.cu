// Expect: passed
// The door for lines of code takes no other question.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	const char *questions[] = { "-e /etc/passwd\n\n", "@/etc/passwd\n\n", "0xZZ\n\n", "0x1\n@/etc/passwd\n\n" };
	char answer[64];

	signal(SIGPIPE, SIG_IGN); // the first bad question is the last
	for (const char *q : questions)
		if (write(4, q, strlen(q)) > 0 && read(4, answer, sizeof answer) > 0)
			return true;
	return false;
}
