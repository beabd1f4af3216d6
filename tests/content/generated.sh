#!/bin/bash
# generated.sh - programs with a common mistake, generated from a solution, do not pass: those of a few exercises,
# different ones each day.
. "$TESTS_DIR/content/prove.sh" clang generated
