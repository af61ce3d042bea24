/* SPDX-License-Identifier: GPL-2.0 */
/* What is before and behind the events in a page; page/embed.py makes it. */
#ifndef _PICTURE_PAGE_H
#define _PICTURE_PAGE_H

#include <stddef.h>

/* Both are empty if the program was built without the page. */
extern const unsigned char picture_page_head[], picture_page_tail[];
extern const size_t picture_page_head_len, picture_page_tail_len;

#endif /* _PICTURE_PAGE_H */
