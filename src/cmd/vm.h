/* vm.h - the commands of `warpbook vm`, listed in vm.c. */
#ifndef WARPBOOK_CMD_VM_H
#define WARPBOOK_CMD_VM_H

#include "cmd/cmd.h"

extern const struct command command_vm_run;
extern const struct command command_vm_lint;
extern const struct command command_vm_print;
extern const struct command command_vm_ops;
extern const struct command command_vm_checks;
extern const struct command command_vm_counters;

#endif
