// A real Active Directory domain controller: Samba from Debian's packages, in its own folder, as the test
// user. Its ports are fixed and below 1024, so it listens in socket_wrapper behind a relay.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './apache.ts'
import { wrapperPath } from './samba/wrapper.ts'

export const hasSamba = (): boolean =>
  existsSync('/usr/sbin/samba') && existsSync('/usr/share/samba/setup') && wrapperPath() !== undefined

export const sambaBase = 'dc=ad,dc=example,dc=test'
export const sambaAdmin = { name: 'administrator@ad.example.test', password: 'Opens-Samba-1!' }

export interface Samba {
  readonly port: number
  readonly tlsPort: number
  stop(): Promise<void>
}

// Debian installs Samba's modules for the system Python
const python = '/usr/bin/python3'
const here = (name: string) => fileURLToPath(new URL(`./samba/${name}`, import.meta.url))
// Nothing must survive a test
const hurried = { ...process.env, TDB_NO_FSYNC: '1', PYTHONDONTWRITEBYTECODE: '1' }
// socket_wrapper's names for 127.0.0.10, ports 389 and 636
const within = { ldap: 'T0A0185', ldaps: 'T0A027C' }

/**
 * Provisions a domain, fills it, and starts its controller on free loopback ports: about ten seconds, plus
 * five per thousand entries.
 */
export async function startSamba(ldif: string, tls: { key: string; certificate: string }): Promise<Samba> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-samba-'))
  const sockets = join(folder, 'sockets')
  await mkdir(sockets)
  await writeFile(join(folder, 'key.pem'), tls.key, { mode: 0o600 })
  await writeFile(join(folder, 'cert.pem'), tls.certificate)
  await ended(spawn(python, [here('provision.py'), folder, sambaAdmin.password], { env: hurried }))
  if (ldif !== '') {
    const filling = spawn(python, [here('fill.py'), folder], { env: hurried })
    filling.stdin.end(ldif)
    await ended(filling)
  }
  const options = {
    'server services': 'ldap',
    interfaces: '127.0.0.10/8',
    'bind interfaces only': 'yes',
    'pid directory': folder,
    'ncalrpc dir': join(folder, 'ncalrpc'),
    'tls keyfile': join(folder, 'key.pem'),
    'tls certfile': join(folder, 'cert.pem'),
    'tls cafile': '',
    // The test is about our reader; by default Samba requires encryption
    'ldap server require strong auth': 'no',
  }
  const controller = spawn(
    'samba',
    [
      '-i',
      '-M',
      'single',
      '-s',
      join(folder, 'etc', 'smb.conf'),
      ...Object.entries(options).map(([name, value]) => `--option=${name}=${value}`),
    ],
    {
      env: {
        ...hurried,
        LD_PRELOAD: wrapperPath(),
        SOCKET_WRAPPER_DIR: sockets,
        SOCKET_WRAPPER_DEFAULT_IFACE: '10',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const said = listening(controller)
  for (let waited = 0; !Object.values(within).every(name => existsSync(join(sockets, name))); waited += 100) {
    if (controller.exitCode !== null || waited > 60_000) throw new Error(`Samba did not start:\n${said()}`)
    await sleep(100)
  }
  const [port, tlsPort] = [await freePort(), await freePort()]
  const relay = spawn(python, [here('relay.py'), sockets, `${port}=${within.ldap}`, `${tlsPort}=${within.ldaps}`])
  await once(relay.stdout, 'data')
  return {
    port,
    tlsPort,
    async stop() {
      for (const child of [relay, controller]) {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function listening(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  return () => text.slice(-3000)
}

async function ended(child: ChildProcess): Promise<void> {
  const said = listening(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`A domain could not be made:\n${said()}`)
}
