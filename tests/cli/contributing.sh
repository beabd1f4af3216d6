#!/bin/bash
# contributing.sh - CONTRIBUTING.md: every file that it names exists, the build knows every test that it
# names, and the recipes for an exercise and a lesson work, followed command by command.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
top=$TESTS_DIR/..
guide=$top/CONTRIBUTING.md
export NO_COLOR=1 WARPBOOK_WORKSPACE="$scratch/book"

# ---- names ---------------------------------------------------------------------------------------
# What the recipes make is not there yet; NAME stands for something to choose.
named() { grep -o '`[^`]*`' "$guide" | tr -d "\`'" | tr ' ' '\n' |
	grep -E '^(src|tests|grader|exercises|lessons|solutions|packaging)/' | sort -u; }
missing=$(named | grep -vE 'NAME|twice|30_mine|\*' | while read -r path; do
	[ -e "$top/$path" ] || [ -e "$top/$path.c" ] || echo "$path"
done)
is "every file that is named is there" "$missing" ""
missing=$(grep -o '`[A-Za-z_./]*`' "$guide" | tr -d '`' |
	grep -E '^(README|NEWS|SECURITY|LICENSE|quickstart|\.editorconfig|Makefile\.am)' | while read -r path; do
	[ -e "$top/$path" ] || echo "$path"
done)
is "and those at the top" "$missing" ""
missing=$(named | grep -E '^tests/(unit|cli|tui|content|cudart|bugs|agree|arch)/' |
	grep -vE 'NAME|screens/|\.(def|c|txt|h)$|/README|compile\.sh|^tests/[a-z]*$' | while read -r test; do
	grep -qF "$test" "$top/Makefile.am" "$top"/src/*/sources.am "$top"/grader/*/sources.am "$top"/packaging/sources.am ||
		echo "$test"
done)
is "every test is one that the build knows" "$missing" ""
missing=$(sed -n 's/.*](#\([a-z-]*\)).*/\1/p;s/.*](#\([a-z-]*\)) ·.*/\1/p' "$guide" | sort -u | while read -r anchor; do
	sed -n 's/^## //p' "$guide" | tr 'A-Z ' 'a-z-' | tr -d ',' | grep -qx -- "$anchor" || echo "$anchor"
done)
is "every link leads to a recipe" "$missing" ""
missing=$(grep -oE 'make -C build [a-z-]+' "$guide" | awk '{ print $4 }' | sort -u | while read -r target; do
	[ "$target" = check ] || grep -qE "^$target:" "$top/Makefile.am" "$top"/*/sources.am "$top"/src/*/sources.am ||
		echo "$target"
done)
is "every target is one of the makefile" "$missing" ""

"$WARPBOOK_BIN" list --json >"$scratch/list"
count() { sqlite3 :memory: "select count(*) from json_each(readfile('$scratch/list'), '\$.exercises') where $1"; }
like "README.md counts the exercises" "$(cat "$top/README.md")" "with $(count 1) exercises"
like "and those that can be answered in Python" "$(cat "$top/README.md")" \
	"answer $(count "json_extract(value, '\$.python')") exercises in"

# ---- recipes ---------------------------------------------------------------------------------------
cp -R "$top/exercises" "$top/lessons" "$top/solutions" "$scratch"
mkdir "$scratch/tests" "$scratch/build"
cp -R "$TESTS_DIR/mutants" "$scratch/tests"
chmod -R u+w "$scratch"
ln -s "$WARPBOOK_BIN" "$scratch/build/warpbook"
export WARPBOOK_DATA="$scratch"

recipe() { sed -n "/^## $1\$/,/^## /p" "$guide"; }
# The commands of a recipe in their order; what opens the workbook needs a terminal, and one compiler and one round will do here.
commands() {
	recipe "$1" | grep -o '`build/warpbook [^`]*`' | tr -d '`' | grep -v ' open ' |
		sed 's/--compiler all/--compiler clang/; s/ --rounds 20//; s/\(check \. --only 30_mine\)$/\1 --compiler clang/'
}

command -v clang >/dev/null || {
	skip "the recipes work" "clang is not installed"
	tap_done
}
cd "$scratch" || exit 99
step=$(recipe "An exercise" | grep -o '{ title = "Your turn: twice".*},')
like "the recipe has a step for the lesson" "$step" 'exercise = "twice"'
for what in "An exercise" "A lesson"; do
	n=0
	while read -r line; do
		n=$((n + 1))
		ok "$what: $line" sh -c "$line"
		# What stands between the first command and the next: the step in the lesson.
		[ "$what$n" != "An exercise1" ] ||
			sed -i "s|^    { points = |    $step\n&|" lessons/01_kernels/lesson.lua
	done < <(commands "$what")
	ok "$what has commands to follow" test "$n" -ge 3
done
like "the lesson shows the new exercise" "$(build/warpbook lesson 1 --plain)" 'Exercise 01_kernels/twice'
is "no line of the new lesson is longer than 80 columns" "$(build/warpbook lesson 30 --answers --plain | grep -c '.\{81\}')" 0
tap_done
