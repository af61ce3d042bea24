#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The start of python3, alone and with much of its library.

set -e
/usr/bin/python3 -c 'print("hello")'
/usr/bin/python3 -I -S -c 'import json, ssl, subprocess, tempfile, email.message, ctypes
with tempfile.NamedTemporaryFile() as file:
    file.write(json.dumps({"a": [1, 2, 3]}).encode())
    file.flush()
print(subprocess.run(["uname", "-r"], capture_output=True).stdout)'
