#!/bin/sh
# semester.sh FOLDER [STUDENTS] - makes an example class of a semester, in FOLDER: a roster, three assignments and for each a
# folder like Moodle's download, with times. The submissions are this tree's variants of its exercises, right and wrong; the
# result is the same each time. One student in ten hands in nothing, one in ten late, one in twelve an archive (if tar is
# installed), one an empty file.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
cd "$1"
students=${2:-60}

echo 'id,name,email,leaderboard' >roster.csv
i=0
while [ $i -lt "$students" ]; do
	i=$((i + 1))
	first=$(echo 'Ada Ben Chloé Dmitri Emre Fatou Grace Hana Ivo Jürgen Kim Lin' | cut -d' ' -f$((i * 7 % 12 + 1)))
	last=$(echo "O'Brien Lee Müller Nguyen Okafor Petrov Quist Rossi Singh Tanaka" | cut -d' ' -f$((i * 3 % 10 + 1)))
	case $((i % 4)) in 0) agrees=yes ;; *) agrees=no ;; esac
	echo "$((1000 + i)),$first $last $i,s$((1000 + i))@example.org,$agrees" >>roster.csv
done

# assignment(name, due, exercises...)
assignment() {
	name=$1 due=$2
	shift 2
	{
		echo "return {"
		echo "  name = \"$name\", title = \"Assignment ${name#a}\","
		echo "  exercises = {"
		for exercise; do echo "    { \"$exercise\", points = 10 },"; done
		echo "  },"
		echo "  due = \"$due 23:59 Z\", buffer_minutes = 15, grace_days = 2, late = { percent = 10, most = 50, days = 5 },"
		echo "  extensions = { { \"1007\", hours = 48 } },"
		echo "}"
	} >"$name.lua"
	mkdir -p "$name"
	echo 'student,submitted' >"$name-times.csv"
	i=0
	while IFS=, read -r id person email agrees; do
		[ "$id" != id ] || continue
		i=$((i + 1))
		folder="$name/${person}_${id}_assignsubmission_file_"
		mkdir -p "$folder"
		[ $((i % 10)) -ne 3 ] || continue
		case $((i % 10)) in
		7) echo "$id,$due 23:59 Z" ;; # with the extension, or in time
		8) echo "$id,$(echo "$due" | cut -c1-8)$(printf %02d $((1${due##*-} - 100 + i % 3 + 1))) 12:00 Z" ;;
		*) echo "$id,$due $(printf %02d $((i % 20))):30 Z" ;;
		esac >>"$name-times.csv"
		for exercise; do
			file=${exercise#*/}.cu
			set_of="$top/tests/mutants/$exercise"
			programs=$(ls "$set_of" | grep '\.cu$') # not those in Python, which need Numba
			number=$(echo "$programs" | wc -l)
			case $((i % 3)) in # two in three are right
			0) chosen=$(echo "$programs" | sed -n "$((i * 5 % number + 1))p") ;;
			*) chosen=$(echo "$programs" | grep '^ok_' |
				sed -n "$((i % $(echo "$programs" | grep -c '^ok_') + 1))p") ;;
			esac
			case $chosen in
			'') cp "$top/solutions/$exercise.cu" "$folder/$file" ;;
			*) cp "$set_of/$chosen" "$folder/$file" ;;
			esac
			[ $i -ne 5 ] || : >"$folder/$file"
		done
		if [ $((i % 12)) -eq 11 ] && command -v tar >/dev/null; then
			(cd "$folder" && tar cf ../packed.tar -- *.cu && rm -- *.cu && mv ../packed.tar homework.tar)
		fi
	done <roster.csv
}

assignment a1 2026-10-05 01_kernels/add 01_kernels/saxpy
assignment a2 2026-10-19 05_shared_memory/transpose_tiled
assignment a3 2026-11-09 08_reduce_scan/block_sum
