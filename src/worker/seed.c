/*
 * seed.c - the seed's side of child/proc_seed.h, as a library that the seed's program (src/python/warpbook_host.py) loads: it
 * takes a job, and makes a fork of the seed its child. The program forks by itself: an interpreter has more to do than the system
 * call.
 */
#define _GNU_SOURCE
#include "config.h"

#include "worker/seed.h"

#include <errno.h>
#include <linux/filter.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "child/proc_child.h"
#include "child/proc_seed.h"
#include "child/sandbox.h"

static struct {
	_Alignas(16) char bytes[PROC_SEED_BYTES];
	size_t len;
	int fds[PROC_SEED_FDS];
	struct sock_fprog calls;
	struct sandbox sandbox;
	const char *variables;
	size_t nvariables;
} job;

static const char *text_take(size_t *at)
{
	const char *text = job.bytes + *at;
	size_t n = strnlen(text, job.len - *at);

	*at += n + (*at + n < job.len);
	return text;
}

static void receive_fds(const struct msghdr *m, int given)
{
	int passed[PROC_SEED_FDS], *next = passed;
	const struct cmsghdr *c = CMSG_FIRSTHDR(m);

	memset(passed, 0xFF, sizeof passed);
	if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS && c->cmsg_len <= CMSG_LEN(sizeof passed))
		memcpy(passed, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
	for (int i = 0; i < PROC_SEED_FDS; i++)
		job.fds[i] = given >> i & 1 ? *next++ : -1;
}

int warpbook_seed_ready(int line)
{
	const char said = PROC_SEED_READY;

	return send(line, &said, 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int warpbook_seed_next(int line)
{
	union { struct cmsghdr align; char bytes[CMSG_SPACE(PROC_SEED_FDS * sizeof(int))]; } control;
	struct iovec piece = { job.bytes, sizeof job.bytes - 1 };
	struct msghdr m = { .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
	ssize_t n;

	do
		n = recvmsg(line, &m, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n < (ssize_t)sizeof(struct proc_seed_head))
		return 0;
	job.len = (size_t)n;
	job.bytes[job.len] = '\0';
	receive_fds(&m, ((const struct proc_seed_head *)(const void *)job.bytes)->given);
	return 1;
}

void warpbook_seed_forget(void)
{
	for (int i = 0; i < PROC_SEED_FDS; i++)
		if (job.fds[i] >= 0)
			close(job.fds[i]);
}

int warpbook_seed_enter(int line)
{
	const struct proc_seed_head *head = (const void *)job.bytes;
	struct proc_job child = { .limits = head->limits, .sandbox = &job.sandbox };
	const char born = PROC_SEED_BORN;
	size_t at = sizeof *head;

	if (setpgid(0, 0) || send(line, &born, 1, MSG_NOSIGNAL) != 1)
		return -1;
	job.sandbox = (struct sandbox){ .kind = (enum sandbox_kind)head->kind };
	for (unsigned i = 0; i < head->npaths && at < job.len; i++) {
		const unsigned may = (unsigned char)job.bytes[at++];

		sandbox_allow(&job.sandbox, text_take(&at), may);
	}
	job.calls = (struct sock_fprog){ .len = (unsigned short)head->filter_len };
	if (head->filter_len) {
		static _Alignas(8) struct sock_filter filter[BPF_MAXINSNS];

		if (head->filter_len > BPF_MAXINSNS || head->filter_len * sizeof *filter > job.len - at)
			return -1;
		memcpy(filter, job.bytes + at, head->filter_len * sizeof *filter);
		at += head->filter_len * sizeof *filter;
		job.calls.filter = filter;
		job.sandbox.calls = &job.calls;
	}
	child.cwd = text_take(&at);
	job.variables = job.bytes + at;
	job.nvariables = job.len - at;
	return proc_child_enter(&child, job.fds[0], job.fds + 1, job.fds[PROC_SEED_FDS - 1]);
}

const char *warpbook_seed_variables(size_t *len)
{
	*len = job.nvariables;
	return job.variables;
}
