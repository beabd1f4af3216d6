#!/bin/bash
# clang.sh - the content is right when compiled by the newest clang, which every machine of ours has: all of it.
. "$TESTS_DIR/content/prove.sh" clang
