/* vm_report.h - prints the results of `warpbook vm run`, as text and as JSON. */
#ifndef WARPBOOK_CMD_VM_VM_REPORT_H
#define WARPBOOK_CMD_VM_VM_REPORT_H

#include "hand/args.h"
#include "hand/file.h"
#include "hand/machine.h"

/* A buffer to show after the run: --out NAME. Its bytes belong to the arena of the run. */
struct vm_shown { const struct hand_arg *arg; const uint8_t *bytes; };

struct vm_run {
	struct hand_file *file;
	const char *signature, *machine;
	struct simt_launch launch;
	struct hand_outcome outcome;
	struct vm_shown *shown; size_t nshown;
	bool counters;             /* --counters: all of them, and by line */
};

void vm_run_print(const struct vm_run *r);
/* Returns an exit status. */
int vm_run_print_json(const struct vm_run *r);

#endif
