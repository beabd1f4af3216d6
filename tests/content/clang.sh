#!/bin/bash
# clang.sh - the content is right when compiled by the newest clang.
. "$TESTS_DIR/content/prove.sh" "$(. "$TESTS_DIR/tap/tap.sh"; compilers | grep clang | tail -n 1)"
