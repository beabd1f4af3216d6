/* finding.c - see finding.h. */
#include "config.h"

#include "base/finding.h"

const char *finding_level_name(enum finding_level level)
{
	static const char *const names[] = {
		[FINDING_NOTE] = "note", [FINDING_WARNING] = "warning", [FINDING_ERROR] = "error",
	};

	return names[level];
}
