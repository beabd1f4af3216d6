-- decides.lua - prints what of an exercise's definition, on standard input, decides a verdict: not its comments, nor the texts that only
-- people read. prove.sh compares two versions by it: if this is the same, a compiler's proof of the old one holds for the new one.
local prose = { title = 1, task = 1, task_python = 1, why = 1, advice = 1, difficulty = 1, minutes = 1, picture = 1,
  hints = 1, hints_python = 1, excused = 1, excused_python = 1 }
local opens, closes = { ["{"] = 1, ["("] = 1, ["["] = 1 }, { ["}"] = 1, [")"] = 1, ["]"] = 1 }

-- Words, numbers, texts and signs, without comments.
local function tokens(s)
  local list, at = {}, 1
  while true do
    at = s:find("%S", at)
    if not at then return list end
    local from, level = at, s:match("^%[(=*)%[", at) or s:match("^%-%-%[(=*)%[", at)
    local comment = s:find("^%-%-", at)
    if level then
      at = (select(2, s:find("]" .. level .. "]", at, true)) or #s) + 1
    elseif comment then
      at = (s:find("\n", at) or #s) + 1
    elseif s:find("^[\"']", at) then
      local quote = s:sub(at, at)
      repeat
        at = s:find("[" .. quote .. "\\]", at + 1) or #s
        local escape = s:sub(at, at) == "\\"
        if escape then at = at + 1 end
      until not escape or at >= #s
      at = at + 1
    else
      at = (select(2, s:find("^[%w_]+", at)) or at) + 1
    end
    if not comment then list[#list + 1] = s:sub(from, at - 1) end
  end
end

local list, i = tokens(io.read("a")), 1
while list[i] do
  if prose[list[i]] and list[i + 1] == "=" and list[i + 2] ~= "=" then
    local depth = 0
    repeat
      depth = depth + (opens[list[i]] or 0) - (closes[list[i]] or 0)
      i = i + 1
    until not list[i] or depth == 0 and (list[i] == "," or closes[list[i]])
  else
    if list[i] ~= "," then print(list[i]) end -- a last comma is a matter of taste
    i = i + 1
  end
end
