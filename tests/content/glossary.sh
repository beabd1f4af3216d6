#!/bin/bash
# glossary.sh - one thing has one name: every term of the glossary occurs in a lesson, and none of the rival words does.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
w=$WARPBOOK_BIN
export NO_COLOR=1

"$w" glossary --json >"$scratch/glossary"
get() { sqlite3 :memory: "$1" | tr -d '\r'; }
terms=$(get "select count(*) from json_each(readfile('$scratch/glossary'), '\$.terms')")
ok "there is a glossary" test "$terms" -gt 40
is "every term occurs in a lesson" \
	"$(get "select json_extract(value, '\$.term') from json_each(readfile('$scratch/glossary'), '\$.terms')
		where json_array_length(value, '\$.lessons') = 0")" ""
is "every text ends as a sentence does" \
	"$(get "select json_extract(value, '\$.term') from json_each(readfile('$scratch/glossary'), '\$.terms')
		where json_extract(value, '\$.text') not like '%.' and json_extract(value, '\$.text') not like '%\`.'")" ""
sed -n 's/.*rivals = { \([^}]*\) }.*/\1/p' "$TESTS_DIR/../lessons/glossary.lua" | grep -o '"[^"]*"' | tr -d '"' >"$scratch/rivals"
ok "there are rivals" test "$(wc -l <"$scratch/rivals")" -gt 10
for lesson in "$TESTS_DIR"/../lessons/*/lesson.lua; do
	tr -s ' \n\t' ' ' <"$lesson" | grep -oiwf "$scratch/rivals" | sort -u | sed "s,^,$(basename "$(dirname "$lesson")"): ,"
done >"$scratch/used"
is "no lesson uses a rival word" "$(cat "$scratch/used")" ""

is "every question says in its title what it asks" "$(grep -n '{ question = ' "$TESTS_DIR"/../lessons/*/lesson.lua)" ""
is "no two in one lesson have one title" "$(for lesson in "$TESTS_DIR"/../lessons/*/lesson.lua; do
	grep -o '{ title = "[^"]*", question' "$lesson" | sort | uniq -d | sed "s,^,$(basename "$(dirname "$lesson")"): ,";
		done)" ""

tap_done
