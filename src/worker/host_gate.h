/*
 * host_gate.h - what a host program (worker/host_main.c) can no longer do to the harness and to the runtime library, although its
 * code runs in their process. The kernel's filters enforce this; without them (SECURITY.md) none of it holds.
 *
 * All of it is closed before any code of the program runs, its constructors included.
 */
#ifndef WARPBOOK_WORKER_HOST_GATE_H
#define WARPBOOK_WORKER_HOST_GATE_H

#include <sys/types.h>

/* write(), by the only instruction that may write to the report. */
ssize_t gate_write(int fd, const void *bytes, size_t len);

/*
 * From here on only the gate can write to that descriptor, and no code can duplicate, close or replace it, or have descriptors
 * among which it is another.
 */
void gate_close(int fd);

/*
 * From here on no code changes and none is added: no page becomes executable, and none that is takes another's place. So what
 * watches the program cannot be patched. (Data can be forged; only what the forger does not know gives that away.)
 * Libraries that are loaded later would need such pages: what we need ourselves is loaded before.
 */
void gate_close_code(void);

/*
 * From here on the pages of the two libraries stay as they are: what is read-only in them (code, constants, addresses of
 * functions, where the journal goes) stays read-only, and nothing takes their place. Nor does another filter come, which
 * could answer the gate in the kernel's place, nor a way to write to memory through a file, nor another handler of SIGTRAP, with
 * which a program could go through the library step by step and change its registers.
 */
void gate_close_libraries(void);

#endif
