/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text of others, who may want to control a terminal.
 */
#ifndef _SHARED_PRINTABLE_H
#define _SHARED_PRINTABLE_H

/*
 * A copy of a text that shows octal numbers in place of all bytes that are no characters in UTF-8,
 * or that control something; @but: these stay nevertheless. To be freed; NULL: there is no memory
 */
char *printable_copy(const char *text, const char *but);

#endif /* _SHARED_PRINTABLE_H */
