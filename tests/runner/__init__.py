# SPDX-License-Identifier: GPL-2.0
"""What tests/run consists of: suites, their processes, and what is told of them."""
