import { sampleBilling } from './billing-file.ts'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownCertificate } from '#test/emulators/certificate.ts'
import { ConfigError, loadConfig } from '../config.ts'
import { exampleFile, page } from './print.ts'
import { chartSchema, chartValues } from './print-chart.ts'
import { environmentName, settings } from './settings.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const other = Buffer.alloc(32, 8).toString('base64')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'claviger-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const smtp = 'smtps://mail.example.org'
const wrongOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.wrong
    throw error
  }
}

/** Invalid values per setting, where the generic one would not be sufficient. */
const telling: Record<string, string[]> = {
  ENVIRONMENT: ['prod', 'Production'],
  HOST: ['http://a', 'a b', '/x'],
  PORT: ['-1', '65536', '8080a', '1.5', '0x10'],
  PUBLIC_URL: [
    'example.org',
    'http://example.org',
    'https://example.org/base',
    'https://u:p@example.org',
    'ftp://localhost',
  ],
  CLIENT_CERTIFICATE_HEADER: ['Authorization', 'X-Forwarded-For', 'x client', 'cookie', 'X-'],
  TRUST_PROXY: ['yes', '11', 'proxy.example.org', '10.0.0.0/8;1'],
  DATA_FOLDER: ['data', './data'],
  DATABASE_URL: ['mysql://a/b', 'localhost:5432', 'postgres://'],
  DATABASE_POOL: ['0', '201', 'many'],
  MASTER_KEY: ['secret', Buffer.alloc(16).toString('base64'), `${key},short`, ','],
  SMTP_URL: ['mail.example.org', 'https://mail.example.org', 'smtp:'],
  MAIL_FROM: ['nobody', 'a@b <c', 'A <a@b>\nBcc: x@y'],
  FREE_MAIL_PROVIDERS: ['gmail', 'a b.com', '@gmail.com'],
  DNS_SERVER: ['dns.example.org', '256.1.1.1', '192.0.2.53:0', '192.0.2.53:70000', '[192.0.2.53', ','],
  LICENSE_AGREEMENT_URL: ['/terms', 'javascript:alert(1)'],
  PRIVACY_POLICY_URL: ['privacy', 'file:///etc/passwd'],
  ACCESS_MINUTES: ['0', '61'],
  REFRESH_DAYS: ['0', '366'],
  CODE_MINUTES: ['0', '61'],
  CODE_TRIES: ['0', '21'],
  BODY_LIMIT: ['10', '1MB'],
  OPERATOR_NETWORKS: ['intranet', '10.0.0.0/33', '10.0.0.1/8/8', '::/129'],
  METRICS_KEY: ['short', 'x'.repeat(201)],
  SMS_TOKEN: ['x'.repeat(1001)],
  CALL_TOKEN: ['x'.repeat(1001)],
  ENTRA_CLIENT_SECRET: ['x'.repeat(2001)],
  IDENTITY_CLIENT_ID: ['x'.repeat(2001)],
  IDENTITY_CLIENT_SECRET: ['x'.repeat(2001)],
  MARKETPLACE_CLIENT_SECRET: ['x'.repeat(2001)],
  MARKETPLACE_DIMENSION: ['x'.repeat(101)],
  PKCS11_TOKEN: ['x'.repeat(33)],
  OTEL_EXPORTER_OTLP_HEADERS: ['Authorization', 'a b=c', 'a=b,c', 'a=%zz'],
  OTEL_SERVICE_NAME: ['x'.repeat(101)],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half'],
  LOG_LEVEL: ['verbose', 'INFO'],
  DEMO: ['1', 'yes'],
}

const bad = Object.fromEntries(
  Object.keys(settings)
    .map(environmentName)
    .map(name => [name, telling[name] ?? ['§']]),
)

describe('an invalid configuration', () => {
  test.each(Object.entries(bad).flatMap(([name, values]) => values.map(value => [name, value] as const)))(
    '%s cannot be %j',
    (name, value) => {
      expect(wrongOf({ MASTER_KEY: key, [name]: value })).toEqual([
        expect.stringMatching(new RegExp(`^${name} must be `)),
      ])
    },
  )

  test('lists every wrong setting, in any combination', () => {
    const anyWrong = fc.subarray(Object.entries(bad), { minLength: 1 })
    fc.assert(
      fc.property(anyWrong, fc.nat(), (chosen, pick) => {
        const env = Object.fromEntries(chosen.map(([name, values]) => [name, values[pick % values.length]!]))
        const named = wrongOf({ MASTER_KEY: key, ...env }).map(line => line.split(' ')[0])
        expect(new Set(named)).toEqual(new Set(Object.keys(env)))
      }),
    )
  })

  test('never shows a secret', () => {
    const env = { MASTER_KEY: 'hunter2', DATABASE_URL: 'mysql://hunter2', SMTP_URL: 'hunter2' }
    const wrong = wrongOf(env).join('\n')
    expect(wrong.match(/must be/g)).toHaveLength(3)
    expect(wrong).not.toContain('hunter2')
  })

  test('has an Entra ID application without exactly one credential', () => {
    const ENTRA_CLIENT_ID = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
    const { cert, key: own } = ownCertificate()
    const ENTRA_CLIENT_CERTIFICATE = `${cert}${own}`
    const judged = (env: Record<string, string>) => wrongOf({ MASTER_KEY: key, ...env })
    expect(judged({ ENTRA_CLIENT_ID })).toEqual([expect.stringMatching(/^ENTRA_CLIENT_ID requires either/)])
    expect(judged({ ENTRA_CLIENT_SECRET: 's' })).toEqual([expect.stringMatching(/^ENTRA_CLIENT_ID is missing/)])
    expect(judged({ ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET: 's', ENTRA_CLIENT_CERTIFICATE })).toHaveLength(1)
    expect(judged({ ENTRA_CLIENT_ID, ENTRA_CLIENT_CERTIFICATE: `${cert}${ownCertificate().key}` })).toHaveLength(1)
    expect(judged({ ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET: 's' })).toEqual([])
    expect(judged({ ENTRA_CLIENT_ID, ENTRA_CLIENT_CERTIFICATE })).toEqual([])
  })

  test('has a provider that verifies identities without its client or its step, or only parts of one', () => {
    const IDENTITY_ISSUER = 'https://id.example.org'
    const REGISTRATION_STEPS = 'confirm-identity'
    const judged = (env: Record<string, string>) => wrongOf({ MASTER_KEY: key, ...env })
    const client = { IDENTITY_CLIENT_ID: 'us', IDENTITY_CLIENT_SECRET: 's' }
    expect(judged({ IDENTITY_ISSUER, REGISTRATION_STEPS, IDENTITY_CLIENT_ID: 'us' })).toEqual([
      expect.stringMatching(/^IDENTITY_CLIENT_ID/),
    ])
    expect(judged({ IDENTITY_ISSUER, ...client })).toEqual([expect.stringMatching(/^REGISTRATION_STEPS lacks/)])
    for (const part of [client, { IDENTITY_CLIENT_SECRET: 's' }, { IDENTITY_FRAMEWORKS: 'eidas' }])
      expect(judged({ REGISTRATION_STEPS, ...part })).toEqual([expect.stringMatching(/^IDENTITY_ISSUER is missing/)])
    expect(judged({ IDENTITY_ISSUER, REGISTRATION_STEPS, ...client })).toEqual([])
  })

  test('lacks the master key in production with an external database', () => {
    const env = { ENVIRONMENT: 'production', DATABASE_URL: 'postgres://a:b@db/claviger' }
    expect(wrongOf(env)).toEqual([expect.stringMatching(/^MASTER_KEY is missing/)])
    expect(wrongOf({ ...env, MASTER_KEY: key, SMTP_URL: smtp })).toEqual([])
  })

  test.each([
    [{ ENVIRONMENT: 'production' }],
    [{ NODE_ENV: 'production' }],
    [{ PUBLIC_URL: 'https://id.example.org' }],
  ])('lacks a mail server or shows a demo to the public without explicit permission: %j', env => {
    const all = { MASTER_KEY: key, ...env }
    expect(wrongOf(all)).toEqual([expect.stringMatching(/^SMTP_URL is missing.*KEEP_MAIL=true/)])
    expect(wrongOf({ ...all, KEEP_MAIL: 'true' })).toEqual([])
    expect(wrongOf({ ...all, SMTP_URL: smtp })).toEqual([])
    const demo = { ...all, SMTP_URL: smtp, DEMO: 'true' }
    expect(wrongOf(demo)).toEqual([expect.stringMatching(/^DEMO .*PUBLIC_DEMO=true/)])
    expect(wrongOf({ ...demo, PUBLIC_DEMO: 'true' })).toEqual([])
  })

  test.each(['http://localhost:8080', 'http://id.localhost', 'https://127.0.0.1', 'https://[::1]'])(
    'requires neither permission at %s',
    PUBLIC_URL => {
      expect(wrongOf({ MASTER_KEY: key, PUBLIC_URL, DEMO: 'true' })).toEqual([])
    },
  )
})

describe('a valid configuration', () => {
  test('can consist of defaults', () => {
    const config = loadConfig({ MASTER_KEY: key, PORT: '', SOMETHING_ELSE: 'x' })
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      licenseAgreementUrl: 'http://localhost:8080/legal/license-agreement',
      trustProxy: 0,
      demo: false,
      accessMinutes: 15,
    })
    expect(config.databaseUrl).toBeUndefined()
    expect(config.freeMailProviders).toContain('gmail.com')
  })

  test('reads all given values', () => {
    const config = loadConfig({
      MASTER_KEY: ` ${key}, ${other}`,
      PUBLIC_URL: 'https://id.example.org/',
      SMTP_URL: smtp,
      PUBLIC_DEMO: 'true',
      TRUST_PROXY: '10.0.0.1, fd00::/8',
      FREE_MAIL_PROVIDERS: 'Free.example, other.example',
      DNS_SERVER: '192.0.2.53, [2001:db8::53]:5353,2001:db8::54',
      DEMO: 'true',
      PORT: '0',
    })
    expect(config.publicUrl).toBe('https://id.example.org')
    expect(config.masterKeys.map(bytes => bytes[0])).toEqual([7, 8])
    expect(config.trustProxy).toEqual(['10.0.0.1', 'fd00::/8'])
    expect(config.freeMailProviders).toEqual(['free.example', 'other.example'])
    expect(config.dnsServer).toEqual(['192.0.2.53', '[2001:db8::53]:5353', '2001:db8::54'])
    expect(config).toMatchObject({ demo: true, port: 0, billing: true })
    expect(loadConfig({ MASTER_KEY: key, DEMO: 'true', BILLING: 'off' }).billing).toBe(false)
  })
})

describe('the master key', () => {
  test('is created once, readable only by its owner', () => {
    const env = { DATA_FOLDER: join(folder, 'made', 'here') }
    const [first] = loadConfig(env).masterKeys
    expect(first).toHaveLength(32)
    expect(loadConfig(env).masterKeys).toEqual([first])
    expect(statSync(join(env.DATA_FOLDER, 'master.key')).mode & 0o777).toBe(0o600)
  })

  test('is reported as missing when its data still exists', () => {
    const env = { DATA_FOLDER: join(folder, 'lost') }
    mkdirSync(join(env.DATA_FOLDER, 'postgres'), { recursive: true })
    expect(wrongOf(env)).toEqual([expect.stringMatching(/^MASTER_KEY .* is missing/)])
  })
})

describe('a secret from a file', () => {
  let file: string
  beforeAll(() => {
    file = join(folder, 'metrics-key')
    writeFileSync(file, 'a key of figures, long enough\n')
  })

  test('is the content of the file, without its final line break', () => {
    const config = loadConfig({ DATA_FOLDER: folder, METRICS_KEY_FILE: file })
    expect(config.metricsKey).toBe('a key of figures, long enough')
  })

  test('is refused if it is set twice, or if the file is missing, empty, or a folder', () => {
    const twice = { DATA_FOLDER: folder, METRICS_KEY: 'another key, long enough', METRICS_KEY_FILE: file }
    expect(wrongOf(twice)).toEqual(['METRICS_KEY and METRICS_KEY_FILE are both set. Remove one of them'])
    const empty = join(folder, 'empty')
    writeFileSync(empty, '\n')
    for (const wrong of [join(folder, 'nowhere'), empty, folder])
      expect(wrongOf({ DATA_FOLDER: folder, SMTP_URL_FILE: wrong })).toEqual([
        expect.stringMatching(/^SMTP_URL_FILE must name a text file/),
      ])
  })

  test('satisfies a setting that production requires', () => {
    const held = join(folder, 'key')
    writeFileSync(held, key)
    const env = {
      ENVIRONMENT: 'production',
      DATABASE_URL: 'postgres://a:b@db:5432/c',
      SMTP_URL: 'smtps://mail.example',
    }
    expect(wrongOf(env)).toEqual([expect.stringMatching(/^MASTER_KEY is missing/)])
    expect(loadConfig({ ...env, MASTER_KEY_FILE: held }).masterKeys).toHaveLength(1)
  })
})

test('the billing file needs exactly one price table for each day, and production requires it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'billing-')), 'billing.json')
  const of = (content: object | string) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return wrongOf({ MASTER_KEY: key, BILLING: 'on', BILLING_FILE: file })
  }
  const [table] = sampleBilling.priceTables
  expect(of(sampleBilling)).toEqual([])
  for (const wrong of [
    '{',
    { ...sampleBilling, priceTables: [table, table] },
    { ...sampleBilling, priceTables: [{ ...table, validFrom: '2026-02-30' }] },
    { ...sampleBilling, priceTables: [{ ...table, payAsYouGo: [{ from: 2, price: 1 }] }] },
    { ...sampleBilling, priceTables: [{ ...table, minimum: 0.5 }] },
    { ...sampleBilling, currency: 'USD' },
  ])
    expect(of(wrong)).toEqual([expect.stringMatching(/^BILLING_FILE must be /)])
  const production = {
    MASTER_KEY: key,
    ENVIRONMENT: 'production',
    SMTP_URL: smtp,
    PUBLIC_URL: 'https://id.example.org',
  }
  expect(wrongOf({ ...production, BILLING: 'on' })).toEqual([expect.stringMatching(/^BILLING_FILE is missing/)])
})

test('the compose file passes every setting, and each secret as a file', () => {
  const fixed = ['HOST', 'PORT', 'ENVIRONMENT', 'PROGRAMS_FOLDER', 'DEMO', 'PUBLIC_DEMO']
  const names = Object.keys(settings).map(environmentName)
  const passed = [...committed('compose.yaml').matchAll(/^ {6}([A-Z0-9_]+): /gm)].map(([, name]) => name)
  expect(names.filter(name => !fixed.includes(name) && !passed.includes(name))).toEqual([])
  const known = new Set([...names, ...names.map(name => `${name}_FILE`)])
  expect(passed.filter(name => !known.has(String(name)) && !String(name).startsWith('POSTGRES_'))).toEqual([])
})

const committed = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

test('the generated pages match those in the repository', () => {
  expect(committed('.env.example')).toBe(exampleFile())
  expect(committed('docs/configuration.md')).toBe(page())
  const chart = 'deploy/helm/claviger'
  expect(committed(`${chart}/values.yaml`)).toBe(chartValues(committed(`${chart}/values.yaml`)))
  expect(committed(`${chart}/values.schema.json`)).toBe(chartSchema(committed(`${chart}/values.schema.json`)))
})
