-- disguise.lua - rewrites a program as somebody does to hide that it is a copy: `lua disguise.lua NAME <in.cu >out.cu`; without a
-- name it lists the names. What is written means the same. Comments are always taken out. Exit status 1: nothing fitted, and the
-- program is as it was.

local keep = {}
for word in ([[alignas auto bool break case char class const constexpr continue default do double else enum extern false float for
	goto if inline int long namespace new nullptr operator private public return short signed sizeof static struct switch template
	this true typedef typename union unsigned using void volatile while size_t NULL half float2 float3 float4 int2 int3 int4 uchar3
	uchar4 uint2 uint4 dim3 x y z w blockIdx threadIdx blockDim gridDim warpSize min max abs fminf fmaxf fmaf fabsf sqrtf rsqrtf expf
	expm1f logf powf sinf cosf floorf ceilf __float2int_rn assert printf std move swap cooperative_groups cg this_thread_block tiled_partition
	thread_rank sync shfl_down reduce plus meta_group_rank meta_group_size group_index thread_index wmma nvcuda define ifdef ifndef
	endif undef include pragma unroll uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t cstdint stdint h cuda_runtime
	defined elif lambda forceinline noinline reinterpret_cast static_cast const_cast]]):gmatch("%S+") do keep[word] = true end

local function without_comments(text)
	text = text:gsub("/%*.-%*/", " ")
	return (text:gsub("//[^\n]*", ""))
end

-- The place after the bracket that closes the one at `at`.
local function after_group(text, at)
	local depth = 0
	for i = at, #text do
		local c = text:sub(i, i)
		if c:find("[%(%[{]") then depth = depth + 1 end
		if c:find("[%)%]}]") then depth = depth - 1 end
		if depth == 0 then return i + 1 end
	end
end

-- The end of the statement that begins at `at`: after its ; or }.
local function after_statement(text, at)
	at = text:find("%S", at)
	if not at then return end
	if text:sub(at, at) == "{" then return after_group(text, at) end
	local word = text:match("^[%a_]+", at)
	if word == "for" or word == "if" or word == "while" then
		local body = after_statement(text, after_group(text, text:find("(", at, true)) or #text)
		local other = body and text:match("^%s*else%f[%W]()", body)
		if word == "if" and other then return after_statement(text, other) end
		return body
	end
	local depth = 0
	for i = at, #text do
		local c = text:sub(i, i)
		if c:find("[%(%[{]") then depth = depth + 1 end
		if c:find("[%)%]}]") then depth = depth - 1 end
		if c == ";" and depth == 0 then return i + 1 end
	end
end

-- Lines that are no directives, one by one.
local function each_line(text, change)
	local out = {}
	for line in (text .. "\n"):gmatch("(.-)\n") do
		out[#out + 1] = line:find("^%s*#") and line or change(line)
	end
	return table.concat(out, "\n")
end

local function parts(list) -- at commas outside brackets
	local out, depth, from = {}, 0, 1
	for i = 1, #list do
		local c = list:sub(i, i)
		if c:find("[%(%[{<]") then depth = depth + 1 end
		if c:find("[%)%]}>]") then depth = depth - 1 end
		if c == "," and depth == 0 then out[#out + 1] = list:sub(from, i - 1); from = i + 1 end
	end
	out[#out + 1] = list:sub(from)
	return out
end

local function is_simple(text) return not text:find("[,{}]") and select(2, text:gsub("[%(%[]", "")) == select(2, text:gsub("[%)%]]", "")) end

local d, names = {}, {}
local function disguise(name, change) names[#names + 1] = name; d[name] = change end

disguise("renamed", function(text, entry)
	local new, n, members = {}, 0, {}
	for word in text:gmatch("%.([%a_][%w_]*)") do members[word] = true end
	for word in text:gmatch("__global__ void ([%a_][%w_]*)") do members[word] = true end
	for word in text:gmatch("%->([%a_][%w_]*)") do members[word] = true end
	return (text:gsub("([%.:]?)(%f[%w_][%a_][%w_]*)", function(before, word)
		if keep[word] or members[word] or word == entry or before ~= "" or word:find("^__") or word:find("^cuda") or word:find("^atomic") or word:find("^cublas") or
			word:find("^CUBLAS") or word:find("^make_") then return end
		if not new[word] then n = n + 1; new[word] = "quantity" .. n end
		return new[word]
	end))
end)
disguise("comments", function(text)
	return "/* my own work */\n" .. each_line(text, function(line) return line:find(";") and line .. " // this is the next step" or line end)
end)
disguise("layout", function(text)
	return each_line(text, function(line) return (line:gsub("^%s+", ""):gsub("%s*([%+%*=<])%s*", "%1"):gsub("<<<", " <<<")) end):gsub("\n(%s*{)", "%1"):gsub("%)%s*{", ")\n\n  {\n")
end)
disguise("reordered", function(text)
	local lines = {}
	for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
	for i = 1, #lines - 1 do
		local one, two = lines[i], lines[i + 1]
		local a, b = one:match("^%s+[%w_ ]+[ %*]([%w_]+) = [^;]+;$"), two:match("^%s+[%w_ ]+[ %*]([%w_]+) = [^;]+;$")
		local touches = one:find("[%(]") and one:find("sync") or two:find("return") or one:find("return")
		if a and b and a ~= b and not touches and #parts(one) == 1 and #parts(two) == 1 and not two:find("%f[%w_]" .. a .. "%f[^%w_]") and not one:find("%f[%w_]" .. b .. "%f[^%w_]") then
			lines[i], lines[i + 1] = two, one
		end
	end
	return table.concat(lines, "\n")
end)
disguise("declarations_swapped", function(text) -- int a = 1, b = 2;
	return each_line(text, function(line)
		local indent, kind, list = line:match("^(%s+)([%w_ ]*%l) ([%w_]+ = [^;]+,[^;]+);$")
		if not list or line:find("return") then return line end
		local all, out = parts(list), {}
		for i, one in ipairs(all) do
			if not one:find("=") then return line end
			out[i] = indent .. kind .. " " .. one:gsub("^%s+", "") .. ";"
		end
		return table.concat(out, "\n")
	end)
end)
disguise("while_for_for", function(text)
	local at = 1
	while true do
		at = text:find("%f[%w_]for %(", at)
		if not at then return text end
		local open = text:find("(", at, true)
		local close = after_group(text, open)
		local first, second, third = text:sub(open + 1, close - 2):match("^(.-);(.-);(.*)$")
		local last = first and after_statement(text, close)
		local body = last and text:sub(close, last - 1)
		if body and not body:find("continue") and not text:sub(1, at - 1):find("#pragma unroll[^\n]*\n%s*$") and second:find("%S") then
			third = third:gsub("^%s+", "")
			local new = "{ " .. first .. "; while (" .. second .. ") { " .. body .. (third ~= "" and " " .. third .. ";" or "") .. " } }"
			text = text:sub(1, at - 1) .. new .. text:sub(last)
			at = at + #first + 12
		else
			at = at + 3
		end
	end
end)
disguise("dead_code", function(text)
	return (text:gsub("%)%s*{\n", ") {\n    int spare = 41;\n    spare = spare * 3 + 1;\n    if (spare < 0)\n        spare = 7;\n", 1))
end)
disguise("split_expressions", function(text)
	local n = 0
	return each_line(text, function(line)
		return (line:gsub("^(%s+)([%w_]+%[[^=;]+%]) = ([^;]+);$", function(indent, to, from)
			if not is_simple(from) then return end
			n = n + 1
			return indent .. "{ auto part" .. n .. " = " .. from .. "; " .. to .. " = part" .. n .. "; }"
		end))
	end)
end)
disguise("macros", function(text)
	local head = {}
	for _, name in ipairs { "threadIdx.x", "threadIdx.y", "blockIdx.x", "blockIdx.y", "blockDim.x", "blockDim.y" } do
		local short = name:upper():gsub("IDX%.", "_"):gsub("DIM%.", "_DIM_")
		local changed, n = text:gsub("%f[%w_]" .. name:gsub("%.", "%%.") .. "%f[^%w_]", short)
		if n > 0 then text = changed; head[#head + 1] = "#define " .. short .. " " .. name end
	end
	return table.concat(head, "\n") .. "\n#define GUARD(c) if (c)\n" .. text:gsub("%f[%w_]if %(", "GUARD(")
end)
disguise("const_auto", function(text)
	return each_line(text, function(line)
		local indent, kind, name, from = line:match("^(%s+)c?o?n?s?t? ?(%l+) ([%w_]+) = ([^;,]+);$")
		if not from or not (kind == "int" or kind == "float" or kind == "unsigned") then return line end
		return indent .. "auto " .. name .. " = (" .. kind .. ")(" .. from .. ");"
	end)
end)
disguise("ternary_for_if", function(text)
	text = text:gsub("(%f[%w_]if) (%b())(%s+)([%a_][%w_]*) = ([^;]+);(%s*)(%w*)", function(word, condition, blank, to, from, after, next_word)
		if next_word == "else" or from:find("sync") then return end
		return to .. " = " .. condition .. " ? " .. from .. " : " .. to .. ";" .. after .. next_word
	end)
	return each_line(text, function(line) -- and the other way round
		local indent, kind, name, condition, yes, no = line:match("^(%s+)(%l+) ([%w_]+) = ([^;?=]+) %? ([^;:]+) : ([^;:]+);$")
		if not no or not is_simple(yes) or not is_simple(no) or kind == "return" or kind == "const" then return line end
		return indent .. kind .. " " .. name .. "; if (" .. condition .. ") " .. name .. " = " .. yes .. "; else " .. name .. " = " .. no .. ";"
	end)
end)
disguise("index_otherwise", function(text)
	text = text:gsub("blockIdx%.(%l) %* blockDim%.(%l) %+ threadIdx%.(%l)", "threadIdx.%3 + blockDim.%2 * blockIdx.%1")
	return each_line(text, function(line)
		if line:find("__shared__") or line:find("^%s*%l+ [%w_]+%[") or line:find("^%s*__") then return line end
		return (line:gsub("([^%w_%]%.>&])([%a_][%w_]*)(%b[])(.?)", function(before, name, index, after)
			if after == "[" or after == "." or keep[name] or index:find("%[.*%[") or index == "[]" or index:find("&") then return end
			return before .. "*(" .. name .. " + (" .. index:sub(2, -2) .. "))" .. after
		end))
	end)
end)
disguise("function_extracted", function(text, entry)
	local from, open = text:find("__global__ void [^%(]*%f[%w_]" .. entry .. "%(")
	if not from then
		from, open = text:find("%f[%w_]%l[%w_]* %*?" .. entry .. "%(")
		if not from then return text end
	end
	local close = after_group(text, open)
	local list, head = text:sub(open + 1, close - 2), text:sub(from, open - 1)
	local body = text:find("{", close, true)
	local last = after_group(text, body)
	local arguments = {}
	for i, one in ipairs(parts(list)) do arguments[i] = one:match("([%w_]+)%s*$") end
	local inner = head:gsub("__global__ ", "__device__ "):gsub(entry .. "$", "the_work")
	if head:find("__launch_bounds__") then return text end
	return text:sub(1, from - 1) .. "static " .. inner .. "(" .. list .. ")\n" .. text:sub(body, last - 1) .. "\n\n" .. head .. "(" .. list ..
		")\n{\n    " .. (head:find("void") and "" or "return ") .. "the_work(" .. table.concat(arguments, ", ") .. ");\n}\n" .. text:sub(last)
end)
disguise("braces", function(text)
	local at = 1
	while true do
		at = text:find("%f[%w_][if][fo]r? %(", at)
		if not at then return text end
		local close = after_group(text, text:find("(", at, true))
		local body = text:find("%S", close)
		local last = after_statement(text, close)
		if last and text:sub(body, body) ~= "{" then
			text = text:sub(1, close - 1) .. " {\n" .. text:sub(body, last - 1) .. "\n}" .. text:sub(last)
		end
		at = at + 3
	end
end)
disguise("guard_turned_round", function(text)
	local from, condition, after = text:match("()%f[%w_]if (%b())%s+return;()")
	if not from then -- the other way: if (i < n) one statement at the end of the function
		return (text:gsub("%f[%w_]if (%b())(%s+[^;{}]+;\n}\n)", "if (!%1)\n        return;%2", 1))
	end
	local depth = 0
	for i = after, #text do
		local c = text:sub(i, i)
		if c == "{" then depth = depth + 1 end
		if c == "}" then depth = depth - 1 end
		if depth < 0 then
			if text:sub(after, i):find("sync") then return text end
			return text:sub(1, from - 1) .. "if (!" .. condition .. ") {" .. text:sub(after, i - 1) .. "}\n" .. text:sub(i)
		end
	end
end)
disguise("comparisons_flipped", function(text)
	return each_line(text, function(line)
		if line:find("template") or line:find("<<<") or line:find("_cast") then return line end
		return (line:gsub("([%(;&|]%s*)([%a_][%w_]*) < ([%w_]+)(%s*[;%)&])", "%1%3 > %2%4"):gsub("([%(;&|]%s*)([%a_][%w_]*) >= ([%w_]+)(%s*[;%)|])", "%1%3 <= %2%4"))
	end)
end)
disguise("assignments_spelled_out", function(text)
	return each_line(text, function(line)
		line = line:gsub("^(%s+)([%a_][%w_]*) ([%+%-%*])= ([^;]+);", "%1%2 = %2 %3 (%4);")
		line = line:gsub("%f[%w_]([%a_][%w_]*)%+%+%)", "%1 += 1)")
		return (line:gsub("%+%+([%a_][%w_]*)%)", "%1 += 1)"))
	end)
end)
disguise("own_type_names", function(text)
	return "using whole = int;\nusing real = float;\n" .. each_line(text, function(line)
		return (line:gsub("unsigned int", "unsigned"):gsub("long int", "long"):gsub("%f[%w_]int%f[^%w_]", "whole"):gsub("%f[%w_]float%f[^%w_]", "real"))
	end)
end)
disguise("constants_named", function(text)
	local head, known = {}, {}
	text = each_line(text, function(line)
		return (line:gsub("([^%w_%.\"])(%d+)%f[^%w_%.]", function(before, number)
			if tonumber(number) < 2 or line:find("asm") then return end
			if not known[number] then known[number] = true; head[#head + 1] = "constexpr int kNumber" .. number .. " = " .. number .. ";" end
			return before .. "kNumber" .. number
		end))
	end)
	local includes = text:match("^(%s*#include[^\n]*\n)") or ""
	return includes .. table.concat(head, "\n") .. "\n" .. text:sub(#includes + 1)
end)
disguise("parentheses_and_casts", function(text)
	return each_line(text, function(line)
		return (line:gsub(" = ([^;={}]+);$", function(from) return is_simple(from) and " = (" .. from .. ");" or nil end)
			:gsub("%[([%a_][%w_]*)%]", "[(size_t)(%1)]"))
	end)
end)
disguise("declared_first", function(text)
	return each_line(text, function(line)
		local indent, kind, name, from = line:match("^(%s+)(%l+) ([%w_]+) = ([^;,]+);$")
		if not from or not (kind == "int" or kind == "float" or kind == "unsigned" or kind == "double") then return line end
		return indent .. kind .. " " .. name .. ";\n" .. indent .. name .. " = " .. from .. ";"
	end)
end)
disguise("printing_left_in", function(text)
	return "#include <stdio.h>\n#define TRACE 0\n" .. text:gsub("%)%s*{\n", ") {\n    if (TRACE)\n        printf(\"here %%d\\n\", 1);\n", 1)
end)
disguise("all_together", function(text, entry)
	for _, name in ipairs { "reordered", "declarations_swapped", "while_for_for", "split_expressions", "braces", "comparisons_flipped",
		"assignments_spelled_out", "dead_code", "parentheses_and_casts", "function_extracted", "own_type_names", "renamed", "layout", "comments" } do
		text = d[name](text, entry)
	end
	return text
end)

if not arg[1] then
	print(table.concat(names, "\n"))
	os.exit(0)
end
local before = without_comments(io.read("a"))
local after = d[arg[1]](before, arg[2])
io.write(after)
os.exit(after == before and 1 or 0)
