/* dim.c - see dim.h. */
#include "config.h"

#include "words/dim.h"

#include <string.h>

int dim3u_read(const char *text, size_t len, uint32_t rest, struct dim3u *out)
{
	uint32_t *const parts[] = { &out->x, &out->y, &out->z };
	const char *end = text + len;

	*out = (struct dim3u){ rest, rest, rest };
	for (int i = 0; i < 3; i++) {
		uint64_t v = 0;
		const char *p = text;

		for (; p < end && *p >= '0' && *p <= '9' && v <= UINT32_MAX; p++)
			v = 10 * v + (uint64_t)(*p - '0');
		if (p == text || v > UINT32_MAX)
			return -1;
		*parts[i] = (uint32_t)v;
		if (p == end)
			return 0;
		if (*p != ',')
			return -1;
		text = p + 1;
	}
	return -1;
}

int dim3u_option(const char *option, const char *text, struct dim3u *out, struct error *err)
{
	*out = (struct dim3u){ 1, 1, 1 };
	if (!text || !dim3u_read(text, strlen(text), 1, out))
		return 0;
	error_set(err, PARTY_LEARNER, "--%s takes X, X,Y or X,Y,Z, not '%.60s'", option, text);
	return error_word(err);
}
