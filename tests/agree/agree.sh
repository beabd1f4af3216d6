#!/bin/bash
# The vm's arithmetic beside the H200's stored results: the table, and a line for each form that differs.
echo 1..1
if "$BUILD_DIR/tests/agree/agree" vm "$TESTS_DIR/agree/h200.txt"; then
	echo "ok 1 - every form of ops.def that the H200 has agrees with it"
else
	echo "not ok 1 - every form of ops.def that the H200 has agrees with it"
fi
