import { readFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export interface Settings {
  readonly server: string
  readonly keyFile: string | undefined
  readonly stateFile: string
  readonly name: string
  readonly format: 'dec' | 'hex' | 'reversed' | undefined
  /** Account to use if a card opens several: a name, an ID, `ask`, `default`, or `own`. */
  readonly account: string
  /** Attendance session whose taps are recorded, instead of presenting cards to this computer. */
  readonly session: string | undefined
  readonly pcsc: boolean
  readonly fingers: { readonly command: string; readonly model: string } | undefined
  readonly once: boolean
  /** Starts with these settings at each sign-in, instead of now. */
  readonly autoStart: boolean
}

const options = {
  server: { type: 'string' },
  'key-file': { type: 'string' },
  'state-file': { type: 'string' },
  config: { type: 'string' },
  name: { type: 'string' },
  format: { type: 'string' },
  account: { type: 'string' },
  session: { type: 'string' },
  fingers: { type: 'string' },
  'finger-model': { type: 'string' },
  pcsc: { type: 'boolean' },
  once: { type: 'boolean' },
  'auto-start': { type: 'boolean' },
} as const
const formats = ['dec', 'hex', 'reversed'] as const

/**
 * Settings from flags, then CLAVIGER_… environment variables, then the JSON file of --config; `asksPeople` if a
 * person can be prompted.
 * @throws with a readable message
 */
export async function settingsFrom(
  args: readonly string[],
  env: Record<string, string | undefined>,
  asksPeople: boolean,
): Promise<Settings> {
  const { values } = parseArgs({ args: [...args], options })
  const path = values.config ?? env['CLAVIGER_READER_CONFIG']
  const file =
    path === undefined ? {} : (JSON.parse(await readFile(path, 'utf8')) as Record<string, string | undefined>)
  const word = (
    flag: 'server' | 'key-file' | 'state-file' | 'name' | 'format' | 'account' | 'session' | 'fingers' | 'finger-model',
    variable: string,
  ) => values[flag] ?? env[variable] ?? file[flag]

  const server = word('server', 'CLAVIGER_SERVER') ?? ''
  if (!URL.canParse(server)) throw new Error('Specify the server: --server https://id.example.org')
  const { origin, protocol, hostname: host } = new URL(server)
  if (protocol !== 'https:' && host !== 'localhost') throw new Error('The server address must begin with https://')
  const format = word('format', 'CLAVIGER_READER_FORMAT')
  const known = formats.find(one => one === format)
  if (format !== undefined && known === undefined) throw new Error('The format must be dec, hex, or reversed')
  const [command, model] = [word('fingers', 'CLAVIGER_FINGERS'), word('finger-model', 'CLAVIGER_FINGER_MODEL')]
  if (command !== undefined && model === undefined)
    throw new Error('Specify the model of the fingerprint reader: --finger-model …')
  const autoStart = values['auto-start'] ?? false
  // Nothing is typed into a program that no person started
  if (autoStart && values.pcsc !== true) throw new Error('An automatic start needs --pcsc')
  return {
    server: origin,
    keyFile: word('key-file', 'CLAVIGER_KEY_FILE'),
    stateFile: word('state-file', 'CLAVIGER_STATE_FILE') ?? join(homedir(), '.config', 'claviger-reader.json'),
    name: word('name', 'CLAVIGER_READER_NAME') ?? hostname(),
    format: known,
    account: word('account', 'CLAVIGER_READER_ACCOUNT') ?? (asksPeople ? 'ask' : 'default'),
    session: word('session', 'CLAVIGER_READER_SESSION'),
    pcsc: values.pcsc ?? false,
    fingers: command === undefined || model === undefined ? undefined : { command, model },
    once: values.once ?? false,
    autoStart,
  }
}
