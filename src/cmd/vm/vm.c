/* vm.c - `warpbook vm`: the PTX virtual machine for the user's own experiments. */
#include "config.h"

#include "cmd/vm/vm.h"

static const struct command *const subs[] = {
	&command_vm_run, &command_vm_lint, &command_vm_print, &command_vm_ops, &command_vm_checks,
	&command_vm_counters, &command_vm_calls, &command_vm_errors, NULL,
};

const struct command command_vm = {
	.name = "vm", .arguments = "COMMAND", .summary = N_("run, check and read PTX or CUDA files of your own on the vm"),
	.help = N_("FILE is PTX, or CUDA if its name ends in .cu. The vm's manual,\n"
		"doc/vm.md, says what the vm is, how a launch works and what each check sees.\n"),
	.subs = subs,
};
