#!/bin/bash
# nvcc.sh - the content is right when compiled by nvcc, where there is one.
command -v nvcc >/dev/null || { echo "1..0 # SKIP no nvcc on this machine"; exit 0; }
. "$TESTS_DIR/content/prove.sh" nvcc
