// Expect: passed
// A thread with descriptors of its own puts a file in the report's place, so that its calls are written down nowhere.
#define OWN_ANSWER
#include "attack.h"
#include "journal_door.h"
#include <dlfcn.h>
#include <thread>

static bool split;

static void hidden(struct door *door, const float *x, int n)
{
	auto begin = (void (*)(void *, int))dlsym(RTLD_DEFAULT, "warpbook_observe_begin");
	int fd;

	// 2 is CLOSE_RANGE_UNSHARE.
	if (syscall(SYS_close_range, 1000, 1000, 2) || close(door->to))
		return;
	fd = open("journal", O_RDWR | O_CREAT, 0600);
	if (fd >= 0 && dup2(fd, door->to) == door->to) {
		split = true;
		noise(x, n);
		begin(NULL, 0); // forgets what it has seen
	}
}

void round_trip(const float *x, float *y, int n)
{
	size_t bytes = n * sizeof(float);
	float *d_x, *d_y;
	struct door *door = find_door();

	if (!door)
		puts("THROUGH"); // this test looks in the wrong place
	else
		std::thread(hidden, door, x, n).join();
	cudaMalloc(&d_x, bytes);
	cudaMalloc(&d_y, bytes);
	cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
	square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
	cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
	cudaFree(d_x);
	cudaFree(d_y);
	if (split)
		puts("THROUGH");
}
