/*
 * version.h - the version of this warpbook: the release, and the commit that it was built from.
 *
 * The same text is in `warpbook --version`, in JSON, in the record of attempts and in the
 * manual pages, so that a verdict can be traced to the sources that gave it.
 */
#ifndef WARPBOOK_BASE_VERSION_H
#define WARPBOOK_BASE_VERSION_H

const char *version_text(void); /* "0.2.0+4b5d0381a2b3"; "0.2.0" if the commit is unknown */
const char *version_date(void); /* the commit's: "2026-11-21", or "" */

#endif
