// Expect: not passed
// Threads end in the middle of a call, from a host function, and the library's lock and journal with them.
#include "attack.h"
#include "journal_door.h"
#include <pthread.h>
#include <thread>

static void CUDART_CB leave(void *nothing)
{
	pthread_exit(NULL);
}

static bool attack(const float *x, float *y, int n)
{
	std::thread([] {
		cudaLaunchHostFunc(0, leave, NULL);
		cudaDeviceSynchronize();
	}).join();
	noise(x, n);
	return false;
}
