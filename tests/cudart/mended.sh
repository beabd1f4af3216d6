#!/bin/bash
# mended.sh - a small program for each fault of the runtime that real programs revealed, named after the fault.
export PROGRAMS_FOLDER=$TESTS_DIR/cudart/mended
. "$TESTS_DIR/programs/run.sh"
