// Apache from Debian's packages, with its own configuration and folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'

export const hasApache = (module: string): boolean =>
  [program, `${modules}/mod_${module}.so`].every(path => existsSync(path))

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise(done => server.close(done))
  return port
}

/** Starts Apache on a loopback port. Configuration lines refer to files as `FOLDER/name`. */
export async function startApache(
  port: number,
  wanted: { modules: readonly string[]; files: Readonly<Record<string, string>>; lines: string },
): Promise<{ stop(): Promise<void>; log(): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-apache-'))
  const inFolder = (text: string) => text.replaceAll('FOLDER', folder)
  for (const [name, text] of Object.entries(wanted.files)) await writeFile(join(folder, name), text, { mode: 0o644 })
  await writeFile(join(folder, 'index.html'), 'Welcome')
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', ...wanted.modules]
  const configuration = `
ServerRoot FOLDER
PidFile FOLDER/pid
Listen 127.0.0.1:${port}
ServerName localhost:${port}
UseCanonicalName On
${loaded.map(one => `LoadModule ${one}_module ${modules}/mod_${one}.so`).join('\n')}
DocumentRoot FOLDER
DirectoryIndex index.html
ErrorLog FOLDER/error.log
LogLevel warn
Mutex posixsem
DefaultRuntimeDir FOLDER
User nobody
Group nogroup
${wanted.lines}
`
  await writeFile(join(folder, 'httpd.conf'), inFolder(configuration))
  await chmod(folder, 0o777)
  let said = ''
  const child = spawn(program, ['-f', join(folder, 'httpd.conf'), '-DFOREGROUND', '-E', '/dev/stderr'])
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries++) {
    if (child.exitCode !== null || tries === 200) {
      await stop()
      throw new Error(`Apache does not answer: ${said}`)
    }
    await sleep(50)
  }
  return { log: () => said, stop }
}

export function visitor() {
  const jar = new Map<string, string>()
  return async (address: string, form?: Record<string, string>) => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const one of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      location: location === null ? undefined : new URL(location, address).href,
    }
  }
}
