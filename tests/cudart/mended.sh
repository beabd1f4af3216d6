#!/bin/bash
# mended.sh - a small program for each fault of the runtime that real programs brought to light, named after it.
export PROGRAMS_FOLDER=$TESTS_DIR/cudart/mended
. "$TESTS_DIR/programs/run.sh"
