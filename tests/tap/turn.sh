#!/bin/bash
# turn.sh PROGRAM - runs a C test, if it is its turn: those of ten seconds of a processor or more are named here. See its_turn in tap.sh.
case ${1##*/} in
debug_solutions) turn="3 src/\(base\|ptx\|simt\|debug\|session\)/\|solutions/\|tests/unit/debug_solutions" ;;
host_busy) turn="5 src/\(base\|run\|worker\|cudart\)/\|tests/unit/host\|tests/host/" ;;
toolchain_compile) turn="5 src/\(base\|words\|toolchain\)/\|tests/unit/toolchain_compile" ;;
*) exec "$@" ;;
esac
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
its_turn --ci "${turn%% *}" "${turn#* }"
"$@"
