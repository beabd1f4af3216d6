/* run_settings.c - see run_settings.h. */
#include "config.h"

#include "cmd/program/run_settings.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/language.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "toolchain/native.h"

/* Names the helper that compiles translated kernels for the program. */
static void helper_export(void)
{
	char path[PATH_MAX];

	if (path_self(path, sizeof path))
		setenv(NATIVE_HELPER, path, 1);
}

static void export(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
}

void run_settings_set(const struct run_settings *s, const struct target *target)
{
	char number[24];

	if (target->is_gpu) {
		/* The program sees only the requested GPU. */
		const char *colon = strchr(target->device, ':');

		if (colon)
			export("CUDA_VISIBLE_DEVICES", colon + 1);
		return;
	}
	helper_export();
	export("WARPBOOK_CHECK", s->check);
	if (s->devices) {
		snprintf(number, sizeof number, "%" PRIu64, s->devices);
		export("WARPBOOK_DEVICES", number);
	}
	if (s->counters)
		export("WARPBOOK_COUNTERS", "1");
	export("WARPBOOK_COUNTERS", s->profile);
	if (s->fuse)
		export("WARPBOOK_FUSE", "1");
	if (s->goes_on)
		export("WARPBOOK_CONTINUE", "1");
	if (s->timeline)
		export("WARPBOOK_TIMELINE", *s->timeline ? s->timeline : "1");
	if (s->json)
		export("WARPBOOK_JSON", *s->json ? s->json : "2");
	if (s->sarif)
		export("WARPBOOK_SARIF", *s->sarif ? s->sarif : "2");
	export("WARPBOOK_CATALOGUE", language_file());
	if (!output.plain && isatty(STDERR_FILENO) && !getenv("NO_COLOR"))
		export("WARPBOOK_COLOR", "1");
	if (!output.plain && isatty(STDERR_FILENO))
		export("WARPBOOK_PROGRESS", "1");
}
