import { environmentName, type Setting, settings } from './settings.ts'

// Of the chart for Kubernetes (deploy/helm/claviger) what follows from the settings; the rest of it is written by hand.

/** What the image, or the chart itself, decides. */
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
/** What stands in the chart where nothing is given. */
const inChart: Readonly<Record<string, string>> = { PROCESSES: "'1'", LOG_LEVEL: 'info' }
/** Secrets that nearly every installation has, in a Secret of this name. */
const usual = ['DATABASE_URL', 'MASTER_KEY', 'SMTP_URL']

const all = Object.entries<Setting>(settings)
  .map(([key, setting]) => ({ name: environmentName(key), ...setting }))
  .filter(({ name }) => !fixed.includes(name))
const open = all.filter(({ secret }) => !secret)
// The PIN of a token is a file by its setting, and so becomes one like the others
const secret = [
  ...all.filter(one => one.secret),
  { name: 'PKCS11_PIN', about: 'The PIN of the token of PKCS11_MODULE.' },
]

const keyOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

/** The values of the chart with the settings as they are now. */
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

/** The schema of those values: a name that is written wrong is refused. */
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
