# SPDX-License-Identifier: GPL-2.0
# Completion for sctrace: its options, and then the command with its own.
# shellcheck shell=bash

# By the name of an option, what completes its argument, whether that may be left out, and words that it takes
declare -gA _sctrace_arguments _sctrace_optional _sctrace_words
# The options, the calls and classes of calls, and the words that -e knows
declare -g _sctrace_options _sctrace_calls _sctrace_qualifiers
# @TABLE@

# _sctrace_option WORD: prints the option whose argument is the next word, if there is one
_sctrace_option()
{
	local i name

	if [[ $1 == --* ]]; then
		[[ ${_sctrace_arguments[$1]-} && ! ${_sctrace_optional[$1]-} ]] && printf '%s' "$1"
		return
	fi
	# Letters, of which the first one with an argument takes the rest.
	for ((i = 1; i < ${#1}; i++)); do
		name=-${1:i:1}
		[[ ${_sctrace_arguments[$name]-} && ! ${_sctrace_optional[$name]-} ]] || continue
		((i == ${#1} - 1)) && printf '%s' "$name"
		return
	done
}

# _sctrace_command INDEX: completes the command that begins with this one of words[]. COMP_WORDS has
# more of them: it has those with = in pieces.
_sctrace_command()
{
	local i at=0 word

	for ((i = 0; i < $1; i++)); do
		word=
		while ((at < ${#COMP_WORDS[@]})); do
			word+=${COMP_WORDS[at++]}
			[[ $word == "${words[i]}" ]] && break
		done
	done
	_command_offset "$at"
}

# _sctrace_list WORD...: some of these words, with commas
_sctrace_list()
{
	local before=

	[[ $cur == *,* ]] && before=${cur%,*},
	mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${cur##*,}")
}

# Calls, or the word before = that says what else follows. Readline completes what is behind a =.
_sctrace_expression()
{
	local sign=

	if [[ $cur == *=* ]]; then
		[[ $cur == t?(race)=* ]] || return
		cur=${cur#*=}
	elif [[ $1 == -e && $cur != *[,!]* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$_sctrace_qualifiers" -- "$cur")
		[[ ${COMPREPLY[*]} ]] && compopt -o nospace 2>/dev/null
	fi
	if [[ $cur == !* ]]; then
		sign=!
		cur=${cur#!}
	fi
	local qualifiers=("${COMPREPLY[@]}")
	_sctrace_list "$_sctrace_calls"
	COMPREPLY=("${qualifiers[@]}" "${COMPREPLY[@]/#/$sign}")
}

# _sctrace_argument OPTION: completes its argument
_sctrace_argument()
{
	case ${_sctrace_arguments[$1]-} in
	file)
		_filedir
		;;
	folder)
		_filedir -d
		;;
	command)
		mapfile -t COMPREPLY < <(compgen -c -- "$cur")
		;;
	pid)
		_pids
		;;
	user)
		_allowed_users
		;;
	calls)
		_sctrace_expression "$1"
		;;
	words)
		_sctrace_list "${_sctrace_words[$1]}"
		;;
	esac
}

_sctrace()
{
	local cur prev words cword split i option=

	_init_completion -s -n : || return
	for ((i = 1; i < cword; i++)); do
		if [[ ${words[i]} == -- ]]; then
			_sctrace_command $((i + 1))
			return
		fi
		if [[ ${words[i]} != -* ]]; then
			_sctrace_command "$i"
			return
		fi
		option=$(_sctrace_option "${words[i]}")
		[[ $option ]] && ((i++))
	done
	if $split; then
		_sctrace_argument "$prev"
	elif [[ $option && $i -eq $((cword + 1)) ]]; then
		_sctrace_argument "$option"
	elif [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$_sctrace_options" -- "$cur")
	else
		_sctrace_command "$cword"
	fi
} &&
complete -F _sctrace sctrace
