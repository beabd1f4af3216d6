# warpbook.fish - completion for fish: `warpbook complete` has all the answers, this only shows them.
function __warpbook_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l before
    for line in ($words[1] complete -- $words[2..-1] "$typed" 2>/dev/null)
        switch $line
            case ':after *'
                set before (string replace ':after ' '' -- $line)
            case ':files'
                printf "$before%s\n" (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$typed"))
            case ':folders'
                printf "$before%s\n" (__fish_complete_directories (string replace -r '^--[^=]*=' '' -- "$typed"))
            case '*'
                printf '%s\n' "$before$line"
        end
    end
end
complete -c warpbook -f -a '(__warpbook_complete)'
