#!/bin/bash
# html.sh - `make html`: a page for each chapter and lesson, valid, with working links, and without external resources.
# browser.sh, which `make check` does not run, tests how a browser shows them.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due doc/ lessons/ exercises/ solutions/ lesson catalog script README CONTRIBUTING SECURITY
top=$(cd "$TESTS_DIR/.." && pwd)
pages="$scratch/pages of the book"
export WARPBOOK_COMPILER=clang

mkdir "$scratch/bin"
ln -s "$(command -v dirname)" "$scratch/bin"
said=$(PATH=$scratch/bin /bin/sh "$top/doc/html.sh" "$pages" 2>&1)
is "without its tools it is the machine's" "$? $([ -e "$pages" ] && echo made)" "4 "
like "and says which packages to install" "$said" 'install the packages cmark-gfm and lua5.4'
for needed in cmark-gfm lua5.4; do
	command -v "$needed" >/dev/null 2>&1 || {
		skip "the book and the lessons as pages" "$needed is missing"
		tap_done
	}
done

ok "the pages are made" sh "$top/doc/html.sh" "$pages"
is "one for each lesson" "$(ls "$pages" | grep -c '^[0-9]')" "$(find "$top/lessons" -name lesson.lua | wc -l)"
for chapter in index learner instructor author exercises lessons vm runtime internals; do
	ok "and one of the book: $chapter" test -s "$pages/$chapter.html"
done

# (aria-current is of ARIA 1.1, which tidy 5.6 does not know.)
if command -v tidy >/dev/null 2>&1; then
	for page in "$pages"/*.html; do
		tidy -q -e --drop-empty-elements no "$page" 2>&1 | grep -v '"aria-current"' | sed "s,^,${page##*/}: ,"
	done >"$scratch/tidy"
	is "tidy finds nothing" "$(head -n 20 "$scratch/tidy")" ""
else
	skip "tidy finds nothing" "tidy is missing"
fi

like "a lesson's name in a text leads there" "$(cat "$pages/02_grids.html")" \
	'frame from lesson <a href="01_kernels.html">Kernels</a>'

# Every link and picture of every page, as "page target".
for page in "$pages"/*.html; do
	grep -oE '(href|src)="[^"]*"' "$page" | sed "s,^[a-z]*=\",${page##*/} ,; s,\"\$,,"
done | sort -u >"$scratch/links"
is "every link leads to a page that is there, and to a place in it" "$(while read -r page link; do
	case $link in https://*) continue ;; esac
	target=${link%%#*}
	[ -f "$pages/${target:=$page}" ] || echo "$page: $link"
	case $link in *#*) grep -qF "id=\"${link#*#}\"" "$pages/$target" || echo "$page: $link" ;; esac
done <"$scratch/links" | head -n 20)" ""
is "no page has a script, or loads anything from elsewhere" \
	"$(grep -liE '<script|(src|<link[^>]*href)="(https?:)?//' "$pages"/*.html)$(grep -E '@import|url\(' "$pages/book.css")" ""
if command -v clang >/dev/null 2>&1; then
	is "every experiment has its bars" "$(cat "$pages"/[0-9]*.html | grep -c '<table class="chart">')" \
		"$(grep -hoE '\bexperiment = "' "$top"/lessons/*/lesson.lua | wc -l)"
else
	skip "every experiment has its bars" "clang is missing"
fi
is "every choice of a question unfolds" "$(cat "$pages"/[0-9]*.html | grep -c '^<li><details><summary>')" \
	"$(cat "$pages"/[0-9]*.html | grep -cE '^<p class="(right|wrong)">[^<]|^<p class="(right|wrong)"><(code|em)>')"

like "a step alone is a section" "$("$WARPBOOK_BIN" lesson 1 --step 2 --html | grep -c '<section')" '^1$'
like "and in JSON its text is HTML" "$("$WARPBOOK_BIN" lesson 1 --step 2 --html --json)" '"text": "<section class=.\"text'
tap_done
