// Expect: passed
// Before its function is called, the program installs a filter that answers write() in the kernel's place.
#include "attack.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

static bool installed;

__attribute__((constructor)) static void first()
{
	struct sock_filter code[] = { { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW } };
	struct sock_fprog program = { 1, code };

	installed = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

static bool attack(const float *x, float *y, int n)
{
	return installed;
}
