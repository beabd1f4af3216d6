// Expect: passed
// The program has the descriptors that worker/host.h lists, and no other.
#include "attack.h"

static bool attack(const float *x, float *y, int n)
{
	static const struct { int fd; mode_t type; int access; } all[] = {
		{ 0, S_IFCHR, O_RDONLY }, { 1, S_IFIFO, O_WRONLY }, { 2, S_IFIFO, O_WRONLY }, { 4, S_IFSOCK, O_RDWR },
		{ 5, S_IFCHR, O_WRONLY }, { 12, S_IFSOCK, -1 /* not even fcntl may use it */ },
	};
	const size_t count = sizeof all / sizeof *all;
	bool other = false;
	struct stat st;

	for (int fd = 0; fd < 1024; fd++) {
		size_t i = 0;

		while (i < count && all[i].fd != fd)
			i++;
		if (i == count)
			other |= fstat(fd, &st) == 0 || fcntl(fd, F_GETFD) >= 0;
		else if (fstat(fd, &st) || (st.st_mode & S_IFMT) != all[i].type)
			other = true;
		else
			other |= all[i].access < 0 ? fcntl(fd, F_GETFL) >= 0 : (fcntl(fd, F_GETFL) & O_ACCMODE) != all[i].access;
	}
	return other;
}
