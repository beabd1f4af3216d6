/* try_sandbox.c - see try_sandbox.h. Each try returns whether it got through. */
#define _GNU_SOURCE /* unshare, process_vm_readv, F_SETSIG, cpu_set_t */
#include "config.h"

#include "worker/try_sandbox.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/path.h"
#include "child/proc.h"
#include "child/sandbox.h"

#define SCRATCH_BYTES (1 << 20) /* that the program may write in the try */
#define WALL_SECONDS  60 /* for one try: a busy machine is no way through */

/*
 * The victims of the tries: a file, a port and a segment of shared memory made for this, and the process that made
 * them (getppid() is 0 across namespaces).
 */
struct decoys { char folder[400], file[440], scratch[440]; pid_t parent; int listener; in_port_t port; key_t segment; };

static bool opens(const char *name, int flags)
{
	int fd = open(name, flags | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool try_read_file(const struct decoys *p)
{
	return opens(p->file, O_RDONLY) || opens("/etc/passwd", O_RDONLY);
}

static bool try_write_file(const struct decoys *p)
{
	return opens(p->file, O_WRONLY) || truncate(p->file, 0) == 0 || chmod(p->file, 0600) == 0 || mkdir(p->folder, 0700) == 0;
}

static bool try_remove_file(const struct decoys *p)
{
	return unlink(p->file) == 0 || rmdir(p->folder) == 0;
}

static bool try_run_program(const struct decoys *p)
{
	execl("/bin/false", "false", (char *)NULL); /* its exit status is 1: got through */
	return false;
}

static bool try_start_process(const struct decoys *p)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return pid >= 0;
}

/* Signal 0 is checked like any other, but not delivered. */
static bool try_end_process(const struct decoys *p)
{
	return kill(p->parent, 0) == 0 || kill(-1, 0) == 0;
}

static bool try_signal_as_owner(const struct decoys *p)
{
	const struct f_owner_ex owner = { F_OWNER_PID, p->parent };
	int ends[2];

	return pipe(ends) == 0 && (fcntl(ends[0], F_SETOWN, p->parent) == 0 || fcntl(ends[0], F_SETOWN_EX, &owner) == 0 ||
				   fcntl(ends[0], F_SETSIG, SIGKILL) == 0 || fcntl(ends[0], F_SETFL, O_ASYNC) == 0);
}

/* glibc has no name for this member. */
static bool try_time_signal(const struct decoys *p)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGCONT };
	timer_t timer;

	event._sigev_un._tid = p->parent;
	return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}

/* More than SCRATCH_BYTES in all, in small files; then it waits to be ended. */
static bool try_fill_disk(const struct decoys *p)
{
	static const char block[65536];
	char name[500];

	for (int i = 0; i < 2 * SCRATCH_BYTES / (int)sizeof block; i++) {
		int fd = snprintf(name, sizeof name, "%s/%d", p->scratch, i) > 0 ? open(name, O_WRONLY | O_CREAT, 0600) : -1;

		if (fd < 0 || write(fd, block, sizeof block) != (ssize_t)sizeof block)
			return false;
		close(fd);
	}
	nanosleep(&(struct timespec){ .tv_sec = WALL_SECONDS / 2 }, NULL);
	return true;
}

/* To where it may run anyway. */
static bool try_move_process(const struct decoys *p)
{
	cpu_set_t same;

	return sched_getaffinity(p->parent, sizeof same, &same) == 0 && sched_setaffinity(p->parent, sizeof same, &same) == 0;
}

/* A lock that succeeds without being one leaves the next one free. */
static bool try_share_lock(const struct decoys *p)
{
	int first = open("/dev/null", O_RDONLY), second = open("/dev/null", O_RDONLY);
	struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	return first < 0 || second < 0 || (flock(first, LOCK_EX) == 0 && flock(second, LOCK_EX | LOCK_NB)) ||
	       fcntl(first, F_GETLK, &all) == 0;
}

static bool try_read_memory(const struct decoys *p)
{
	char name[40], byte;
	/* after a fork it has the same address as in the parent */
	struct iovec here = { &byte, 1 }, there = { (void *)(uintptr_t)p, 1 };

	snprintf(name, sizeof name, "/proc/%d/mem", (int)p->parent);
	return opens(name, O_RDONLY) || process_vm_readv(p->parent, &here, 1, &there, 1, 0) == 1;
}

static bool try_read_environment(const struct decoys *p)
{
	char name[40];

	snprintf(name, sizeof name, "/proc/%d/environ", (int)p->parent);
	return opens(name, O_RDONLY);
}

static bool try_use_network(const struct decoys *p)
{
	return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
	       socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static bool try_share_memory(const struct decoys *p)
{
	return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0 || opens("/dev/shm/warpbook-try", O_RDWR | O_CREAT) ||
	       memfd_create("try", 0) >= 0 ||
	       mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static bool try_make_namespace(const struct decoys *p)
{
	return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0;
}

static bool try_use_kernel(const struct decoys *p)
{
	struct perf_event_attr counter = { .type = PERF_TYPE_SOFTWARE, .size = sizeof counter, .exclude_kernel = 1 };
	char room[256] = "";

	return syscall(SYS_userfaultfd, 1) >= 0 || syscall(SYS_perf_event_open, &counter, 0, -1, -1, 0) >= 0 ||
	       syscall(SYS_io_uring_setup, 1, room) >= 0 || syscall(SYS_keyctl, 0, -3, 0) >= 0;
}

/* ---- tries against namespaces alone ----------------------------------------------------- */

static bool try_signal_others(const struct decoys *p)
{
	return kill(p->parent, 0) == 0 || kill(-1, 0) == 0 || getppid() == p->parent;
}

static bool try_connect_here(const struct decoys *p)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = p->port, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0;
}

static bool try_find_segment(const struct decoys *p)
{
	return shmget(p->segment, 1, 0) >= 0;
}

/* Leaves a process in a session of its own, which locks the file for as long as it lives. */
static bool try_outlive(const struct decoys *p)
{
	int ready[2];
	char byte;

	if (pipe(ready) || fork() == 0) {
		int fd = open(p->file, O_RDONLY);

		setsid();
		if (fd >= 0 && flock(fd, LOCK_EX) == 0 && write(ready[1], "", 1) == 1)
			sleep(10);
		_exit(0);
	}
	close(ready[1]);
	return read(ready[0], &byte, 1) != 1; /* the caller sees from outside whether it survived */
}

static bool child_holds_lock(const struct decoys *p)
{
	int fd = open(p->file, O_RDONLY | O_CLOEXEC);
	bool locked = fd < 0 || flock(fd, LOCK_EX | LOCK_NB);

	if (fd >= 0)
		close(fd);
	return locked;
}

/* ---- the tries ---------------------------------------------------------------------------- */

typedef bool try_fn(const struct decoys *p);

struct row { const char *name; try_fn *try; };

#define SPACE_TRY(name, try)
static const struct row escape_rows[ESCAPES] = {
#define ESCAPE(name, try) { name, try_##try },
#include "worker/try_sandbox.def"
#undef ESCAPE
#undef SPACE_TRY
};

#define ESCAPE(name, try)
static const struct row space_rows[SPACE_TRIES] = {
#define SPACE_TRY(name, try) { name, try_##try },
#include "worker/try_sandbox.def"
#undef SPACE_TRY
#undef ESCAPE
};

struct attempt { try_fn *try; const struct decoys *decoys; };

static int try_one(void *ctx)
{
	const struct attempt *a = ctx;

	return a->try(a->decoys);
}

static bool holds(struct attempt *a, bool bare)
{
	struct sandbox sandbox = { .kind = SANDBOX_PROGRAM, .bare = bare };
	struct proc_job job = { .child_main = try_one, .ctx = a, .sandbox = &sandbox,
				.limits = { .wall_seconds = WALL_SECONDS, .scratch = a->decoys->scratch,
					    .scratch_bytes = SCRATCH_BYTES } };
	struct proc_result result;
	bool held;

	sandbox_allow_system(&sandbox);
	sandbox_allow(&sandbox, a->decoys->scratch, SANDBOX_FILES);
	if (proc_run(&job, &result, NULL))
		return false;
	held = (result.end == PROC_EXITED && result.code == 0) || result.report_truncated; /* its folder became too large */
	proc_result_release(&result);
	return held;
}

static key_t segment_key(void)
{
	return (key_t)(0x57420000 + getpid() % 0x10000);
}

static bool decoys_make(struct decoys *p)
{
	struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t size = sizeof here;

	p->parent = getpid();
	p->segment = segment_key();
	p->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (p->listener >= 0 && bind(p->listener, (struct sockaddr *)&here, size) == 0 && listen(p->listener, 4) == 0 &&
	    getsockname(p->listener, (struct sockaddr *)&here, &size) == 0)
		p->port = here.sin_port;
	return path_temp_dir(p->folder, sizeof p->folder, "warpbook-try", NULL) == 0 &&
	       path_join(p->file, sizeof p->file, p->folder, "file") &&
	       path_join(p->scratch, sizeof p->scratch, p->folder, "scratch") && mkdir(p->scratch, 0700) == 0;
}

static void decoys_remove(const struct decoys *p)
{
	if (p->listener >= 0)
		close(p->listener);
	path_remove_tree(p->folder, NULL);
}

static void try_all(const struct row *rows, size_t n, bool bare, struct escape *tries)
{
	struct decoys decoys = { .port = 0 };
	bool made = decoys_make(&decoys);

	for (size_t i = 0; i < n; i++) {
		struct attempt a = { rows[i].try, &decoys };

		if (made && !path_exists(decoys.file))
			file_write_scratch(decoys.file, "x", 1, NULL);
		tries[i] = (struct escape){ rows[i].name, made && holds(&a, bare) && !child_holds_lock(&decoys) };
	}
	decoys_remove(&decoys);
}

size_t try_sandbox(struct escape tries[ESCAPES])
{
	try_all(escape_rows, ESCAPES, false, tries);
	return ESCAPES;
}

size_t try_spaces(struct escape tries[SPACE_TRIES])
{
	int segment = shmget(segment_key(), 1, IPC_CREAT | IPC_EXCL | 0600);

	try_all(space_rows, SPACE_TRIES, true, tries);
	if (segment >= 0)
		shmctl(segment, IPC_RMID, NULL);
	return SPACE_TRIES;
}
