/* memory.c - see memory.h. */
#include "config.h"

#include "child/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The start of a file of the kernel's; "" if there is none. */
static const char *file_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, size - 1) : 0;

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	return text;
}

uint64_t memory_kills(void)
{
	static const char name[] = "\noom_kill ";
	char text[16384];
	const char *at = strstr(file_text("/proc/vmstat", text, sizeof text), name);

	return at ? strtoull(at + sizeof name - 1, NULL, 10) : 0;
}

uint64_t memory_of_machine(void)
{
	static const char *const limits[] = { "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes" };
	uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	char text[64], *end;

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		const uint64_t most = strtoull(file_text(limits[i], text, sizeof text), &end, 10);

		all = end > text && most < all ? most : all;
	}
	return all;
}

void memory_offer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, "1000", 4) != 4) {
		/* the kernel chooses as it likes */
	}
	close(fd);
}
