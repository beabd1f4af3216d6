-- screen.lua - a terminal's screen as an SVG picture: `make pictures`.
--
--	tmux capture-pane -e -p | lua5.4 screen.lua TITLE [COLUMNS] >picture.svg
--
-- The picture keeps the character grid with any font: each run of a style has its own place and length, and box
-- drawing characters are drawn as lines and blocks. A terminal's own colours are light on a light screen and dark on a
-- dark one; those that a program paints are as it paints them.

local title, columns = arg[1] or "a screen", tonumber(arg[2])

local WIDTH, HEIGHT, BASELINE = 8.4, 18, 13.4 -- of a cell at 14 px
local MARGIN = 14

-- ---- the screen: cells with their styles ----------------------------------------------------------

local function plain_style()
	return { fg = nil, bg = nil, bold = false, dim = false, underline = false, reverse = false }
end

-- Applies a "select graphic rendition" sequence to the style.
local function apply(style, parameters)
	local codes = {}
	for code in (parameters == "" and "0" or parameters):gmatch("%d+") do
		codes[#codes + 1] = tonumber(code)
	end
	local i = 1
	while i <= #codes do
		local c = codes[i]
		if c == 0 then style = plain_style()
		elseif c == 1 then style.bold = true
		elseif c == 2 then style.dim = true
		elseif c == 4 then style.underline = true
		elseif c == 7 then style.reverse = true
		elseif c == 22 then style.bold, style.dim = false, false
		elseif c == 24 then style.underline = false
		elseif c == 27 then style.reverse = false
		elseif c >= 30 and c <= 37 then style.fg = c - 30
		elseif c >= 90 and c <= 97 then style.fg = c - 90 + 8
		elseif c == 39 then style.fg = nil
		elseif c >= 40 and c <= 47 then style.bg = c - 40
		elseif c == 49 then style.bg = nil
		elseif (c == 38 or c == 48) and codes[i + 1] == 5 then
			style[c == 38 and "fg" or "bg"] = codes[i + 2]
			i = i + 2
		end
		i = i + 1
	end
	return style
end

local function class_of(style)
	local words = {}
	if style.reverse then words[#words + 1] = "rev" .. (style.fg and " f" .. style.fg or "")
	elseif style.fg then words[#words + 1] = "f" .. style.fg end
	if style.bold then words[#words + 1] = "bold" end
	if style.dim then words[#words + 1] = "dim" end
	if style.underline then words[#words + 1] = "ul" end
	return table.concat(words, " ")
end

local style = plain_style() -- goes on from line to line

local function read_line(line)
	local cells = {}
	local at = 1
	while at <= #line do
		local parameters, after = line:match("^\27%[([%d;]*)m()", at)
		if not after then after = line:match("^\27%([B0]()", at) or line:match("^\14()", at) or line:match("^\15()", at) end
		if parameters then
			style = apply(style, parameters)
		elseif not after then
			local char = line:match("^[%z\1-\127\194-\244][\128-\191]*", at) or "?"
			cells[#cells + 1] = { char = char, class = class_of(style), reverse = style.reverse, bg = style.bg, fg = style.fg }
			after = at + #char
		end
		at = after
	end
	return cells
end

-- ---- drawing ----------------------------------------------------------------------------------------

local shapes = {} -- a cell's path for each character that is drawn: x and y from 0 to 1
do
	local function lines(char, ...) shapes[char] = { stroke = true, ... } end
	lines("─", 0, .5, 1, .5) lines("│", .5, 0, .5, 1)
	lines("┌", 1, .5, .5, .5, .5, 1) lines("┐", 0, .5, .5, .5, .5, 1)
	lines("└", 1, .5, .5, .5, .5, 0) lines("┘", 0, .5, .5, .5, .5, 0)
	lines("╭", 1, .5, .5, .5, .5, 1) lines("╮", 0, .5, .5, .5, .5, 1)
	lines("╰", 1, .5, .5, .5, .5, 0) lines("╯", 0, .5, .5, .5, .5, 0)
	lines("├", .5, 0, .5, .5, 1, .5, .5, .5, .5, 1) lines("┤", .5, 0, .5, .5, 0, .5, .5, .5, .5, 1)
	lines("┬", 0, .5, .5, .5, .5, 1, .5, .5, 1, .5) lines("┴", 0, .5, .5, .5, .5, 0, .5, .5, 1, .5)
	for i, char in ipairs({ "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" }) do
		shapes[char] = { 0, .12, i / 8, .12, i / 8, .88, 0, .88 }
	end
end

local svg = {}

local function put(...)
	svg[#svg + 1] = string.format(...)
end

local function escaped(text)
	return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

local function number(x)
	return (("%.1f"):format(x):gsub("%.0$", ""))
end

-- The cells first to last, all of the same drawn character: full blocks side by side are one bar.
local function draw_shapes(cells, first, last, y)
	local cell = cells[first]
	local shape = shapes[cell.char]
	local solid = cell.char == "█" or cell.char == "─"
	for i = first, solid and first or last do
		local path = {}
		for k = 1, #shape, 2 do
			local cell_x = i - 1 + shape[k] * (solid and last - first + 1 or 1)
			path[#path + 1] = number(MARGIN + cell_x * WIDTH) .. " " .. number(y + shape[k + 1] * HEIGHT)
		end
		put('<path class="%s%s" d="M%s%s"/>', shape.stroke and "line " or "block ", cell.class, table.concat(path, "L"), shape.stroke and "" or "Z")
	end
end

local function draw_run(text, length, class, x, y)
	local attribute = class ~= "" and (' class="%s"'):format(class) or ""
	put('<text x="%s" y="%s" textLength="%s"%s>%s</text>', number(x), number(y + BASELINE), number(length * WIDTH), attribute, escaped(text))
end

local function same_ground(a, b)
	return a and b and a.reverse == b.reverse and a.bg == b.bg and (not a.reverse or a.fg == b.fg)
end

local function draw_grounds(cells, y)
	local i = 1
	while i <= #cells do
		local cell, n = cells[i], 1
		while same_ground(cell, cells[i + n]) do n = n + 1 end
		if cell.reverse or cell.bg then
			local class = cell.reverse and (cell.fg and "f" .. cell.fg or "ink") or "f" .. cell.bg
			put('<rect class="%s" x="%s" y="%s" width="%s" height="%d"/>', class, number(MARGIN + (i - 1) * WIDTH), number(y),
				number(n * WIDTH), HEIGHT)
		end
		i = i + n
	end
end

-- A run ends where the style changes, at a drawn character, and at two blanks.
local function run_end(cells, first)
	local last = first
	local drawn = shapes[cells[first].char]
	while cells[last + 1] and cells[last + 1].class == cells[first].class do
		local char = cells[last + 1].char
		if drawn and char ~= cells[first].char or not drawn and (shapes[char] or (char == " " and cells[last].char == " ")) then
			break
		end
		last = last + 1
	end
	return last
end

local function draw_line(cells, y)
	draw_grounds(cells, y)
	local i = 1
	while i <= #cells do
		local last = run_end(cells, i)
		if shapes[cells[i].char] then
			draw_shapes(cells, i, last, y)
		else
			local chars = {}
			for k = i, last do chars[#chars + 1] = cells[k].char end
			local text = table.concat(chars)
			local blanks = #text:match("^ *")
			text = text:gsub("^ +", ""):gsub(" +$", "")
			if text ~= "" then
				draw_run(text, utf8.len(text), cells[i].class, MARGIN + (i - 1 + blanks) * WIDTH, y)
			end
		end
		i = last + 1
	end
end

local lines = {}
for line in io.lines() do
	lines[#lines + 1] = read_line(line)
end
while #lines > 0 and #lines[#lines] == 0 do
	lines[#lines] = nil
end
for _, cells in ipairs(lines) do
	columns = math.max(columns or 0, #cells)
end

-- Black, red, green, yellow, blue, magenta, cyan, white: plain and bright.
local light = { "#22262b", "#b3261e", "#2a6b1c", "#8a5a00", "#1a5fa8", "#7a3e9d", "#0f6c78", "#626a73",
	"#626a73", "#c4362c", "#36802a", "#9a6a10", "#2a72bf", "#8c50b0", "#17808c", "#22262b" }
local dark = { "#dcdfe3", "#f28b80", "#8fcf7c", "#e0b860", "#7fb4f0", "#c9a0ea", "#6fc7d1", "#b9c0c8",
	"#9aa3ad", "#ff9f94", "#a2dd90", "#efca78", "#97c4f7", "#d6b3f2", "#86d8e2", "#ffffff" }

-- The others of xterm's 256, the same on any screen: those that the picture uses.
local function more_colours()
	local steps, rules, seen = { 0, 95, 135, 175, 215, 255 }, {}, {}
	for _, cells in ipairs(lines) do
		for _, cell in ipairs(cells) do
			for _, n in ipairs({ cell.fg or 0, cell.bg or 0 }) do
				if n >= 16 and not seen[n] then
					local grey, c = 8 + 10 * (n - 232), n - 16
					local colour = n >= 232 and ("#%02x%02x%02x"):format(grey, grey, grey)
						or ("#%02x%02x%02x"):format(steps[c // 36 + 1], steps[c // 6 % 6 + 1], steps[c % 6 + 1])
					seen[n] = true
					rules[#rules + 1] = (".f%d,text.f%d{fill:%s}.line.f%d{stroke:%s}"):format(n, n, colour, n, colour)
				end
			end
		end
	end
	return table.concat(rules)
end

local function colours(palette)
	local rules = {}
	for i, colour in ipairs(palette) do
		rules[i] = (".f%d{fill:%s}.line.f%d{stroke:%s}"):format(i - 1, colour, i - 1, colour)
	end
	return table.concat(rules)
end

local width, height = columns * WIDTH + 2 * MARGIN, #lines * HEIGHT + 2 * MARGIN
put('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img">', number(width), number(height),
	number(width), number(height))
put("<title>%s</title>", escaped(title))
put("<style>")
put("text{font:14px ui-monospace,'Cascadia Mono','JetBrains Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre;fill:#22262b}")
put(".block{shape-rendering:crispEdges}.paper{fill:#fbfaf7;stroke:#d3d0c7}.ink{fill:#22262b}.line{stroke:#22262b;fill:none!important}.bold{font-weight:700}.dim{opacity:.72}.ul{text-decoration:underline}")
put("%s text.rev{fill:#fbfaf7}", colours(light))
put("@media (prefers-color-scheme:dark){text,.ink{fill:#dcdfe3}.line{stroke:#dcdfe3}.paper{fill:#1b1e23;stroke:#3a4048}%s text.rev{fill:#1b1e23}}", colours(dark))
put("%s", more_colours())
put("</style>")
put('<rect class="paper" x=".5" y=".5" width="%s" height="%s" rx="6"/>', number(width - 1), number(height - 1))
for i, cells in ipairs(lines) do
	draw_line(cells, MARGIN + (i - 1) * HEIGHT)
end
put("</svg>")
print(table.concat(svg, "\n"))
