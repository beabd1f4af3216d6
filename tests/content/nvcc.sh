#!/bin/bash
# nvcc.sh - the content is right when compiled by nvcc, if it is installed.
. "$TESTS_DIR/content/prove.sh" nvcc
