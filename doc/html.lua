-- html.lua - the book and the lessons as static pages: `make html`.
--
--	lua5.4 html.lua SOURCE OUT WARPBOOK CMARK [--run]
--
-- A page is a body in a frame. The bodies of the book's chapters come from their Markdown (cmark-gfm), those of the lessons
-- from `warpbook lesson ID --html`, the glossary from `warpbook glossary --html`; --run runs the lessons' experiments on the
-- virtual machine, for their bars. The pages need no script and load nothing from elsewhere: a browser can open the folder
-- from a disk or from a server.

local source, out, warpbook, cmark, run = ...
assert(cmark, "usage: lua5.4 html.lua SOURCE OUT WARPBOOK CMARK [--run]")

-- The chapters, in their order. A page's name is the id; its title is the text's own first heading.
local chapters = {
	{ id = "index", file = "README.md" },
	{ id = "learner", file = "doc/learner.md" },
	{ id = "project", file = "doc/project.md" },
	{ id = "editors", file = "doc/editors.md" },
	{ id = "notebook", file = "doc/notebook.md" },
	{ id = "instructor", file = "doc/instructor.md" },
	{ id = "author", file = "doc/author.md" },
	{ id = "translating", file = "doc/translating.md" },
	{ id = "systems", file = "doc/systems.md" },
	{ id = "packs", file = "doc/packs.md" },
	{ id = "exercises", file = "exercises/README.md" },
	{ id = "lessons", file = "lessons/README.md" },
	{ id = "vm", file = "doc/vm.md" },
	{ id = "runtime", file = "doc/runtime.md" },
	{ id = "findings", file = "doc/findings.md" },
	{ id = "counters", file = "doc/counters.md" },
	{ id = "instructions", file = "doc/instructions.md" },
	{ id = "calls", file = "doc/calls.md" },
	{ id = "errors", file = "doc/errors.md" },
	{ id = "internals", file = "doc/internals.md" },
}

-- ---- files and commands -----------------------------------------------------------------------

local function quoted(word)
	return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function output_of(...)
	local words = {}
	for _, word in ipairs({ ... }) do
		words[#words + 1] = quoted(word)
	end
	local command = table.concat(words, " ")
	local pipe = assert(io.popen(command))
	local text = pipe:read("a")
	assert(pipe:close(), "html: this failed: " .. command)
	return text
end

local function write(name, text)
	local file = assert(io.open(out .. "/" .. name, "w"))
	file:write(text)
	assert(file:close())
end

local function copy(from, name)
	local file = assert(io.open(source .. "/" .. from, "rb"))
	write(name, file:read("a"))
	file:close()
end

-- ---- chapters: Markdown to a body ---------------------------------------------------------------

-- "doc/../exercises/README.md" to "exercises/README.md".
local function normal(path)
	local parts = {}
	for part in path:gmatch("[^/]+") do
		if part == ".." then
			parts[#parts] = nil
		elseif part ~= "." then
			parts[#parts + 1] = part
		end
	end
	return table.concat(parts, "/")
end

local function page_of(file)
	for _, chapter in ipairs(chapters) do
		if chapter.file == file then
			return chapter.id .. ".html"
		end
	end
end

local function plain(html)
	return (html:gsub("<[^>]*>", ""))
end

-- The same anchor that code hosting sites give a heading, so that links work there and here.
local function anchor(heading)
	return (plain(heading):gsub("&%w+;", ""):lower():gsub("[^%w%s_-]", ""):gsub("%s", "-"))
end

-- A link into the tree leads to the page made from that file; without such a page the link is dropped.
local function link(chapter, href, text)
	local file, fragment = href:match("^([^#]*)(#?.*)$")
	if file == "" or href:match("^%a+:") then
		return ('<a href="%s">%s</a>'):format(href, text)
	end
	local page = page_of(normal((chapter.file:match("^(.*/)") or "") .. file))
	return page and ('<a href="%s%s">%s</a>'):format(page, fragment, text) or text
end

local pictures = {}

local function picture(chapter, src)
	local file = normal((chapter.file:match("^(.*/)") or "") .. src)
	local name = file:match("[^/]*$")
	pictures[name] = file
	return 'src="' .. name .. '"'
end

-- The start of a comment, by the language that the Markdown names.
local comments = { lua = "%-%-", sh = "#", cuda = "//", c = "//" }

local function listing(language, code)
	local mark = comments[language]
	local html = not mark and code or code:gsub("[^\n]+", function(line)
		local at = line:find("^%s*" .. mark) or line:find("%s" .. mark .. " ")
		return at and line:sub(1, at - 1) .. "<i>" .. line:sub(at) .. "</i>"
	end)
	return '<pre class="code" tabindex="0"><code>' .. html .. "</code></pre>"
end

local function body_of(chapter)
	local html = output_of(cmark, "--unsafe", "-e", "table", "-e", "autolink", source .. "/" .. chapter.file)
	html = html:gsub("<!%-%-.-%-%->\n?", "")
	html = html:gsub("<h([1-6])>(.-)</h%1>", function(level, heading)
		return ('<h%s id="%s">%s</h%s>'):format(level, anchor(heading), heading, level)
	end)
	html = html:gsub('<a href="([^"]*)">(.-)</a>', function(href, text) return link(chapter, href, text) end)
	html = html:gsub('src="([^"]*)"', function(src) return picture(chapter, src) end)
	html = html:gsub('<pre><code class="language%-(%w+)">(.-)</code></pre>', listing)
	html = html:gsub("<pre><code>(.-)</code></pre>", function(code) return listing("", code) end)
	html = html:gsub("<table>", '<div class="scroll" tabindex="0"><table>'):gsub("</table>", "</table></div>")
	html = html:gsub("<thead>%s*<tr>%s*<th></th>.-</thead>", function(head) -- an empty head
		return plain(head):match("%S") and head or ""
	end)
	return html
end

-- ---- lessons ---------------------------------------------------------------------------------------

-- "lesson *Warps*" in the text of another lesson leads there. Code and pictures stay as they are.
local function linked(page, pages)
	local ids = {}
	for _, other in ipairs(pages) do
		ids[other.title] = other ~= page and other.id or nil
	end
	local function link(title)
		return ids[title] and '<a href="' .. ids[title] .. '.html">' .. title .. "</a>"
	end
	local parts, at = {}, 1
	while at <= #page.body do
		local from = page.body:find("<[ps][rv][eg][ >]", at) or #page.body + 1
		parts[#parts + 1] = page.body:sub(at, from - 1):gsub("%f[<]<em>([^<]*)</em>", link)
		local tag = page.body:sub(from + 1, from + 3)
		local _, upto = page.body:find("</" .. tag .. ">", from, true)
		parts[#parts + 1] = page.body:sub(from, upto or #page.body)
		at = (upto or #page.body) + 1
	end
	return table.concat(parts)
end

local function lessons()
	local pages = {}
	for id in output_of(warpbook, "lesson", "--plain"):gmatch("%f[^\n\0](%d%S*)") do
		local words = { warpbook, "lesson", id, "--html" }
		if run then
			words[#words + 1] = "--run"
		end
		local body = output_of(table.unpack(words))
		pages[#pages + 1] = { id = id, number = id:match("^%d+"), title = body:match("<h1>(.-)</h1>"), body = body }
	end
	assert(#pages > 0, "html: there are no lessons")
	for _, page in ipairs(pages) do
		page.body = linked(page, pages)
	end
	return pages
end

local function glossary()
	return { id = "glossary", body = output_of(warpbook, "glossary", "--html") }
end

-- ---- the frame ----------------------------------------------------------------------------------------

local frame = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<link rel="stylesheet" href="book.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header><a class="name" href="index.html">warpbook</a><a class="to-contents" href="#contents">Contents</a></header>
<main id="text" class="$kind">
$body
$turn
</main>
<nav id="contents" aria-label="Contents">
$contents
</nav>
</body>
</html>
]]

local function sections_of(page)
	local items = {}
	for id, heading in page.body:gmatch('<h2 id="([^"]*)">(.-)</h2>') do
		items[#items + 1] = ('<li><a href="#%s">%s</a></li>'):format(id, plain(heading))
	end
	for kind, id, heading in page.body:gmatch('<section class="([^"]*)" id="([^"]*)">\n<h2>(.-)</h2>') do
		items[#items + 1] = kind ~= "question" and ('<li><a href="#%s">%s</a></li>'):format(id, plain(heading)) or nil
	end
	return #items > 0 and "\n<ul>\n" .. table.concat(items, "\n") .. "\n</ul>" or ""
end

local function contents_list(pages, current)
	local items = {}
	for _, page in ipairs(pages) do
		local number = page.number and ('<span class="number">%s</span> '):format(page.number) or ""
		local here = page == current
		items[#items + 1] = ('<li><a href="%s.html"%s>%s%s</a>%s</li>'):format(page.id, here and ' aria-current="page"' or "",
			number, page.title, here and sections_of(page) or "")
	end
	return "<ul>\n" .. table.concat(items, "\n") .. "\n</ul>"
end

local function turn(before, after)
	local links = {}
	if before then
		links[#links + 1] = ('<a rel="prev" href="%s.html">%s</a>'):format(before.id, before.title)
	end
	if after then
		links[#links + 1] = ('<a rel="next" href="%s.html">%s</a>'):format(after.id, after.title)
	end
	return #links > 0 and '<nav class="turn" aria-label="Neighbouring pages">' .. table.concat(links, "\n") .. "</nav>" or ""
end

local function make(groups)
	for _, group in ipairs(groups) do
		for i, page in ipairs(group.pages) do
			local contents = {}
			for _, g in ipairs(groups) do
				contents[#contents + 1] = "<h2>" .. g.title .. "</h2>\n" .. contents_list(g.pages, page)
			end
			local title = page.title == "warpbook" and page.title or page.title .. " - warpbook"
			local fields = {
				title = title, kind = group.kind, body = page.body, turn = turn(group.pages[i - 1], group.pages[i + 1]),
				contents = table.concat(contents, "\n"),
			}
			write(page.id .. ".html", (frame:gsub("%$(%l+)", fields)))
		end
	end
end

for _, chapter in ipairs(chapters) do
	chapter.body = body_of(chapter)
end
local groups = {
	{ title = "The manual", kind = "chapter", pages = chapters },
	{ title = "The lessons", kind = "lesson", pages = lessons() },
	{ title = "Terms", kind = "chapter", pages = { glossary() } },
}
for _, group in ipairs(groups) do
	for _, page in ipairs(group.pages) do
		page.title = plain(assert(page.body:match("<h1[^>]*>(.-)</h1>"), "html: no title in " .. page.id))
	end
end
make(groups)
copy("doc/book.css", "book.css")
for name, file in pairs(pictures) do
	copy(file, name)
end
