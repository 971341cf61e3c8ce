import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './apache.ts'
import { acceptsConnections } from '../app/listening.ts'

const program = '/usr/sbin/slapd'

export const hasSlapd = (): boolean => existsSync(program)

export const slapdBase = 'dc=example,dc=test'
export const slapdAdmin = { dn: `cn=admin,${slapdBase}`, password: 'admin-of-slapd' }
export const slapdReader = { dn: `cn=claviger,${slapdBase}`, password: 'reads-only-1' }

export interface Slapd {
  readonly port: number
  readonly tlsPort: number
  modify(ldif: string): void
  again(lines?: string): Promise<void>
  stop(): Promise<void>
}

const root = `dn: ${slapdBase}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${slapdReader.dn}
objectClass: simpleSecurityObject
objectClass: organizationalRole
cn: claviger
userPassword: ${slapdReader.password}

dn: ou=people,${slapdBase}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${slapdBase}
objectClass: organizationalUnit
ou: groups
`

export async function startSlapd(ldif: string, tls?: { key: string; certificate: string }): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-slapd-'))
  const file = (name: string) => join(folder, name)
  await mkdir(file('data'))
  await writeFile(file('all.ldif'), `${root}\n${ldif}`)
  if (tls) {
    await writeFile(file('key.pem'), tls.key, { mode: 0o600 })
    await writeFile(file('cert.pem'), tls.certificate)
  }
  const configure = (lines: string) =>
    writeFile(
      file('slapd.conf'),
      `${['core', 'cosine', 'nis', 'inetorgperson'].map(one => `include /etc/ldap/schema/${one}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${file('pid')}
${tls ? `TLSCertificateFile ${file('cert.pem')}\nTLSCertificateKeyFile ${file('key.pem')}` : ''}
database mdb
suffix "${slapdBase}"
rootdn "${slapdAdmin.dn}"
rootpw ${slapdAdmin.password}
directory ${file('data')}
maxsize 2147483648
dbnosync
index objectClass,uid,entryUUID,member eq
index modifyTimestamp eq
${lines === '' ? `limits dn.exact="${slapdReader.dn}" size=unlimited` : lines}
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`,
    )
  await configure('')
  const added = spawnSync('/usr/sbin/slapadd', ['-q', '-f', file('slapd.conf'), '-l', file('all.ldif')], {
    encoding: 'utf8',
  })
  if (added.status !== 0) throw new Error(`slapadd: ${added.stderr.slice(-2000)}`)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const addresses = [`ldap://127.0.0.1:${port}`, ...(tls ? [`ldaps://127.0.0.1:${tlsPort}`] : [])].join(' ')
  const begin = async () => {
    const child = spawn(program, ['-d', '0', '-f', file('slapd.conf'), '-h', addresses], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part: Buffer) => (said += part.toString()))
    const ended = new Promise<void>(done => child.once('exit', () => done()))
    for (let tries = 0; !(await acceptsConnections(port)); tries++) {
      if (child.exitCode !== null || tries > 200) throw new Error(`slapd did not start: ${said}`)
      await sleep(25)
    }
    return async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
  let end = await begin()
  return {
    port,
    tlsPort,
    modify(text) {
      const asked = ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', slapdAdmin.dn, '-w', slapdAdmin.password]
      const done = spawnSync('ldapmodify', asked, { input: text, encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`ldapmodify: ${done.stderr}`)
    },
    async again(lines = '') {
      await end()
      await configure(lines)
      end = await begin()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const slapdForm = ({ port }: Pick<Slapd, 'port'>, more: object = {}) => ({
  name: 'Directory',
  ldapUrl: `ldap://127.0.0.1:${port}`,
  plain: true,
  baseDn: slapdBase,
  username: slapdReader.dn,
  password: slapdReader.password,
  personFilter: '(objectClass=inetOrgPerson)',
  groupFilter: '(objectClass=groupOfNames)',
  ...more,
})
