#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A repository from its first commit to a clone.

set -e
git config --global user.name Nobody
git config --global user.email nobody@example.org
git init -q -b main repository
cd repository
seq 1 100 >numbers
mkdir folder
echo text >folder/file
git add .
git commit -q -m 'First'
git status --short
git checkout -q -b other
sed -i 's/^7$/seven/' numbers
git commit -q -a -m 'Second'
git diff HEAD~ --stat
git checkout -q main
git merge -q other
git log --oneline --graph
git tag -a -m 'A tag' v1
cd ..
git clone -q repository copy
