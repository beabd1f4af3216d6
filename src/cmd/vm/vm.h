/*
 * vm.h - the commands of `warpbook vm`, listed in vm.c, and a guide to the files.
 *
 *	vm_run.c        one launch, from the command line to the report
 *	  hand/         FILE (for lint and print too), its kernels, their arguments, the vm or a GPU
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
