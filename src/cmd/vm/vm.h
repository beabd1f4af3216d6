/*
 * vm.h - the commands of `warpbook vm`, listed in vm.c, and a guide to the files.
 *
 *	vm_run.c        one launch, from the command line to the report
 *	  vm_file       FILE as PTX text and as a module, and its kernels (for lint and print too)
 *	  vm_params.c   a kernel's parameters
 *	  vm_args       the values of --arg for them
 *	  vm_numbers    the types of those values
 *	  vm_machine    the vm or a GPU, with the same few operations
 *	  vm_report     the results, as text and as JSON
 *	vm_lint.c, vm_print.c, vm_tables.c      the other commands
 */
#ifndef WARPBOOK_CMD_VM_VM_H
#define WARPBOOK_CMD_VM_VM_H

#include "cmd/cmd.h"

extern const struct command command_vm_run;
extern const struct command command_vm_lint;
extern const struct command command_vm_print;
extern const struct command command_vm_ops;
extern const struct command command_vm_checks;
extern const struct command command_vm_calls;
extern const struct command command_vm_errors;
extern const struct command command_vm_counters;

#endif
