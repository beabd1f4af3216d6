#!/bin/bash
# due.sh PROGRAM - runs a C test, if it is due: those of ten seconds of a processor or more are named here. See `due` in tap.sh.
case ${1##*/} in
debug_solutions) what="base child ptx simt debug bench solutions/ tests/unit/debug_solutions" ;;
host_busy) what="base child worker cudart tests/unit/host tests/host/" ;;
toolchain_compile) what="base child words toolchain tests/unit/toolchain_compile" ;;
*) exec "$@" ;;
esac
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
# shellcheck disable=SC2086 # words are meant to split
due $what
"$@"
