#!/bin/bash
# sanitizer.sh OUT [SECONDS] - the same programs on a GPU, under compute-sanitizer's four tools, for the table in
# doc/runtime.md. Needs nvcc and a GPU. OUT/table.txt: for each planted bug the result of each tool ("named": the
# marked line, "other": errors elsewhere, "-": nothing, "time": it did not end); for each right program its
# output three times, and which tools raised an alarm. OUT/said.tar.gz: the complete output.
here=$(cd "$(dirname "$0")" && pwd) out=${1:?} seconds=${2:-165}
end=$(($(date +%s) + seconds))
work=$(mktemp -d) && cd "$work" && mkdir bin said || exit 99
sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -1)
tools="memcheck racecheck initcheck synccheck"
[ "$sanitizer" ] || tools=
all=
"$sanitizer" --help 2>/dev/null | grep -q initcheck-address-space && all="--initcheck-address-space all"
export here end sanitizer all

one() { # tool program
	local name left limit=20 options=
	name=$(basename "$2") left=$((end - $(date +%s)))
	case $name in hang_*) limit=6 ;; esac
	[ "$left" -lt 3 ] && { echo "NOT RUN" >"said/$1.$name"; return; }
	[ $limit -gt $left ] && limit=$left
	case $1 in
	plain*) timeout -k 1 $limit "$2" >"said/$1.$name" 2>&1 ;;
	memcheck) options="--leak-check full" ;;&
	initcheck) options=$all ;;&
	*) timeout -k 1 $limit "$sanitizer" --tool "$1" $options --print-limit 6 "$2" >"said/$1.$name" 2>&1 ;;
	esac
	echo "EXIT $?" >>"said/$1.$name"
}
export -f one

ls "$here"/bugs/*.cu "$here"/right/*.cu | xargs -P"$(nproc)" -I{} sh -c \
	'nvcc -arch=sm_90 -lineinfo -Xcompiler -gdwarf-4 -w -o bin/$(basename {} .cu) {}'
bugs=$(cd "$here/bugs" && ls ./*.cu | sed 's|^./||; s|.cu$||') right=$(cd "$here/right" && ls ./*.cu | sed 's|^./||; s|.cu$||')
# Those that hang come last: they take the GPU from the others.
{
	for turn in 1 2 3; do for p in $right; do echo "plain$turn bin/$p"; done; done
	for tool in $tools; do for p in $bugs $right; do case $p in hang_*) ;; *) echo "$tool bin/$p" ;; esac; done; done
	for tool in $tools; do for p in $bugs; do case $p in hang_*) echo "$tool bin/$p" ;; esac; done; done
} | xargs -P12 -L1 bash -c 'one "$0" "$1"'

verdict() { # tool program
	local said=said/$1.$2 line
	grep -q "NOT RUN" "$said" 2>/dev/null && { echo "?"; return; }
	for line in $(grep -n '// BUG' "$here/bugs/$2.cu" 2>/dev/null | cut -d: -f1); do
		grep -Eq "$2\.cu(:|, line )$line\b" "$said" && { echo named; return; }
	done
	if grep -Eq 'SUMMARY: [1-9]|^=+ (Error|Invalid|Race|Uninit|Barrier|Program hit|Leaked)' "$said"; then echo other
	elif grep -q '^EXIT 1[23][47]' "$said"; then echo time
	else echo -; fi
}

{
	date -u; nvidia-smi --query-gpu=name,driver_version --format=csv,noheader; "$sanitizer" --version | tail -1
	named=0 said=0
	for p in $bugs; do
		v=; for tool in $tools; do v="$v $(verdict "$tool" "$p")"; done
		case $v in *named*) named=$((named + 1)) ;; *other*) said=$((said + 1)) ;; esac
		printf '%-26s%s\n' "$p" "$v"
	done
	echo "of $(echo $bugs | wc -w) bugs the line is named of $named, something else is said of $said"
	alarms=0 wrong=0
	for p in $right; do
		v=; for tool in $tools; do v="$v $(verdict "$tool" "$p")"; done
		o=; for turn in 1 2 3; do
			if [ "$(grep -v '^EXIT' "said/plain$turn.$p")" = "$(sed -n 's|^// prints: ||p' "$here/right/$p.cu")" ];
				then o="$o right"; else o="$o WRONG"; fi
		done
		case $v in *other*) alarms=$((alarms + 1)) ;; esac
		case $o in *WRONG*) wrong=$((wrong + 1)) ;; esac
		printf '%-26s%s  |%s\n' "$p" "$v" "$o"
	done
	echo "of $(echo $right | wc -w) right programs $wrong print something else on this GPU, and $alarms raise alarms"
} >"$out/table.txt" 2>&1
tar -czf "$out/said.tar.gz" said
rm -rf "$work"
