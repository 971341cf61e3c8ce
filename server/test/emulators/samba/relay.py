"""Lets who is outside of socket_wrapper speak with who is within: a client within has a name, so this gives each one."""
import asyncio, os, socket, sys

folder, pairs = sys.argv[1], [one.split('=') for one in sys.argv[2:]]
names = iter(range(10000, 60000))

async def carry(reader, writer):
    try:
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    except OSError:
        pass
    writer.close()

def to(name):
    async def meet(reader, writer):
        mine = os.path.join(folder, 'T0B%04X' % next(names))
        there = socket.socket(socket.AF_UNIX)
        there.bind(mine)
        there.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(there, os.path.join(folder, name))
            far_reader, far_writer = await asyncio.open_unix_connection(sock=there)
            await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))
        except OSError:
            writer.close()
        finally:
            os.unlink(mine)
    return meet

async def main():
    servers = [await asyncio.start_server(to(name), '127.0.0.1', int(port)) for port, name in pairs]
    print('ready', flush=True)
    await asyncio.gather(*(one.serve_forever() for one in servers))

asyncio.run(main())
