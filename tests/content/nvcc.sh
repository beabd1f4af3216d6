#!/bin/bash
# nvcc.sh - the content is right when compiled by nvcc, where there is one.
. "$TESTS_DIR/content/prove.sh" nvcc
