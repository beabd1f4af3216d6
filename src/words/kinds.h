/*
 * kinds.h - KIND_OUT_OF_BOUNDS and so on: the kinds of finding by name.
 *
 * Only a file that names a kind includes it. What passes findings on needs finding.h alone, and is not compiled again when
 * findings.def changes.
 */
#ifndef WARPBOOK_WORDS_KINDS_H
#define WARPBOOK_WORDS_KINDS_H

enum {
#define FINDING(id, ...) KIND_##id,
#include "words/findings.def"
#undef FINDING
	FINDING_KINDS /* how many; as a finding_kind: none */
};

#endif
