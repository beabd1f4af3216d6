#!/bin/bash
# language.sh - warpbook in other languages: what people read is translated, what programs read never is, and the
# catalogues fit the sources.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
w=$WARPBOOK_BIN
top=$TESTS_DIR/..
export XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config
unset LC_ALL LC_MESSAGES LANG
cd "$scratch" || exit 99

# ---- which language -----------------------------------------------------------------------------------
first() { "$w" --help | head -1; }
is "English is the default" "$(LANGUAGE='' first)" "usage: warpbook [COMMAND] [options]"
like "LANGUAGE chooses" "$(LANGUAGE=de first)" "^Aufruf: warpbook"
like "the first that there is" "$(LANGUAGE=tlh:es:de first)" "^uso: warpbook"
is "English needs no catalogue" "$(LANGUAGE=en:de first)" "usage: warpbook [COMMAND] [options]"
like "a locale that the machine does not have counts too" "$(LANGUAGE='' LANG=de_AT.UTF-8 first)" "^Aufruf:"
is "C is English" "$(LANGUAGE='' LANG=de_DE.UTF-8 LC_ALL=C first)" "usage: warpbook [COMMAND] [options]"
is "a path is no language" "$(LANGUAGE=../../etc/de first)" "usage: warpbook [COMMAND] [options]"
mkdir -p config/warpbook
echo 'return { language = "es" }' >config/warpbook/config.lua
like "the configuration chooses before the locale" "$(LANGUAGE='' LANG=de_DE.UTF-8 first)" "^uso:"
like "and LANGUAGE before it" "$(LANGUAGE=de first)" "^Aufruf:"
is "the workbook takes the word as one of the configuration" "$(LANGUAGE=en "$w" open --keys >/dev/null 2>err; cat err)" ""
rm config/warpbook/config.lua

# A small catalogue of one's own, where the libraries are.
mkdir -p own/po
for file in "$BUILD_DIR"/*; do ln -s "$file" own/; done 2>/dev/null
printf 'msgid ""\nmsgstr ""\n\nmsgid "there is no exercise '"'%%.200s'"'"\nmsgstr "%%.200s? nie gehört"\n' >own/po/xx.po
like "an error is told by its format" "$(WARPBOOK_LIBDIR=$scratch/own LANGUAGE=xx "$w" show nonsense 2>&1)" \
	"nonsense\? nie gehört"
like "and is English in JSON" "$(WARPBOOK_LIBDIR=$scratch/own LANGUAGE=xx "$w" show --json nonsense 2>&1)" \
	"there is no exercise 'nonsense'"
echo 'msgid "torn' >>own/po/xx.po
like "a broken catalogue is reported" "$(WARPBOOK_LIBDIR=$scratch/own LANGUAGE=xx "$w" version 2>&1)" \
	"xx.po: line [0-9]+ of the catalogue: a text has no \" at its end"

# ---- what programs read -------------------------------------------------------------------------------
same() { # description, command...: its output is that of English
	local what=$1
	shift
	LANGUAGE=en "$@" 2>&1 | sed -E '/seconds/d' >english
	LANGUAGE=de "$@" 2>&1 | sed -E '/seconds/d' >german
	is "$what is English" "$(diff english german)" ""
}
same "a list as JSON" "$w" list --json
same "a lesson as JSON" "$w" lesson 01 --json
same "a task as JSON" "$w" show add --json
same "what vm prints of a table as JSON" "$w" vm ops --json
if has_compiler clang || has_compiler nvcc; then
	cat >add.cu <<'END'
__global__ void add(float *out, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}
END
	sed 's/out\[i\] = .*/if (i < n) out[i] = 0;/' add.cu >zero.cu
	cat >beyond.cu <<'END'
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main() { int *d; cudaMalloc(&d, 400); fill<<<1, 128>>>(d); cudaDeviceSynchronize(); cudaFree(d); }
END
	LANGUAGE=de "$w" run beyond.cu >ran 2>&1
	like "a program of one's own has findings in the language" "$(joined <ran)" \
		"Thread \(100,0,0\) von Block \(0,0,0\) schreibt d\[100\]"
	like "and their number" "$(cat ran)" "warpbook: 1 Fehler$"
	LANGUAGE=de "$w" run --json=found.json beyond.cu >/dev/null 2>&1
	like "and English ones in JSON" "$(cat found.json)" "writes d\[100\]"
	"$w" check add.cu --no-record >/dev/null 2>&1 # the compiler's work is kept
	same "a check as JSON" "$w" check add.cu --no-record --seed 7 --json
	LANGUAGE=de "$w" check add.cu --no-record --seed 7 --json=report.json >german
	like "with --json=FILE the report is still in the language" "$(cat german)" \
		"^01_kernels/add: Zugriff außerhalb der Grenzen$"
	like "and the file is English" "$(cat report.json)" \
		'"message": "thread \(1,0,0\) of block \(0,0,0\) reads a\[1\]'
	like "which annotate turns into a page in the language" "$(LANGUAGE=de "$w" annotate --html report.json)" \
		'<b>Fehler</b>: Thread \(1,0,0\) von Block \(0,0,0\) liest a\[1\]'
	LANGUAGE=de "$w" check add.cu --no-record --seed 7 --plain >german
	like "a report is German" "$(cat german)" "^01_kernels/add: Zugriff außerhalb der Grenzen$"
	like "with its finding" "$(joined <german)" "Thread \(1,0,0\) von Block \(0,0,0\) liest a\[1\]; a hat 1 Element"
	like "and its advice" "$(joined <german)" "255 Threads tun dasselbe: gibt es einen Wächter"
	like "and a wrong answer" "$(LANGUAGE=es "$w" check zero.cu --as add --no-record --plain)" "debería ser"
else
	skip "a report is translated" "no compiler"
fi

# ---- what shows programs and classes ----------------------------------------------------------------------
like "a term of the glossary is German, and is found by its German name" "$(LANGUAGE=de "$w" glossary Barriere | joined)" \
	"^barrier Eine Stelle, an der .*auch: Barriere"
same "the glossary as JSON" "$w" glossary --json
like "a lesson's page is Spanish" "$(LANGUAGE=es "$w" lesson 00 --html 2>&1)" "<summary>Tu plantilla</summary>"
like "an option of a table that commands share is German" \
	"$(LANGUAGE=de "$w" grade check --help)" "die Noten als Tabelle schreiben"
like "doctor is Spanish" "$(LANGUAGE=es "$w" doctor content)" "ejercicios; lecciones en"
echo 'return { name = "a", exercises = { { "01_kernels/add", pts = 1 } } }' >a.lua
like "the names in a list stay as they are" \
	"$(LANGUAGE=de "$w" grade . --assignment a.lua 2>&1)" \
	"Felder sind points, cases, passed, findings, speed"
if has_compiler clang || has_compiler nvcc; then
	LANGUAGE=de "$w" profile beyond.cu >profiled 2>&1
	like "a program's profile is German" "$(cat profiled)" "^Profil, modelliert auf H200 \(nie gemessen\)"
	like "so is its timeline" \
		"$(LANGUAGE=es "$w" run --timeline beyond.cu 2>&1)" "línea de tiempo, modelada en H200"
	like "a picture is Spanish" "$(LANGUAGE=es "$w" picture add.cu --line 4)" "el warp 0 del bloque \(0,0,0\) lee a: "
	like "the stepper is German" "$(LANGUAGE=de "$w" debug add.cu --do finding --do 'print 1 +' 2>&1 | joined)" \
		"Thread \(1,0,0\) von Block .*ein Wert fehlt in '1 \+'"
	same "the stepper as JSON" "$w" debug add.cu --do finding --json
	mkdir -p class/ada && cp add.cu class/ada/
	LANGUAGE=de "$w" grade class --exercise add --class book --feedback pages --report class.html \
		--csv grades.csv >/dev/null 2>&1
	like "a student's page is German" "$(joined <pages/ada.html)" \
		'<html lang="de">.*<h3>Fälle</h3>.*Thread \(1,0,0\) von Block'
	like "and the class's" "$(cat class.html)" "Ein Diagramm so weniger"
	like "but not the table of grades" "$(cat grades.csv)" "student,name,points,possible"
fi

calls=$(sed '/^HIDDEN/,/)$/d' "$top/src/cudart/api.def" | sed -n 's/^\t"\(.*\)")$/\1/p')
for language in de es; do
	is "what the calls of CUDA do has no gap in $language" \
		"$(grep -vxFf <(sed -n 's/^msgid "\(.*\)"$/\1/p' "$top/src/po/$language.po") <<<"$calls")" ""
done
ok "and there are such calls" test "$(wc -l <<<"$calls")" -gt 200

# ---- help ------------------------------------------------------------------------------------------------
names() { sed -n '/^$/,$s/^  \([a-z][a-z-]*\)\( .*\)\{0,1\}$/\1/p'; } # of a list of commands
LANGUAGE=en "$w" help | names >commands
for c in $(cat commands); do
	"$w" "$c" --help | grep -q "^usage: warpbook $c COMMAND" && "$w" "$c" --help | names | sed "s/^/$c /"
done >subcommands
ok "there are commands, and commands of commands" test "$(cat commands subcommands | wc -l)" -gt 50
for language in C de es; do
	{
		LANGUAGE=$language "$w" help
		LANGUAGE=$language "$w" --help
		while read -r c; do
			LANGUAGE=$language "$w" help "$c"
			LANGUAGE=$language "$w" "$c" --help
		done <commands
		# shellcheck disable=SC2086
		while read -r c; do LANGUAGE=$language "$w" $c --help; done <subcommands
	} >help.$language 2>&1
	ok "no line of the help is wider than 80 columns: $language" \
		test "$(LC_ALL=C.UTF-8 wc -L <help.$language)" -le 80
done
ok "and all is there" test "$(wc -l <help.C)" -gt 1500

# ---- lessons -------------------------------------------------------------------------------------------
like "a lesson is German" "$(LANGUAGE=de "$w" lesson 00 --plain | head -3)" "Was eine GPU gut kann"
like "a title in a list is Spanish" "$(LANGUAGE=es "$w" list --plain)" "dos arrays en un tercero"
like "a hint is German" "$(LANGUAGE=de "$w" hint hello_threads --number 1 2>&1)" "Du brauchst keine Schleife"
like "a demo of several solutions is German in the list" "$(LANGUAGE=de "$w" demo)" "heat +Wärme: eine Platte kommt zur Ruhe"
like "a place where words are found is Spanish" "$(LANGUAGE=es "$w" search barrera | joined)" \
	"^glosario: barrier .*También: barrera"
like "a lesson without a translation is English" "$(LANGUAGE=de "$w" lesson 02 --plain)" "thread"
widest=$(for language in de es; do
	for lesson in 00 01; do LANGUAGE=$language "$w" lesson $lesson --plain --answers; done
done | LC_ALL=C.UTF-8 wc -L)
ok "no line is wider than 80 columns" test "$widest" -le 80

# An author's pack: what has changed is reported, sentence by sentence.
mkdir -p mine/lessons/30_mine mine/exercises
echo 'return { name = "mine", version = "1", licence = "MIT", needs = {} }' >mine/course.lua
cat >mine/lessons/30_mine/lesson.lua <<'END'
return { title = "Mine", minutes = 5, summary = "One thing.", steps = {
  { title = "Begin", text = [[
First sentence. Second *one* with `code. here`. Third?

- an item. With two sentences
]] },
  { points = { "A point." } },
} }
END
export WARPBOOK_DATA=$scratch/mine
like "author texts lists what there is to translate" "$("$w" author texts de mine 2>&1)" \
	"lessons/30_mine/de.po: 9 sentences, 9 to translate, 0 whose"
po=mine/lessons/30_mine/de.po
is "a sentence ends outside of code" "$(grep -c 'Second \*one\* with `code. here`\.' $po)" 1
like "what is there stays when it is run again" "$("$w" author texts de mine)" "9 sentences, 9 to translate"
is "with each sentence once" "$(grep -c '^msgid "First sentence\."' $po)" 2
sed -i '/^msgid "First/,/^msgstr/s/msgstr ""/msgstr "Erster Satz 一二三四五六七八九十."/' $po
like "a sentence that is translated is shown among those that are not" "$(LANGUAGE=de "$w" lesson 30 --plain | joined)" \
	"Erster Satz 一二三四五六七八九十\. Second one"
sed -i 's/First sentence/The first sentence/' mine/lessons/30_mine/lesson.lua
like "a changed original falls back to English" "$(LANGUAGE=de "$w" lesson 30 --plain | joined)" "The first sentence\. Second"
like "author check names it" "$("$w" author check mine 2>&1)" \
	"lessons/30_mine/de.po:[0-9]+: the originals? of .*changed.*First sentence"
like "and as JSON" "$("$w" author check mine --json 2>/dev/null)" '"untranslated": 9'

# A pack of translations, for a language that the program itself does not speak.
mkdir words
echo 'return { name = "words", version = "1", licence = "MIT", needs = { "warpbook" } }' >words/course.lua
mkdir words/lessons words/exercises
WARPBOOK_DATA=$top:$scratch/words "$w" author texts tlh words --only 00_welcome >/dev/null 2>&1
sed -i '/^msgid "That is latency\."/,/^msgstr/s/msgstr ""/msgstr "QIt"/' words/lessons/00_welcome/tlh.po
like "a pack may have nothing but translations" \
	"$(LANGUAGE=tlh WARPBOOK_DATA=$top:$scratch/words "$w" lesson 00 --step 2 --plain | joined)" "one thing take\? QIt"
like "and those of exercises" "$(LANGUAGE=tlh WARPBOOK_DATA=$top:$scratch/words "$w" list --plain)" "^ +[a-z]+ +hello_threads"
export WARPBOOK_DATA=$top


# ---- Python ---------------------------------------------------------------------------------------------
if "${WARPBOOK_PYTHON:-/usr/bin/python3}" -c 'import numba' 2>/dev/null; then
	printf 'from numba import cuda\n@cuda.jit\ndef add(out, a, b, n):\n    out[0] = a + b\n' >add.py
	said=$(LANGUAGE=de "$w" check --no-record --as 01_kernels/add add.py 2>&1 | tr -s ' |\n' ' ')
	like "what Numba refuses is German" "$said" '`\+` verknüpft nicht ein Array von float32 und ein Array von float32'
	like "with its remedy" "$said" 'weiter: ein Thread arbeitet mit Elementen: fehlt ein Index, wie in a\[i\]\?'
else
	skip "Python" "Numba is missing"
fi

# ---- the catalogues ------------------------------------------------------------------------------------
if command -v msgfmt >/dev/null; then
	for po in "$top"/src/po/*.po "$top"/lessons/*/*.po "$top"/exercises/*/*.po; do
		is "msgfmt accepts ${po#"$top"/}" "$(msgfmt -c -o /dev/null "$po" 2>&1 |
			grep -v 'header field\|internationalized')" ""
	done
else
	skip "msgfmt accepts the catalogues" "no gettext"
fi
# A floor below what was translated when this was written: what is lost by a change of the sources shows here.
least=4000
if command -v xgettext >/dev/null; then
	for language in de es; do
		sh "$top/src/po/update.sh" --whole $language 2>/dev/null >whole
		counts=$(msgfmt --statistics -o /dev/null whole 2>&1 | tail -1)
		echo "# $language: $counts"
		ok "$language has at least $least messages of the sources" test "${counts%% *}" -ge $least
	done
else
	skip "the catalogues have the sources' messages" "no gettext"
fi
mkdir whole_course
cp -R "$top/lessons" "$top/exercises" "$top/solutions" whole_course/
for language in de es; do
	for topic in 00_welcome 01_kernels; do
		LANGUAGE=en "$w" author texts $language whole_course --only $topic >texts
		sed "s/^/# /" texts
		# whoever changes a few sentences of a lesson need not know the language: author check names them
		is "$topic is whole in $language, but for a few new sentences" "$(awk '$4 > 10' texts)" ""
	done
done
tap_done
