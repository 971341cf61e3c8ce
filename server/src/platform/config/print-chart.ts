import { environmentName, type Setting, settings } from './settings.ts'

// The parts of the Kubernetes Helm chart (deploy/helm/claviger) that are generated from the settings.

const fixed = [
  'HOST',
  'PORT',
  'ENVIRONMENT',
  'PROGRAMS_FOLDER',
  'DEMO',
  'PUBLIC_DEMO',
  'DATA_FOLDER',
  'PKCS11_PIN_FILE',
]
const inChart: Readonly<Record<string, string>> = { PROCESSES: "'1'", LOG_LEVEL: 'info' }
/** Common secrets, read from the default Secret. */
const usual = ['DATABASE_URL', 'MASTER_KEY', 'SMTP_URL']

const all = Object.entries<Setting>(settings)
  .map(([key, setting]) => ({ name: environmentName(key), ...setting }))
  .filter(({ name }) => !fixed.includes(name))
const open = all.filter(({ secret }) => !secret)
// The token PIN is a file path setting, but is mounted from a Secret like the others
const secret = [
  ...all.filter(one => one.secret),
  { name: 'PKCS11_PIN', about: 'The PIN of the token of PKCS11_MODULE.' },
]

const keyOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

export function chartValues(before: string): string {
  const settingLines = open.flatMap(({ name, about }) => [`  # ${about}`, `  ${name}: ${inChart[name] ?? "''"}`])
  const secretLines = secret.flatMap(({ name, about }) => [
    `  # ${about}`,
    `  ${name}: { name: ${usual.includes(name) ? 'claviger' : "''"}, key: ${keyOf(name)} }`,
  ])
  const put = (text: string, part: string, lines: readonly string[]) =>
    text.replace(new RegExp(`^(${part}:\n)(?: {2}.*\n)*`, 'm'), (_all, head: string) => `${head}${lines.join('\n')}\n`)
  return put(put(before, 'settings', settingLines), 'secrets', secretLines)
}

interface Schema {
  properties: Record<string, { properties?: Record<string, object> }>
}

export function chartSchema(before: string): string {
  const schema = JSON.parse(before) as Schema
  const put = (part: string, names: readonly string[], is: object) => {
    const found = schema.properties[part]
    if (found) found.properties = Object.fromEntries(names.map(name => [name, is]))
  }
  put(
    'settings',
    open.map(({ name }) => name),
    { type: 'string' },
  )
  put(
    'secrets',
    secret.map(({ name }) => name),
    { $ref: '#/definitions/from' },
  )
  return `${JSON.stringify(schema, undefined, 2)}\n`
}
