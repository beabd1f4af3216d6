/* try_walls.c - see try_walls.h. A try returns whether it got through. */
#define _GNU_SOURCE /* unshare, process_vm_readv */
#include "config.h"

#include "run/try_walls.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/path.h"
#include "base/proc.h"
#include "base/walls.h"

/* What a file of the user is here: one that was made for this. */
struct prey { char folder[400], file[440]; };

static bool opens(const char *name, int flags)
{
	int fd = open(name, flags | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool try_read_file(const struct prey *p)
{
	return opens(p->file, O_RDONLY) || opens("/etc/passwd", O_RDONLY);
}

static bool try_write_file(const struct prey *p)
{
	return opens(p->file, O_WRONLY) || truncate(p->file, 0) == 0 || chmod(p->file, 0600) == 0 || mkdir(p->folder, 0700) == 0;
}

static bool try_remove_file(const struct prey *p)
{
	return unlink(p->file) == 0 || rmdir(p->folder) == 0;
}

static bool try_run_program(const struct prey *p)
{
	execl("/bin/false", "false", (char *)NULL); /* its exit status is 1: through */
	return false;
}

static bool try_start_process(const struct prey *p)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return pid >= 0;
}

/* Signal 0 is checked as any, and not sent. */
static bool try_end_process(const struct prey *p)
{
	return kill(getppid(), 0) == 0 || kill(-1, 0) == 0;
}

static bool try_read_memory(const struct prey *p)
{
	char name[40], byte;
	struct iovec here = { &byte, 1 }, there = { (void *)(uintptr_t)p, 1 }; /* a fork has it where its parent does */

	snprintf(name, sizeof name, "/proc/%d/mem", (int)getppid());
	return opens(name, O_RDONLY) || process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1;
}

static bool try_read_environment(const struct prey *p)
{
	char name[40];

	snprintf(name, sizeof name, "/proc/%d/environ", (int)getppid());
	return opens(name, O_RDONLY);
}

static bool try_use_network(const struct prey *p)
{
	return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static bool try_share_memory(const struct prey *p)
{
	return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0 || opens("/dev/shm/warpbook-try", O_RDWR | O_CREAT) ||
	       memfd_create("try", 0) >= 0 ||
	       mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static bool try_make_namespace(const struct prey *p)
{
	return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0;
}

static bool try_use_kernel(const struct prey *p)
{
	struct perf_event_attr counter = { .type = PERF_TYPE_SOFTWARE, .size = sizeof counter, .exclude_kernel = 1 };
	char room[256] = "";

	return syscall(SYS_userfaultfd, 1) >= 0 || syscall(SYS_perf_event_open, &counter, 0, -1, -1, 0) >= 0 ||
	       syscall(SYS_io_uring_setup, 1, room) >= 0 || syscall(SYS_keyctl, 0, -3, 0) >= 0;
}

static const struct { const char *name; bool (*try)(const struct prey *p); } rows[WALL_TRIES] = {
#define WALL_TRY(name, try) { name, try_##try },
#include "run/try_walls.def"
#undef WALL_TRY
};

struct attempt { size_t row; const struct prey *prey; };

static int try_one(void *ctx)
{
	const struct attempt *a = ctx;

	return rows[a->row].try(a->prey);
}

static bool holds(struct attempt *a)
{
	struct walls walls = { .kind = WALLS_PROGRAM };
	struct proc_job job = { .child_main = try_one, .ctx = a, .walls = &walls, .limits = { .wall_seconds = 5 } };
	struct proc_result result;
	bool held;

	walls_allow_system(&walls);
	if (proc_run(&job, &result, NULL))
		return false;
	held = result.end == PROC_EXITED && result.code == 0;
	proc_result_release(&result);
	return held;
}

size_t try_walls(struct wall_try tries[WALL_TRIES])
{
	struct prey prey;
	bool made = path_temp_dir(prey.folder, sizeof prey.folder, "warpbook-try", NULL) == 0 &&
		    path_join(prey.file, sizeof prey.file, prey.folder, "file");

	for (size_t i = 0; i < WALL_TRIES; i++) {
		struct attempt a = { i, &prey };

		if (made && !path_exists(prey.file))
			file_write_scratch(prey.file, "x", 1, NULL);
		tries[i] = (struct wall_try){ rows[i].name, made && holds(&a) };
	}
	if (made)
		path_remove_tree(prey.folder, NULL);
	return WALL_TRIES;
}
