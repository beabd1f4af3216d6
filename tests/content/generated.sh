#!/bin/bash
# generated.sh - programs that are wrong in a common way, generated from a solution, do not pass: those of a few exercises,
# others each day.
. "$TESTS_DIR/content/prove.sh" clang generated
