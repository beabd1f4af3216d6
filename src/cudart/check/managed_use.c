/* managed_use.c - see managed_use.h. */
#include "config.h"

#include "cudart/check/managed_use.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/array.h"
#include "cudart/runtime.h"

#define MEMORIES_MOST 64
#define USES_MOST     256
#define ENTRIES       512               /* of the page table, read at once */
#define PRESENT       (UINT64_C(1) << 63)

/* Memories that are with the device: a kernel has used them. used: the most bytes that the host has used since then. */
static struct away { uint64_t addr, number, used; } away[MEMORIES_MOST];
static size_t naway;
static struct managed_use *uses;
static size_t nuses;
static uint64_t launches;

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* The bytes of the pages that are in the page table; 0 if the system does not tell. */
static uint64_t touched(uint64_t addr, uint64_t bytes)
{
	const uint64_t page = page_bytes(), pages = (bytes + page - 1) / page;
	uint64_t entries[ENTRIES], found = 0;
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

	for (uint64_t at = 0; fd >= 0 && at < pages; at += ENTRIES) {
		const size_t n = pages - at < ENTRIES ? (size_t)(pages - at) : ENTRIES;
		const ssize_t got = pread(fd, entries, n * sizeof *entries, (off_t)((addr / page + at) * sizeof *entries));

		for (size_t i = 0; got > 0 && i < (size_t)got / sizeof *entries; i++)
			found += entries[i] & PRESENT ? page : 0;
	}
	if (fd >= 0)
		close(fd);
	return found;
}

/* The program moves it itself, or has said where it stays. */
static bool is_advised(const struct memory *m)
{
	return m->advice.read_mostly || m->advice.accessed_by || m->advice.preferred.type != cudaMemLocationTypeInvalid ||
	       m->advice.prefetched.type != cudaMemLocationTypeInvalid;
}

bool managed_use_tells(const struct memory *m)
{
	static int tells = -1;

	if (!runtime.settings.counters)
		return false;
	if (tells < 0)
		tells = touched((uintptr_t)&m, 1) > 0; /* a page of the stack is there, if the system tells */
	return tells && !m->is_variable && !is_advised(m); /* variables are not in shared mappings */
}

static struct managed_use *use_of(const struct kernel_op *k, struct memory *m)
{
	struct managed_use *u;

	for (size_t i = 0; i < nuses; i++)
		if (uses[i].addr == m->addr && !memcmp(&uses[i].launch, &k->op.call.site, sizeof uses[i].launch))
			return &uses[i];
	u = nuses < USES_MOST ? array_push(&uses, &nuses, sizeof *u) : NULL;
	if (u) {
		*u = (struct managed_use){ .launch = k->op.call.site, .addr = m->addr };
		snprintf(u->name, sizeof u->name, "%s", memory_name(m));
	}
	return u;
}

/* Calls back for each managed memory among the arguments, once. */
static void each_managed(const struct kernel_op *k, void (*visit)(const struct kernel_op *k, struct memory *m))
{
	uint64_t seen[MEMORIES_MOST];
	size_t nseen = 0;

	for (size_t at = 0; at + 8 <= k->params_len && memory_shared(); at += 8) {
		uint64_t value;
		struct memory *m;
		size_t i = 0;

		memcpy(&value, k->params + at, sizeof value);
		m = memory_find(value);
		if (!m || m->kind != MEMORY_MANAGED || !managed_use_tells(m))
			continue;
		while (i < nseen && seen[i] != m->addr)
			i++;
		if (i < nseen || nseen == MEMORIES_MOST)
			continue;
		seen[nseen++] = m->addr;
		visit(k, m);
	}
}

/* NULL: it was freed. */
static struct memory *memory_of(const struct away *a)
{
	struct memory *m = memory_find(a->addr);

	return m && m->number == a->number ? m : NULL;
}

/* The bytes that the host has used since; 0: none, or it is not away. */
static uint64_t take_back(const struct memory *m)
{
	for (size_t i = 0; i < naway; i++)
		if (away[i].number == m->number) {
			const uint64_t used = away[i].used;

			away[i] = away[--naway];
			return used;
		}
	return 0;
}

/* Pages leave the page table. */
static bool send(const struct memory *m)
{
	const size_t page = page_bytes();

	return madvise((void *)(uintptr_t)m->addr, (m->bytes + page - 1) / page * page, MADV_DONTNEED) == 0;
}

static bool found; /* by the visits of a launch */

static void came_back(const struct kernel_op *k, struct memory *m)
{
	const uint64_t bytes = take_back(m);
	struct managed_use *u = bytes ? use_of(k, m) : NULL;

	found |= bytes > 0;
	if (u) {
		u->times++;
		u->bytes += bytes;
	}
}

/* Looks at all of them: the kernel may also reach those that are no argument. */
void managed_use_begins(const struct kernel_op *k)
{
	for (size_t i = naway; i-- > 0;) {
		const struct memory *m = memory_of(&away[i]);
		const uint64_t used = m ? touched(m->addr, m->bytes) : 0;

		if (!m)
			away[i] = away[--naway];
		else if (used > away[i].used)
			away[i].used = used;
	}
	found = false;
	each_managed(k, came_back);
	launches += found;
}

static void goes_away(const struct kernel_op *k, struct memory *m)
{
	(void)k;
	take_back(m);
	if (naway < MEMORIES_MOST && send(m))
		away[naway++] = (struct away){ .addr = m->addr, .number = m->number };
}

void managed_use_ended(const struct kernel_op *k)
{
	for (size_t i = 0; i < naway; i++)
		if (memory_of(&away[i]))
			send(memory_of(&away[i]));
	each_managed(k, goes_away);
}

void managed_use_copied(const struct op *op)
{
	for (size_t i = 0; i < op->nranges; i++) {
		const struct memory *m = memory_find(op->ranges[i].addr);

		if (m && m->kind == MEMORY_MANAGED)
			take_back(m);
	}
}

const struct managed_use *managed_uses(size_t *n)
{
	*n = nuses;
	return uses;
}

uint64_t managed_use_launches(void)
{
	return launches;
}
