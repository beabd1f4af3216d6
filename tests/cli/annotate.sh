#!/bin/bash
# annotate.sh - reports become annotations for GitHub and SARIF: their contents, with any characters, and files that are
# not reports. annotate_run.sh tests the output of check, run and exec.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
unset WARPBOOK_COMPILER WARPBOOK_CHECK WARPBOOK_JSON WARPBOOK_SARIF WARPBOOK_DEVICES
w=$WARPBOOK_BIN
cd "$scratch" || exit 99
status() { "$@" >out 2>err; echo $?; }
field() { sqlite3 :memory: "select json_extract(readfile('out'), '\$.$1')" 2>/dev/null; }

# ---- made by hand --------------------------------------------------------------------------------
cat >all.json <<'END'
{ "file": "my,own:file.cu", "verdict": "data-race", "headline": "data race", "message": "m", "findings": [
  { "kind": "data-race-global", "level": "error", "message": "100% of\nthreads: a, b", "advice": "use an atomic",
    "file": "my,own:file.cu", "line": 7, "column": 3, "other": { "file": "my,own:file.cu", "line": 9, "column": 1 } },
  { "kind": "unknown-kind", "level": "warning", "message": "w", "advice": null, "line": null },
  { "kind": "copy-uninitialised", "level": "note", "message": "n", "file": "/tmp/b c.cu", "line": 2 },
  { "kind": "assert", "level": "error" }, 17, null, [] ],
  "diagnostics": [ { "level": "warning", "file": "k.cu", "line": 4, "column": 2, "text": "unused", "hint": null } ] }
END
is "reports become annotations" "$(status "$w" annotate all.json; cat out)" '1
::error file=my%2Cown%3Afile.cu,line=7,col=3,title=data race in global memory::100%25 of%0Athreads: a, b%0Anext: use an atomic
::warning file=my%2Cown%3Afile.cu,title=unknown-kind::w
::notice file=/tmp/b c.cu,line=2,title='"$(sed -n 's/^FINDING(COPY_UNINITIALISED, [^,]*, [A-Z]*, [A-Z_]*, "\([^"]*\)".*/\1/p' \
	"$TESTS_DIR/../src/words/findings.def")"'::n
::warning file=k.cu,line=4,col=2,title=compiler::unused'
printf '\n\n\n <b>&\n' >k.cu
is "and HTML: a box for each that has a text, in one for the verdict" \
	"$(status "$w" annotate --html all.json; grep -c "style=.border" out)" "1
5"
like "whose lines of source stay text" "$(cat out)" '   4 \|  &lt;b&gt;&amp;'
mkdir sub
mv k.cu all.json sub/
like "also of a file beside the report" "$(status "$w" annotate --html sub/all.json; cat out)" '   4 \|  &lt;b&gt;&amp;'
mv sub/k.cu sub/all.json .
is "SARIF in HTML there is not" "$(status "$w" annotate --html --sarif all.json)" 2
is "and SARIF" "$(status "$w" annotate --sarif all.json)" 1
is "of the version that is announced" "$(field version) $(field 'runs[0].tool.driver.name')" "2.1.0 warpbook"
is "with a rule for every kind of finding" "$(field 'runs[0].tool.driver.rules[#-1].id'; sqlite3 :memory: \
	"select json_array_length(readfile('out'), '\$.runs[0].tool.driver.rules')")" "$(printf 'metric\n%d' \
	"$(grep -c '^FINDING(' "$TESTS_DIR/../src/words/findings.def")")"
is "a result has rule, level, text and place" \
	"$(for f in ruleId level message.text locations[0].physicalLocation.artifactLocation.uri \
	locations[0].physicalLocation.region.startLine locations[0].physicalLocation.region.startColumn \
	relatedLocations[0].physicalLocation.region.startLine; do field "runs[0].results[0].$f"; done)" 'data-race-global
error
100% of
threads: a, b
next: use an atomic
my%2Cown%3Afile.cu
7
3
9'
is "an absolute path is a URI, too" "$(field 'runs[0].results[2].locations[0].physicalLocation.artifactLocation.uri')" \
	'file:///tmp/b%20c.cu'

# ---- no reports -------------------------------------------------------------------------------------
for text in '' 'x' '[]' '{}' '17' '{"findings": 3}' '{"findings": {"a": 1}}'; do
	printf '%s' "$text" >odd.json
	is "'$text' is no report" "$(status "$w" annotate odd.json; cat out)" 1
	like "and the message says so" "$(cat err)" "'odd.json' is no (JSON|report of warpbook)"
done
head -c 200000 /dev/zero | tr '\0' '[' >deep.json
is "nor are brackets without end" "$(status "$w" annotate deep.json)" 1
is "a report beside one that is none is still shown" "$(status "$w" annotate odd.json all.json; grep -c ^:: out)" \
	"$(printf '1\n4')"
printf '{ "findings": [ { "kind": "race", "level": "warning", "message": "m", "file": "%s/a.cu" } ] }' "$scratch" >mild.json
is "warnings are no failure; files are named from here" "$(status "$w" annotate mild.json; cat out)" '0
::warning file=a.cu,title=race::m'
is "a file that is not there is the learner's" "$(status "$w" annotate nothing.json)" 1
is "without a file it is wrong usage" "$(status "$w" annotate)" 2

tap_done
