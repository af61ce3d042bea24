#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""An event loop: epoll, signals, sub-processes, sockets of several families."""

import asyncio
import os
import signal


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer each line."""
    while line := await reader.readline():
        writer.write(line.upper())
        await writer.drain()
    writer.close()


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Talk to the server."""
    for text in (b"one\n", b"two\n", b"\0\xff binary\n"):
        writer.write(text)
        answer = await reader.readline()
    writer.close()
    await writer.wait_closed()
    return answer


async def main() -> None:
    """Everything at once."""
    got = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, got.set)
    tcp = await asyncio.start_server(echo, "localhost", 0)
    local = await asyncio.start_unix_server(echo, "socket")
    ports = [socket.getsockname()[:2] for socket in tcp.sockets]
    for host, port in ports:
        print(await ask(*await asyncio.open_connection(host, port)))
    print(await ask(*await asyncio.open_unix_connection("socket")))
    pipe = asyncio.subprocess.PIPE
    script = "read x; echo got $x; exit 3"
    child = await asyncio.create_subprocess_exec("sh", "-c", script, stdin=pipe, stdout=pipe)
    print(await child.communicate(b"input\n"), child.returncode)
    os.kill(os.getpid(), signal.SIGUSR1)
    await asyncio.wait_for(got.wait(), 20)
    await asyncio.gather(*(asyncio.sleep(0.01 * n) for n in range(5)))
    print(await asyncio.to_thread(os.listdir, "/"))
    tcp.close()
    local.close()


asyncio.run(main())
