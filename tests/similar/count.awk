# count.awk - of `recall.sh` and `recall_python.sh`: from the files `bases` and `pairs`, how many copies were found, how many there are, how
# many of them are too short to tell, the false alarms, and the pairs of independent answers. Whatever is alike but the copy and its
# base is a false alarm. The files missed, alarms and by_disguise say more.
FILENAME == "bases" { split($0, b, " "); base_of[b[1]] = b[2]; next }
{ key = $1 " " $2 }
$3 == "a_copy" && $4 == base_of[$2] { base[key] = $4; line[key] = $0; found[key] = $5; short[key] = $6 < 0 && $7 < 0 }
{ all[key] = all[key] "\n" $0 }
END {
	for (key in base) {
		n++
		nshort += short[key]
		split(key, part, " ")
		of[part[1]]++
		good += found[key] == "true"
		found_of[part[1]] += found[key] == "true"
		if (found[key] != "true") print "# not found" (short[key] ? ", too short to tell: " : ": ") line[key] >"missed"
		count = split(all[key], rows, "\n")
		for (i = 2; i <= count; i++) {
			split(rows[i], f, "\t")
			if (f[3] == "a_copy" && f[4] == base[key]) continue
			others++
			if (f[5] == "true") { alarms++; print "# false alarm: " rows[i] >"alarms" }
		}
	}
	print good + 0, n + 0, nshort + 0, alarms + 0, others + 0
	for (d in of) print "# " d ": " found_of[d] " of " of[d] >"by_disguise"
}
