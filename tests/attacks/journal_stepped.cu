// Expect: passed
// The processor stops after each instruction of the library, and what the gate is to send is forged in its registers.
#include "attack.h"
#include <ucontext.h>
#include "journal_door.h"

static char *gate_at;
static volatile long stopped;

#if defined(__x86_64__)
static void step(int sig, siginfo_t *info, void *context)
{
	ucontext_t *u = (ucontext_t *)context;

	if ((char *)u->uc_mcontext.gregs[REG_RIP] != gate_at)
		return;
	stopped++;
	u->uc_mcontext.gregs[REG_RIP] = (greg_t)(gate_at + 7); // it has sent all
	u->uc_mcontext.gregs[REG_RAX] = u->uc_mcontext.gregs[REG_RDX];
}

static void trap_flag(bool on)
{
	unsigned long flags = __builtin_ia32_readeflags_u64();

	__builtin_ia32_writeeflags_u64(on ? flags | 0x100 : flags & ~0x100ul);
}
#endif

static bool attack(const float *x, float *y, int n)
{
	gate_at = find_door() ? (char *)find_gate() : NULL;
	if (!gate_at)
		return true; // this test looks in the wrong place
#if defined(__x86_64__)
	struct sigaction sa = {};

	sa.sa_sigaction = step;
	sa.sa_flags = SA_SIGINFO | SA_RESTART;
	if (sigaction(SIGTRAP, &sa, NULL))
		return false;
	trap_flag(true);
	cudaGetLastError();
	trap_flag(false);
	return stopped > 0;
#else
	return false;
#endif
}
