import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = '/usr/sbin/nginx'

export const hasNginx = existsSync(program)

export async function startNginx(port: number, lines: string): Promise<{ stop(): Promise<void>; log(): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    one => `${one}_temp_path ${folder}/${one};`,
  )
  const configuration = `
pid ${folder}/pid;
error_log stderr;
daemon off;
master_process off;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    ${lines}
  }
}
`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  let said = ''
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'])
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
  for (let tries = 0; tries < 100 && !(await answers()); tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
    await sleep(50)
  }
  return {
    log: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
