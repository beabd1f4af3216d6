#!/bin/bash
# Compares the vm's arithmetic with the H200's stored results: prints the table, and a line for each form that
# differs.
echo 1..2
if "$BUILD_DIR/tests/agree/agree" vm "$TESTS_DIR/agree/h200.txt" "$TESTS_DIR/agree/unmeasured.txt"; then
	echo "ok 1 - every form of ops.def agrees with the H200, or has a reason why it is not measured"
else
	echo "not ok 1 - every form of ops.def agrees with the H200, or has a reason why it is not measured"
fi
# A form that is new, or whose result is gone, is reported.
scratch=$(mktemp)
grep -v '^abs[.]s16|' "$TESTS_DIR/agree/h200.txt" >"$scratch"
if "$BUILD_DIR/tests/agree/agree" vm "$scratch" "$TESTS_DIR/agree/unmeasured.txt" |
	grep -q '^# abs.s16: no hardware result is stored, and no reason'; then
	echo "ok 2 - a form with neither a result nor a reason fails"
else
	echo "not ok 2 - a form with neither a result nor a reason fails"
fi
rm -f "$scratch"
