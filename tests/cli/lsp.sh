#!/bin/bash
# lsp.sh - the language server as an editor sees it: lsp.py asks, lsp_client.py speaks the protocol.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
command -v python3 >/dev/null || { echo "1..0 # SKIP python3 is not installed"; exit 0; }
unset WARPBOOK_WORKSPACE WARPBOOK_COMPILER WARPBOOK_DEVICE WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_SARIF WARPBOOK_DEVICES
export PYTHONDONTWRITEBYTECODE=1 PYTHONIOENCODING=utf-8 TMPDIR=$scratch/tmp
mkdir "$TMPDIR" && cd "$scratch" || exit 99
timeout 300 python3 "$TESTS_DIR/cli/lsp.py" programs remedies trust moved cancelling exercises python bad_input |
	sed '/^1\.\./d' | tee out
tap_n=$(grep -cE '^(not )?ok ' out) tap_failed=$(grep -c '^not ok ' out)
like "all groups came to their end" "$(tail -n 5 out)" "a signal ends it"
is "no folder of its own is left" "$(find tmp -name 'warpbook-lsp-*')" ""
tap_done
