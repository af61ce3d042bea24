# SPDX-License-Identifier: GPL-2.0
# complete.bash FILE: prints what bash proposes for the last word of each line that it reads, one a line, and END.
# Words have tabs between. FILE is the completion of the first word.
# shellcheck shell=bash

# shellcheck source=/dev/null
. /usr/share/bash-completion/bash_completion
# shellcheck source=/dev/null
. "$1"
while IFS= read -r line; do
	mapfile -t -d $'\t' words < <(printf '%s' "$line")
	[[ $line == *$'\t' ]] && words+=('')
	line="${words[*]}"
	# As readline divides them: = and : are words of their own.
	mapfile -t COMP_WORDS < <(printf '%s\n' "${words[@]}" | sed 's/[=:]/\n&\n/g; s/\n\n*/\n/g; s/\n$//')
	[[ ${words[*]: -1} ]] || COMP_WORDS[${#COMP_WORDS[@]} - 1]=
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
	"$(complete -p "${words[0]}" | sed 's/.*-F \([^ ]*\) .*/\1/')" "${words[0]}" "${COMP_WORDS[COMP_CWORD]}" \
		"${COMP_WORDS[COMP_CWORD - 1]}"
	printf '%s\n' "${COMPREPLY[@]}" END
done
