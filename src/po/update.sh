#!/bin/sh
# update.sh - for translators: what the program says, and what of it is translated. Needs gettext's tools; doc/translating.md says more.
#
#	sh src/po/update.sh --print             prints all texts that can be translated (a template, .pot)
#	sh src/po/update.sh --whole de          prints the catalogue with them all
#	sh src/po/update.sh --take de FILE      makes the translated messages of the file the catalogue
#
# What is extracted: texts marked by _(), N_() and tr_n(), in Python by tr() and Said(); formats of the functions that report errors;
# columns of tables; and all texts with a blank of the files that compose findings and advice, which are translated where they are
# shown (retold).
set -eu
cd "$(dirname "$0")/../.."

keywords='_:1 N_:1 tr_n:1,2 COUNTED:2,3 text_cut:3 text_label:2
	error_set:3 error_remedy:2 error_errno:2 script_error:4 script_error_item:4
	fault:2 reject:2 FINDING:5 VERDICT:4 REQUEST:5 PAGE:3 HINT:2 KIND:5 COLUMN:6 SAID:1 TROUBLE:5 LACKS:4 OPTION:5 MISSING:5'
composing='src/simt/check src/cudart src/judge src/attempt src/draw/profile_advice.c src/sweep src/profile src/source/mend.c src/source/mend_python.c'

# The functions' names come after it as options of xgettext; the files on standard input.
extract() {
	LC_ALL=C sort | xgettext --language=C --from-code=UTF-8 --files-from=- --no-wrap --add-location=file --output=- "$@" 2>/dev/null |
		sed 's/charset=CHARSET/charset=UTF-8/'
}
template() {
	work=$(mktemp -d)
	# shellcheck disable=SC2046
	{
		find src -name '*.[ch]' ! -path '*/include/*' ! -path '*/device_headers/*' ! -path 'src/python/*'
		printf '%s\n' src/words/findings.def src/worker/verdict.def src/tui/requests.def src/tui/pages.def \
			src/toolchain/hints.def src/toolchain/python/numba_hints.def src/toolchain/trouble.def \
			src/toolchain/clang_lacks.def src/toolchain/program/options.def src/toolchain/program/libraries.def \
			src/timeline/timeline.def src/profile/columns.def src/po/said.def
	} | extract --keyword $(for k in $keywords; do printf ' --keyword=%s' "$k"; done) >"$work/marked"
	# xgettext takes one argument of a macro at a time
	printf '%s\n' src/tui/requests.def src/tui/pages.def src/profile/columns.def src/toolchain/trouble.def |
		extract --keyword --keyword=REQUEST:6 --keyword=PAGE:5 --keyword=COLUMN:2 --keyword=TROUBLE:6 >"$work/keys"
	echo src/cudart/api.def | extract --keyword --keyword=CALL:6 --keyword=STREAMED:8 --keyword=RETURNS:7 >"$work/calls"
	# ignored.c and nvjitlink.c have bytes at which xgettext aborts; report.c and speed_show.c mark their texts
	# shellcheck disable=SC2086
	{
		find $composing -name '*.c' ! -path '*/include/*' ! -path '*/device_headers/*' ! -name ignored.c ! -name report.c ! -name speed_show.c \
			! -name nvjitlink.c
		echo src/words/metrics.def
	} | extract --extract-all >"$work/all"
	# the second takes out PTX and what is written for programs
	msggrep --msgid --regexp='[a-z][a-z].* ' "$work/all" 2>/dev/null |
		msggrep --invert-match --msgid --regexp='^\.[a-z]\|\.param\|;$\|^[{}]' - 2>/dev/null | msgattrib --no-wrap >"$work/composed"
	printf '%s\n' src/python/notebook/warpbook/__init__.py src/python/warpbook_compile.py |
		extract --language=Python --keyword --keyword=tr --keyword=Said:1 >"$work/python"
	msgcat --use-first --no-wrap "$work/marked" "$work/keys" "$work/calls" "$work/composed" "$work/python" |
		sed -e '/^"POT-Creation-Date/d; /^"Report-Msgid/d; /^"PO-Revision/d; /^"Last-Tr/d; /^"Language-Team/d' \
			-e 's/^"Project-Id-Version: .*/"Project-Id-Version: warpbook\\n"/' -e '1,/^msgid/{/^#/d}'
	rm -r "$work"
}

# A catalogue without what nobody has translated, and without places, which change with every commit.
translated() {
	msgattrib --translated --no-fuzzy --no-obsolete --no-location --no-wrap "$1"
}

new=$(mktemp)
trap 'rm -f "$new"' EXIT
case ${1:-} in
--print)
	template
	;;
--whole)
	template >"$new"
	msgmerge --quiet --no-wrap --no-fuzzy-matching "src/po/$2.po" "$new" | msgattrib --no-obsolete --no-wrap
	;;
--take)
	translated "$3" >"$new"
	cp "$new" "src/po/$2.po"
	;;
*)
	echo "usage: update.sh --print | --whole LANGUAGE | --take LANGUAGE FILE" >&2
	exit 2
	;;
esac
