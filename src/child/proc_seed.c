/* proc_seed.c - see proc_seed.h. */
#define _GNU_SOURCE /* struct ucred */
#include "config.h"

#include "child/proc_seed.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "child/orphans.h"
#include "child/sandbox.h"
#include "child/spaces.h"

#define LOOK_MS        100
#define WAIT_SECONDS   600.0
#define VARIABLES_MOST 64
#define SEED_FD        4

struct proc_seed {
	pid_t pid;
	struct spaces spaces;
	int line;
	bool is_ready;
};

/* ---- the start and the end ------------------------------------------------------------------ */

_Noreturn static void seed_run(const char *const *argv, const char *const *envp, const char *folder, int line)
{
	static const int restored[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGWINCH, SIGTSTP };
	sigset_t none;
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < sizeof restored / sizeof *restored; i++)
		signal(restored[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	line = fcntl(line, F_DUPFD, 64);
	for (int fd = 0; fd < 4; fd++)
		if (dup2(nothing, fd) < 0)
			_exit(126);
	if (line < 0 || dup2(line, SEED_FD) < 0 || chdir(folder))
		_exit(126);
	for (int fd = SEED_FD + 1; syscall(SYS_close_range, (unsigned)SEED_FD + 1, ~0u, 0u) && fd < 1024; fd++)
		close(fd);
	execve(argv[0], (char *const *)(uintptr_t)argv, (char *const *)(uintptr_t)envp);
	_exit(127);
}

struct proc_seed *proc_seed_start(const char *const *argv, const char *const *envp, const char *folder)
{
	struct proc_seed *s = calloc(1, sizeof *s);
	const char *variables[VARIABLES_MOST + 2];
	const int on = 1;
	int line[2];
	size_t n = 0;

	if (!s || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line)) {
		free(s);
		return NULL;
	}
	while (n < VARIABLES_MOST && envp[n]) {
		variables[n] = envp[n];
		n++;
	}
	variables[n++] = "WARPBOOK_SEED=4";
	variables[n] = NULL;
	s->line = line[0];
	setsockopt(s->line, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
	s->pid = orphans_fork(true, &s->spaces);
	if (s->pid == 0)
		seed_run(argv, variables, folder, line[1]);
	close(line[1]);
	if (s->pid > 0)
		return s;
	close(s->line);
	free(s);
	return NULL;
}

void proc_seed_end(struct proc_seed *s)
{
	if (!s)
		return;
	kill(-s->pid, SIGKILL);
	kill(s->pid, SIGKILL);
	while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	orphans_forget(s->pid, &s->spaces);
	orphans_end();
	close(s->line);
	free(s);
}

/* ---- messages ------------------------------------------------------------------------------- */

/* Waits for a message; returns its length, 0 at the end of the seed, -1 if it comes too late. *from: the sender's number here. */
static ssize_t message_take(struct proc_seed *s, bool stops, void *bytes, size_t size, pid_t *from)
{
	union { struct cmsghdr align; char bytes[CMSG_SPACE(sizeof(struct ucred))]; } control;
	struct iovec piece = { bytes, size };
	struct msghdr m = { .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
	const double until = clock_now() + WAIT_SECONDS;
	struct pollfd fd = { .fd = s->line, .events = POLLIN };
	ssize_t n;

	*from = 0;
	while (poll(&fd, 1, LOOK_MS) <= 0)
		if ((stops && proc_interrupted()) || clock_now() > until)
			return -1;
	n = recvmsg(s->line, &m, MSG_CMSG_CLOEXEC);
	for (struct cmsghdr *c = n > 0 ? CMSG_FIRSTHDR(&m) : NULL; c; c = CMSG_NXTHDR(&m, c))
		if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_CREDENTIALS) {
			struct ucred sender;

			memcpy(&sender, CMSG_DATA(c), sizeof sender);
			*from = sender.pid;
		}
	return n < 0 ? 0 : n;
}

bool proc_seed_ready(struct proc_seed *s)
{
	char said = 0;
	pid_t from;

	if (!s->is_ready)
		s->is_ready = message_take(s, true, &said, 1, &from) == 1 && said == PROC_SEED_READY;
	return s->is_ready;
}

static void text_put(struct buf *out, const char *text)
{
	buf_append(out, text, strlen(text) + 1);
}

static void job_put(const struct proc_job *job, const char *const *envp, const int fds[PROC_SEED_FDS], struct buf *out)
{
	const struct sandbox *s = job->sandbox;
	struct proc_seed_head head = { .limits = job->limits, .kind = s->kind, .npaths = (unsigned)s->n,
				       .filter_len = s->calls ? s->calls->len : 0 };

	head.limits.scratch = NULL;
	for (int i = 0; i < PROC_SEED_FDS; i++)
		head.given |= (fds[i] >= 0) << i;
	while (envp[head.nvariables])
		head.nvariables++;
	buf_append(out, &head, sizeof head);
	for (size_t i = 0; i < s->n; i++) {
		buf_putc(out, (char)s->paths[i].may);
		text_put(out, s->paths[i].path);
	}
	if (s->calls)
		buf_append(out, s->calls->filter, s->calls->len * sizeof *s->calls->filter);
	text_put(out, job->cwd ? job->cwd : "/");
	for (size_t i = 0; envp[i]; i++)
		text_put(out, envp[i]);
}

static int job_send(struct proc_seed *s, const struct buf *text, const int fds[PROC_SEED_FDS])
{
	union { struct cmsghdr align; char bytes[CMSG_SPACE(PROC_SEED_FDS * sizeof(int))]; } control = { .bytes = { 0 } };
	struct iovec piece = { text->data, text->len };
	struct msghdr m = { .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control };
	int passed[PROC_SEED_FDS];
	size_t n = 0;

	for (int i = 0; i < PROC_SEED_FDS; i++)
		if (fds[i] >= 0)
			passed[n++] = fds[i];
	m.msg_controllen = CMSG_SPACE(n * sizeof *passed);
	control.align = (struct cmsghdr){ .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS,
					  .cmsg_len = CMSG_LEN(n * sizeof *passed) };
	memcpy(CMSG_DATA(&control.align), passed, n * sizeof *passed);
	return sendmsg(s->line, &m, MSG_NOSIGNAL) == (ssize_t)text->len ? 0 : -1;
}

/* ---- children -------------------------------------------------------------------------------- */

pid_t proc_seed_fork(struct proc_seed *s, const struct proc_job *job, const char *const *envp, const int fds[PROC_SEED_FDS])
{
	struct buf text = BUF_INIT;
	char said = 0;
	pid_t pid = -1;
	int status = -1;

	if (job->sandbox && !job->sandbox->overflowed) {
		job_put(job, envp, fds, &text);
		status = text.failed || text.len > PROC_SEED_BYTES ? (errno = E2BIG, -1) : job_send(s, &text, fds);
	} else {
		errno = E2BIG;
	}
	buf_release(&text);
	if (status)
		return -1;
	if (message_take(s, false, &said, 1, &pid) == 1 && said == PROC_SEED_BORN && pid > 1)
		return pid;
	errno = ECHILD;
	return -1;
}

int proc_seed_reap(struct proc_seed *s, double *cpu_seconds, uint64_t *memory_peak)
{
	const char told = PROC_SEED_REAP;
	struct proc_seed_status end;

	*cpu_seconds = 0;
	*memory_peak = 0;
	if (send(s->line, &told, 1, MSG_NOSIGNAL) == 1 && recv(s->line, &end, sizeof end, 0) == sizeof end) {
		*cpu_seconds = end.cpu_seconds;
		*memory_peak = (uint64_t)end.peak_kib * 1024;
		return end.status;
	}
	return SIGKILL; /* the child ended with the seed */
}
