/*
 * without.c - runs a program as on an older kernel: its calls of Landlock, of seccomp, of both or for namespaces fail.
 *
 *	without landlock|seccomp|both|namespaces PROGRAM ARGUMENTS
 *
 * Ubuntu 24.04 and most containers have no namespaces.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LANDLOCK_FIRST 444
#define LANDLOCK_LAST  446
#define LOAD(field)    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define GIVE(what)     BPF_STMT(BPF_RET | BPF_K, (what))

/* Calls in the range, made with that first argument (or any) fail. */
static int reject(unsigned first, unsigned last, long argument, int error)
{
	struct sock_filter code[] = {
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first, 0, 4),
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last, 3, 0),
		LOAD(args),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)argument, 0, argument < 0 ? 0 : 1),
		GIVE(SECCOMP_RET_ERRNO | (unsigned)error),
		GIVE(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = sizeof code / sizeof *code, .filter = code };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	int both = argc > 1 && !strcmp(argv[1], "both");

	if (argc < 3)
		return 2;
	if ((both || !strcmp(argv[1], "landlock")) && reject(LANDLOCK_FIRST, LANDLOCK_LAST, -1, ENOSYS))
		return 3;
	if ((both || !strcmp(argv[1], "seccomp")) && reject(SYS_prctl, SYS_prctl, PR_SET_SECCOMP, EINVAL))
		return 3;
	if (!strcmp(argv[1], "namespaces") && reject(SYS_unshare, SYS_unshare, -1, EPERM))
		return 3;
	execv(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}
