-- neovim.lua - warpbook's language server in Neovim (0.7 or newer). Copy this file to ~/.config/nvim/plugin/warpbook.lua, and name
-- the folders whose programs may run.
local trust = { "~/warpbook-exercises" }

-- :lua vim.lsp.codelens.run() runs the lens of the line: check, next hint, profile, step. They are there once the server has begun.
local function attached(_, buf)
  vim.api.nvim_create_autocmd({ "BufEnter", "BufWritePost", "InsertLeave" }, { buffer = buf, callback = vim.lsp.codelens.refresh })
  vim.lsp.codelens.refresh()
end

local client
local function start(args)
  local config = {
    name = "warpbook", cmd = { "warpbook", "lsp" }, init_options = { trust = vim.g.warpbook_trust or trust }, on_attach = attached,
  }
  if vim.lsp.start then
    config.root_dir = vim.fn.fnamemodify(args.file, ":p:h")
    config.reuse_client = function(c) return c.name == "warpbook" end
    vim.lsp.start(config, { bufnr = args.buf, reuse_client = config.reuse_client })
  else
    client = client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(args.buf, client)
  end
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = { "*.cu", "*.py" }, callback = start })
