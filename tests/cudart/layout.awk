# layout.awk - reads `readelf --debug-dump=info` of one compilation and prints what a binary interface is made of:
# "struct cudaX 32", "struct cudaX.member OFFSET SIZE" for every member down to plain ones, "cudaSuccess 0".
# Only names that begin with cuda, CU or a vector type's are printed, each once.

/^ *<[0-9a-f]+><[0-9a-f]+>: Abbrev Number: / {
	match($0, /<[0-9a-f]+></); depth = substr($0, RSTART + 1, RLENGTH - 3) + 0
	rest = substr($0, RSTART + RLENGTH); at = substr(rest, 1, index(rest, ">") - 1)
	tag[at] = $NF; gsub(/[()]/, "", tag[at])
	stack[depth] = at; parent = depth ? stack[depth - 1] : ""
	if (tag[at] == "DW_TAG_member")
		members[parent, ++count[parent]] = at
	if (tag[at] == "DW_TAG_enumerator")
		values[++nvalues] = at
	if (tag[at] ~ /^DW_TAG_(structure|union|enumeration|typedef)(_type)?$/)
		types[++ntypes] = at
	if (tag[at] == "DW_TAG_subrange_type" && tag[parent] == "DW_TAG_array_type")
		ranges[parent] = ranges[parent] " " at
	next
}
/DW_AT_name / { value = $0; sub(/.*: /, "", value); sub(/[ \t]+$/, "", value); name[at] = value }
/DW_AT_byte_size/ { size[at] = $NF + 0 }
/DW_AT_data_member_location/ { offset[at] = $NF + 0 }
/DW_AT_const_value/ { constant[at] = $NF }
/DW_AT_upper_bound/ { upper[at] = $NF + 0 }
/DW_AT_type / { value = $NF; gsub(/[<>]|0x/, "", value); type[at] = value }

# Through typedefs and const.
function plain(t) {
	while (tag[t] ~ /^DW_TAG_(typedef|const_type|volatile_type)$/)
		t = type[t]
	return t
}

function bytes(t,    n, i, parts, k) {
	t = plain(t)
	if (tag[t] != "DW_TAG_array_type")
		return size[t]
	n = bytes(type[t])
	k = split(ranges[t], parts, " ")
	for (i = 1; i <= k; i++)
		n *= upper[parts[i]] + 1
	return n
}

function show(path, t, base,    i, m, inner, n) {
	n = count[t]
	for (i = 1; i <= n; i++) {
		m = members[t, i]
		inner = plain(type[m])
		if (name[m] == "" || (tag[inner] ~ /structure|union/ && name[inner] == ""))
			show(path (name[m] == "" ? "" : "." name[m]), inner, base + offset[m])
		else
			print path "." name[m], base + offset[m], bytes(type[m])
	}
}

END {
	for (i = 1; i <= ntypes; i++) {
		t = types[i]
		if (name[t] !~ /^(cuda|CU|dim3$|u?(char|short|int|long|longlong)[1-4]$|(float|double)[1-4]$)/)
			continue
		inner = plain(t)
		if (tag[t] == "DW_TAG_typedef" ? name[inner] != "" : !(t in size))
			continue
		label = (tag[t] == "DW_TAG_typedef" ? "" : "struct ") name[t]
		print label, size[inner]
		show(label, inner, 0)
	}
	for (i = 1; i <= nvalues; i++)
		print name[values[i]], constant[values[i]]
}
