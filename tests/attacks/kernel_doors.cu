// Expect: passed
// Calls that a CUDA program has no use for.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	char room[256] = "";

	return syscall(SYS_userfaultfd, 1) >= 0 || syscall(SYS_io_uring_setup, 1, room) >= 0 || syscall(SYS_keyctl, 0, -3, 0) >= 0 ||
	       syscall(SYS_perf_event_open, room, 0, -1, -1, 0) >= 0 || syscall(SYS_bpf, 0, room, 48) >= 0;
}
