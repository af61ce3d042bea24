#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""A small http server with threads, and its clients."""

import http.server
import threading
import urllib.request
from pathlib import Path


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the current folder and takes what is posted."""

    def do_POST(self) -> None:
        """Echo."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)


Path("page.html").write_text("<p>hello</p>\n" * 500)
with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1})
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}/"
    for path in ("", "page.html", "page.html?again"):
        with urllib.request.urlopen(url + path, timeout=20) as answer:
            print(answer.status, len(answer.read()))
    with urllib.request.urlopen(url, b"posted" * 100, timeout=20) as answer:
        assert answer.read() == b"posted" * 100
    try:
        urllib.request.urlopen(url + "missing", timeout=20)
    except urllib.error.HTTPError as error:
        assert error.code == 404
        error.close()
    server.shutdown()
    thread.join()
