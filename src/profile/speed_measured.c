/* speed_measured.c - what was measured on a GPU, as cudart/include/warpbook_measured.cu wrote it, beside what is modelled. */
#include "config.h"

#include "profile/speed.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"

#define MEASURED_MOST ((size_t)1 << 20)

/* "SYMBOL LAUNCHES NANOSECONDS SHORTEST". A kernel that the vm's run did not launch is left out. */
static bool kernel_take(struct speed *s, const char *row)
{
	const size_t len = strcspn(row, " ");
	struct speed_measured m;
	char *at;

	if (!row[len])
		return false;
	m.launches = strtoull(row + len, &at, 10);
	m.ns = strtod(at, &at);
	m.least_ns = strtod(at, &at);
	if (*at || !m.launches || !(m.least_ns >= 0 && m.ns >= m.least_ns && m.ns < 1e18))
		return false;
	for (size_t i = 0; i < s->nkernels; i++)
		if (strlen(s->kernels[i].symbol) == len && !memcmp(s->kernels[i].symbol, row, len))
			s->kernels[i].measured = m;
	return true;
}

bool speed_measured(struct speed *s, const char *path)
{
	struct buf text = BUF_INIT;
	struct error ignored;
	bool good = file_read(path, MEASURED_MOST, &text, &ignored) == 0;
	char *rest = NULL;

	for (char *row = good ? strtok_r(text.data, "\n", &rest) : NULL; row && good; row = strtok_r(NULL, "\n", &rest)) {
		if (!strncmp(row, "gpu ", 4))
			s->measured_on = arena_strdup(s->arena, row + 4);
		else
			good = !strncmp(row, "kernel ", 7) && kernel_take(s, row + 7);
	}
	buf_release(&text);
	return good && s->measured_on;
}
