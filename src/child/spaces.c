/* spaces.c - see spaces.h. */
#define _GNU_SOURCE /* unshare */
#include "config.h"

#include "child/spaces.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNKNOWN, GIVEN, DENIED };

static atomic_int state;

/* In the door process. The new user namespace gives it all capabilities: it drops them, because it needs none. */
static int unshare_all(int more)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = { { 0 } };
	const int all = more | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

	if (geteuid() == 0)
		return unshare(all);
	return unshare(CLONE_NEWUSER | all) || syscall(SYS_capset, &head, none) ? -1 : 0;
}

/* Forks a process whose parent is the door's parent. */
static pid_t clone_sibling(void)
{
	return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
}

/*
 * It has a copy of its parent's memory, which no other process can inspect. It must keep no descriptor open whose close
 * another process waits for.
 */
_Noreturn static void keeper_main(int life)
{
	sigset_t all;
	char byte;
	ssize_t n;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGCHLD, SIG_IGN); /* so that the kernel collects orphans */
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_NAME, "warpbook-keeper");
	if (dup2(life, 0) < 0 || chdir("/"))
		_exit(1);
	for (int fd = 1; syscall(SYS_close_range, 1u, ~0u, 0u) && fd < 1024; fd++)
		close(fd);
	do
		n = read(0, &byte, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
	_exit(0);
}

/* Returns 0 in the child; the door itself does not return. */
static int door_main(int line)
{
	pid_t both[2] = { -1, -1 };

	if (unshare_all(CLONE_NEWPID))
		_exit(1);
	both[0] = clone_sibling();
	if (both[0] == 0)
		keeper_main(line);
	if (both[0] > 0) {
		both[1] = clone_sibling();
		if (both[1] == 0)
			return 0;
	}
	_exit(write(line, both, sizeof both) == sizeof both ? 0 : 1);
}

static pid_t wait_for(pid_t pid)
{
	pid_t done;

	do
		done = waitpid(pid, NULL, 0);
	while (done < 0 && errno == EINTR);
	return done;
}

int spaces_fork(struct spaces *made)
{
	pid_t both[2] = { -1, -1 }, door;
	int line[2];
	ssize_t n;

	if (state == DENIED || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line))
		return -1;
	door = fork();
	if (door == 0) {
		close(line[0]);
		if (door_main(line[1]) == 0)
			close(line[1]);
		return 0;
	}
	close(line[1]);
	do
		n = door > 0 ? read(line[0], both, sizeof both) : 0;
	while (n < 0 && errno == EINTR);
	if (door > 0)
		wait_for(door);
	if (n == sizeof both && both[1] > 0) {
		*made = (struct spaces){ both[0], both[1], line[0] };
		state = GIVEN;
		return 1;
	}
	if (n == sizeof both && both[0] > 0)
		spaces_end(&(struct spaces){ both[0], 0, line[0] });
	else
		close(line[0]);
	if (door > 0) /* otherwise fork itself failed, which says nothing about namespaces */
		state = DENIED;
	return -1;
}

void spaces_end(const struct spaces *made)
{
	if (made->keeper <= 0) /* kill(-1) would kill every process of this user */
		return;
	close(made->life);
	kill(made->keeper, SIGKILL);
	wait_for(made->keeper);
}

void spaces_enter(void)
{
	if (state != DENIED)
		unshare_all(0);
}

bool spaces_have(void)
{
	if (state == UNKNOWN) {
		pid_t pid = fork();
		int status;

		if (pid == 0)
			_exit(unshare_all(CLONE_NEWPID) ? 1 : 0);
		if (pid > 0) {
			while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
				;
			state = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? GIVEN : DENIED;
		}
	}
	return state == GIVEN;
}
