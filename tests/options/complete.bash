# SPDX-License-Identifier: GPL-2.0
# complete.bash FILE WORD...: prints what bash proposes for the last word, one a line, with the completion in FILE
# shellcheck shell=bash

. /usr/share/bash-completion/bash_completion
# shellcheck source=/dev/null
. "$1"
shift
line="$*"
# As readline divides them: = and : are words of their own.
mapfile -t COMP_WORDS < <(printf '%s\n' "$@" | sed 's/[=:]/\n&\n/g; s/\n\n*/\n/g; s/\n$//')
[[ ${*: -1} ]] || COMP_WORDS[${#COMP_WORDS[@]} - 1]=
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
"$(complete -p "$1" | sed 's/.*-F \([^ ]*\) .*/\1/')" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
