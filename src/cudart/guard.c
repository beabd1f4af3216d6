/* guard.c - see guard.h. */
#define _GNU_SOURCE /* REG_RIP */
#include "config.h"

#include "cudart/guard.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "cudart/memory.h"
#include "cudart/runtime.h"
#include "cudart/tell.h"

static struct sigaction before;

/* Where the program was, as a call site: what follows takes one off a return address. */
static void site_of(const ucontext_t *context, struct call_site *site)
{
	memset(site, 0, sizeof *site);
#ifdef __x86_64__
	site->pc[0] = (char *)context->uc_mcontext.gregs[REG_RIP] + 1;
#elif defined __aarch64__
	site->pc[0] = (char *)context->uc_mcontext.pc + 1;
#endif
}

static bool is_device_address(uint64_t addr)
{
	return addr >= SIMT_GLOBAL_BASE && addr < SIMT_GLOBAL_END;
}

static void tell_device_access(const struct call *call, uint64_t addr)
{
	struct memory *m = memory_find(addr);

	if (m && *memory_name(m))
		tell("host-access", call, &m->made, "copy it to the host first (cudaMemcpy), or allocate it with cudaMallocManaged",
		     "the host touches %s, which is memory of the device", m->name);
	else
		tell("host-access", call, NULL, "copy it to the host first (cudaMemcpy), or allocate it with cudaMallocManaged",
		     "the host touches the address 0x%llx of the device", (unsigned long long)addr);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	struct call call = { .name = "the host" };
	uint64_t addr = (uintptr_t)info->si_addr;

	site_of(context, &call.site);
	if (is_device_address(addr)) {
		runtime_lock();
		tell_device_access(&call, addr);
		tell_end();
		runtime_unlock();
	}
	/* The same access again, without us: the program ends as it would have. */
	sigaction(sig, &before, NULL);
}

void guard_start(void)
{
	struct sigaction ours = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER };

	sigemptyset(&ours.sa_mask);
	sigaction(SIGSEGV, &ours, &before);
}
