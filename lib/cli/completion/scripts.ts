/** Shells that know how to ask us. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * What a shell has to run once so that Tab completes `wardroom`. Each asks the command itself, which walks its own tree:
 * `wardroom __complete -- <words>` prints a candidate a line, its note after a tab, and `:files` where names of files fit.
 */
export const COMPLETION_SCRIPTS: Record<Shell, string> = {
  bash: `# Completion of wardroom in bash. Now: source <(wardroom completion bash)
# For good: wardroom completion bash > ~/.local/share/bash-completion/completions/wardroom
_wardroom() {
  local line value typed="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$typed")
    else
      printf -v value '%q' "\${line%%$'\\t'*}"
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _wardroom wardroom
`,
  zsh: `#compdef wardroom
# Completion of wardroom in zsh. Now: source <(wardroom completion zsh)
# For good: wardroom completion zsh > a file _wardroom in a folder of $fpath
_wardroom() {
  local line
  local -a found
  for line in "\${(@f)$(wardroom __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ":files" ]]; then
      _files
    elif [[ -n $line ]]; then
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#found} )) && _describe wardroom found
}
# Loaded from $fpath this file is itself the function.
if [[ "\${funcstack[1]}" == "_wardroom" ]]; then
  _wardroom "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _wardroom wardroom
fi
`,
  fish: `# Completion of wardroom in fish. Now: wardroom completion fish | source
# For good: wardroom completion fish > ~/.config/fish/completions/wardroom.fish
function __wardroom_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (wardroom __complete -- $words[2..] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c wardroom -f -a '(__wardroom_complete)'
`,
};
