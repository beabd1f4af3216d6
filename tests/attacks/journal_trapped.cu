// Expect: not passed
// Another filter shall answer the gate in the kernel's place, and a handler say that all was written.
#include "attack.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <ucontext.h>
#include "journal_door.h"

#if defined(__x86_64__)
static void lie(int sig, siginfo_t *info, void *context)
{
	ucontext_t *u = (ucontext_t *)context;

	u->uc_mcontext.gregs[REG_RAX] = u->uc_mcontext.gregs[REG_RDX];
}
#endif

static bool attack(const float *x, float *y, int n)
{
	struct sock_filter code[] = {
		{ BPF_LD | BPF_W | BPF_ABS, 0, 0, 0 }, { BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 1 }, { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_TRAP },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
	};
	struct sock_fprog program = { sizeof code / sizeof *code, code };
	bool through = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
	static char selector;

#if defined(__x86_64__)
	struct sigaction sa = {};

	sa.sa_sigaction = lie;
	sa.sa_flags = SA_SIGINFO;
	sigaction(SIGSYS, &sa, NULL);
#endif
	through |= prctl(59 /* PR_SET_SYSCALL_USER_DISPATCH */, 1, 0, 0, &selector) == 0;
	noise(x, n);
	return through;
}
