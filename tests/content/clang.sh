#!/bin/bash
# clang.sh - the content is right when compiled by clang, which every machine of ours has.
. "$TESTS_DIR/content/prove.sh" clang
