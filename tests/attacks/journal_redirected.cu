// Expect: not passed
// Where the journal goes is changed for a while: the page is written to, made writable, exchanged, emptied, moved.
#include "attack.h"
#include "journal_door.h"

static bool attack(const float *x, float *y, int n)
{
	struct door *door = find_door(), was;
	char *page = (char *)door;
	long length = 65536;
	bool open = false;

	if (!door || !find_gate())
		return true; // this test looks in the wrong place
	was = *door;
	open |= mprotect(page, length, PROT_READ | PROT_WRITE) == 0;
	open |= mprotect(page - 4096, 8192, PROT_READ | PROT_WRITE) == 0;
	open |= mprotect((void *)((unsigned long)page & ~0xFFFFFFFFul), (unsigned long)page % (1ul << 32) + 4096, PROT_READ | PROT_WRITE) == 0;
	open |= mprotect(page, -4096ul, PROT_READ | PROT_WRITE) == 0;
	open |= syscall(SYS_pkey_mprotect, page, length, PROT_READ | PROT_WRITE, -1) == 0;
	open |= madvise(page, length, MADV_DONTNEED) == 0;
	open |= mmap(page, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
	open |= mremap(page, length, length / 2, MREMAP_MAYMOVE) != MAP_FAILED;
	open |= munmap(page, length) == 0;
	if (open) {
		struct door shut = { was.send, 2 };

		*door = shut;
	}
	noise(x, n);
	return open;
}
