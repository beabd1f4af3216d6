#!/bin/bash
# clang_oldest.sh - the content is right with the oldest installed clang, too: one version folds or moves code
# that another leaves in place.
clangs=$(. "$TESTS_DIR/tap/tap.sh"; compilers | grep clang)
if [ "$(wc -l <<<"$clangs")" -lt 2 ]; then
	echo "1..0 # SKIP one clang at most on this machine"
	exit 0
fi
. "$TESTS_DIR/content/prove.sh" "${clangs%%[[:space:]]*}"
