import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { expect, test } from 'vitest'
import { endpoints } from './contract.ts'
import { root } from './files.ts'
import { law } from './law.ts'

/** Features without settings, and why; this architecture test covers all others, including future ones. */
const withoutSettings: Record<string, readonly string[]> = {
  'input for authentication, or for finishing a started process': [
    'access-keys',
    'addresses',
    'agents',
    'approvals',
    'delegations',
    'individual',
    'external-sign-in',
    'finger-readers',
    'key-activation',
    'push',
    'registration',
    'self-service',
    'sessions',
    'sign-in',
    'waiting-keys',
    'workspace-deletion',
    'workspace-endings',
    'second-person',
  ],
  'one-time actions on existing objects': [
    'all-bills',
    'bulk-runs',
    'cards',
    'cloud-devices',
    'links',
    'on-behalf',
    'on-behalf-runs',
    'marketplace',
    'payments',
    'personal-accounts',
    'support',
    'syncs',
    'partners',
    'bulk-imports',
  ],
  'records of what happens at a kiosk or an assembly point': ['attendance-kiosk', 'attendance-musters'],
  'stores nothing': ['simulations', 'workspaces', 'look-ups'],
  'stores through the functions of self-service-pages': ['self-service-desk', 'self-service-of-workspaces'],
}
const exempt = new Set(Object.values(withoutSettings).flat())

const targetFields = [
  'id',
  'ids',
  '_id',
  'all',
  'filter',
  'except',
  'act',
  'version',
  'updatedAt',
  'passwordId',
  'deviceId',
  'since',
]
const proofs = ['account.code', 'account.current', 'account.confirm']
const notSettings = [...proofs, 'key-assignment.userId', 'self-service-pages.restored', 'scim.after']

const tries = [
  'self-service-pages.tryAutomatic',
  'self-service-pages.preview',
  'reader-settings.tryOut',
  'key-models.load',
  'named-lists.check',
  'authentication-profiles.preview',
  'authentication-profiles.breakGlass',
  'workflows.preview',
  'stored-passwords.offered',
  'stored-passwords.fill',
  'activity.exportAll',
  'attendance.attend',
  'attendance.correct',
  'attendance.evidence',
  'attendance.participantsFile',
  'attendance-reports.reportFile',
  'applications.preview',
  'card-import.findFormat',
  'card-import.upload',
  'card-import.uploadTags',
  'credentials.add',
  'entra.arrive',
  'entra.check',
  'entra.groups',
  'entra.users',
  'fingerprints.progress',
  'fingerprints.restart',
  'groups.lookup',
  'groups.previewRule',
  'ldap.sample',
  'ldap.tryOut',
  'oidc.tryOut',
  'saml.previewMetadata',
  'saml.tryOut',
  'scim.replay',
  'user-import.removeByCsv',
  'user-import.upload',
  'users.exportAll',
]

/** Stored for callers that send them but not used yet, so no screen offers them. */
const keptOnly = [
  'workspace-settings.provider',
  'workspace-settings.credentialStorage',
  'token-policies.credentialStorageLocation',
  'key-assignment.settings.credentialStorageLocation',
  'security-keys.credentialStorageLocation',
  'scim.preset',
]

const open: string[] = []

interface Def {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  in?: Schema
  valueType?: Schema
}
type Schema = { _zod: { def: Def } }

interface Setting {
  name: string
  /** Texts may be display-only; switches, choices, numbers, and lists never are. */
  text: boolean
}

function fieldsOf(schema: Schema, path: string): Setting[] {
  const { def } = schema._zod
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  if (inner) return fieldsOf(inner, path)
  if (def.type === 'record' && def.valueType) return fieldsOf(def.valueType, path)
  if (def.type === 'object' && !/(^|\.)phoneNumber$/.test(path))
    return Object.entries(def.shape ?? {}).flatMap(([name, one]) =>
      fieldsOf(one, path === '' ? name : `${path}.${name}`),
    )
  return [{ name: path, text: def.type === 'string' }]
}

function settingsOf(endpoint: Endpoint): Setting[] {
  const named = `${endpoint.feature}.${endpoint.call}`
  if (!endpoint.changes || exempt.has(endpoint.feature) || tries.includes(named)) return []
  return fieldsOf(endpoint.input as unknown as Schema, '')
    .filter(({ name }) => !endpoint.path.includes(`{${name}}`) && !targetFields.includes(name.split('.')[0] ?? ''))
    .map(({ name, text }) => ({ name: `${endpoint.feature}.${name}`, text }))
    .filter(({ name }) => !notSettings.includes(name))
}

const settings = [...new Map((await endpoints()).flatMap(settingsOf).map(one => [one.name, one])).values()]

const byCall = ['key-assignment.makeDefault', 'api-keys.takeOver']

interface Row {
  says: string
  by: string
}

// Format: | `setting`, `another` | what changes | `file` › test |
const page = readFileSync(join(root, 'docs/settings-that-act.md'), 'utf8')
const rows = new Map<string, Row>()
for (const [, names = '', says = '', by = ''] of page.matchAll(/^\| (`[^|]+`) \| ([^|]+) \| (.+) \|$/gm))
  for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) rows.set(name, { says, by })

const read = (path: string) =>
  path.includes('.') && existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function faultOf({ name, text }: Setting, row: Row | undefined): string | undefined {
  const last = name.split('.').at(-1) ?? ''
  if (!row) return `${name} is not in docs/settings-that-act.md`
  if (row.by === 'open')
    return open.includes(name) ? undefined : `${name} is marked as open, but is not on the list of open settings`
  if (row.by === 'kept only') return keptOnly.includes(name) ? undefined : `${name} must have an effect`
  const shown = /^shown: `([^`]+)`$/.exec(row.by)?.[1]
  if (shown !== undefined) {
    if (!text) return `${name} is not a text, so showing it is not enough`
    return read(shown)?.includes(last) ? undefined : `${name} is not used in ${shown}`
  }
  const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(row.by) ?? []
  const source = read(file)
  if (source === undefined || !/\.(?:test|spec)\.tsx?$/.test(file)) return `${name}: the test ${file} does not exist`
  const there = new RegExp(String.raw`\(\s*['"\`]${escaped(title)}['"\`]`)
  if (!there.test(source)) return `${name}: ${file} has no test “${title}”`
  return source.includes(last) ? undefined : `${name}: ${file} never uses ${last}`
}

law('each stored setting has an effect, shown by a test', {
  because:
    'docs/settings-that-act.md says what each setting changes. A setting without an effect misleads administrators.',
  over: [...settings, ...byCall.map(name => ({ name, text: false }))],
  guilty: one => faultOf(one, rows.get(one.name)),
  bites: { name: 'workspace-settings.mood', text: true },
  passes: settings.find(({ name }) => name === 'workspace-settings.panel') ?? { name: 'gone', text: false },
})

const validRow = { says: 'x', by: '`laws/settings.test.ts` › each test that the page names exists' }

test('each test that the page names exists', () => {
  const one = { name: 'workspace-settings.settings', text: false }
  expect(faultOf(one, validRow)).toBeUndefined()
  for (const by of [
    '`laws/settings.test.ts` › a test that does not exist',
    '`laws/gone.test.ts` › each test that the page names exists',
    '`laws/law.ts` › holds',
    'shown: `laws/law.ts`',
    'kept only',
    'open',
    'no test needed',
  ])
    expect(faultOf(one, { says: 'x', by }), by).toBeTruthy()
  expect(
    faultOf({ name: ['workspace-settings', 'mood', 's'].join('.').replace('d.s', 'ds'), text: false }, validRow),
  ).toBeTruthy()
})

test('the page lists only existing settings, and no more exceptions than declared', () => {
  const known = new Set([...settings.map(({ name }) => name), ...byCall])
  expect([...rows.keys()].filter(name => !known.has(name))).toEqual([])
  const left = [...rows].filter(([, { by }]) => by === 'open').map(([name]) => name)
  expect(left.toSorted()).toEqual(open.toSorted())
  const kept = [...rows].filter(([, { by }]) => by === 'kept only').map(([name]) => name)
  expect(kept.toSorted()).toEqual(keptOnly.toSorted())
})
