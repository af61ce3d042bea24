#compdef sctrace
# SPDX-License-Identifier: GPL-2.0
# Completion for sctrace: its options, and then the command with its own.

# The calls and classes of calls, and the words that -e knows
local -a calls qualifiers options
# @TABLE@

# Names with commas, which may have a ! before
_sctrace_calls() {
	compset -P '!'
	compset -P '*,'
	compadd "$@" -a calls
}

# The same, or the word before = that says what else follows
_sctrace_expression() {
	if compset -P '(trace|t)='; then
		:
	elif [[ $PREFIX == *=* ]]; then
		return 1
	elif [[ $PREFIX != *[,!]* ]]; then
		compadd "$@" -S = -a qualifiers
	fi
	_sctrace_calls "$@"
}

_arguments -s -S -A '-*' $options '(-):command: _command_names -e' '*::arguments: _normal'
