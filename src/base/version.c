/* version.c - see version.h. packaging/commit-header creates commit.h, and only this file includes it. */
#include "config.h"

#include "base/version.h"

#include "commit.h"

const char *version_text(void)
{
	return PACKAGE_VERSION WARPBOOK_COMMIT;
}

const char *version_date(void)
{
	return WARPBOOK_DATE;
}
