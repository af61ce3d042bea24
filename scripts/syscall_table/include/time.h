/* SPDX-License-Identifier: GPL-2.0 */
/* Nothing: ioctls.py says what for. */
