set breakpoint pending on
break cuGetExportTable
commands
silent
x/4xw $rsi
cont
end
run
