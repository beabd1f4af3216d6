/*
 * demand.c - what a machine must have for a check: limits that are wide enough and, for another person's code, a whole sandbox.
 */
#include "config.h"

#include "attempt/trial.h"
#include "child/sandbox.h"
#include "child/shell_limits.h"

/* The code is another person's, and this machine lacks a layer of the sandbox: says which, and what to do. */
static void sandbox_demand(struct trial *t)
{
	unsigned have = sandbox_layers();
	struct error err = { 0 };

	if (!t->options->untrusted || have == (SANDBOX_HAS_LANDLOCK | SANDBOX_HAS_SECCOMP))
		return;
	error_set(&err, PARTY_MACHINE, "an untrusted file is not run here: %s",
		  have & SANDBOX_HAS_LANDLOCK ? "there is no filter of system calls (seccomp)" : "the kernel has no Landlock");
	error_remedy(&err, have & SANDBOX_HAS_LANDLOCK ? "build warpbook with libseccomp, on a kernel with CONFIG_SECCOMP_FILTER"
						  : "use Linux 5.13 or newer with `landlock` among its security modules (lsm=)");
	trial_fault(t->a, VERDICT_MACHINE_FAILED, &err);
}

void trial_demand(struct trial *t)
{
	struct error err;

	if (shell_limits_suffice(&err))
		trial_fault(t->a, VERDICT_MACHINE_FAILED, &err);
	else
		sandbox_demand(t);
}
