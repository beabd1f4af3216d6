#!/bin/bash
# quickstart.sh - what quickstart says when packages are missing and it may not install them.
. "$TESTS_DIR/tap/tap.sh"
quickstart=$TESTS_DIR/../quickstart

# A machine where nothing is installed, seen by a user without sudo.
mkdir "$scratch/bin"
for tool in sh dirname sed grep tr; do ln -s "$(command -v $tool)" "$scratch/bin/$tool"; done
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/dpkg-query"
printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
chmod +x "$scratch/bin/dpkg-query" "$scratch/bin/id"

PATH=$scratch/bin "$quickstart" build >"$scratch/out" 2>"$scratch/err" </dev/null
is "without root or sudo it stops as the machine's" $? 4
like "and prints the one command for an administrator" "$(cat "$scratch/err")" \
	'^    apt-get install -y --no-install-recommends .*liblua5.4-dev.* clang'
"$quickstart" frobnicate >"$scratch/out" 2>&1
is "an unknown word is wrong usage" $? 2
like "and shows what there is" "$(cat "$scratch/out")" 'quickstart check'
unlike "without the script's own text" "$(cat "$scratch/out")" 'set -eu'
tap_done
