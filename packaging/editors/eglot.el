;;; eglot.el --- warpbook's language server in Emacs (29 or newer, or 28 with eglot from ELPA)

;; Put this into your init file, and name the folders whose programs may run. `M-x eglot' starts the server in a .cu file.
(define-derived-mode warpbook-cuda-mode c++-mode "CUDA")
(add-to-list 'auto-mode-alist '("\\.cu\\'" . warpbook-cuda-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((warpbook-cuda-mode :language-id "cuda-cpp")
                 . ("warpbook" "lsp" :initializationOptions (:trust ["~/warpbook-exercises"])))))
(add-hook 'warpbook-cuda-mode-hook 'eglot-ensure)
