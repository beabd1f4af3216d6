-- lsp_neovim.lua - for lsp_neovim.sh: opens the file that $FILE names with our configuration, saves it, waits for its diagnostics.
vim.g.warpbook_trust = { vim.fn.getcwd() }
vim.cmd("source " .. os.getenv("CONFIG"))
vim.cmd("edit " .. vim.fn.fnameescape(os.getenv("FILE")))
vim.wait(20000, function()
  local all = vim.lsp.buf_get_clients(0)
  return next(all) ~= nil and select(2, next(all)).initialized
end, 50)
vim.cmd("write")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do
  print(string.format("%d %s %s", d.lnum + 1, d.code or (d.user_data and d.user_data.lsp.code) or "", d.message:gsub("\n.*", "")))
end
local lenses = vim.lsp.buf_request_sync(0, "textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() }, 5000)
for _, answer in pairs(lenses or {}) do
  for _, lens in ipairs(answer.result) do print("lens " .. lens.command.title) end
end
vim.cmd("qall!")
