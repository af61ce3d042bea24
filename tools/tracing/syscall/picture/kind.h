/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of pictures, for those who only need to name one. */
#ifndef _PICTURE_KIND_H
#define _PICTURE_KIND_H

enum picture_kind {
	PICTURE_PERFETTO,	/* for ui.perfetto.dev */
	PICTURE_CTF,		/* the Common Trace Format */
	PICTURE_HTML,		/* for a browser */
	NR_PICTURES,
};

#endif /* _PICTURE_KIND_H */
