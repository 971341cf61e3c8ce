import { environmentName, type Setting, settings } from './settings.ts'

const all = Object.entries<Setting>(settings).map(([key, setting]) => ({ name: environmentName(key), ...setting }))

const secretNames = all.flatMap(({ name, secret }) => (secret ? [`\`${name}_FILE\``] : [])).join(', ')

const inTable = (setting: Setting) => (setting.inWords ? cell(setting.inWords) : `\`${setting.fallback ?? ''}\``)

/** Content of `.env.example`: every setting, commented out. */
export const exampleFile = (): string =>
  [
    '# Every setting of Claviger. What is commented out stands as it is; printed by npm run print:configuration.',
    ...all.flatMap(setting => [
      '',
      `# ${setting.about}`,
      `# ${capital(setting.kind.expected)}.`,
      `#${setting.name}=${setting.inWords === undefined ? quoted(setting.fallback ?? '') : ''}`,
    ]),
    '',
  ].join('\n')

/** Content of `docs/configuration.md`. */
export const page = (): string =>
  [
    '# Configuration',
    '',
    'Claviger reads its settings once, at start, from the environment and from a file `.env` beside `package.json` (the',
    'environment wins). A value that cannot be used stops the start, and all of them are named in one message. An empty',
    'value counts as not given; names that are not listed are left alone.',
    '',
    `Each secret may come from a file instead: ${secretNames} name one, as containers hand them out.`,
    '',
    'This page and `.env.example` are printed from `server/src/platform/config/settings.ts` by `npm run print:configuration`.',
    '',
    '| Setting | What it is | Must be | When not given |',
    '|---|---|---|---|',
    ...all.map(
      setting =>
        `| \`${setting.name}\` | ${cell(setting.about)} | ${cell(setting.kind.expected)} | ${inTable(setting)} |`,
    ),
    '',
    '## Data',
    '',
    'Without `DATABASE_URL` the server runs the PostgreSQL that comes with its packages. Its data is in `DATA_FOLDER/postgres`,',
    'readable by its own account only, and reached through a socket in `DATA_FOLDER/socket`: nothing listens on the network.',
    'Started by root, PostgreSQL runs as the user `postgres`, or `nobody` where there is none. One server at a time uses a',
    'data folder; for several servers set `DATABASE_URL`.',
    '',
    '`claviger admin backup FILE` copies all of it while the server goes on ([operations](operations.md)). Keep `master.key`',
    'too, in another place: without it the secrets in the database stay sealed for good.',
    '',
  ].join('\n')

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const quoted = (text: string) => (/[\s<>]/.test(text) ? `"${text}"` : text)

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
