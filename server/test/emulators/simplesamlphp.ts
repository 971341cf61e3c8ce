// SimpleSAMLphp from Debian's packages on PHP's built-in server: a service provider and an identity provider
// at one address, with its own configuration folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acceptsConnections } from '../app/listening.ts'
import { ownCertificate } from './own-certificate.ts'

const program = '/usr/bin/php'
const home = '/usr/share/simplesamlphp'

export const hasSimpleSamlPhp = (): boolean => [program, `${home}/www/module.php`].every(path => existsSync(path))

export interface SimpleSamlPhp {
  readonly address: string
  readonly app: { entityId: string; page: string; leave: string; metadata: string }
  readonly idp: { entityId: string; metadata: string; leave: string }
  knows(ours: { idp?: string; sp?: string }): Promise<void>
  announce(): Promise<{ certificate: string }>
  log(): string
  stop(): Promise<void>
}

export interface SamlTestUser {
  uid: string
  mail: string
  givenName: string
  sn: string
}

const php = (value: unknown): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`
  return `[${Object.entries(value as object)
    .map(([name, one]) => `${/^\d+$/.test(name) ? name : php(name)} => ${php(one)}`)
    .join(', ')}]`
}
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const file = (name: string, value: object) => `<?php\n$${name} = ${php(value)};\n`

const router = (address: string) => `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/bye') { echo 'Signed out there'; return; }
if ($path !== '/app' && $path !== '/leave') { return false; }
require '${home}/lib/_autoload.php';
$app = new \\SimpleSAML\\Auth\\Simple('app');
if ($path === '/leave') { $app->logout('${address}/bye'); }
$app->requireAuth();
header('content-type: application/json');
echo json_encode(['attributes' => $app->getAttributes(), 'name' => $app->getAuthData('saml:sp:NameID')->getValue()]);
`

export async function startSimpleSamlPhp(port: number, people: readonly SamlTestUser[]): Promise<SimpleSamlPhp> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-simplesamlphp-'))
  const at = (name: string) => join(folder, name)
  for (const name of ['cert', 'config', 'data', 'log', 'metadata', 'sessions', 'tmp']) await mkdir(at(name))
  const address = `http://localhost:${port}`
  const app = {
    entityId: `${address}/module.php/saml/sp/metadata.php/app`,
    page: `${address}/app`,
    leave: `${address}/leave`,
    metadata: `${address}/module.php/saml/sp/metadata.php/app`,
  }
  const idp = {
    entityId: `${address}/saml2/idp/metadata.php`,
    metadata: `${address}/saml2/idp/metadata.php`,
    leave: `${address}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`${address}/bye`)}`,
  }
  const keep = async (name: string) => {
    const { privateKey, certificate } = ownCertificate(name)
    await writeFile(at(`cert/${name}.pem`), privateKey)
    await writeFile(at(`cert/${name}.crt`), certificate)
    return { certificate }
  }
  for (const name of ['app', 'idp']) await keep(name)
  const signing = {
    'sign.logout': true,
    'validate.logout': true,
    'redirect.sign': true,
    'redirect.validate': true,
  }
  await writeFile(
    at('config/config.php'),
    file('config', {
      baseurlpath: `${address}/`,
      certdir: `${at('cert')}/`,
      loggingdir: `${at('log')}/`,
      datadir: `${at('data')}/`,
      tempdir: at('tmp'),
      metadatadir: at('metadata'),
      'metadata.sources': [
        { type: 'flatfile' },
        { type: 'xml', file: at('metadata/our-idp.xml') },
        { type: 'xml', file: at('metadata/our-sp.xml') },
      ],
      'metadata.sign.enable': true,
      'metadata.sign.privatekey': 'idp.pem',
      'metadata.sign.certificate': 'idp.crt',
      'metadata.sign.algorithm': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      secretsalt: 'of a test',
      'auth.adminpassword': 'of-a-test',
      timezone: 'UTC',
      'logging.handler': 'errorlog',
      'logging.level': 4,
      'enable.saml20-idp': true,
      'module.enable': { exampleauth: true, core: true, saml: true },
      'session.cookie.secure': false,
      'session.phpsession.savepath': at('sessions'),
      'store.type': 'phpsession',
      'language.default': 'en',
    }),
  )
  const sources = (ours: string | null) =>
    writeFile(
      at('config/authsources.php'),
      file('config', {
        app: {
          0: 'saml:SP',
          entityID: app.entityId,
          idp: ours,
          privatekey: 'app.pem',
          certificate: 'app.crt',
          'sign.authnrequest': true,
          WantAssertionsSigned: true,
          NameIDPolicy: { Format: persistent, AllowCreate: true },
          ...signing,
        },
        people: {
          0: 'exampleauth:UserPass',
          ...Object.fromEntries(
            people.map(one => [
              `${one.uid}:${one.uid}`,
              Object.fromEntries(Object.entries(one).map(([name, value]) => [name, [String(value)]])),
            ]),
          ),
        },
      }),
    )
  const host = async (more: object) =>
    writeFile(
      at('metadata/saml20-idp-hosted.php'),
      `<?php\n$metadata[${php(idp.entityId)}] = ${php({
        host: '__DEFAULT__',
        auth: 'people',
        privatekey: 'idp.pem',
        certificate: 'idp.crt',
        'saml20.sign.assertion': true,
        'saml20.sign.response': true,
        'assertion.encryption': true,
        'validate.authnrequest': true,
        NameIDFormat: persistent,
        authproc: { 1: { class: 'saml:PersistentNameID', attribute: 'uid' } },
        ...signing,
        ...more,
      })};\n`,
    )
  await host({})
  await writeFile(at('router.php'), router(address))
  const empty = '<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>'
  const knows: SimpleSamlPhp['knows'] = async ours => {
    await sources(/entityID="([^"]+)"/.exec(ours.idp ?? '')?.[1] ?? null)
    await writeFile(at('metadata/our-idp.xml'), ours.idp ?? empty)
    await writeFile(at('metadata/our-sp.xml'), ours.sp ?? empty)
  }
  await knows({})
  let said = ''
  const child = spawn(
    program,
    [
      '-d',
      'display_errors=0',
      '-d',
      'opcache.enable=0',
      '-S',
      `127.0.0.1:${port}`,
      '-t',
      `${home}/www`,
      at('router.php'),
    ],
    { env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: at('config') }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  for (let tries = 0; !(await acceptsConnections(port)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`PHP did not start: ${said}`)
    await sleep(25)
  }
  return {
    address,
    app,
    idp,
    knows,
    async announce() {
      const made = await keep('next')
      await host({ new_privatekey: 'next.pem', new_certificate: 'next.crt' })
      return made
    },
    log: () => said.slice(-4000),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
