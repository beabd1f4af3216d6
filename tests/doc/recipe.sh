#!/bin/bash
# recipe.sh - the instructors' chapter has a script that grades a class: this test extracts and runs it, with names that
# break careless scripts, with a student who submitted nothing, and after a kill.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
chapter=$TESTS_DIR/../doc/instructor.md

for needed in sqlite3 clang; do
	command -v "$needed" >/dev/null 2>&1 || {
		skip "the recipe grades a class" "$needed is missing"
		tap_done
	}
done
export WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE WARPBOOK_DEVICE
mkdir "$scratch/bin"
ln -s "$WARPBOOK_BIN" "$scratch/bin/warpbook"
PATH=$scratch/bin:$PATH

# The block of the chapter that begins with "# grade.sh".
awk '/^```/ { inside = 0 } inside { print } /^```sh/ { getline; if (/^# grade.sh/) { inside = 1; print } }' "$chapter" \
	>"$scratch/grade.sh"
ok "the chapter has the script" test -s "$scratch/grade.sh"

cd "$scratch" || exit 1
solution=$TESTS_DIR/../solutions/01_kernels/add.cu
stub=$TESTS_DIR/../exercises/01_kernels/add.cu
submit() { # student file
	mkdir -p "submissions/$1"
	[ -z "$2" ] || cp "$2" "submissions/$1/add.cu"
}
submit "O'Brien Pat_1_assignsubmission_file_" "$solution"
submit -lee- "$solution"
submit 'Müller, "Max"' "$stub"
submit 'per%cent_under $HOME' "$solution"
submit 'Nobody Submitted' ''
submit 'A folder instead' ''
mkdir 'submissions/A folder instead/add.cu'
submit Linked ''
ln -s "$solution" submissions/Linked/add.cu
# One whose name is the end of another's.
submit 'Max' "$solution"

ok "the recipe runs" sh grade.sh submissions 01_kernels/add
is "the grades have everyone, once" "$(sed 1d grades.csv | wc -l)" 8
grade() { grep -F -- "$1" grades.csv | tail -n 1; }
like "O'Brien passed" "$(grade "O'Brien")" ',passed,([0-9]+),\1,'
like "so did a folder that begins with a dash" "$(grade "-lee-")" ',passed,'
like "and one with what SQL and the shell could take for more" "$(grade 'per%cent')" ',passed,'
like "a stub has its verdict" "$(grade 'Müller')" ',wrong-answer,'
like "a student whose name ends another's has a grade of their own" "$(grep '^Max,' grades.csv)" ',passed,'
like "who submitted nothing is missing" "$(grade 'Nobody')" ',missing,'
like "a folder in the file's place is no submission" "$(grade 'A folder')" ',missing,'
like "nor is a link" "$(grade 'Linked')" ',missing,'
is "every JSON document is whole" "$(for f in submissions/*/add.cu.json; do
	sqlite3 :memory: "select json_valid(readfile('$(printf %s "$f" | sed "s/'/''/g")'))"; done | sort | uniq -c |
		tr -s ' ')" ' 5 1'
attempts() { sqlite3 class/.warpbook/warpbook.db 'select count(*) from attempt_view'; }
is "the database has an attempt each" "$(attempts)" 5

# ---- again: what has a result is left alone -------------------------------------------------
ok "it runs again" sh grade.sh submissions 01_kernels/add
is "and checks nothing twice" "$(attempts)" 5
cp "$solution" 'submissions/Müller, "Max"/add.cu'
touch -d '+2 seconds' 'submissions/Müller, "Max"/add.cu'
ok "a file that was changed is checked" sh grade.sh submissions 01_kernels/add
like "and the grade is the last attempt's" "$(grade 'Müller')" ',passed,'

# ---- a kill leaves nothing half done ------------------------------------------------------------
rm submissions/*/add.cu.json
rm "$scratch/bin/warpbook"
cat >"$scratch/bin/warpbook" <<END
#!/bin/sh
case "\$1 \$*" in check*lee*) printf '{"half"'; kill -9 \$\$ ;; esac
exec "$WARPBOOK_BIN" "\$@"
END
chmod +x "$scratch/bin/warpbook"
sh grade.sh submissions 01_kernels/add 2>"$scratch/said"
like "a check that was killed is named" "$(cat "$scratch/said")" 'not graded .*-lee-'
ok "and has no result" test ! -e submissions/-lee-/add.cu.json
rm "$scratch/bin/warpbook"
ln -s "$WARPBOOK_BIN" "$scratch/bin/warpbook"
sh grade.sh submissions 01_kernels/add
ok "the next run makes it" test -s submissions/-lee-/add.cu.json

# ---- the questions of the chapter ------------------------------------------------------------------
awk '/^```/ { inside = 0 } inside { print } /^```sh/ { getline; if (/^sqlite3/) { inside = 1; print } }' "$chapter" \
	>"$scratch/questions.sh"
ok "the questions to the database are answered" bash -e "$scratch/questions.sh"
tap_done
