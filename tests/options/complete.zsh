# SPDX-License-Identifier: GPL-2.0
# Makes an interactive zsh print what it proposes: "<WORD>" for each, between BEGIN and END.
# FOLDER has the completions.

PS1= PS2=
# The line stays as it is typed, and nothing is asked or listed.
unsetopt autolist automenu beep
bindkey -e
fpath=("$FOLDER" $fpath)
autoload -Uz compinit
compinit -D -u
bindkey '^I' complete-word

compadd() {
	# Whoever wants words in an array proposes nothing.
	if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)(|\ *) ]]; then
		builtin compadd "$@"
		return
	fi
	local -a found
	builtin compadd -A found "$@"
	local each
	for each in $found; do
		print -r -- "<$IPREFIX$each>"
	done
	builtin compadd "$@"
}

# Each is forgotten when it is called.
begin() {
	compprefuncs=(begin)
	print '\nBEGIN'
}

finish() {
	comppostfuncs=(finish)
	print END
}

compprefuncs=(begin)
comppostfuncs=(finish)
print READY
