// Expect: not passed
// The caller is never returned to: the thread ends, and an answer is left behind that no report tells of.
#define OWN_ANSWER
#include "attack.h"
#include <pthread.h>

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];
	pthread_exit(NULL);
}
