/* parent.c - see parent.h. */
#include "config.h"

#include "cudart/check/parent.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/path.h"

#define ANSWER_MOST (1u << 20)

/* The descriptor, or -1. */
static int answers_fd(void)
{
	const char *text = getenv("WARPBOOK_PLACES");

	return text && *text ? atoi(text) : -1;
}

bool parent_answers(void)
{
	return answers_fd() >= 0;
}

/* Exactly so many bytes. */
static bool read_all(int fd, char *bytes, size_t len)
{
	while (len) {
		ssize_t n = read(fd, bytes, len);

		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		bytes += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool parent_ask(const char *question, size_t len, struct buf *answer)
{
	const int fd = answers_fd();
	char head[24];
	size_t at = 0;

	if (fd < 0 || file_write_fd(fd, question, len))
		return false;
	do {
		if (at + 1 == sizeof head || !read_all(fd, head + at, 1))
			return false;
	} while (head[at++] != '\n');
	head[at] = '\0';
	len = strtoul(head, NULL, 10);
	if (len >= ANSWER_MOST || buf_reserve(answer, len + 1) || !read_all(fd, answer->data + answer->len, len))
		return false;
	answer->len += len;
	answer->data[answer->len] = '\0';
	return true;
}
